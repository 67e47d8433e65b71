public import Foundation
public import XML2Dict

/// Foundation shows the `localizedDescription` of errors, which by default does not contain the message.
extension XMLReaderError: LocalizedError {
    /// The place and the message, as in `description`.
    public var errorDescription: String? { description }
}
