/// Records of a document that arrives in pieces, for programs that receive data in callbacks.
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
/// A record arrives with the piece that completes it. The records do not depend on the size of the pieces.
public struct XMLPushRecords: ~Copyable {
    private var stream: DocumentStream
    /// Whether bytes were fed after the end; `next` reports that, because `feed` cannot throw.
    private var wasFedLate = false

    /// A reader of records.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see ``XMLReader/records(at:contentsOf:)``.
    ///   - options: How XML becomes a value.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath`, `invalidOptions` or `outOfMemory`.
    public init(at path: String, _ options: XMLReader.Options = .init()) throws(XMLReaderError) {
        stream = try DocumentStream(CheckedOptions(options, recordsAt: path))
    }

    /// Adds the next piece of the document, which `next` reads.
    public mutating func feed(_ bytes: some Collection<UInt8>) {
        wasFedLate = wasFedLate || stream.isFinished && !bytes.isEmpty
        stream.append(bytes)
    }

    /// Ends the document.
    public mutating func finish() {
        stream.finish()
    }

    /// The next record in the pieces that have been fed.
    ///
    /// - Returns: The record, or `nil` when more pieces are needed. After `finish`, `nil` means that the document has
    ///   ended.
    /// - Throws: An ``XMLReaderError`` for the document, after all records that were complete before it. No record
    ///   follows an
    ///   error. The code is `finished` when bytes were fed after `finish`.
    public mutating func next() throws(XMLReaderError) -> XMLValue? {
        if try stream.advance() { return try stream.takeRecord() }
        guard wasFedLate else { return nil }
        throw .fedAfterFinish
    }
}

// It cannot be copied, and shares nothing that it holds, so only its owner can use it.
extension XMLPushRecords: @unchecked Sendable {}
