/// The message of an error, with options as separate parts.
///
/// An option appears as its member in Swift, and the command replaces the member by a flag. The first semicolon of a
/// literal separates the fact from the remedy. A semicolon in an interpolated text separates nothing.
///
///     "the entity \(name) is not declared; \(setting: "entities", ".html") knows the names of HTML 4"
///     "the entity &nbsp; is not declared"         `fact`
///     "entities = .html knows the names of HTML 4"  `remedy`
package struct ErrorMessage: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    package enum Part: Sendable {
        case text(String)
        case option(String)
        /// A member with its possible values in Swift syntax. An empty array means any value.
        case setting(String, values: [String])
        /// Text that only the command shows, about a flag that no program in Swift can set.
        case command(ErrorMessage)
        case semicolon

        static func of(literal: String) -> [Part] {
            guard let end = literal.firstRange(of: "; ") else { return [.text(literal)] }
            return [.text(String(literal[..<end.lowerBound])), .semicolon, .text(String(literal[end.upperBound...]))]
        }
    }

    package private(set) var parts: [Part] = []
    /// The member of the options that has the wrong value, for the command's message, but not for `==`.
    var option: String?

    package init(stringLiteral text: String) {
        parts = Part.of(literal: text)
    }

    init(_ fact: String, remedy: String?) {
        parts = [.text(fact)] + (remedy.map { [.semicolon, .text($0)] } ?? [])
    }

    package init(stringInterpolation: Interpolation) {
        parts = stringInterpolation.parts
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ text: String) { parts += Part.of(literal: text) }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text("\(value)"))
        }

        package mutating func appendInterpolation(_ message: ErrorMessage) { parts += message.parts }
        package mutating func appendInterpolation(option name: String) { parts.append(.option(name)) }
        package mutating func appendInterpolation(command message: ErrorMessage) { parts.append(.command(message)) }

        package mutating func appendInterpolation(setting name: String, _ values: String...) {
            parts.append(.setting(name, values: values))
        }
    }

    package static func == (one: ErrorMessage, other: ErrorMessage) -> Bool { one.description == other.description }
    package func hash(into hasher: inout Hasher) { hasher.combine(description) }

    package var description: String { Self.text(of: parts[...]) }

    var fact: String { Self.text(of: parts.prefix { !$0.isSemicolon }) }

    var remedy: String? { parts.firstIndex(where: \.isSemicolon).map { Self.text(of: parts[($0 + 1)...]) } }

    func adding(_ remark: ErrorMessage) -> ErrorMessage {
        let end = remark.parts.firstIndex(where: \.isSemicolon) ?? remark.parts.endIndex
        var sum = self
        sum.parts.insert(contentsOf: remark.parts[..<end], at: parts.firstIndex(where: \.isSemicolon) ?? parts.endIndex)
        sum.parts += remark.parts[end...]
        return sum
    }

    private static func text(of parts: ArraySlice<Part>) -> String { parts.map(\.description).joined() }
}

extension ErrorMessage.Part: CustomStringConvertible {
    fileprivate var isSemicolon: Bool { if case .semicolon = self { true } else { false } }

    package var description: String {
        switch self {
        case .text(let text): text
        case .option(let name): name
        case .setting(let name, let values): values.isEmpty ? name : "\(name) = \(values.alternatives)"
        case .semicolon: "; "
        case .command: ""
        }
    }
}

extension [String] {
    /// The strings as an enumeration in a sentence, such as `a, b or c`.
    package var alternatives: String {
        guard let last else { return "" }
        return count == 1 ? last : dropLast().joined(separator: ", ") + " or " + last
    }
}
