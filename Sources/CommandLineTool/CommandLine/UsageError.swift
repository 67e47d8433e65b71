/// An invalid command line, and the reason.
struct UsageError: Error {
    let message: String
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus = .usage) {
        self.message = message
        self.status = status
    }
}
