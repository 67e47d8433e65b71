internal import CExpat

/// Messages for the most frequent errors, which expat reports only as a syntax error or an invalid token.
///
/// A message must not depend on the chunks. The parser always has the byte at the error. Before this byte, the parser
/// has the unfinished tag or comment, and the last 1024 bytes of text (`XML_CONTEXT_BYTES`).
extension ExpatEventHandler {
    private typealias Bytes = EventContext.Bytes

    /// The message for a byte that is invalid in UTF-8 or US-ASCII, the encodings that expat decodes itself.
    var foreignByte: ErrorMessage? {
        guard let rest = source?.rest, let byte = rest.first, byte >= 0x80 else { return nil }
        let encoding = expectedEncoding == .declaredASCII ? "US-ASCII" : "UTF-8"
        guard encoding == "US-ASCII" || Self.isIllFormed(rest) else { return nil }
        return Transcoder.fault(byte, isNot: encoding)
    }

    var noXML: ErrorMessage? {
        guard let source, builder.open.count == 0, byteIndex == source.start,
            source.start <= 64, !source.before.contains(UInt8(ascii: "<")), let byte = source.rest.first
        else { return nil }
        // Expat stops after the keyword, so its buffer has the whole keyword.
        let keyword = source.rest.prefix(9)
        let isDoctype = keyword.starts(with: "<!".utf8) && keyword.map { $0 | 0x20 } == Array("<!doctype".utf8)
        if isDoctype, !keyword.elementsEqual("<!DOCTYPE".utf8) {
            return "<!DOCTYPE must be written in capital letters (this looks like an HTML page, not XML)"
        }
        let isText = byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "<")
        let isJSON = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(byte)
        return isJSON ? "this looks like JSON, not XML" : isText ? "this is not XML: a document begins with <" : nil
    }

    var invalidToken: ErrorMessage? {
        guard let source else { return nil }
        let before = source.before, rest = source.rest
        if before.suffix(5).map({ $0 | 0x20 }) == Array("<?xml".utf8) {
            return "<?xml must be written in small letters, and only at the beginning of a document"
        }
        if let message = invalidCharacter(source) ?? Self.misplaced(before, rest) { return message }
        if builder.open.count > 0, before.suffix(2).elementsEqual("]]".utf8), rest.first == UInt8(ascii: ">") {
            return "text cannot contain ]]>, which must be written ]]&gt;"
        }
        let name = before.reversed().prefix { $0.isInName || $0 == UInt8(ascii: "#") }
        let ampersand = before.dropLast(name.count)
        guard ampersand.last == UInt8(ascii: "&") else { return inTag(source) }
        // Expat keeps at least 1024 bytes of text before the error. A longer search would depend on the chunks.
        if Self.isInDeclaration(ampersand.suffix(1024)) { return nil }
        return name.isEmpty
            ? "a bare & must be written &amp;"
            : "a reference ends with a semicolon, as &lt; does; a bare & must be written &amp;"
    }

    private func invalidCharacter(_ source: EventContext) -> ErrorMessage? {
        let text = UnsafeRawBufferPointer(rebasing: source.rest.prefix(3)).bindMemory(to: UInt8.self)
        guard !text.isEmpty, let character = XMLCharacters.invalidCharacter(in: text, at: 0) else { return nil }
        let markup = Self.unfinishedMarkup(source.before)
        let isReplaceable = markup.map { !$0.isTag || $0.quote != nil } ?? (builder.open.count > 0)
        return "\(XMLCharacters.message(ofInvalid: character))\(isReplaceable ? Self.replacement : "")"
    }

    var invalidReference: ErrorMessage {
        let reference = source?.reference ?? "this"
        let isInTag = source.flatMap { Self.unfinishedMarkup($0.before) }?.isTag ?? false
        let isReplaceable = reference.hasPrefix("&#") && (builder.open.count > 0 || isInTag)
        let version = hasLaterVersion ? " 1.0 does not allow, and later versions are read as 1.0" : " does not allow"
        return "\(reference.shortened) refers to a character that XML\(version)\(isReplaceable ? Self.replacement : "")"
    }

    private static var replacement: ErrorMessage {
        "; \(setting: "replacesInvalidCharacters", "true") replaces such characters"
    }

    private static func misplaced(_ before: Bytes, _ rest: Bytes) -> ErrorMessage? {
        // A search in more than 1024 bytes would depend on the chunks.
        let near = before.suffix(1024)
        if near.last == UInt8(ascii: "<"), rest.first != UInt8(ascii: "!"), !isInDeclaration(near.dropLast()) {
            return "a bare < must be written &lt;; the name of a tag begins right after it"
        }
        if near.suffix(2).elementsEqual("--".utf8), rest.first != UInt8(ascii: ">"),
            let start = lastIndex(of: "<!--", in: near.dropLast(2)),
            lastIndex(of: "-->", in: near[(start + 4)...]) == nil, !isInDeclaration(near[..<start])
        {
            return "a comment cannot contain --"
        }
        return nil
    }

    /// The message for invalid text in a tag, or for a tag or an attribute value that has not ended.
    private func inTag(_ source: EventContext) -> ErrorMessage? {
        let before = source.before
        guard let tag = Self.unfinishedMarkup(before), tag.isTag, let byte = source.rest.first else { return nil }
        var quote = tag.quote
        var value = before
        if quote == nil, byte.isInName, before.last.map("\"'".utf8.contains) == true,
            before.dropLast().last == UInt8(ascii: "=")
        {
            // In `<a b="1 c="2">`, the first quote of `c` has ended the value of `b`.
            quote = before.last
            value = before.dropLast()
        }
        if let quote, let start = value.lastIndex(of: quote) {
            let position = position(at: start, in: source)
            return
                "the quote that was opened at \(position.line):\(position.column) is not closed before this; a < in a value must be written &lt;"
        }
        if byte == UInt8(ascii: "<") { return "the tag before this < has no > at its end" }
        let isAfterName = before.reversed().prefix { $0 != UInt8(ascii: "<") }.contains(where: XMLWhitespace.contains)
        guard tag.kind == .startTag, isAfterName, before.last != UInt8(ascii: "/") else { return nil }
        return "an attribute needs white space before it, a valid name, and the form name=\"value\""
    }

    private static func isIllFormed(_ bytes: Bytes) -> Bool {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        guard case .error = decoder.decode(&iterator), let first = bytes.first else { return false }
        // At the end of the input, the last bytes of a character may be missing.
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        return !(0xC2...0xF4).contains(first) || bytes.count >= count
            || !bytes.dropFirst().allSatisfy { UTF8.isContinuation($0) }
    }

    /// The scanner of the markup that the last `<` begins, or `nil` if the markup has ended.
    private static func unfinishedMarkup(_ bytes: Bytes) -> MarkupScanner? {
        guard let start = bytes.lastIndex(of: UInt8(ascii: "<")) else { return nil }
        var scanner = MarkupScanner()
        guard scanner.next(in: UnsafeRawBufferPointer(rebasing: bytes[start...])) == nil else { return nil }
        let isText = scanner.isTag && ["-->", "?>", "]]>"].contains { lastIndex(of: $0, in: bytes[start...]) != nil }
        return isText ? nil : scanner
    }

    /// Whether the last `<` begins an unfinished declaration, comment or section, so a later `&` begins no reference.
    private static func isInDeclaration(_ bytes: Bytes) -> Bool {
        unfinishedMarkup(bytes).map { $0.kind != nil && !$0.isTag } ?? false
    }

    private static func lastIndex(of mark: String, in bytes: Bytes) -> Int? {
        bytes.indices.last { bytes[$0...].starts(with: mark.utf8) }
    }

    var isAtEndTag: Bool {
        guard let source else { return false }
        return source.before.last == UInt8(ascii: "<") && source.rest.first == UInt8(ascii: "/")
    }

    var looksLikeHTML: Bool {
        if let root = builder.rootName { return Self.isHTML(root) }
        // Expat may not have reported a DOCTYPE with an error in it.
        guard let near = source?.before.suffix(1024), let start = Self.lastIndex(of: "<!DOCTYPE", in: near) else {
            return false
        }
        let name = near[(start + 9)...].drop(while: XMLWhitespace.contains).prefix {
            $0.isInName
        }
        return Self.isHTML(String(decoding: name, as: UTF8.self))
    }

    private static func isHTML(_ name: String) -> Bool { name.lowercased() == "html" }

    var startsAfterTag: Bool {
        guard var before = source?.before else { return false }
        if before.last == UInt8(ascii: "<") { before.removeLast() }
        // If expat's buffer has only white space, the tag ended before the buffer.
        return before.last { !XMLWhitespace.contains($0) } ?? UInt8(ascii: ">") == UInt8(ascii: ">")
    }
}
