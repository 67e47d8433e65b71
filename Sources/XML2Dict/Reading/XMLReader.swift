/// A reader that turns XML documents into values.
///
/// ```swift
/// let menu = try XMLReader().read(.file("donuts.xml"))
/// menu["items"]?["item"]?["name"]?["text"]?.string          // "Cake"
/// ```
///
/// A reader compiles its options at the first use and keeps the result, so use one reader for many documents. A reader
/// can be copied, and several threads can use one reader at once.
///
/// `read` returns a whole document. It throws an ``XMLError`` if the document is not well-formed XML 1.0, exceeds a
/// limit, or refers to an undeclared entity. Records that are complete before such an error are still delivered.
public struct XMLReader: Sendable {
    /// The rules by which a reader makes a value of XML.
    public var options: XMLOptions {
        get { plans.options }
        set { plans = PlanCache(newValue) }
    }

    /// The options and their compiled plans, which copies of a reader share.
    private var plans: PlanCache

    /// Creates a reader with options, such as ``XMLOptions/xmltodict``.
    ///
    /// ```swift
    /// let reader = XMLReader(.xmltodict) { $0.forceList = ["item"] }
    /// ```
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - change: A change of the options.
    public init(_ options: XMLOptions = .xmlreader, _ change: (inout XMLOptions) -> Void = { _ in }) {
        plans = PlanCache.of(XMLOptions(options, change))
    }

    init(_ plans: PlanCache) {
        self.plans = plans
    }

    func plan() throws(XMLError) -> Plan { try plans.plan() }

    /// The number of threads that read a document: by default 1, which is the caller's thread.
    ///
    /// Several threads read the parts of one file, or of bytes in memory, and give the same values, records and errors
    /// in less time. One thread reads pipes, chunks, documents with a DOCTYPE, and documents that are not UTF-8. Small
    /// documents gain nothing.
    ///
    /// With 1, nothing runs in the background. With more threads, the first `next` of records starts the threads. The
    /// threads read ahead until the records end or go out of scope.
    public var threads: Int {
        get { readingThreads.count }
        set { readingThreads.count = newValue }
    }

    package var readingThreads = ReadingThreads.none

    /// Reads a document.
    ///
    /// - Parameter source: The document: `.bytes(…)`, `.string(…)`, `.file(…)` or `.fileDescriptor(…)`.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options set another form.
    /// - Throws: An ``XMLError`` of the document or the options. An error of a file has the code `cannotOpen` or
    ///   `inputOutput`.
    public func read(_ source: XMLSource) throws(XMLError) -> XMLValue {
        try read(DocumentStream(plan(), source))
    }

    /// Reads a document from memory, without copying the whole document first.
    ///
    /// - Parameter bytes: The document. The buffer must stay valid only during the call.
    /// - Returns: The value, as from ``read(_:)-(XMLSource)``.
    /// - Throws: An ``XMLError`` of the document or the options.
    public func read(_ bytes: UnsafeRawBufferPointer) throws(XMLError) -> XMLValue {
        try read(DocumentStream(plan(), CollectionSource(bytes)))
    }

    private func read(_ stream: consuming DocumentStream) throws(XMLError) -> XMLValue {
        if let value = stream.joinedDocument(readingThreads) { return value }
        return try stream.document()
    }

    /// Opens the records of a document, which `next` then reads one at a time, with memory for only one record.
    ///
    /// - Parameters:
    ///   - path: The elements that are records. `channel/item` is any `item` in a `channel`, `/rss/channel/item` begins
    ///     at the root, and `*` is any one name. A matching element inside a record is part of the record.
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

