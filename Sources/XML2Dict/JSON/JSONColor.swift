/// The escape sequences that colour JSON on a terminal (ECMA-48, select graphic rendition).
enum JSONColor {
    static let key: StaticString = "\u{1B}[34;1m"
    static let string: StaticString = "\u{1B}[32m"
    static let number: StaticString = "\u{1B}[36m"
    static let boolean: StaticString = "\u{1B}[33m"
    static let null: StaticString = "\u{1B}[90m"
    static let end: StaticString = "\u{1B}[0m"
}
