package import XML2Dict

extension XMLPushReader {
    /// Reads a document that arrives in chunks.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - options: The options of the reader.
    ///   - size: The length of the next chunk, evaluated for each.
    /// - Returns: The value of the document.
    /// - Throws: The `XMLError` of the document or the options.
    package static func read(
        _ bytes: [UInt8],
        _ options: XMLOptions = XMLOptions(),
        inChunksOf size: @autoclosure () -> Int
    ) throws(XMLError) -> XMLValue {
        var push = try XMLPushReader(options)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = size()
            try push.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return try push.finish()
    }
}
