import XML2Dict

/// The value of a flag on the command line, and its interpretations.
struct FlagValue {
    /// The flag's name, without its dashes.
    let flag: String
    /// The word; `nil` for a flag without a value.
    let argument: Argument?
    /// Whether the command line has the letter of the flag.
    var isOfLetter = false

    private var shown: String { argument?.shown ?? "" }

    /// The value as text.
    var text: String {
        get throws(CommandError) {
            guard let text = argument?.text else { throw CommandError("the value of --\(flag) is not UTF-8") }
            return text
        }
    }

    /// The value as one of several words, each with its meaning.
    func choice<Choice>(_ choices: KeyValuePairs<String, Choice>) throws(CommandError) -> Choice {
        try choice(Array(choices))
    }

    /// The value as a case of a type, by its raw value; an error lists the raw values of `allCases`.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(of _: Choice.Type) throws(CommandError) -> Choice {
        if let choice = Choice(rawValue: try text) { return choice }
        return try choice(Choice.allCases.map { (key: $0.rawValue, value: $0) })
    }

    private func choice<Choice>(_ choices: [(key: String, value: Choice)]) throws(CommandError) -> Choice {
        if let text = argument?.text, let choice = choices.first(where: { $0.key == text }) { return choice.value }
        let words = choices.map(\.key).joined(separator: ", ")
        throw CommandError("--\(flag) takes one of \(words), not '\(shown)'")
    }

    /// The value as a whole number.
    func number(_ range: ClosedRange<Int>) throws(CommandError) -> Int {
        if let text = argument?.text, let number = Self.number(text), range.contains(number) { return number }
        let bounds =
            range.upperBound == .max
            ? "a whole number, \(range.lowerBound) or more"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        throw CommandError("--\(flag) takes \(bounds), not '\(shown)'")
    }

    /// The value as a number of bytes, such as 4096, 64K, 20M or 1G.
    var length: Int {
        get throws(CommandError) {
            let units: KeyValuePairs = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
            let text = argument?.text?.uppercased() ?? ""
            let unit = units.first { text.hasSuffix($0.key) }
            if let number = Self.number(text.dropLast(unit == nil ? 0 : 1)) {
                let (length, isTooLarge) = number.multipliedReportingOverflow(by: unit?.value ?? 1)
                if !isTooLarge { return length }
            }
            throw CommandError("--\(flag) takes a number of bytes, such as 4096, 64K or 20M, not '\(shown)'")
        }
    }

    /// The value as a number of bytes within bounds.
    func length(_ range: ClosedRange<Int>) throws(CommandError) -> Int {
        let length = try length
        guard range.contains(length) else {
            throw CommandError("--\(flag) takes \(range.lowerBound) to \(range.upperBound) bytes, not '\(shown)'")
        }
        return length
    }

    /// Parses digits without a sign, which `Int` would accept.
    private static func number(_ digits: some StringProtocol) -> Int? {
        digits.allSatisfy(\.isWholeNumber) ? Int(digits) : nil
    }

    /// The value as the name of an encoding.
    var encoding: String {
        get throws(CommandError) {
            let name = try text
            guard let refusal = CheckedOptions.refusal(ofEncoding: name) else { return name }
            throw CommandError("--\(flag): '\(shown)' \(refusal)")
        }
    }

    /// The value as two texts, separated by the last `=`.
    func pair(_ form: String) throws(CommandError) -> (String, String) {
        let text = try text
        guard let place = text.lastIndex(of: "="), place > text.startIndex else {
            throw CommandError("--\(flag) takes \(form), not '\(shown)'")
        }
        return (String(text[..<place]), String(text[text.index(after: place)...]))
    }
}
