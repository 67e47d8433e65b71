/// Records of a document that arrives in pieces, for programs that are called with data, as by a delegate.
///
/// ```swift
/// var quakes = try XMLPushRecords(at: "feed/entry")
/// // whenever data arrives:
/// quakes.feed(data)
/// while let quake = try quakes.next() { show(quake) }
/// // when all has arrived:
/// quakes.finish()
/// while let quake = try quakes.next() { show(quake) }
/// ```
///
/// A record comes with the piece that completes it. The records are the same however the document is cut.
public struct XMLPushRecords: ~Copyable {
    private var stream: DocumentStream
    /// Whether bytes were fed after the end: the next call that can throw says so.
    private var wasFedLate = false

    /// A reader of records.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see ``XMLReader/records(at:contentsOf:)``.
    ///   - options: How XML becomes a value.
    /// - Throws: An ``XMLReaderError`` when the path is invalid, and when options contradict each other.
    public init(at path: String, _ options: XMLReader.Options = .init()) throws(XMLReaderError) {
        stream = try DocumentStream(CheckedOptions(options, recordsAt: path))
    }

    /// Takes the next piece of the document.
    ///
    /// It is only kept; `next` reads it.
    public mutating func feed(_ bytes: some Collection<UInt8>) {
        wasFedLate = wasFedLate || stream.isFinished && !bytes.isEmpty
        stream.append(bytes)
    }

    /// Tells that the document has come to its end.
    public mutating func finish() {
        stream.finish()
    }

    /// The next record of what has been fed.
    ///
    /// - Returns: The record, or `nil` when more must be fed for one; after `finish`, when the document has ended.
    /// - Throws: An ``XMLReaderError`` for the document, after all records that were complete before. Then there are no more.
    public mutating func next() throws(XMLReaderError) -> XMLValue? {
        if try stream.advance() { return try stream.takeRecord() }
        guard wasFedLate else { return nil }
        throw .fedAfterFinish
    }
}

// It cannot be copied, and shares nothing that it holds: only its owner can use it.
extension XMLPushRecords: @unchecked Sendable {}
