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
            if source.endsLine(before: place) {
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

    /// The line and column of an open element, counted from 1.
    func place(of element: OpenElement) -> (line: Int, column: Int) {
        guard let source, let offset = offset(of: element, in: source) else { return Self.place(of: element.place) }
        return Self.place(of: tagPlace(place(at: offset, in: source)))
    }

    /// Finds the lines and columns of the elements that are open when expat has parsed a chunk, whose bytes go next.
    mutating func placeOpenElements() {
        guard !notesPlaces else { return }
        var index = builder.open.count
        while index > 0, builder.open[index - 1].start.place == nil { index -= 1 }
        place(elementsFrom: index)
        chunkStart = (Int(clamping: XML_GetCurrentByteIndex(parser)), XML_GetCurrentColumnNumber(parser))
    }

    private mutating func place(elementsFrom first: Int) {
        guard first < builder.open.count, let source, var last = offset(of: builder.open[first], in: source) else {
            return
        }
        var found = place(at: last, in: source)
        for index in first..<builder.open.count {
            guard let offset = offset(of: builder.open[index], in: source) else { return }
            found.pass(source.context[last..<offset])
            builder.open[index].start = TagStart(tagPlace(found))
            last = offset
        }
    }

    /// Where a tag is in expat's buffer; `nil` when expat has passed it, or the line is known already.
    private func offset(of element: OpenElement, in source: EventSource) -> Int? {
        guard let byteIndex = element.start.byteIndex else { return nil }
        let offset = source.start - (Int(clamping: XML_GetCurrentByteIndex(parser)) - byteIndex)
        return offset >= 0 && offset <= source.start ? offset : nil
    }

    /// The place of a tag of the current chunk, as expat counts: the line from the current event back, the column from
    /// the beginning of the line or of the chunk.
    private func place(at offset: Int, in source: EventSource) -> TextPlace {
        var passed = TextPlace()
        passed.pass(source.context[offset..<source.start])
        let byteIndex = Int(clamping: XML_GetCurrentByteIndex(parser))
        let chunk = max(0, source.start - (byteIndex - chunkStart.byteIndex))
        var lineStart = offset
        while lineStart > chunk, !source.endsLine(before: lineStart) { lineStart -= 1 }
        var place = TextPlace(
            lines: XML_GetCurrentLineNumber(parser) &- 1 &- passed.lines,
            columns: lineStart > chunk ? 0 : chunkStart.column,
            bytes: byteIndex - (source.start - lineStart)
        )
        place.pass(source.context[lineStart..<offset])
        return place
    }

    /// The place in the input of a tag whose line and column expat counts.
    private func tagPlace(_ place: TextPlace) -> TagPlace {
        let line = place.lines &+ 1
        return TagPlace(line: start.line(line), column: start.column(place.columns, line: line))
    }

    static func place(of tag: TagPlace) -> (line: Int, column: Int) {
        (Int(clamping: tag.line), column(tag.column))
    }

    /// The column, counted from 1, of one that is counted from 0; a byte order mark is not a column.
    private static func column(_ column: UInt) -> Int {
        max(1, Int(truncatingIfNeeded: column &+ 1))
    }
}
