/// Documents that arrive asynchronously or in pieces: the same methods as for an ``XMLSource``.
extension XMLDecoder {
    /// Decodes the root element of a document that arrives in chunks.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - chunks: The document's bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, an ``XMLReaderError`` when the document is invalid, or the errors of
    ///   ``XMLReader/read(_:)-(Chunks)``.
    nonisolated(nonsending) public func decode<Decoded: Decodable, Chunks: AsyncSequence>(
        _ type: Decoded.Type,
        from chunks: Chunks
    ) async throws -> Decoded where Chunks.Element: Collection<UInt8> {
        try decode(type, fromRootOf: await reader.read(chunks))
    }

    /// The records of a document that arrives in chunks, decoded one at a time.
    ///
    /// - Parameters:
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``XMLPath``.
    ///   - chunks: The document's bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    ///   - policy: How the records go on after a broken one. A record that does not decode is not broken.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath` or `invalidOptions`.
    public func records<Record: Decodable, Chunks: AsyncSequence>(
        of type: Record.Type,
        at path: XMLPath,
        in chunks: Chunks,
        onError policy: XMLErrorPolicy = .stop
    ) throws(XMLReaderError) -> XMLAsyncRecords<Record, Chunks> where Chunks.Element: Collection<UInt8> {
        try reader.records(at: path, in: chunks, policy) { [self] in conversion(to: type) }
    }

    /// Several documents that arrive in chunks, one after the other, whose roots are decoded.
    ///
    /// - Parameters:
    ///   - type: The type of a root.
    ///   - chunks: The documents' bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    /// - Returns: The decoded roots.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath` or `invalidOptions`.
    public func documents<Root: Decodable, Chunks: AsyncSequence>(
        of type: Root.Type,
        in chunks: Chunks
    ) throws(XMLReaderError) -> XMLAsyncRecords<Root, Chunks> where Chunks.Element: Collection<UInt8> {
        try reader.documents(in: chunks) { [self] in rootConversion(to: type) }
    }
}

extension XMLPushRecords where Record: Decodable {
    /// A reader of records that a decoder decodes, with the decoder's options.
    ///
    /// - Parameters:
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``XMLPath``.
    ///   - decoder: The decoder.
    ///   - policy: How the records go on after a broken one. A record that does not decode is not broken.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath` or `invalidOptions`.
    public init(
        of type: Record.Type,
        at path: XMLPath,
        _ decoder: XMLDecoder = XMLDecoder(),
        onError policy: XMLErrorPolicy = .stop
    ) throws(XMLReaderError) {
        self.init(try decoder.reader.stream(at: path, policy), decoder.conversion(to: type))
    }
}

extension XMLPushReader {
    /// A reader of a document that a decoder decodes afterwards: `decoder.decode(Feed.self, from: push.finish().root)`.
    ///
    /// It has the decoder's options, keeps lines for errors, and marks attributes.
    ///
    /// - Throws: An ``XMLReaderError`` with the code `invalidOptions` or `invalidPath`.
    public init(_ decoder: XMLDecoder) throws(XMLReaderError) {
        try self.init(decoder.options.forDecoding)
    }
}
