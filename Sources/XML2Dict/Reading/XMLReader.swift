/// A reader that turns XML documents into values.
///
/// ```swift
/// let menu = try XMLReader().read(.file("donuts.xml"))
/// menu["items"]?["item"]?["name"]?["text"]?.string          // "Cake"
/// ```
///
/// A reader compiles its options at the first use and keeps the result, so use one reader for many documents. You can copy
/// it, and several threads can use it at once.
///
/// `read` returns a whole document. It throws an ``XMLError`` when the bytes are not a well-formed XML 1.0
/// document, when the document exceeds a limit, and when the document refers to an entity that it does not declare.
/// Records that are complete before such an error arrive before it.
public struct XMLReader: Sendable {
    /// The rules by which a reader makes a value of XML.
    public var options: XMLOptions {
        get { plans.options }
        set { plans = KeptPlans(newValue) }
    }

    /// The options, and what was made of them: copies of a reader share it.
    private var plans: KeptPlans

    /// A reader with these options, such as ``XMLOptions/xmltodict``.
    ///
    /// ```swift
    /// let reader = XMLReader(.xmltodict) { $0.forceList = ["item"] }
    /// ```
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - change: A change of them.
    public init(_ options: XMLOptions = .xmlreader, _ change: (inout XMLOptions) -> Void = { _ in }) {
        plans = KeptPlans.of(XMLOptions(options, change))
    }

    init(_ plans: KeptPlans) {
        self.plans = plans
    }

    /// The plan for one document.
    ///
    /// - Throws: An `XMLError` with the code `invalidOptions` or `invalidPath`.
    func plan() throws(XMLError) -> Plan { try plans.plan() }

    /// How many threads read a document; with 1, only the thread that calls.
    ///
    /// More threads read the parts of one file, or of bytes in memory, and give the same values, records and errors in
    /// less time. What cannot be read in parts is read by one thread: pipes, chunks that arrive, a document with a
    /// DOCTYPE, one that is not UTF-8. Small documents gain nothing.
    ///
    /// With 1, nothing runs in the background. With more, reading records starts the threads at the first `next`; they
    /// read ahead until the records end or go out of scope.
    public var threads: Int {
        get { readingThreads.count }
        set { readingThreads.count = newValue }
    }

    /// ``threads``, and the size of the parts that they read.
    package var readingThreads = ReadingThreads.none

    /// Reads a document.
    ///
    /// - Parameter source: The document: `.bytes(…)`, `.string(…)`, `.file(…)` or `.fileDescriptor(…)`.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLError`` for the document or the options, or with the code `cannotOpen` or `inputOutput`
    ///   for a file.
    public func read(_ source: XMLSource) throws(XMLError) -> XMLValue {
        try read(DocumentStream(plan(), source))
    }

    /// Reads a document from memory, without copying the whole document first.
    ///
    /// - Parameter bytes: The document. The buffer must stay valid only during the call.
    /// - Returns: The value, as of ``read(_:)-(XMLSource)``.
    /// - Throws: An ``XMLError`` for the document or the options.
    public func read(_ bytes: UnsafeRawBufferPointer) throws(XMLError) -> XMLValue {
        try read(DocumentStream(plan(), CollectionSource(bytes)))
    }

    private func read(_ stream: consuming DocumentStream) throws(XMLError) -> XMLValue {
        if let value = stream.joinedDocument(readingThreads) { return value }
        return try stream.document()
    }

    /// Opens the records of a document, which are then read one at a time, in the memory of one record.
    ///
    /// - Parameters:
    ///   - path: The elements that are records: `channel/item` is any `item` in a `channel`, `/rss/channel/item` begins
    ///     at the root, `*` is any one name. An element with that path inside a record is part of that record.
    ///   - source: The document.
    ///   - policy: The reaction to a broken record.
    /// - Returns: The records.
    /// - Throws: An ``XMLError`` with the code `invalidPath`, `invalidOptions` or `cannotOpen`.
    public func records(
        at path: XMLPath,
        in source: XMLSource,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) -> XMLRecords<XMLValue> {
        XMLRecords(try stream(at: path, in: source, policy), .ofValues, readingThreads)
    }

    /// Opens several documents, one after the other in one source, which are then read one at a time.
    ///
    /// ```swift
    /// var reports = try XMLReader().documents(in: .file("reports.xml"))
    /// while let report = try reports.next() { print(report) }
    /// ```
    ///
    /// After the end of a root, white space, comments and processing instructions belong to that document; an XML
    /// declaration, a DOCTYPE or a start tag begins the next one. A document arrives when the next one begins, or when
    /// the source ends. An error ends the source, and names the number of its document.
    ///
    /// The encoding of each document is found in its own bytes, unless the document before had to be converted to
    /// UTF-8: then both must have the same encoding.
    ///
    /// - Parameter source: The documents.
    /// - Returns: The values of the documents.
    /// - Throws: An ``XMLError`` with the code `invalidPath`, `invalidOptions` or `cannotOpen`.
    public func documents(in source: XMLSource) throws(XMLError) -> XMLRecords<XMLValue> {
        XMLRecords(try series(in: source), .ofValues)
    }

