internal import CExpat

extension ExpatEventHandler {
    var source: EventContext? { EventContext(parser) }

    func error(over limit: XMLOptions.Limit, _ breach: String? = nil, isInCallback: Bool = false) -> XMLError {
        var error = error(.limit, limit.message(limits[limit], breach), isInCallback: isInCallback)
        error.limit = limit.named
        return error
    }

    /// Creates an error at the parser's position, or at the reference if the event is in the text of an entity.
    func error(_ code: XMLError.Code, _ message: ErrorMessage, isInCallback: Bool = false) -> XMLError {
        let source = source
        let passed = (isInCallback ? source?.passedReference : nil) ?? (byteCount: 0, columnCount: 0)
        let position = expatPosition, byteIndex = byteIndex
        var error = XMLError(
            code,
            message,
            line: position.line,
            column: max(1, position.column - passed.columnCount),
            byteOffset: max(0, position.bytes - passed.byteCount),
            path: builder.path
        )
        error.unfinishedExcerpt = source.flatMap {
            let isFromStart = byteIndex == $0.start
            return Excerpt(around: $0.start - passed.byteCount, in: $0.context, isFromStart: isFromStart)
        }
        return error
    }

    /// The line around an earlier tag, or `nil` if expat's buffer no longer has the tag.
    func excerpt(at tag: TextPosition) -> Excerpt? {
        guard let source else { return nil }
        let bytes = source.context, isFromStart = byteIndex == source.start
        var lines = expatPosition.line - tag.line
        guard lines >= 0 else { return nil }
        var index = source.start
        while index > 0 {
            if source.endsLine(before: index) {
                if lines == 0 { break }
                lines -= 1
            }
            index -= 1
        }
        guard lines == 0, index > 0 || isFromStart else { return nil }
        for _ in 0..<tag.columns {
            repeat { index += 1 } while index < source.start && UTF8.isContinuation(bytes[index])
            guard index < source.start else { return nil }
        }
        guard bytes[index] == UInt8(ascii: "<") else { return nil }
        return Excerpt(around: index, in: bytes, isFromStart: isFromStart)
    }

    func position(of element: OpenElement) -> TextPosition { position(of: element.start) }

    /// The position of the start tag of an open element, or of a start tag in the current chunk.
    func position(of start: TagStart) -> TextPosition {
        guard let source, let offset = offset(of: start, in: source) else { return start.position ?? .none }
        return position(at: offset, in: source)
    }

    func position(at offset: Int, in source: EventContext) -> TextPosition { inInput(counted(at: offset, in: source)) }

    /// Finds the positions of the open elements at the end of a chunk, before expat drops the bytes of the chunk.
    mutating func locateOpenElements() {
        defer { chunkStart = (byteIndex, XML_GetCurrentColumnNumber(parser)) }
        guard !notesPositions else { return }
        var index = builder.open.count
        while index > 0, builder.open[index - 1].start.position == nil { index -= 1 }
        locate(elementsFrom: index)
    }

    private mutating func locate(elementsFrom first: Int) {
        guard first < builder.open.count, let source, var last = offset(of: builder.open[first].start, in: source)
        else {
            return
        }
        var found = counted(at: last, in: source)
        for index in first..<builder.open.count {
            guard let offset = offset(of: builder.open[index].start, in: source) else { return }
            found.pass(source.context[last..<offset])
            builder.open[index].start = TagStart(inInput(found))
            last = offset
        }
    }

    /// The offset of a tag in expat's buffer, or `nil` if the buffer lacks the tag, or if `start` stores a position.
    private func offset(of start: TagStart, in source: EventContext) -> Int? {
        guard let tagIndex = start.byteIndex else { return nil }
        let offset = source.start - (byteIndex - tagIndex)
        return offset >= 0 && offset <= source.start ? offset : nil
    }

    /// The position of a tag of the current chunk, as expat counts.
    ///
    /// The method counts lines back from the current event, and columns from the beginning of the line or of the chunk.
    private func counted(at offset: Int, in source: EventContext) -> TextPosition {
        var passed = TextPosition()
        passed.pass(source.context[offset..<source.start])
        let chunk = max(0, source.start - (byteIndex - chunkStart.byteIndex))
        var lineStart = offset
        while lineStart > chunk, !source.endsLine(before: lineStart) { lineStart -= 1 }
        var position = TextPosition(
            lines: XML_GetCurrentLineNumber(parser) &- 1 &- passed.lines,
            columns: lineStart > chunk ? 0 : chunkStart.column
        )
        position.pass(source.context[lineStart..<offset])
        return position
    }

    private func inInput(_ found: TextPosition) -> TextPosition { position(lines: found.lines, columns: found.columns) }
}
