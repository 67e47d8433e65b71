/// Reads a document that arrives in pieces.
///
/// ```swift
/// var push = try XMLPushReader()
/// for await chunk in chunks { try push.feed(chunk) }
/// let value = try push.finish()
/// ```
///
/// The value is the same however the document is cut, down to single bytes. A fault is thrown by the first call whose bytes show it.
public struct XMLPushReader: ~Copyable {
    private var stream: DocumentStream

    /// A reader with these options.
    ///
    /// - Throws: An ``XMLReaderError`` when options contradict each other, and when memory is exhausted.
    public init(_ options: XMLReader.Options = .init()) throws(XMLReaderError) {
        stream = try DocumentStream(CheckedOptions(options))
    }

    /// Reads the next piece of the document.
    ///
    /// - Parameter bytes: Any number of bytes, also none.
    /// - Throws: An ``XMLReaderError`` for the document; from then on, always the same.
    public mutating func feed(_ bytes: some Collection<UInt8>) throws(XMLReaderError) {
        if let failure = stream.failure { throw failure }
        guard !stream.isFinished else { throw .fedAfterFinish }
        stream.append(bytes)
        _ = try stream.advance()
    }

    /// How many bytes the parser has looked at more than once, as the token that they belong to had not ended (LINEAR-TIME).
    package var rescannedByteCount: Int { stream.rescannedByteCount }

    /// Ends the document.
    ///
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLReaderError`` for the document, which must be whole.
    public mutating func finish() throws(XMLReaderError) -> XMLValue {
        if let failure = stream.failure { throw failure }
        guard !stream.isFinished else { throw XMLReaderError(.finished, "the document was finished before") }
        stream.finish()
        return try stream.document()
    }
}

extension XMLReaderError {
    static var fedAfterFinish: XMLReaderError {
        XMLReaderError(.finished, "bytes were fed after the document was finished")
    }
}

// It cannot be copied, and shares nothing that it holds: only its owner can use it.
extension XMLPushReader: @unchecked Sendable {}
