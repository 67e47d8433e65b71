/// The records of a document, one at a time, in the memory of a single record.
///
/// ```swift
/// var items = try XMLReader().records(at: "channel/item", contentsOf: "feed.xml")
/// while let item = try items.next() {
///     print(item["title"]?["text"]?.string ?? "", item.origin?.line ?? 0)
/// }
/// ```
///
/// The caller sets the pace: `next` reads the input as far as the next record needs, in chunks of 64 KiB. A record is a
/// value of its own, and you can keep it. The input is closed when the records go out of scope.
///
/// `XMLRecords` is not a `Sequence`, because the iterator of a sequence cannot throw.
public struct XMLRecords: ~Copyable {
    private var stream: DocumentStream

    init(_ stream: consuming DocumentStream) {
        self.stream = stream
    }

    /// The next record.
    ///
    /// - Returns: The element's value, without its name, or `nil` when the document has ended. The value's `origin`
    ///   is its place in
    ///   the document.
    /// - Throws: An ``XMLReaderError`` for the document or its file, after all records that were complete before it.
    ///   No record
    ///   follows an error.
    public mutating func next() throws(XMLReaderError) -> XMLValue? {
        try stream.advance() ? stream.takeRecord() : nil
    }

    /// Suggestions for a path that matched nothing: at most eight paths of elements; `nil` when a record was found.
    ///
    /// The elements have the name in other letters or with another prefix; if there are none, a similar name; if there
    /// are none, the place of a record.
    public var suggestedPaths: [String]? { stream.suggestedPaths }

    /// Writes the next record as a line, without making a value of it.
    ///
    /// - Parameter lines: The output.
    /// - Returns: Whether there was a record.
    /// - Throws: An `XMLReaderError` for the document or its file.
    package mutating func writeNext(to lines: JSONLines) throws(XMLReaderError) -> Bool {
        guard try stream.advance(), let record = stream.record else { return false }
        lines.write(record.entry, in: record.tree)
        return true
    }
}

// It cannot be copied, and shares nothing that it holds, so only its owner can use it.
extension XMLRecords: @unchecked Sendable {}

extension XMLReader {
    /// The records of a file, which may also be a pipe or a device.
    ///
    /// - Parameters:
    ///   - path: The elements that are records: `channel/item` is any `item` in a `channel`, `/rss/channel/item` begins
    ///     at the root, `*` is any one name. An element with that path inside a record is part of that record.
    ///   - file: The file's name.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath`, `invalidOptions`, `cannotOpen` or `outOfMemory`.
    public func records(at path: String, contentsOf file: String) throws(XMLReaderError) -> XMLRecords {
        let path = try XMLPath(path)
        do throws(XMLReaderError) {
            let input = FileSource(try FileDescriptor.opening(file))
            return XMLRecords(try DocumentStream(CheckedOptions(options, recordsAt: path), input, named: file))
        } catch {
            throw error.inFile(file)
        }
    }

    /// The records of an open file.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`.
    ///   - fileDescriptor: The file, open for reading. The reader does not close it.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath`, `invalidOptions` or `outOfMemory`.
    public func records(at path: String, fileDescriptor: Int32) throws(XMLReaderError) -> XMLRecords {
        try CheckedOptions(options, recordsAt: path).records(fileDescriptor: fileDescriptor, nil)
    }

    /// The records of bytes in memory, such as `[UInt8]` or Foundation's `Data`.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`.
    ///   - bytes: The document, in the encoding that its byte order mark or its declaration names, or in UTF-8.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath`, `invalidOptions` or `outOfMemory`.
    public func records(at path: String, in bytes: some Collection<UInt8>) throws(XMLReaderError) -> XMLRecords {
        XMLRecords(try DocumentStream(CheckedOptions(options, recordsAt: path), MemorySource(Array(bytes))))
    }

    /// The records of a document in a string.
    ///
    /// The XML declaration may name any encoding, because a string is Unicode already.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`.
    ///   - string: The document.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath`, `invalidOptions` or `outOfMemory`.
    public func records(at path: String, string: String) throws(XMLReaderError) -> XMLRecords {
        let source = MemorySource(Array(string.utf8))
        return XMLRecords(try DocumentStream(CheckedOptions(options, recordsAt: path), source, isUTF8: true))
    }
}

extension CheckedOptions {
    /// The records of an open file, which reports progress to a watcher.
    package func records(
        fileDescriptor: Int32,
        _ watcher: (any InputWatcher)?
    ) throws(XMLReaderError) -> XMLRecords {
        let input = FileSource(FileDescriptor(borrowing: fileDescriptor), watcher)
        return XMLRecords(try DocumentStream(self, input))
    }
}
