import TestSupport

extension CommandResult {
    /// The command line was refused.
    static func misuse(_ message: Bytes) -> CommandResult {
        failure(64, "xml2dict: " + message + "\nTry 'xml2dict --help'.\n")
    }
}
