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
        let byteIndex = Int(clamping: XML_GetCurrentByteIndex(parser))
        let column = Self.column(start.column(XML_GetCurrentColumnNumber(parser), line: line))
        return XMLReaderError(
            code,
            message,
            line: Int(clamping: start.line(line)),
            column: max(1, column - passed.columnCount),
            byteOffset: max(0, start.bytes + byteIndex - passed.byteCount),
            path: builder.path,
            excerpt: source.flatMap {
                let isFromStart = byteIndex == $0.start
                return Excerpt(around: $0.start - passed.byteCount, in: $0.context, isFromStart: isFromStart)
            }
        )
    }

    /// The line around an earlier tag; `nil` when expat has passed its bytes.
    func excerpt(at tag: TagPlace) -> Excerpt? {
        guard let source else { return nil }
        let bytes = source.context, isFromStart = Int(clamping: XML_GetCurrentByteIndex(parser)) == source.start
        var lines = Int(clamping: start.line(XML_GetCurrentLineNumber(parser))) - Int(clamping: tag.line)
        guard lines >= 0 else { return nil }
        var place = source.start
        while place > 0 {
            let byte = bytes[place - 1]
            let endsLine = byte == 0x0A || byte == 0x0D && (place == bytes.count || bytes[place] != 0x0A)
            if endsLine {
                if lines == 0 { break }
                lines -= 1
            }
            place -= 1
        }
        guard lines == 0, place > 0 || isFromStart else { return nil }
        for _ in 0..<tag.column {
            repeat { place += 1 } while place < source.start && UTF8.isContinuation(bytes[place])
            guard place < source.start else { return nil }
        }
        guard bytes[place] == UInt8(ascii: "<") else { return nil }
        return Excerpt(around: place, in: bytes, isFromStart: isFromStart)
    }

    /// The line and column of an element, counted from 1.
    static func place(of element: OpenElement) -> (line: Int, column: Int) {
        place(of: TagPlace(line: element.line, column: element.column))
    }

    static func place(of tag: TagPlace) -> (line: Int, column: Int) {
        (Int(clamping: tag.line), column(tag.column))
    }

    /// The column, counted from 1, of one that is counted from 0; a byte order mark is not a column.
    private static func column(_ column: UInt) -> Int {
        max(1, Int(truncatingIfNeeded: column &+ 1))
    }
}
