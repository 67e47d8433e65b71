/// What the command finds as its standard input.
package enum StandardInput: Sendable {
    /// A pipe with these bytes.
    case bytes(Bytes)
    /// A file, a FIFO or a device, by its name in the working folder.
    case file(Bytes)
    /// Nothing is open: `<&-`.
    case closed

    package static let empty = StandardInput.bytes("")
}

extension StandardInput: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .bytes(Bytes(text))
    }
}
