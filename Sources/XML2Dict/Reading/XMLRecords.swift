/// The records of a document, one at a time, in the memory of one.
///
/// ```swift
/// var items = try XMLReader().records(at: "channel/item", contentsOf: "feed.xml")
/// while let item = try items.next() {
///     print(item["title"]?["text"]?.string ?? "", item.origin?.line ?? 0)
/// }
/// ```
///
/// The caller sets the pace: the input is read as far as the next record needs, in chunks of 64 KiB. A record is a value of
/// its own and can be kept. When the records go out of scope, as by leaving the loop, the input is closed.
///
/// It is not a `Sequence`, because the iteration of one cannot throw.
public struct XMLRecords: ~Copyable {
    private var stream: DocumentStream

    init(_ stream: consuming DocumentStream) {
        self.stream = stream
    }

    /// The next record.
    ///
    /// - Returns: The element's value, without its name, or `nil` when the document has ended; `origin` is its place.
    /// - Throws: An ``XMLReaderError`` for the document or its file, after all records that were complete before. Then there are
    ///   no more.
    public mutating func next() throws(XMLReaderError) -> XMLValue? {
        try stream.advance() ? stream.takeRecord() : nil
    }

    /// The paths of elements that may be meant, when no record has been found; `nil` when one has.
    ///
    /// They are for a message about a path that matched nothing: elements of the name in other letters or with another prefix, or
    /// else of one that is nearly that, or else those in the place of a record. There are at most eight.
    public var suggestedPaths: [String]? { stream.suggestedPaths }

    /// Writes the next record as a line, without making a value of it.
    ///
    /// - Parameter lines: Where it is written.
    /// - Returns: Whether there was one.
    /// - Throws: An `XMLReaderError` for the document.
    package mutating func writeNext(to lines: JSONLines) throws(XMLReaderError) -> Bool {
        guard try stream.advance(), let record = stream.record else { return false }
        lines.write(record.entry, in: record.tree)
        return true
    }
}

// It cannot be copied, and shares nothing that it holds: only its owner can use it.
extension XMLRecords: @unchecked Sendable {}

extension XMLReader {
    /// The records of a file, which may also be a pipe or a device.
    ///
    /// - Parameters:
    ///   - path: The elements that are records: `channel/item` is any `item` in a `channel`, `/rss/channel/item` begins at the root,
    ///     `*` is any one name. A record inside another one belongs to it.
    ///   - file: The file's name.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` when the path is invalid, when options contradict each other, and when the file cannot be opened.
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
    ///   - fileDescriptor: The file, open for reading. It is not closed.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` when the path is invalid, and when options contradict each other.
    public func records(at path: String, fileDescriptor: Int32) throws(XMLReaderError) -> XMLRecords {
        try CheckedOptions(options, recordsAt: path).records(fileDescriptor: fileDescriptor, nil)
    }

    /// The records of bytes in memory, such as `[UInt8]` or Foundation's `Data`.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`.
    ///   - bytes: The document, in the encoding that its byte order mark or its declaration names, or in UTF-8.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` when the path is invalid, and when options contradict each other.
    public func records(at path: String, in bytes: some Collection<UInt8>) throws(XMLReaderError) -> XMLRecords {
        XMLRecords(try DocumentStream(CheckedOptions(options, recordsAt: path), MemorySource(Array(bytes))))
    }

    /// The records of a document in a string, whose declaration may name any encoding: a string is Unicode already.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`.
    ///   - string: The document.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` when the path is invalid, and when options contradict each other.
    public func records(at path: String, string: String) throws(XMLReaderError) -> XMLRecords {
        let source = MemorySource(Array(string.utf8))
        return XMLRecords(try DocumentStream(CheckedOptions(options, recordsAt: path), source, isUTF8: true))
    }
}

extension CheckedOptions {
    /// The records of an open file, with its progress reported to a watcher.
    package func records(
        fileDescriptor: Int32,
        _ watcher: (any InputWatcher)?
    ) throws(XMLReaderError) -> XMLRecords {
        let input = FileSource(FileDescriptor(borrowing: fileDescriptor), watcher)
        return XMLRecords(try DocumentStream(self, input))
    }
}
