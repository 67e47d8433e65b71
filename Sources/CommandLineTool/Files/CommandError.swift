import XML2Dict

/// A misuse of the command, or an input that cannot be read or is incomplete; and the exit status for it.
struct CommandError: Error {
    var message: String
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus = .usage) {
        self.message = message
        self.status = status
    }

    /// The error of a failed read.
    init(reading error: SystemError) {
        self.init("cannot read: \(error.text)", error.isDirectory ? .noInput : .inputOutput)
    }
}
