import XML2Dict

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
    /// The flag's word that is in force, for the rules of other flags; `nil` when another flag has replaced it.
    var current: @Sendable (Invocation) -> String? = { _ in "" }
    /// The flags that it needs and excludes.
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

    /// Whether the value is optional, and a word is one of its words: without `=`, that is the name of a file.
    func hasOptionalWord(_ word: String?) -> Bool {
        guard case .optional(_, .words(let words)) = value, let word else { return false }
        return words.contains(word)
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

// Constructors for the kinds of rows. A row sets the option with the flag's name, unless `member` names another one.

/// The type of an option that is text or optional text.
protocol TextOption: Sendable {
    init(_ text: String)
}

extension String: TextOption {}
extension String?: TextOption {}

extension Flag {
    typealias Place<Setting> = any WritableKeyPath<Invocation, Setting> & Sendable

    /// A flag that takes one of several words, each for a value; the first is the default unless `default` is given.
    static func choice<Choice: Equatable & Sendable>(
        _ name: String,
        member: String? = nil,
        isPreset: Bool = false,
        _ summary: String,
        default: String? = nil,
        _ choices: KeyValuePairs<String, Choice>,
        _ place: Place<Choice>
    ) -> Flag {
        Flag(
            name: name,
            value: .required("HOW", .words(choices.map(\.key))),
            members: [member ?? memberName(of: name)],
            summary: summary,
            default: `default` ?? choices.first?.key,
            isPreset: isPreset,
            word: { value in choices.first { [".\($0.value)", "\($0.value)"].contains(value) }?.key },
            current: { run in choices.first { $0.value == run[keyPath: place] }?.key },
            apply: { run, value in run[keyPath: place] = try value.choice(choices) }
        )
    }

    /// A flag that takes a key or another text.
    static func key<Text: TextOption>(
        _ name: String,
        aliases: [String] = [],
        takes word: String = "KEY",
        member: String? = nil,
        _ summary: String,
        default: String,
        _ place: Place<Text>
    ) -> Flag {
        Flag(
            name: name,
            aliases: aliases,
            value: .required(word),
            members: [member ?? memberName(of: name)],
            summary: summary,
            default: `default`,
            apply: { run, value in run[keyPath: place] = Text(try value.text) }
        )
    }

    /// A flag that takes a path; a command line can repeat it.
    static func path(
        _ name: String,
        aliases: [String] = [],
        _ summary: String,
        _ place: Place<[XMLPath]>
    ) -> Flag {
        Flag(
            name: name,
            aliases: aliases,
            value: .required("PATH"),
            members: [memberName(of: name)],
            summary: summary + "; repeatable",
            apply: { run, value in run[keyPath: place].append(XMLPath(try value.text)) }
        )
    }

    /// A flag without a value: it sets a constant.
    static func constant<Setting: Equatable & Sendable>(
        _ name: String,
        letter: Character? = nil,
        members: [String]? = nil,
        _ summary: String,
        _ place: Place<Setting>,
        _ setting: Setting
    ) -> Flag {
        Flag(
            name: name,
            letter: letter,
            members: members ?? [memberName(of: name)],
            summary: summary,
            current: { run in run[keyPath: place] == setting ? "" : nil },
            apply: { run, _ in run[keyPath: place] = setting }
        )
    }

    /// A flag that sets a limit: a number, or a number of bytes.
    static func limit(_ name: String, _ summary: String, _ limit: XMLOptions.Limit) -> Flag {
        let isLength = limit.breach.contains("# bytes")
        return Flag(
            name: name,
            value: .required(limit.defaultValue == nil ? "SIZE" : "N"),
            members: [limit.member],
            summary: summary,
            default: limit.defaultValue.map(shown),
            apply: { run, value in
                let number = try isLength ? value.length : value.number(0...Int.max)
                // Where there is no limit by default, one of 0 would refuse everything.
                guard number > 0 || limit.defaultValue != nil else {
                    throw CommandError("--\(name) takes a size above 0")
                }
                run.options.input.limits[limit] = number
            }
        )
    }

    /// A number as a limit is written: 64K, 16M.
    private static func shown(_ number: Int) -> String {
        if number.isMultiple(of: 1 << 20) { return "\(number >> 20)M" }
        return number.isMultiple(of: 1 << 10) ? "\(number >> 10)K" : "\(number)"
    }

    /// The name of a member in Swift: `textOnly` for `text-only`.
    private static func memberName(of flag: String) -> String {
        let words = flag.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
