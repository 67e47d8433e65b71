import TestSupport

extension CommandResult {
    /// The result of an invalid command line.
    static func misuse(_ message: Bytes) -> CommandResult {
        failure(64, "xml2dict: " + message + "\nTry 'xml2dict --help'.\n")
    }
}
