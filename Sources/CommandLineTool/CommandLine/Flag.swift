/// One row of the flag table: parsing, help and everything else are made from it.
struct Flag: Sendable {
    /// What comes after a flag.
    enum Value {
        case none
        /// Always something, shown in the help by this word.
        case required(String, Kind = .text)
        /// Perhaps something, after `=`.
        case optional(String, Kind = .text)

        /// What it is, for completions.
        var kind: Kind? {
            switch self {
            case .none: nil
            case .required(_, let kind), .optional(_, let kind): kind
            }
        }
    }

    /// What a value can be.
    enum Kind {
        case text
        case file
        /// One of these.
        case words([String])
    }

    /// Puts a flag into effect.
    ///
    /// It throws a `UsageError`; closures do not infer that yet.
    typealias Effect = @Sendable (inout Invocation, FlagValue) throws -> Void

    /// The long name, without its dashes.
    let name: String
    /// Other names, which people know from other tools; the help does not show them.
    var aliases: [String] = []
    /// The one-letter name.
    var letter: Character?
    var value = Value.none
    /// The member that it sets, of `XMLReader.Options` or as it is written; `nil` when it concerns the command alone.
    var member: String?
    /// What it does, in one sentence without a full stop.
    let summary: String
    /// The default: a value, or ": " and a description.
    var `default`: String?
    /// Whether it chooses many options at once, and is put into effect before all others wherever it stands.
    var isPreset = false
    /// The word for a case of the member's type, written as in Swift: `keep` for `.kept`.
    var word: @Sendable (String) -> String? = { _ in nil }
    let apply: Effect

    /// The summary and the default.
    var help: String {
        guard let text = `default` else { return summary }
        return "\(summary) (default\(text.hasPrefix(": ") ? "" : " ")\(text))"
    }

    /// The name with its value, as in `--color[=WHEN]`.
    var usage: String {
        switch value {
        case .none: "--\(name)"
        case .required(let word, _): "--\(name) \(word)"
        case .optional(let word, _): "--\(name)[=\(word)]"
        }
    }

    /// All long names: its own, the ones it is also known by, and each with underscores in place of hyphens.
    var allNames: [String] {
        var names = [name] + aliases
        // What others call cdata_key is our text key.
        for name in names where name.contains("-") && name != "cdata-key" {
            names.append(String(name.map { $0 == "-" ? "_" : $0 }))
        }
        return names
    }
}
