/// A reader that turns whole XML documents into values.
///
/// ```swift
/// let menu = try XMLReader().read(contentsOf: "donuts.xml")
/// menu["items"]?["item"]?["name"]?["text"]?.string          // "Cake"
/// ```
///
/// A reader holds nothing but options. You can keep and copy it, and several threads can use it at once.
///
/// Every method throws an ``XMLReaderError`` when the bytes are not a well-formed XML 1.0 document, when the document
/// exceeds a limit, and when it refers to an entity that it does not contain. No method returns part of a document.
public struct XMLReader: Sendable {
    /// How XML becomes a value.
    public var options: Options

    /// A reader with these options; by default, with the options of the convention `xmlreader`.
    public init(_ options: Options = Options()) {
        self.options = options
    }

    /// Reads a document from bytes in memory, such as `[UInt8]` or Foundation's `Data`.
    ///
    /// - Parameter bytes: The document, in the encoding that its byte order mark or its declaration names, or in UTF-8.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLReaderError`` for the document.
    public func read(_ bytes: some Collection<UInt8>) throws(XMLReaderError) -> XMLValue {
        try read(bytes, isUTF8: false)
    }

    /// Reads a document from a string.
    ///
    /// The XML declaration may name any encoding, because a string is Unicode already.
    ///
    /// - Parameter string: The document.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLReaderError`` for the document.
    public func read(string: String) throws(XMLReaderError) -> XMLValue {
        try read(string.utf8, isUTF8: true)
    }

    /// Reads a document from a file, which may also be a pipe or a device such as `/dev/stdin`.
    ///
    /// - Parameter path: The file's name.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLReaderError`` for the document, or with the code `cannotOpen` or `readFailed` for the file;
    ///   the error has the
    ///   file's name.
    public func read(contentsOf path: String) throws(XMLReaderError) -> XMLValue {
        do throws(XMLReaderError) {
            return try read(FileSource(FileDescriptor.opening(path)), isUTF8: false)
        } catch {
            throw error.inFile(path)
        }
    }

    /// Reads a document from an open file, to its end.
    ///
    /// - Parameter fileDescriptor: The file, open for reading. The reader does not close it.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLReaderError`` for the document, or with the code `readFailed` for the file.
    public func read(fileDescriptor: Int32) throws(XMLReaderError) -> XMLValue {
        try read(FileSource(FileDescriptor(borrowing: fileDescriptor)), isUTF8: false)
    }

    private func read(_ bytes: some Collection<UInt8>, isUTF8: Bool) throws(XMLReaderError) -> XMLValue {
        let result = bytes.withContiguousStorageIfAvailable { buffer in
            Result { () throws(XMLReaderError) in try read(LentMemory(UnsafeRawBufferPointer(buffer)), isUTF8: isUTF8) }
        }
        if let result { return try result.get() }
        return try read(MemorySource(Array(bytes)), isUTF8: isUTF8)
    }

    private func read(_ source: any InputSource, isUTF8: Bool) throws(XMLReaderError) -> XMLValue {
        var stream = try DocumentStream(CheckedOptions(options), source, isUTF8: isUTF8)
        return try stream.document()
    }
}

extension CheckedOptions {
    /// Reads a document from an open file, and reports progress to a watcher.
    ///
    /// - Returns: The value, and suggestions for a path of `select` that matched nothing; `nil` when one matched, or
    ///   when there is none.
    package func read(
        fileDescriptor: Int32,
        _ watcher: (any InputWatcher)?
    ) throws(XMLReaderError) -> (value: XMLValue, suggestedPaths: [String]?) {
        let file = FileSource(FileDescriptor(borrowing: fileDescriptor), watcher)
        var stream = try DocumentStream(self, file)
        return (try stream.document(), stream.suggestedPaths)
    }
}

extension XMLReader {
    /// The version of expat, such as `expat_2.5.0`.
    package static var parserVersion: String {
        ExpatParser.version
    }
}
