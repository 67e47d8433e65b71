extension JSONWriter {
    /// The size of a piece of text: the writer makes room once for each piece.
    private static var pieceSize: Int { 4096 }

    /// Writes a string with its quotation marks (RFC 8259, section 7).
    ///
    /// - Parameters:
    ///   - text: UTF-8, followed by eight bytes that may be read.
    ///   - count: The length of the text in bytes.
    /// - Throws: A `SystemError` when the file cannot be written.
    @inline(__always)
    mutating func writeQuoted(_ text: UnsafePointer<UInt8>, count: Int) throws(SystemError) {
        guard count <= Self.pieceSize, !escapesMore else { return try writeUnusual(text, count: count) }
        try output.reserve(count &* JSONEscapes.longestEscape &+ 2)
        var cursor = JSONCursor(output.end)
        cursor.put(UInt8(ascii: "\""))
        cursor.putEscaped(text, count: count)
        cursor.put(UInt8(ascii: "\""))
        output.end = cursor.place
    }

    @inline(never)
    private mutating func writeUnusual(_ text: UnsafePointer<UInt8>, count: Int) throws(SystemError) {
        try output.append(UInt8(ascii: "\""))
        if escapesMore {
            try appendScalars(UnsafeBufferPointer(start: text, count: count))
        } else {
            var written = 0
            while written < count {
                let piece = min(count - written, Self.pieceSize)
                try output.reserve(piece * JSONEscapes.longestEscape)
                var cursor = JSONCursor(output.end)
                cursor.putEscaped(text + written, count: piece)
                output.end = cursor.place
                written += piece
            }
        }
        try output.append(UInt8(ascii: "\""))
    }

    /// Appends text with `\uXXXX` for characters that the format escapes beyond those of JSON; two beyond U+FFFF.
    private mutating func appendScalars(_ text: UnsafeBufferPointer<UInt8>) throws(SystemError) {
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            try output.reserve(2 * JSONEscapes.longestEscape)
            var cursor = JSONCursor(output.end)
            let isEscaped = format.isASCII && !scalar.isASCII || format.isForTerminal && scalar.isTerminalControl
            cursor.put(scalar, isEscaped: isEscaped)
            output.end = cursor.place
        }
    }
}
