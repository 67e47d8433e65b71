internal import CExpat

/// The bytes in expat's buffer around its current event; they are valid until expat continues.
struct EventContext {
    typealias Bytes = Slice<UnsafeRawBufferPointer>

    /// All bytes in the buffer.
    let context: UnsafeRawBufferPointer
    /// The place in `context` where the event begins.
    let start: Int
    /// The number of the event's bytes.
    private let count: Int

    /// The bytes before the event.
    var before: Bytes { context[..<start] }

    /// The bytes from the event on.
    var rest: Bytes { context[start...] }

    /// The event itself: a tag, a reference, or text.
    var text: Bytes { rest.prefix(count) }

    /// The event of a callback; in the text of an entity, it is the reference.
    ///
    /// From 2.7 on, expat is after the reference there, with an event of length 0. Every other event has a length, so a
    /// semicolon before an event of length 0 ends a reference.
    var event: EventContext {
        guard count == 0, before.last == UInt8(ascii: ";") else { return self }
        let name = before.dropLast().reversed().prefix { $0.isInName }
        let place = start - name.count - 2
        guard !name.isEmpty, place >= 0, context[place] == UInt8(ascii: "&") else { return self }
        return EventContext(context: context, start: place, count: name.count + 2)
    }

    /// The length of the reference that expat has passed, when the event is in the text of an entity; otherwise 0.
    var passedReference: (byteCount: Int, columnCount: Int) {
        let reference = context[event.start..<start]
        return (reference.count, String(decoding: reference, as: UTF8.self).unicodeScalars.count)
    }

    /// The tag that begins at the event; the event of an error has no length.
    var tag: Bytes {
        var scanner = MarkupScanner(from: start)
        return context[start..<(scanner.next(in: context)?.range.upperBound ?? context.count)]
    }

    /// Whether the byte before a place ends a line.
    func endsLine(before place: Int) -> Bool {
        let byte = context[place - 1]
        return byte == 0x0A || byte == 0x0D && (place == context.count || context[place] != 0x0A)
    }

    /// The quoted text that begins at the event; `nil` without a quotation mark.
    ///
    /// Expat reports a declared default value with an event of length 0.
    var literal: Bytes? {
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return rest.dropFirst().prefix { $0 != quote }
    }

    /// The reference at the event, such as `&nbsp;` or `%name;`.
    var reference: String? {
        let marks = "&%".utf8
        let bytes = rest.first.map(marks.contains) == true ? rest : event.rest
        guard bytes.first.map(marks.contains) == true else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) + ";"
    }
}

extension EventContext {
    /// Whether a byte order mark is at the event, after markup or white space; after text it is a part of the text.
    var beginsWithMark: Bool {
        guard rest.starts(with: [0xEF, 0xBB, 0xBF]) else { return false }
        return before.last.map { XMLWhitespace.contains($0) || $0 == UInt8(ascii: ">") } ?? true
    }

    /// Whether a document can begin at the event.
    var beginsDocument: Bool {
        if beginsWithMark || rest.starts(with: "<!DOCTYPE".utf8) { return true }
        if WrittenTag(ArraySlice(rest.prefix(6))).isXMLDeclaration { return true }
        guard rest.first == UInt8(ascii: "<"), let second = rest.dropFirst().first else { return false }
        return second.isInName
    }

    /// `nil` when expat has no bytes.
    init?(_ parser: XML_Parser) {
        var offset: Int32 = 0, size: Int32 = 0
        guard let context = XML_GetInputContext(parser, &offset, &size), size > 0, offset >= 0, offset <= size else {
            return nil
        }
        self.context = UnsafeRawBufferPointer(start: context, count: Int(size))
        start = Int(offset)
        count = Int(XML_GetCurrentByteCount(parser))
    }
}

/// The bytes of a document up to the end of its DOCTYPE, because expat does not report the declaration as it is
/// written.
struct DoctypeCapture {
    private var bytes: [UInt8] = []

    mutating func append(_ chunk: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: chunk)
    }

    /// The text between `<!DOCTYPE` and the `>` at a place.
    func doctype(endingAt end: Int) -> ArraySlice<UInt8>? {
        guard end >= 0, end < bytes.count else { return nil }
        var scanner = MarkupScanner()
        let start: Int? = bytes[..<end].withUnsafeBytes { text in
            while let markup = scanner.next(in: text) {
                if markup.kind == .declaration { return markup.range.lowerBound }
            }
            return scanner.kind == .declaration ? scanner.start : nil
        }
        guard let start else { return nil }
        return Self.withPlainLineEnds(bytes[..<end].dropFirst(start + 9).drop(while: XMLWhitespace.contains))
    }

    /// The text with one line feed for each end of line (XML 1.0, section 2.11), and without white space at its end.
    private static func withPlainLineEnds(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var isAfterReturn = false
        for byte in bytes {
            if byte == 0x0D {
                result.append(0x0A)
            } else if byte != 0x0A || !isAfterReturn {
                result.append(byte)
            }
            isAfterReturn = byte == 0x0D
        }
        while let last = result.last, XMLWhitespace.contains(last) { result.removeLast() }
        return result[...]
    }
}
