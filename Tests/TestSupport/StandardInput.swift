/// The standard input of the command.
package enum StandardInput: Sendable {
    /// A pipe with these bytes.
    case bytes(Bytes)
    /// A file, a FIFO or a device, by its name in the working folder.
    case file(Bytes)
    /// A closed file descriptor: `<&-`.
    case closed

    package static let empty = StandardInput.bytes("")
}

extension StandardInput: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .bytes(Bytes(text))
    }
}