    /// Opens a source that contains several documents, one after the other, and `next` then reads one at a time.
    ///
    /// ```swift
    /// var reports = try XMLReader().documents(in: .file("reports.xml"))
    /// while let report = try reports.next() { print(report) }
    /// ```
    ///
    /// After the end of a root, white space, comments and processing instructions belong to that document. An XML
    /// declaration, a DOCTYPE or a start tag begins the next document. A document is delivered when the next document
    /// begins, or when the source ends. An error ends the series, and its message has the number of the document.
    ///
    /// The reader detects the encoding of each document. But after a document that the reader converted to UTF-8, for
    /// example from UTF-16, the next document must have the same encoding.
    ///
    /// - Parameter source: The documents.
    /// - Returns: The values of the documents.
    /// - Throws: An ``XMLError`` with the code `invalidPath`, `invalidOptions` or `cannotOpen`.
    public func documents(in source: XMLSource) throws(XMLError) -> XMLRecords<XMLValue> {
        XMLRecords(try series(in: source), .ofValues)
    }

    func series(in source: XMLSource) throws(XMLError) -> DocumentStream {
        try DocumentStream(plans.plan(isSeries: true), source)
    }

    func stream(
        at path: XMLPath,
        in source: XMLSource,
        _ policy: XMLOptions.ErrorPolicy
    ) throws(XMLError) -> DocumentStream {
        try DocumentStream(plans.plan(recordsAt: path, onError: policy), source)
    }

    func stream(at path: XMLPath, _ policy: XMLOptions.ErrorPolicy) throws(XMLError) -> DocumentStream {
        try policy.checkReport()
        return DocumentStream(try plans.plan(recordsAt: path, onError: policy))
    }
}

extension XMLReader {
    package static var parserVersion: String {
        ExpatParser.version
    }
}

package struct ReadingThreads: Sendable {
    package var count: Int
    /// The smallest size of a part, in bytes, which also bounds the size of chunks.
    package var partSize = 1024 * 1024

    package static let none = ReadingThreads(1)

    package init(_ count: Int) {
        self.count = count
    }

    var sizes: PartCutter.Sizes {
        PartCutter.Sizes(part: partSize, chunk: min(64 * 1024, max(partSize, 4096)))
    }
}

/// Methods for an asynchronous sequence of chunks, with the same names as the methods for an ``XMLSource``.
extension XMLReader {
    /// Reads a document that arrives in chunks.
    ///
    /// The reader parses each chunk when it arrives, on the caller's actor.
    ///
    /// - Parameter chunks: The document's bytes in chunks of any size. `xmlChunks` gathers single bytes into chunks.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options set another form.
    /// - Throws: An ``XMLError`` of the document or the options, an error of the chunks, or `CancellationError` if the
    ///   task is cancelled.
    nonisolated(nonsending) public func read<Chunks: AsyncSequence>(
        _ chunks: Chunks
    ) async throws -> XMLValue where Chunks.Element: Collection<UInt8> {
        var push = XMLPushReader(try plan())
        var iterator = chunks.makeAsyncIterator()
        while let chunk = try await iterator.next(isolation: #isolation) {
            try Task.checkCancellation()
            try push.feed(chunk)
        }
        // A sequence may end early because the task was cancelled, although the document has not ended.
        try Task.checkCancellation()
        return try push.finish()
    }

    /// Returns the records of a document that arrives in chunks.
    ///
    /// - Parameters:
    ///   - path: The elements that are records (see ``XMLPath``).
    ///   - chunks: The document's bytes in chunks of any size. `xmlChunks` gathers single bytes into chunks.
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

    /// Returns several documents that arrive in chunks, like ``documents(in:)->XMLRecords<XMLValue>``.
    ///
    /// - Parameter chunks: The documents' bytes in chunks of any size. `xmlChunks` gathers single bytes into chunks.
    /// - Returns: The values of the documents.
    /// - Throws: An ``XMLError`` with the code `invalidPath` or `invalidOptions`.
    public func documents<Chunks: AsyncSequence>(
        in chunks: Chunks
    ) throws(XMLError) -> XMLAsyncRecords<XMLValue, Chunks> where Chunks.Element: Collection<UInt8> {
        try documents(in: chunks, .ofValues)
    }

    func documents<Record, Chunks: AsyncSequence>(
        in chunks: Chunks,
        _ sink: RecordSink<Record>
    ) throws(XMLError) -> XMLAsyncRecords<Record, Chunks> where Chunks.Element: Collection<UInt8> {
        XMLAsyncRecords(chunks, try plans.plan(isSeries: true), sink)
    }

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