    // MARK: For records of any type

    /// Several documents of one source.
    func series(in source: XMLSource) throws(XMLError) -> DocumentStream {
        try DocumentStream(plans.plan(isSeries: true), source)
    }

    /// A document up to its records.
    func stream(
        at path: XMLPath,
        in source: XMLSource,
        _ policy: XMLOptions.ErrorPolicy
    ) throws(XMLError) -> DocumentStream {
        try DocumentStream(plans.plan(recordsAt: path, onError: policy), source)
    }

    /// A document up to its records, whose chunks the caller feeds.
    func stream(at path: XMLPath, _ policy: XMLOptions.ErrorPolicy) throws(XMLError) -> DocumentStream {
        try policy.checkReport()
        return DocumentStream(try plans.plan(recordsAt: path, onError: policy))
    }
}

extension XMLReader {
    /// The version of expat, such as `expat_2.5.0`.
    package static var parserVersion: String {
        ExpatParser.version
    }
}

/// The number of threads that read a document, and the size of the parts.
package struct ReadingThreads: Sendable {
    /// The number of threads; with 1, the thread of the caller reads.
    package var count: Int
    /// How many bytes a part has at least; small parts, for tests, also have small chunks.
    package var partSize = 1024 * 1024

    /// No threads besides the caller's.
    package static let none = ReadingThreads(1)

    package init(_ count: Int) {
        self.count = count
    }

    /// The sizes of parts and chunks.
    var sizes: PartCutter.Sizes {
        PartCutter.Sizes(part: partSize, chunk: min(64 * 1024, max(partSize, 4096)))
    }
}

/// Documents that arrive asynchronously: the same methods as for an ``XMLSource``, which take a sequence of chunks.
extension XMLReader {
    /// Reads a document that arrives in chunks.
    ///
    /// The reader parses each chunk when it arrives, on the caller's actor.
    ///
    /// - Parameter chunks: The document's bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLError`` for the document or the options; the errors of the chunks; `CancellationError`
    ///   when the task is cancelled.
    nonisolated(nonsending) public func read<Chunks: AsyncSequence>(
        _ chunks: Chunks
    ) async throws -> XMLValue where Chunks.Element: Collection<UInt8> {
        var push = XMLPushReader(try plan())
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
    ///   - policy: The reaction to a broken record.
    /// - Returns: The records.
    /// - Throws: An ``XMLError`` with the code `invalidPath` or `invalidOptions`.
    public func records<Chunks: AsyncSequence>(
        at path: XMLPath,
        in chunks: Chunks,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) -> XMLAsyncRecords<XMLValue, Chunks> where Chunks.Element: Collection<UInt8> {
        try records(at: path, in: chunks, policy, .ofValues)
    }

    /// Several documents that arrive in chunks, one after the other.
    ///
    /// It is ``documents(in:)->XMLRecords<XMLValue>`` for chunks.
    ///
    /// - Parameter chunks: The documents' bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    /// - Returns: The values of the documents.
    /// - Throws: An ``XMLError`` with the code `invalidPath` or `invalidOptions`.
    public func documents<Chunks: AsyncSequence>(
        in chunks: Chunks
    ) throws(XMLError) -> XMLAsyncRecords<XMLValue, Chunks> where Chunks.Element: Collection<UInt8> {
        try documents(in: chunks, .ofValues)
    }

    /// Several documents that arrive in chunks; each iterator has a sink like this one.
    func documents<Record, Chunks: AsyncSequence>(
        in chunks: Chunks,
        _ sink: RecordSink<Record>
    ) throws(XMLError) -> XMLAsyncRecords<Record, Chunks> where Chunks.Element: Collection<UInt8> {
        XMLAsyncRecords(chunks, try plans.plan(isSeries: true), sink)
    }

    /// The records of a document that arrives in chunks; each iterator has a sink like this one.
    func records<Record, Chunks: AsyncSequence>(
        at path: XMLPath,
        in chunks: Chunks,
        _ policy: XMLOptions.ErrorPolicy,
        _ sink: RecordSink<Record>
    ) throws(XMLError) -> XMLAsyncRecords<Record, Chunks> where Chunks.Element: Collection<UInt8> {
        try policy.checkReport()
        return XMLAsyncRecords(chunks, try plans.plan(recordsAt: path, onError: policy), sink)
    }
}
