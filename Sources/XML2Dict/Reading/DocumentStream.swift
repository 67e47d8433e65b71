/// A document on its way from a source through a parser, which all readers share.
///
///     XMLReader           the source is a file or memory, and is read to its end
///     XMLRecords          the same, up to each record
///     XMLPushReader       the source is the chunks that have been fed so far
///     XMLPushRecords      the same, up to each record; XMLAsyncRecords feeds them from an asynchronous sequence
struct DocumentStream: ~Copyable {
    /// The parser, and the bytes on their way to it.
    private var feed: ParserFeed
    /// The document's bytes.
    private let source: any InputSource
    /// The source, as long as more chunks may be fed; `nil` when its end is the end of the document.
    private var chunks: MemorySource?
    /// The error that ended the document.
    private(set) var failure: XMLReaderError?
    /// Whether the document has been read to its end, or to an error.
    private var isDone = false
    /// The source's name, for errors.
    private let name: String?

    /// A document that is all there.
    init(
        _ checked: CheckedOptions,
        _ source: any InputSource,
        named name: String? = nil,
        isUTF8: Bool = false
    ) throws(XMLReaderError) {
        feed = try ParserFeed(checked, isUTF8: isUTF8)
        self.source = source
        self.name = name
    }

    /// A document whose chunks are fed.
    init(_ checked: CheckedOptions) throws(XMLReaderError) {
        let chunks = MemorySource()
        try self.init(checked, chunks)
        self.chunks = chunks
    }

    /// Whether no more chunks may be fed.
    var isFinished: Bool { chunks == nil }

    /// Adds a chunk, which `advance` reads.
    func append(_ bytes: some Collection<UInt8>) {
        chunks?.append(bytes)
    }

    /// Ends the chunks, and with them the document.
    mutating func finish() {
        chunks = nil
    }

    /// Goes to the next record, or as far as the source allows.
    ///
    /// - Returns: Whether there is a record: `false` at the end of the document, and as long as more must be fed.
    /// - Throws: The document's or the source's error, after all records that were complete before. Then there are no more.
    mutating func advance() throws(XMLReaderError) -> Bool {
        guard !isDone else { return false }
        do throws(XMLReaderError) {
            while chunks.map({ feed.isWorthStep(with: $0.waiting) }) ?? true {
                guard try feed.step(source, isLast: isFinished) else {
                    isDone = isFinished
                    return false
                }
                if feed.parser.hasRecord { return true }
            }
            return false
        } catch {
            throw end(error)
        }
    }

    /// Nothing comes after an error: to go on would leave out the part that it is about.
    private mutating func end(_ error: XMLReaderError) -> XMLReaderError {
        let error = name.map(error.inFile) ?? error
        failure = error
        isDone = true
        return error
    }

    /// Reads to the end of the document.
    ///
    /// - Returns: The document's value.
    /// - Throws: The document's or the source's error.
    mutating func document() throws(XMLReaderError) -> XMLValue {
        _ = try advance()
        do throws(XMLReaderError) {
            return try feed.parser.takeDocument()
        } catch {
            throw end(error)
        }
    }

    /// The record that `advance` went to, as a value of its own.
    mutating func takeRecord() throws(XMLReaderError) -> XMLValue? {
        do throws(XMLReaderError) {
            return try feed.parser.takeRecord()
        } catch {
            throw end(error)
        }
    }

    /// The record that `advance` went to, in the parser's memory, which holds until the next call of `advance`.
    var record: (entry: Entry, tree: StorageView)? { feed.parser.record }

    /// The paths of elements that may be meant, when no record has been found; `nil` when one has.
    var suggestedPaths: [String]? { feed.parser.suggestedPaths }

    /// How many bytes the parser has looked at more than once (LINEAR-TIME).
    var rescannedByteCount: Int { feed.budget.rescanned }
}
