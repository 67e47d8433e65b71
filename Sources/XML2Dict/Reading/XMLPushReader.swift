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
    private var parser: ExpatParser
    private let input = MemorySource()
    private var failure: XMLReaderError?
    private var isFinished = false

    /// A reader with these options.
    ///
    /// - Throws: When options contradict one another, and when memory is exhausted.
    public init(_ options: XMLReader.Options = .init()) throws(XMLReaderError) {
        parser = try ExpatParser(CheckedOptions(options))
    }

    /// Reads the next piece of the document.
    ///
    /// - Parameter bytes: Any number of bytes, also none.
    /// - Throws: What is wrong with the document; from then on, always the same.
    public mutating func feed(_ bytes: some Collection<UInt8>) throws(XMLReaderError) {
        if let failure { throw failure }
        guard !isFinished else {
            throw XMLReaderError(.finished, "bytes were fed after the document was finished")
        }
        input.append(bytes)
        try remember { (parser, input) throws(XMLReaderError) in
            while parser.isWorthStep(with: input.waiting),
                try parser.step({ (buffer) throws(XMLReaderError) in input.fill(buffer) })
            {}
        }
    }

    /// How many bytes the parser has looked at more than once, as the token that they belong to had not ended (LINEAR-TIME).
    package var rescannedByteCount: Int { parser.rescanned }

    /// Ends the document.
    ///
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: What is wrong with the document, which must be whole.
    public mutating func finish() throws(XMLReaderError) -> XMLValue {
        if let failure { throw failure }
        guard !isFinished else { throw XMLReaderError(.finished, "the document was finished before") }
        isFinished = true
        return try remember { (parser, input) throws(XMLReaderError) in
            while try parser.step({ (buffer) throws(XMLReaderError) in input.fill(buffer) }) {}
            _ = try parser.end()
            return try parser.takeDocument()
        }
    }

    private mutating func remember<Result>(
        _ body: (inout ExpatParser, MemorySource) throws(XMLReaderError) -> Result
    ) throws(XMLReaderError) -> Result {
        do throws(XMLReaderError) {
            return try body(&parser, input)
        } catch {
            failure = error
            throw error
        }
    }
}

// It cannot be copied, and nobody else has what it holds: whoever has it is the only one to use it.
extension XMLPushReader: @unchecked Sendable {}
