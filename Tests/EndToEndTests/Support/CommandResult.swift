import Testing

/// What a run of the command left: everything it wrote, and how it ended.
struct CommandResult: Equatable, Sendable {
    /// How a process ends.
    enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    var output: Bytes
    var errors: Bytes
    var ending: Ending

    /// The run went well.
    static func success(_ output: Bytes, errors: Bytes = "") -> CommandResult {
        CommandResult(output: output, errors: errors, ending: .exited(0))
    }

    /// The run ended with a status that is not 0, after messages and, as far as inputs were good, output.
    static func failure(_ status: Int32, _ errors: Bytes, output: Bytes = "") -> CommandResult {
        CommandResult(output: output, errors: errors, ending: .exited(status))
    }

    /// The command line was refused.
    static func misuse(_ message: Bytes) -> CommandResult {
        failure(64, "xml2dict: " + message + "\nTry 'xml2dict --help'.\n")
    }
}

extension CommandResult: CustomTestStringConvertible {
    var testDescription: String { "output: \(output), errors: \(errors), \(ending)" }
}
