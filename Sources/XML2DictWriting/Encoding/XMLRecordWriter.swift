public import XML2Dict

/// Writes a document record by record, in the memory of one record.
///
/// ```swift
/// var writer = try XMLRecordWriter(root: "urlset", to: fileDescriptor)
/// for number in 1...1000 { try writer.write(["loc": "/page/\(number)"], as: "url") }
/// try writer.finish()
/// ```
///
/// Each record is an `Encodable` value that becomes a child element, as ``XMLEncoder`` encodes it. The writer collects
/// chunks of about 64 KiB before it writes to the file.
///
/// If a record cannot be encoded, `write` throws the error and writes nothing, and you can write the next record. After
/// an error of the file (`inputOutput`), later calls throw the same error. Only ``finish()`` completes the document.
public struct XMLRecordWriter: ~Copyable {
    private let session: EncodingSession
    private var failure: XMLError?

    /// Begins a document whose root contains only the records.
    ///
    /// - Parameters:
    ///   - root: The name of the root element.
    ///   - encoder: The encoder of the records. The root declares the encoder's namespaces.
    ///   - fileDescriptor: The file, open for writing, which stays open.
    /// - Throws: An `EncodingError` for the name or the namespaces, or an ``/XML2Dict/XMLError`` with the code
    ///   `invalidPath` for a path of ``XMLEncoder/attributePaths``, or `inputOutput`.
    public init(root: String, encoder: XMLEncoder = XMLEncoder(), to fileDescriptor: Int32) throws {
        try self.init(NoContent(), [root], encoder, fileDescriptor)
    }

    /// Begins a document with content before the records.
    ///
    /// With the path `rss/channel`, the writer encodes `head` as the root `rss`. Each next name must be the last child
    /// of the previous element. The records follow the content of the innermost element.
    ///
    /// ```swift
    /// let head = ["channel": ["title": "News", "link": "https://example.org"]]
    /// var writer = try XMLRecordWriter(head, in: "rss/channel", to: fileDescriptor)
    /// try writer.write(["title": "Kite"], as: "item")
    /// try writer.finish()
    /// ```
    ///
    /// - Parameters:
    ///   - head: The root with the content before the records.
    ///   - path: The path from the root to the element around the records.
    ///   - encoder: The encoder of the head and of the records. The root declares the encoder's namespaces.
    ///   - fileDescriptor: The file, open for writing, which stays open.
    /// - Throws: An `EncodingError` for the head, also if the head lacks the elements of the path. An error that the
    ///   head throws. An ``/XML2Dict/XMLError`` with the code `invalidPath` for the path or one of
    ///   ``XMLEncoder/attributePaths``, or with the code `inputOutput`.
    public init(
        _ head: some Encodable,
        in path: XMLPath,
        encoder: XMLEncoder = XMLEncoder(),
        to fileDescriptor: Int32
    ) throws {
        try path.check()
        let names = path.alternatives.count == 1 ? path.alternatives[0].steps.compactMap { $0.key(separator: ":") } : []
        guard names.count == path.alternatives[0].steps.count else {
            throw XMLError(
                .invalidPath,
                "'\(path.description)' does not name one element; such a path looks like rss/channel"
            )
        }
        try self.init(head, names, encoder, fileDescriptor)
    }

    private struct NoContent: Encodable {}

    private init(
        _ head: some Encodable,
        _ names: [String],
        _ encoder: XMLEncoder,
        _ fileDescriptor: Int32
    ) throws {
        let session = try EncodingSession(encoder, to: .file(fileDescriptor))
        try session.encode(head, named: names[0], isRoot: true)
        try XMLEncoder.explain(head) { () throws(XMLError) in
            try session.write { writer throws(XMLError) in
                try writer.beginDocument(writer.source.root, leavingOpen: names)
            }
        }
        self.session = session
    }

    /// Writes a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - name: The name of the record's element.
    /// - Throws: An `EncodingError`, an error that the record throws, or an ``/XML2Dict/XMLError`` (`inputOutput`).
    public mutating func write(_ record: some Encodable, as name: String) throws {
        if let failure { throw failure }
        try session.encode(record, named: name, isRoot: false)
        try XMLEncoder.explain(record) { () throws(XMLError) in
            try attempt { session throws(XMLError) in
                try session.write { writer throws(XMLError) in try writer.write(writer.source.root) }
            }
        }
    }

    /// Writes the collected text to the file.
    ///
    /// - Throws: An ``/XML2Dict/XMLError`` with the code `inputOutput`.
    public mutating func flush() throws(XMLError) {
        try attempt { session throws(XMLError) in try session.flush() }
    }

    private mutating func attempt(_ body: (EncodingSession) throws(XMLError) -> Void) throws(XMLError) {
        if let failure { throw failure }
        do throws(XMLError) {
            try body(session)
        } catch {
            if error.isOutputFailure { failure = error }
            throw error
        }
    }

    /// Ends the document, and writes the remaining text to the file.
    ///
    /// - Throws: An ``/XML2Dict/XMLError`` with the code `inputOutput`, or the error of an earlier call.
    public consuming func finish() throws(XMLError) {
        try attempt { session throws(XMLError) in try session.finish() }
    }
}

// The writer cannot be copied and does not share its session, so only the owner of the writer uses the session.
extension XMLRecordWriter: @unchecked Sendable {}
