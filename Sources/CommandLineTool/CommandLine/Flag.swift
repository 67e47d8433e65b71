/// A row of the flag table, used by the parser, the help, the man page, the completions and the articles.
struct Flag: Sendable {
    /// The value of a flag.
    enum Value {
        case none
        /// A required value, with its placeholder in the help.
        case required(String, Kind = .text)
        /// An optional value, after `=`.
        case optional(String, Kind = .text)

        /// The kind of the value, for completions.
        var kind: Kind? {
            switch self {
            case .none: nil
            case .required(_, let kind), .optional(_, let kind): kind
            }
        }
    }

    /// The kinds of values.
    enum Kind {
        case text
        case file
        /// One of these words.
        case words([String])
    }

    /// Applies a flag to an invocation.
    ///
    /// It throws a `CommandError`; Swift does not infer typed throws of closures yet.
    typealias Effect = @Sendable (inout Invocation, FlagValue) throws -> Void

    /// The long name, without its dashes.
    let name: String
    /// Other names, which users know from other tools; the help does not list them.
    var aliases: [String] = []
    /// The one-letter name.
    var letter: Character?
    var value = Value.none
    /// The members that the flag sets, of `XMLOptions` or as written; none for a flag of the command alone.
    var members: [String] = []
    /// The effect, as one sentence without a full stop.
    let summary: String
    /// The default: a value, or ": " and a description.
    var `default`: String?
    /// Whether other flags override it, wherever it is: the parser applies such flags first, in the order of the table.
    var isPreset = false
    /// The flag's word for a case of the member's type, written as in Swift: `keep` for `.keep`.
    var word: @Sendable (String) -> String? = { _ in nil }
    /// The flag's word that is in force, as far as rules ask for it; `nil` when another flag has replaced it.
    var current: @Sendable (Invocation) -> String? = { _ in "" }
    /// What the flag needs and excludes.
    var rules: [FlagRule] = []
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

    /// The name with a value of the command line, for messages.
    func shown(with value: String) -> String {
        if case .optional = self.value { return "--\(name)=\(Terminal.shown(value))" }
        return "--\(name) \(Terminal.shown(value))"
    }

    /// All long names: the name, its aliases, and each with underscores in place of hyphens.
    var allNames: [String] {
        let names = [name] + aliases
        // xmltodict's cdata_key is our text key.
        let hyphened = names.filter { $0.contains("-") && $0 != "cdata-key" }
        return names + hyphened.map { name in String(name.map { $0 == "-" ? "_" : $0 }) }
    }
}
