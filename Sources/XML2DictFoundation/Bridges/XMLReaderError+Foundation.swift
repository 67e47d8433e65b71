public import Foundation
public import XML2Dict

/// Foundation shows errors by their `localizedDescription`; without this it would say only that something went wrong.
extension XMLReaderError: LocalizedError {
    /// The same as `description`: the place and the message.
    public var errorDescription: String? { description }
}
