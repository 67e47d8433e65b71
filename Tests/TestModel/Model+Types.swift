// Converts text to numbers and booleans.

import XML2Dict

extension Model {
    /// Returns the type of the matching path with the most names, then with the fewest `*`, then from the root.
    private func type(at path: [String], _ attribute: String?) -> XMLOptions.TextType? {
        func rank(_ path: XMLPath) -> [Int] {
            let text = path.description, isAnchored = text.hasPrefix("/")
            let steps = text.split(separator: "/")
            let stars = steps.filter { $0 == "*" || $0 == "@*" }.count
            return [steps.count - stars, -stars, isAnchored ? 1 : 0]
        }
        let matching = options.typesByPath.filter { ModelPath($0.key.description).matches(path, attribute: attribute) }
        return matching.max { one, two in
            let (first, second) = (rank(one.key), rank(two.key))
            return first == second
                ? one.key.description < two.key.description : first.lexicographicallyPrecedes(second)
        }?.value
    }

    func typed(_ text: String, at path: [String], attribute: String? = nil) -> ModelValue {
        // White space around a number or a boolean has no meaning.
        let bare = ModelLetters(text).trimmedAtEnds.text
        if let type = type(at: path, attribute) {
            switch type {
            case .string: return .string(text)
            case .number: return Self.number(bare).map { .number($0) } ?? .string(text)
            case .boolean:
                if bare == "true" || bare == "1" { return .boolean(true) }
                if bare == "false" || bare == "0" { return .boolean(false) }
                return .string(text)
            }
        }
        guard options.infersTypes else { return .string(text) }
        if bare == "true" { return .boolean(true) }
        if bare == "false" { return .boolean(false) }
        return Self.isInferred(bare) ? .number(bare) : .string(text)
    }

    /// Whether no reader of JSON changes a number: a short integer, or a fraction that its double prints again.
    private static func isInferred(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 < 128 }),
            let match = text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/), !isMinusZero(text)
        else { return false }
        return match.2 == nil ? match.1.count <= 15 : ModelDecimal(text) == Double(text).map { ModelDecimal("\($0)") }
    }

    private static func isMinusZero(_ text: String) -> Bool { text.hasPrefix("-") && Double(text) == 0 }

    /// Whether a double can hold a number without overflow, underflow and minus zero, whose sign many languages lose.
    private static func isInRange(_ text: String) -> Bool {
        guard let number = Double(text), number.isFinite else { return false }
        if number != 0 { return true }
        let digits = text.prefix { $0 != "e" && $0 != "E" }
        return !text.hasPrefix("-") && !digits.contains { "123456789".contains($0) }
    }

    /// Converts a number in the format of XML Schema to the format of JSON.
    private static func number(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 < 128 }),
            let match = text.wholeMatch(of: /([+-]?)([0-9]*)(\.([0-9]*))?(([eE][+-]?[0-9]+)?)/)
        else { return nil }
        let whole = match.2.drop { $0 == "0" }
        let fraction = match.4 ?? ""
        guard !match.2.isEmpty || !fraction.isEmpty else { return nil }
        let sign = match.1 == "-" ? "-" : ""
        let number = sign + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)") + match.5
        let unsigned = String(number.drop { $0 == "-" })
        // Minus zero becomes zero.
        return isInRange(number) ? number : isInRange(unsigned) && Double(unsigned) == 0 ? unsigned : nil
    }
}
