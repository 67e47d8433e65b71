/// A reader of a document that arrives in chunks.
///
/// ```swift
/// var push = try XMLPushReader()
/// for await chunk in chunks { try push.feed(chunk) }
/// let value = try push.finish()
/// ```
///
/// A chunk can have any size, even one byte, and the sizes do not change the value. `feed` throws an error as soon as
/// the chunks show the error, and `finish` throws the errors of an incomplete document.
public struct XMLPushReader: ~Copyable {
    private var stream: DocumentStream
    private let sink = RecordSink.ofValues

    /// Creates a reader with options.
    ///
    /// - Throws: An ``XMLError`` with the code `invalidOptions` or `invalidPath`.
    public init(_ options: XMLOptions = .xmlreader) throws(XMLError) {
        self.init(try PlanCache.of(options).plan())
    }

    init(_ plan: Plan) {
        stream = DocumentStream(plan)
    }

    /// Reads the next chunk of the document.
    ///
    /// - Parameter bytes: Any number of bytes, including none.
    /// - Throws: An ``XMLError`` of the document, which all later calls also throw. The code is `finished` after
    ///   `finish`.
    public mutating func feed(_ bytes: some Collection<UInt8>) throws(XMLError) {
        try stream.feed(bytes)
        _ = try stream.drain(into: sink)
    }

    /// Ends the document.
    ///
    /// - Returns: A dictionary with one key, the name of the root element, unless the options set another form.
    /// - Throws: An ``XMLError`` if the document has an error or is incomplete. The code is `finished` after an earlier
    ///   call.
    public mutating func finish() throws(XMLError) -> XMLValue {
        if let failure = stream.failure { throw failure }
        guard !stream.isFinished else { throw XMLError(.finished, "the document was finished before") }
        stream.finish()
        _ = try stream.drain(into: sink)
        return sink.takeValue(from: &stream.parser.builder)
    }
}

// A reader cannot be copied, and shares nothing, so only its owner can use it.
extension XMLPushReader: @unchecked Sendable {}
