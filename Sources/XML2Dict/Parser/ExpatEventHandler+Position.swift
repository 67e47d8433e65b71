internal import CExpat

/// The parser's place, for errors and records.
extension ExpatEventHandler {
    /// The bytes around the current event.
    var source: EventSource? { EventSource(parser) }

    /// An error at the parser's place, for a limit that the document exceeds.
    func error(over limit: XMLReaderError.Limit, isInCallback: Bool = false) -> XMLReaderError {
        var error = error(.limit, limit.message(limits.value(of: limit)), isInCallback: isInCallback)
        error.limit = limit
        return error
    }

    /// An error at the parser's place.
    ///
    /// - Parameters:
    ///   - code: The kind of fault.
    ///   - message: The reason.
    ///   - isInCallback: Whether expat is at an event, and not at an error that it found itself. The place of an event
    ///     in the text of an entity is then the reference, in every version of expat.
    /// - Returns: The error.
    func error(_ code: XMLReaderError.Code, _ message: ErrorMessage, isInCallback: Bool = false) -> XMLReaderError {
        let source = source
        let passed = (isInCallback ? source?.passedReference : nil) ?? (byteCount: 0, columnCount: 0)
        let line = XML_GetCurrentLineNumber(parser)
        let column = Self.column(start.column(XML_GetCurrentColumnNumber(parser), line: line))
        return XMLReaderError(
            code,
            message,
            line: Int(clamping: start.line(line)),
            column: max(1, column - passed.columnCount),
            byteOffset: max(0, start.bytes + Int(clamping: XML_GetCurrentByteIndex(parser)) - passed.byteCount),
            path: builder.path,
            excerpt: source.map { Excerpt.line(around: $0.start - passed.byteCount, in: $0.context) }
        )
    }

    /// The line and column of an element, counted from 1.
    static func place(of element: OpenElement) -> (line: Int, column: Int) {
        (Int(clamping: element.line), column(element.column))
    }

    /// The column, counted from 1, of one that is counted from 0; a byte order mark is not a column.
    private static func column(_ column: UInt) -> Int {
        max(1, Int(truncatingIfNeeded: column &+ 1))
    }
}

/// Cuts the line around an error out of a document.
private enum Excerpt {
    /// The largest numbers of bytes before and after the error.
    private static var before: Int { 45 }
    private static var after: Int { 25 }

    /// The line around a place in UTF-8, cut at both sides when it is long.
    static func line(around place: Int, in bytes: UnsafeRawBufferPointer) -> (text: String, caret: Int) {
        var start = place
        while start > 0, place - start < before, !endsLine(bytes[start - 1]) { start -= 1 }
        while start < place, UTF8.isContinuation(bytes[start]) { start += 1 }
        var end = place
        while end < bytes.count, end - place < after, !endsLine(bytes[end]) { end += 1 }
        while end < bytes.count, end > place, UTF8.isContinuation(bytes[end]) { end -= 1 }
        // A byte order mark is not part of the line.
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]), place >= 3 { start = 3 }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return (text, String(decoding: bytes[start..<place], as: UTF8.self).unicodeScalars.count)
    }

    private static func endsLine(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D
    }
}
