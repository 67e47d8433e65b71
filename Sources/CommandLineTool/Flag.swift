/// One row of the flag table: parsing and help are both made from it.
struct Flag: Sendable {
    /// What comes behind a flag.
    enum Value {
        case none
        /// Always something, shown in the help by this word.
        case required(String)
        /// Perhaps something, behind `=`.
        case optional(String)
    }

    /// The heading it stands under in the help.
    enum Group: String, CaseIterable {
        case output = "Output"
        case mapping = "What XML becomes"
        case limits = "Limits"
        case other = "Other"
    }

    /// The long name, without its dashes.
    let name: String
    /// The one-letter name.
    let letter: Character?
    let value: Value
    let group: Group
    /// What it does, in one sentence without a full stop.
    let help: String
    /// Puts it into effect.
    ///
    /// What it throws is a `UsageError`; closures do not infer that yet.
    let apply: @Sendable (inout Invocation, Argument?) throws -> Void

    init(
        _ name: String,
        _ letter: Character? = nil,
        _ value: Value = .none,
        _ group: Group,
        _ help: String,
        apply: @escaping @Sendable (inout Invocation, Argument?) throws -> Void
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.group = group
        self.help = help
        self.apply = apply
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

    /// The word as text; `nil` when it is not UTF-8.
    var text: String? { String(validatingCString: bytes) }
}

/// A command line that makes no sense, and why.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
