extension XMLValue {
    /// Reads a value from JSON text (RFC 8259) in UTF-8, with or without a byte order mark.
    ///
    /// ```swift
    /// let order = try XMLValue(json: #"{"id": 7, "item": ["Cake", "Pie"], "item": "Tea"}"#)
    /// order.list("item").count                   // 3
    /// order["id"]?.int                           // 7
    /// ```
    ///
    /// | JSON                  | value                                                                        |
    /// |-----------------------|------------------------------------------------------------------------------|
    /// | object                | a dictionary with the keys in their order                                    |
    /// | array                 | an array                                                                     |
    /// | string                | a string, its escapes decoded (section 7); it may contain U+0000             |
    /// | number                | a number, as it is written (section 6): `1.0` and `1e400` stay the same      |
    /// | `true`, `false`       | a boolean                                                                    |
    /// | `null`                | null                                                                         |
    ///
    /// Values under the same key become an array at the position of the first value, like XML elements with the same
    /// name. (RFC 8259 leaves this open.) An array among these values adds its items: `{"a": [1, 2], "a": 3}` is read
    /// like `{"a": [1, 2, 3]}`.
    ///
    /// The limits of XML apply (section 9): ``XMLOptions/Limit/depth`` to arrays and objects,
    /// ``XMLOptions/Limit/nameLength`` to keys, and ``XMLOptions/Limit/tokenLength`` to numbers. A string has no limit.
    /// The reader does not recurse.
    ///
    /// - Parameters:
    ///   - bytes: The text, which has exactly one value.
    ///   - limits: The limits that differ from their defaults.
    /// - Throws: An ``XMLError`` with the line and the column, and with a JSON pointer (RFC 6901) as its path, such as
    ///   `/item/0`. Its code is `malformed` if the text is not JSON or has a second value, `unexpectedEnd` if the text
    ///   ends inside a value or has no value, `encoding` if the text is not UTF-8, or `limit`.
    public init(
        json bytes: some Collection<UInt8>,
        limits: [XMLOptions.Limit: Int] = [:]
    ) throws(XMLError) {
        try self.init(json: bytes, limits: limits, refusesRepeats: false)
    }

    /// Reads a value from JSON text, and with `refusesRepeats`, refuses an object that has a key twice.
    package init(
        json bytes: some Collection<UInt8>,
        limits: [XMLOptions.Limit: Int],
        refusesRepeats: Bool
    ) throws(XMLError) {
        var reader = JSONReader(.one, limits: Limits(limits))
        reader.refusesRepeats = refusesRepeats
        try reader.read(bytes)
        reader.finish()
        _ = try reader.next()
        self = reader.takeValue()
    }

    /// Reads a value from JSON text (RFC 8259).
    ///
    /// - Parameters:
    ///   - text: The text, which has exactly one value.
    ///   - limits: The limits that differ from their defaults.
    /// - Throws: An ``XMLError``, as ``init(json:limits:)-(Collection<UInt8>,_)`` describes.
    public init(
        json text: String,
        limits: [XMLOptions.Limit: Int] = [:]
    ) throws(XMLError) {
        try self.init(json: text.utf8, limits: limits)
    }
}

extension JSONReader {
    /// Reads bytes in chunks, so that the reader's buffer stays small, and first copies bytes that are not contiguous.
    fileprivate mutating func read(_ bytes: some Collection<UInt8>) throws(XMLError) {
        let isRead = bytes.withContiguousStorageIfAvailable { contiguous in
            Result { () throws(XMLError) in
                for start in stride(from: 0, to: contiguous.count, by: 64 * 1024) {
                    feed(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: contiguous[start...].prefix(64 * 1024))))
                    _ = try next()
                }
            }
        }
        if let isRead { try isRead.get() } else { try read(Array(bytes)) }
    }
}
