/// The bytes of names (XML 1.0, productions 4 and 4a). Every byte beyond ASCII is accepted.
extension UInt8 {
    /// Whether a name can begin with this byte.
    package var beginsName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    /// Whether a name can have this byte.
    package var isInName: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: beginsName
        }
    }
}
