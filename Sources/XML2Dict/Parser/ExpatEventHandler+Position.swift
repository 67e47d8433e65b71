internal import CExpat

/// Where the parser stands, in the words of an error.
extension ExpatEventHandler {
    /// The bytes that expat has at hand around the current event.
    struct Source {
        /// All of them.
        let context: UnsafeBufferPointer<UInt8>
        /// Where in them the event begins.
        let start: Int
        /// How long the event is.
        let count: Int

        /// The event itself: a tag, a reference, a piece of text.
        var text: UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: context[start..<min(context.count, start + count)])
        }

        /// The event as a callback has it: in the text of an entity, it is the reference.
        ///
        /// From 2.7 on, expat is behind the reference there, with an event of no length. What is no reference to a declared
        /// entity has a length, so nothing else ends before such an event with a semicolon.
        var event: Source {
            let before = context[..<start]
            guard count == 0, before.last == UInt8(ascii: ";") else { return self }
            let name = before.dropLast().reversed().prefix { UndeclaredEntityCheck.isInName($0) }
            let place = start - name.count - 2
            guard !name.isEmpty, place >= 0, context[place] == UInt8(ascii: "&") else { return self }
            return Source(context: context, start: place, count: name.count + 2)
        }

        /// The start tag that begins where the event does, as an error's event has no length.
        var tag: UnsafeBufferPointer<UInt8> {
            var quote: UInt8?
            let end = context[start...].firstIndex { byte in
                if quote == nil, byte == UInt8(ascii: ">") { return true }
                if byte == quote {
                    quote = nil
                } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                }
                return false
            }
            return UnsafeBufferPointer(rebasing: context[start..<(end ?? context.endIndex)])
        }

        /// The quoted text that begins where the event does, if one does.
        ///
        /// Expat tells of a declared default value with an event of no length.
        var literal: UnsafeBufferPointer<UInt8>? {
            let rest = context[start...]
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            return UnsafeBufferPointer(rebasing: rest.dropFirst().prefix { $0 != quote })
        }
    }

    func currentSource<Result>(_ body: (Source) -> Result) -> Result? {
        Self.source(of: parser, body)
    }

    /// The same without the state, for what changes it meanwhile.
    static func source<Result>(of parser: XML_Parser, _ body: (Source) -> Result) -> Result? {
        var offset: Int32 = 0, size: Int32 = 0
        guard let context = XML_GetInputContext(parser, &offset, &size), size > 0, offset >= 0, offset <= size else {
            return nil
        }
        return context.withMemoryRebound(to: UInt8.self, capacity: Int(size)) { bytes in
            body(
                Source(
                    context: UnsafeBufferPointer(start: bytes, count: Int(size)),
                    start: Int(offset),
                    count: Int(XML_GetCurrentByteCount(parser))
                )
            )
        }
    }

    /// An error at the place where the parser stands.
    ///
    /// - Parameters:
    ///   - code: The kind of fault.
    ///   - message: Words for a person.
    ///   - isInCallback: Whether the parser is at an event, and not where it gave up: an event in the text of an entity is at the
    ///     reference, whatever the version of expat.
    /// - Returns: The error.
    func error(_ code: XMLReaderError.Code, _ message: ErrorMessage, isInCallback: Bool = false) -> XMLReaderError {
        let passed = isInCallback ? passedReference : (byteCount: 0, columnCount: 0)
        let line = XML_GetCurrentLineNumber(parser)
        return XMLReaderError(
            code,
            message,
            line: Int(clamping: line),
            column: max(1, column(XML_GetCurrentColumnNumber(parser), line: line) - passed.columnCount),
            byteOffset: max(0, Int(clamping: XML_GetCurrentByteIndex(parser)) - passed.byteCount),
            path: builder.path,
            excerpt: currentSource { source in
                XMLReaderError.Excerpt(around: source.start - passed.byteCount, in: source.context)
            }
        )
    }

    /// How far expat is behind the reference in whose text the event is.
    private var passedReference: (byteCount: Int, columnCount: Int) {
        currentSource { source in
            let reference = source.context[source.event.start..<source.start]
            return (reference.count, String(decoding: reference, as: UTF8.self).unicodeScalars.count)
        } ?? (0, 0)
    }

    /// The column of an event, as expat counts it.
    @inline(never)
    func eventColumn() -> UInt {
        XML_GetCurrentColumnNumber(parser) - min(UInt(passedReference.columnCount), XML_GetCurrentColumnNumber(parser))
    }

    /// A column as people count it, from what expat says: from 1, without a byte order mark.
    func column(_ column: UInt, line: UInt) -> Int {
        Self.column(column, line: line, isMarked: isMarked)
    }

    static func column(_ column: UInt, line: UInt, isMarked: Bool) -> Int {
        max(1, Int(clamping: column) + (isMarked && line == 1 ? 0 : 1))
    }
}

extension XMLReaderError.Excerpt {
    /// How many bytes before and behind the fault are shown at most.
    private static var before: Int { 45 }
    private static var behind: Int { 25 }

    /// The line around a place in bytes of UTF-8, cut at both sides when it is long.
    init(around place: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var start = place
        while start > 0, place - start < Self.before, !Self.endsLine(bytes[start - 1]) {
            start -= 1
        }
        while start < place, UTF8.isContinuation(bytes[start]) {
            start += 1
        }
        var end = place
        while end < bytes.count, end - place < Self.behind, !Self.endsLine(bytes[end]) {
            end += 1
        }
        while end < bytes.count, end > place, UTF8.isContinuation(bytes[end]) {
            end -= 1
        }
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]), place >= 3 {
            // A byte order mark is not part of the line.
            start = 3
        }
        text = String(decoding: bytes[start..<end], as: UTF8.self)
        caret = String(decoding: bytes[start..<place], as: UTF8.self).unicodeScalars.count
    }

    private static func endsLine(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D
    }
}
