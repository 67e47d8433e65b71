/// Documents that arrive asynchronously: the same methods as for an ``XMLSource``, which take a sequence of chunks.
extension XMLReader {
    /// Reads a document that arrives in chunks.
    ///
    /// The reader parses each chunk when it arrives, on the caller's actor.
    ///
    /// - Parameter chunks: The document's bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLReaderError`` for the document or the options; the errors of the chunks; `CancellationError`
    ///   when the task is cancelled.
    nonisolated(nonsending) public func read<Chunks: AsyncSequence>(
        _ chunks: Chunks
    ) async throws -> XMLValue where Chunks.Element: Collection<UInt8> {
        var push = try XMLPushReader(options)
        var iterator = chunks.makeAsyncIterator()
        while let chunk = try await iterator.next(isolation: #isolation) {
            try Task.checkCancellation()
            try push.feed(chunk)
        }
        // A sequence may end early because the task was cancelled; the document has not ended then.
        try Task.checkCancellation()
        return try push.finish()
    }

    /// The records of a document that arrives in chunks.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see ``XMLPath``.
    ///   - chunks: The document's bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    ///   - policy: How the records go on after a broken one.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath` or `invalidOptions`.
    public func records<Chunks: AsyncSequence>(
        at path: XMLPath,
        in chunks: Chunks,
        onError policy: XMLErrorPolicy = .stop
    ) throws(XMLReaderError) -> XMLAsyncRecords<XMLValue, Chunks> where Chunks.Element: Collection<UInt8> {
        try records(at: path, in: chunks, policy) { { $0 } }
    }

    /// Several documents that arrive in chunks, one after the other.
    ///
    /// It is ``documents(in:)->XMLRecords<XMLValue>`` for chunks.
    ///
    /// - Parameter chunks: The documents' bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    /// - Returns: The values of the documents.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath` or `invalidOptions`.
    public func documents<Chunks: AsyncSequence>(
        in chunks: Chunks
    ) throws(XMLReaderError) -> XMLAsyncRecords<XMLValue, Chunks> where Chunks.Element: Collection<UInt8> {
        try documents(in: chunks) { { $0 } }
    }

    /// Several documents that arrive in chunks, of which a function makes values of any type.
    func documents<Record, Chunks: AsyncSequence>(
        in chunks: Chunks,
        _ makeConversion: @escaping () -> (XMLValue) throws -> Record
    ) throws(XMLReaderError) -> XMLAsyncRecords<Record, Chunks> where Chunks.Element: Collection<UInt8> {
        XMLAsyncRecords(chunks, try .forSeries(options), makeConversion)
    }

    /// The records of a document that arrives in chunks, which a function makes of values; each iterator has its own.
    func records<Record, Chunks: AsyncSequence>(
        at path: XMLPath,
        in chunks: Chunks,
        _ policy: XMLErrorPolicy,
        _ makeConversion: @escaping () -> (XMLValue) throws -> Record
    ) throws(XMLReaderError) -> XMLAsyncRecords<Record, Chunks> where Chunks.Element: Collection<UInt8> {
        XMLAsyncRecords(chunks, try CheckedOptions(options, recordsAt: path, onError: policy), makeConversion)
    }
}
