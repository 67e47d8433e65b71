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
    private var stream: RecordStream
    private let input = MemorySource()
    private var isFinished = false
    /// Whether somebody went on feeding after that: it is told by the next call that can.
    private var wasFedLate = false

    /// A reader of records.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see ``XMLReader/records(at:contentsOf:)``.
    ///   - options: How XML becomes a value.
    /// - Throws: When the path is none, and when options contradict one another.
    public init(at path: String, _ options: XMLReader.Options = .init()) throws(XMLReaderError) {
        stream = try RecordStream(CheckedOptions(options, recordsAt: path), unfinished: input)
    }

    /// Takes the next piece of the document.
    ///
    /// It is only kept; `next` reads it.
    public mutating func feed(_ bytes: some Collection<UInt8>) {
        if isFinished {
            wasFedLate = wasFedLate || !bytes.isEmpty
        } else {
            input.append(bytes)
        }
    }

    /// Tells that the document has come to its end.
    public mutating func finish() {
        isFinished = true
        stream.finish()
    }

    /// The next record of what has been fed.
    ///
    /// - Returns: The record, or `nil` when more must be fed for one; after `finish`, when the document has ended.
    /// - Throws: What is wrong with the document, after all records that were complete before. Then there are no more.
    public mutating func next() throws(XMLReaderError) -> XMLValue? {
        if try stream.advance() { return try stream.take() }
        guard wasFedLate else { return nil }
        throw XMLReaderError(.finished, "bytes were fed after the document was finished")
    }
}

// It cannot be copied, and nobody else has what it holds: whoever has it is the only one to use it.
extension XMLPushRecords: @unchecked Sendable {}
