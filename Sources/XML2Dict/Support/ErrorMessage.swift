/// The message of an error, in which options are separate parts.
///
/// The library writes an option as its member in Swift; the command replaces it by the flag that sets the member. The
/// first semicolon of a literal separates what is wrong from the remedy; one in an interpolated text does not:
///
///     "the entity \(name) is not declared; \(setting: "entities", ".html") knows the names of HTML 4"
///     "the entity &nbsp; is not declared"         `fact`
///     "entities = .html knows the names of HTML 4"  `remedy`
package struct ErrorMessage: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    package enum Part: Sendable {
        case text(String)
        /// A member of `XMLOptions` or `XMLOptions.Limits`.
        case option(String)
        /// A member with possible values, each written as in Swift; without them, any value.
        case setting(String, values: [String])
        /// Words for the command, about a flag that no program in Swift can set.
        case command(ErrorMessage)
        /// The semicolon before the remedy.
        case semicolon

        /// The parts of a literal.
        static func of(literal: String) -> [Part] {
            guard let end = literal.firstRange(of: "; ") else { return [.text(literal)] }
            return [.text(String(literal[..<end.lowerBound])), .semicolon, .text(String(literal[end.upperBound...]))]
        }
    }

    package private(set) var parts: [Part] = []
    /// The member of the options whose value is wrong, for the command; two messages that differ in it alone are equal.
    var option: String?

    package init(stringLiteral text: String) {
        parts = Part.of(literal: text)
    }

    /// A message and a remedy that no literal of the library has.
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

    /// Messages are equal when their descriptions are.
    package static func == (one: ErrorMessage, other: ErrorMessage) -> Bool { one.description == other.description }
    package func hash(into hasher: inout Hasher) { hasher.combine(description) }

    package var description: String { Self.text(of: parts[...]) }

    /// The error, in words.
    var fact: String { Self.text(of: parts.prefix { !$0.isSemicolon }) }

    /// The remedy.
    var remedy: String? { parts.firstIndex(where: \.isSemicolon).map { Self.text(of: parts[($0 + 1)...]) } }

    /// The message with a remark at the end of its fact, and the remedy of that remark at its own end.
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

    /// The part in the words of Swift.
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
    /// The words as an enumeration in a sentence: `a, b or c`.
    package var alternatives: String {
        guard let last else { return "" }
        return count == 1 ? last : dropLast().joined(separator: ", ") + " or " + last
    }
}
