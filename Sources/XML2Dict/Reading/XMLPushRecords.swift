/// Records of a document that arrives in chunks, for programs that receive data in callbacks.
///
/// ```swift
/// var quakes = try XMLPushRecords(at: "feed/entry")
/// // whenever data arrives:
/// try quakes.feed(data)
/// while let quake = try quakes.next() { show(quake) }
/// // when all has arrived:
/// quakes.finish()
/// while let quake = try quakes.next() { show(quake) }
/// ```
///
/// A record arrives with the chunk that completes it. The records do not depend on the size of the chunks.
public struct XMLPushRecords<Record>: ~Copyable {
    private var stream: DocumentStream
    private let reading: RecordReading<RecordSink<Record>>

    init(_ stream: consuming DocumentStream, _ sink: RecordSink<Record>) {
        self.stream = stream
        reading = RecordReading(sink)
    }

    var isFinished: Bool { stream.isFinished || stream.hasFailed }

    /// Adds a chunk of the document, which later calls of `next` parse.
    ///
    /// - Parameter bytes: Any number of bytes, including none.
    /// - Throws: The ``XMLError`` that `next` has thrown for the document. The code is `finished` after `finish`.
    public mutating func feed(_ bytes: some Collection<UInt8>) throws(XMLError) {
        try stream.feed(bytes)
    }

    /// Ends the document.
    public mutating func finish() {
        stream.finish()
    }

    /// Returns the next record in the chunks so far.
    ///
    /// - Returns: The record, or `nil` if the record needs more chunks or, after `finish`, if no record is left.
    /// - Throws: A `DecodingError`, unless the policy skips such a record. The next call continues after the record.
    ///   An ``XMLError`` of the document, after all records before the error. No record follows.
    public mutating func next() throws -> Record? {
        try reading.record(of: &stream)
    }
}

// `XMLPushRecords` cannot be copied, and shares nothing, so only one thread at a time can use the value.
// `SendableMetatype` excludes a conformance to `Decodable` that belongs to an actor.
extension XMLPushRecords: @unchecked Sendable where Record: SendableMetatype {}

extension XMLPushRecords<XMLValue> {
    /// Creates a reader of records.
    ///
    /// - Parameters:
    ///   - path: The elements that are records (see ``XMLPath``).
    ///   - options: The rules by which a reader makes a value of XML.
    ///   - policy: The reaction to a broken record.
    /// - Throws: An ``XMLError`` with the code `invalidPath` or `invalidOptions`.
    public init(
        at path: XMLPath,
        _ options: XMLOptions = .xmlreader,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) {
        self.init(try XMLReader(options).stream(at: path, policy), .ofValues)
    }

    /// Returns the next record in the chunks so far.
    ///
    /// - Returns: The element's value, without the element's name, or `nil` if the record needs more chunks. After
    ///   `finish`, `nil` means that no record is left.
    /// - Throws: An ``XMLError`` of the document, after all records before the error. No record follows.
    public mutating func next() throws(XMLError) -> XMLValue? {
        try reading.value(of: &stream)
    }
}
