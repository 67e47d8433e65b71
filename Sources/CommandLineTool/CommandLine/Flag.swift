/// One row of the flag table: parsing and help are both made from it.
struct Flag: Sendable {
    /// What comes behind a flag.
    enum Value {
        case none
        /// Always something, shown in the help by this word.
        case required(String, Kind = .text)
        /// Perhaps something, behind `=`.
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

    /// The heading it stands under in the help.
    enum Group: String, CaseIterable {
        case output = "Output"
        case shape = "What XML becomes"
        case text = "Text and what is beside it"
        case names = "Names and namespaces"
        case types = "Types"
        case parts = "Parts of a document"
        case input = "Input"
        case limits = "Limits"
        case other = "Other"
    }

    /// The long name, without its dashes.
    let name: String
    /// Other names, which people know from other tools; the help does not show them.
    let aliases: [String]
    /// The one-letter name.
    let letter: Character?
    let value: Value
    let group: Group
    /// What it does, in one sentence without a full stop.
    let help: String
    /// Whether it chooses many options at once, and is put into effect before all others wherever it stands.
    let isPreset: Bool
    /// Puts it into effect.
    ///
    /// What it throws is a `UsageError`; closures do not infer that yet.
    let apply: @Sendable (inout Invocation, FlagValue) throws -> Void

    init(
        _ name: String,
        aliases: [String] = [],
        _ letter: Character? = nil,
        _ value: Value = .none,
        _ group: Group,
        _ help: String,
        isPreset: Bool = false,
        apply: @escaping @Sendable (inout Invocation, FlagValue) throws -> Void
    ) {
        self.name = name
        self.aliases = aliases
        self.letter = letter
        self.value = value
        self.group = group
        self.help = help
        self.isPreset = isPreset
        self.apply = apply
    }

    /// A row whose value is one of several words.
    static func choice<Choice: Sendable>(
        _ name: String,
        _ group: Group,
        _ help: String,
        _ choices: KeyValuePairs<String, Choice>,
        apply: @escaping @Sendable (inout Invocation, Choice) -> Void
    ) -> Flag {
        Flag(name, nil, .required("HOW", .words(choices.map(\.key))), group, help) { run, value in
            apply(&run, try value.choice(choices))
        }
    }

    /// A row whose value is one of several words, each of which stands for a value of one member.
    static func choice<Choice: Sendable>(
        _ name: String,
        _ group: Group,
        _ help: String,
        _ choices: KeyValuePairs<String, Choice>,
        _ member: any WritableKeyPath<Invocation, Choice> & Sendable
    ) -> Flag {
        choice(name, group, help, choices) { run, choice in run[keyPath: member] = choice }
    }

    /// All long names: its own, the ones it is also known by, and each with low lines in place of hyphens.
    var allNames: [String] {
        var names = [name] + aliases
        // What others call cdata_key is our text key.
        for name in names where name.contains("-") && name != "cdata-key" {
            names.append(String(name.map { $0 == "-" ? "_" : $0 }))
        }
        return names
    }
}

/// A word of the command line.
///
/// The bytes are as the shell gave them: file names need not be UTF-8.
struct Argument {
    /// The word, a C string that lives as long as the process.
    let bytes: UnsafePointer<CChar>

    /// The word as text, with `\xNN` for bytes that are not UTF-8; for messages.
    var shown: String { Terminal.escape(bytesOf: bytes) }

    /// The same for the name of a file, which can be seen even when it is empty.
    var shownAsFile: String { shown.isEmpty ? "''" : shown }

    /// The word as text; `nil` when it is not UTF-8.
    var text: String? { String(validatingCString: bytes) }
}

/// A command line that makes no sense, and why.
struct UsageError: Error {
    let message: String
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus = .usage) {
        self.message = message
        self.status = status
    }
}
