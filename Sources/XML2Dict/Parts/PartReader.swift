/// Reads a part of a document by a parser of its own.
struct PartReader: ~Copyable {
    private var feed: ParserFeed
    private let part: DocumentPart

    /// A reader of a part; `nil` when the part must not be read by itself.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - checked: The options for parts.
    ///   - source: What the origins of all records share.
    ///   - isUTF8: Whether the bytes of the document are UTF-8, whatever they declare.
    init?(_ part: DocumentPart, _ checked: CheckedOptions, _ source: RecordSource, isUTF8: Bool) {
        // Only the first part has a declaration.
        var feed = ParserFeed(checked, source: source, isUTF8: isUTF8 || !part.isFirst)
        guard feed.open(part.context, at: part.place, byteCount: part.bytes.count) else { return nil }
        self.feed = feed
        self.part = part
    }

    /// The most bytes that the result has taken, if it has a limit, and those of its names.
    var resultByteCounts: (largest: Int, names: Int) { feed.parser.resultByteCounts }

    /// Calls a function with the builder, before the part is read.
    func prepare(_ body: (inout ValueBuilder) -> Void) {
        feed.parser.withBuilder(body)
    }

    /// Reads the part up to its end.
    ///
    /// - Parameters:
    ///   - takeRecord: Takes a record that has ended.
    ///   - takeResult: Takes what was built, at the end of the part.
    /// - Returns: The result; `nil` when the context, the part and its end tags together are not well-formed, or a
    ///   function throws an error.
    mutating func read<Result>(
        _ takeRecord: (borrowing ExpatParser) throws -> Void,
        _ takeResult: (borrowing ExpatParser) throws -> Result
    ) -> Result? {
        do {
            let bytes = CollectionSource(part.bytes)
            while try feed.step(bytes, isLast: part.isLast) {
                if feed.parser.hasRecord { try takeRecord(feed.parser) }
            }
            if !part.isLast { try feed.flush() }
            guard !feed.parser.hasRecord else { return nil }
            let result = try takeResult(feed.parser)
            guard part.isLast || feed.ends(with: part.endTags) else { return nil }
            return result
        } catch {
            return nil
        }
    }
}
