/// What a run of a program left: everything it wrote, and how it ended.
package struct CommandResult: Equatable, Sendable {
    /// How a process ends.
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    package var output: Bytes
    package var errors: Bytes
    package var ending: Ending

    package init(output: Bytes, errors: Bytes, ending: Ending) {
        self.output = output
        self.errors = errors
        self.ending = ending
    }

    /// The run went well.
    package static func success(_ output: Bytes, errors: Bytes = "") -> CommandResult {
        CommandResult(output: output, errors: errors, ending: .exited(0))
    }

    /// The run ended with a status that is not 0, after messages and, as far as inputs were good, output.
    package static func failure(_ status: Int32, _ errors: Bytes, output: Bytes = "") -> CommandResult {
        CommandResult(output: output, errors: errors, ending: .exited(status))
    }
}

extension CommandResult: CustomStringConvertible {
    package var description: String { "output: \(output), errors: \(errors), \(ending)" }
}
