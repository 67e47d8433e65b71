/// An error while writing JSON to a file.
public struct XMLOutputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operating system's error number, such as `ENOSPC`.
    public let errorNumber: Int32

    /// The operating system's message.
    public var description: String {
        "cannot write: \(SystemError(number: errorNumber).text)"
    }

    init(_ problem: SystemError) {
        errorNumber = problem.number
    }
}
