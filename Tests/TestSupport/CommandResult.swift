/// The result of a program: its output and its ending.
package struct CommandResult: Equatable, Sendable {
    /// The endings of a process.
    package enum Ending: Hashable, Sendable {
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

    /// A run that succeeded.
    package static func success(_ output: Bytes, errors: Bytes = "") -> CommandResult {
        CommandResult(output: output, errors: errors, ending: .exited(0))
    }

    /// A run that failed with a status other than 0, with messages and the output of valid inputs.
    package static func failure(_ status: Int32, _ errors: Bytes, output: Bytes = "") -> CommandResult {
        CommandResult(output: output, errors: errors, ending: .exited(status))
    }
}

extension CommandResult: CustomStringConvertible {
    package var description: String { "output: \(output), errors: \(errors), \(ending)" }
}
