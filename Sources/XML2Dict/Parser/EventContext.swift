internal import CExpat

/// The bytes around the current event in expat's buffer, which are valid until expat continues.
struct EventContext {
    typealias Bytes = Slice<UnsafeRawBufferPointer>

    let context: UnsafeRawBufferPointer
    /// The index in `context` where the event begins.
    let start: Int
    private let count: Int

    var before: Bytes { context[..<start] }

    var rest: Bytes { context[start...] }

    var text: Bytes { rest.prefix(count) }

    /// This event, or if the event is in the text of an entity, the reference to the entity in the document.
    ///
    /// For an event in the text of an entity, expat from 2.7 on reports the length 0 and the index after the reference.
    /// Other events have a length, except default values of attributes, which do not follow a semicolon.
    var event: EventContext {
        guard count == 0, before.last == UInt8(ascii: ";") else { return self }
        let name = before.dropLast().reversed().prefix { $0.isInName }
        let ampersand = start - name.count - 2
        guard !name.isEmpty, ampersand >= 0, context[ampersand] == UInt8(ascii: "&") else { return self }
        return EventContext(context: context, start: ampersand, count: name.count + 2)
    }

    /// The length of the reference that expat has passed, or 0 outside the text of an entity.
    var passedReference: (byteCount: Int, columnCount: Int) {
        let reference = context[event.start..<start]
        return (reference.count, String(decoding: reference, as: UTF8.self).unicodeScalars.count)
    }

    /// The tag at the event, up to the `>` that the scanner finds, because the event of an error has the length 0.
    var tag: Bytes {
        var scanner = MarkupScanner(from: start)
        return context[start..<(scanner.next(in: context)?.range.upperBound ?? context.count)]
    }

    func endsLine(before index: Int) -> Bool {
        let byte = context[index - 1]
        return byte == 0x0A || byte == 0x0D && (index == context.count || context[index] != 0x0A)
    }

    /// The quoted text at the event, up to its second quote because the event of a default value has the length 0.
    var literal: Bytes? {
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return rest.dropFirst().prefix { $0 != quote }
    }

    var reference: String? {
        let marks = "&%".utf8
        let bytes = rest.first.map(marks.contains) == true ? rest : event.rest
        guard bytes.first.map(marks.contains) == true else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) + ";"
    }
}

extension EventContext {
    var beginsWithMark: Bool {
        guard rest.starts(with: [0xEF, 0xBB, 0xBF]) else { return false }
        // After text, these bytes are the character U+FEFF.
        return before.last.map { XMLWhitespace.contains($0) || $0 == UInt8(ascii: ">") } ?? true
    }

    var beginsDocument: Bool {
        if beginsWithMark || rest.starts(with: "<!DOCTYPE".utf8) { return true }
        if WrittenTag(ArraySlice(rest.prefix(6))).isXMLDeclaration { return true }
        guard rest.first == UInt8(ascii: "<"), let second = rest.dropFirst().first else { return false }
        return second.isInName
    }

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

/// The bytes of a document, kept up to the end of its DOCTYPE because expat does not report the source of a DOCTYPE.
struct DoctypeCapture {
    private var bytes: [UInt8] = []

    mutating func append(_ chunk: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: chunk)
    }

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

    /// Replaces each line break by a line feed (XML 1.0, section 2.11), and removes white space at the end.
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
