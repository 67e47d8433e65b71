/// An error while writing JSON to a file.
public struct XMLOutputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operating system's error number, such as `ENOSPC`; `nil` when memory was exhausted.
    public let errorNumber: Int32?

    /// The operating system's message.
    public var description: String {
        errorNumber.map { "cannot write: \(SystemError(number: $0).text)" } ?? "memory is exhausted"
    }

    init(_ problem: JSONWriter.WriteError) {
        switch problem {
        case .outOfMemory, .held: errorNumber = nil
        case .system(let error): errorNumber = error.number
        }
    }
}
