/// A reader that turns XML documents into values.
///
/// ```swift
/// let menu = try XMLReader().read(.file("donuts.xml"))
/// menu["items"]?["item"]?["name"]?["text"]?.string          // "Cake"
/// ```
///
/// A reader holds nothing but options. You can keep and copy it, and several threads can use it at once.
///
/// `read` returns a whole document. It throws an ``XMLReaderError`` when the bytes are not a well-formed XML 1.0
/// document, when the document exceeds a limit, and when the document refers to an entity that it does not declare.
/// Records that are complete before such an error arrive before it.
public struct XMLReader: Sendable {
    /// The rules by which a reader makes a value of XML.
    public var options: XMLOptions

    /// A reader with these options, such as ``XMLOptions/xmltodict``.
    public init(_ options: XMLOptions = .xmlreader) {
        self.options = options
    }

    /// Reads a document.
    ///
    /// - Parameter source: The document: `.bytes(…)`, `.string(…)`, `.file(…)` or `.fileDescriptor(…)`.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLReaderError`` for the document or the options, or with the code `cannotOpen` or `readFailed`
    ///   for a file.
    public func read(_ source: XMLSource) throws(XMLReaderError) -> XMLValue {
        var stream = try DocumentStream(CheckedOptions(options), source)
        return try stream.document()
    }

    /// Reads a document from a string; short for `read(.string(…))`.
    ///
    /// - Throws: The errors of the method that it calls.
    public func read(string: String) throws(XMLReaderError) -> XMLValue { try read(.string(string)) }

    /// Reads a document from a file; short for `read(.file(…))`.
    ///
    /// - Throws: The errors of the method that it calls.
    public func read(contentsOf path: String) throws(XMLReaderError) -> XMLValue { try read(.file(path)) }

    /// Opens the records of a document, which are then read one at a time, in the memory of one record.
    ///
    /// - Parameters:
    ///   - path: The elements that are records: `channel/item` is any `item` in a `channel`, `/rss/channel/item` begins
    ///     at the root, `*` is any one name. An element with that path inside a record is part of that record.
    ///   - source: The document.
    /// - Returns: The records.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath`, `invalidOptions`, `cannotOpen` or `outOfMemory`.
    public func records(at path: XMLPath, in source: XMLSource) throws(XMLReaderError) -> XMLRecords<XMLValue> {
        XMLRecords(try stream(at: path, in: source)) { $0 }
    }

    // MARK: For records of any type

    /// A document up to its records.
    func stream(at path: XMLPath, in source: XMLSource) throws(XMLReaderError) -> DocumentStream {
        try DocumentStream(CheckedOptions(options, recordsAt: path), source)
    }

    /// A document up to its records, whose chunks the caller feeds.
    func stream(at path: XMLPath) throws(XMLReaderError) -> DocumentStream {
        try DocumentStream(CheckedOptions(options, recordsAt: path))
    }
}

extension CheckedOptions {
    /// Reads a document from an open file, and reports progress to a watcher.
    ///
    /// - Parameters:
    ///   - fileDescriptor: The file, which is not closed.
    ///   - name: The name of the file, for the origins of selected elements.
    ///   - watcher: The watcher.
    /// - Returns: The value, and suggestions for a path of `select` that matched nothing; `nil` when one matched, or
    ///   when there is none.
    package func read(
        fileDescriptor: Int32,
        _ name: String,
        _ watcher: (any InputWatcher)?
    ) throws(XMLReaderError) -> (value: XMLValue, suggestedPaths: [String]?) {
        let file = FileSource(FileDescriptor(borrowing: fileDescriptor), watcher)
        var stream = try DocumentStream(self, file, source: RecordSource(file: name))
        return (try stream.document(), stream.suggestedPaths)
    }
}

extension XMLReader {
    /// The version of expat, such as `expat_2.5.0`.
    package static var parserVersion: String {
        ExpatParser.version
    }
}
