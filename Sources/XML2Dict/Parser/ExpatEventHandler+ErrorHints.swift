internal import CExpat

/// Messages for the most frequent errors, which expat reports only as a syntax error or an invalid token.
///
/// A message must not depend on how the input is cut. The parser always has these bytes at hand: the byte at the place;
/// the tag or comment before it; and of text, the 1024 bytes before it (`XML_CONTEXT_BYTES`).
extension ExpatEventHandler {
    private typealias Bytes = EventContext.Bytes

    /// The message for a byte that is invalid in UTF-8 or US-ASCII, where expat reads the bytes itself (XML 1.0,
    /// section 4.3.3).
    var foreignByte: ErrorMessage? {
        guard let rest = source?.rest, let byte = rest.first, byte >= 0x80 else { return nil }
        let encoding = expectedEncoding == .declaredASCII ? "US-ASCII" : "UTF-8"
        guard encoding == "US-ASCII" || Self.isIllFormed(rest) else { return nil }
        return Transcoder.fault(byte, isNot: encoding)
    }

    /// The message for input that does not begin like a document.
    var noXML: ErrorMessage? {
        guard let source, builder.open.count == 0, byteIndex == source.start,
            source.start <= 64, !source.before.contains(UInt8(ascii: "<"))
        else { return nil }
        let rest = source.rest
        // Expat stops after the keyword, so the whole keyword is at hand.
        let doctype = Array("<!DOCTYPE".utf8)
        let isDoctype = rest.prefix(doctype.count).map { $0 | 0x20 } == doctype.map { $0 | 0x20 }
        if isDoctype, rest.starts(with: doctype.prefix(2)), !rest.starts(with: doctype) {
            return "<!DOCTYPE must be written in capital letters (this looks like an HTML page, not XML)"
        }
        if rest.first == UInt8(ascii: "/"), source.before.elementsEqual("HTTP".utf8) {
            return "this begins with the header of an HTTP response, not with XML; with curl, leave out -i"
        }
        // The input begins with text.
        guard let byte = rest.first, byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "<") else { return nil }
        if [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(byte) { return "this looks like JSON, not XML" }
        return "this is not XML: a document begins with <"
    }

    /// The message for a byte after the root that pads a file or ends it in old systems.
    var trailingByte: ErrorMessage? {
        switch source?.rest.first {
        case 0x00: "NUL bytes follow the root; remove them, as with tr -d '\\000'"
        case 0x1A:
            "the byte 1A (Ctrl-Z, an old mark for the end of a file) follows the root; remove it, as with tr -d '\\032'"
        default: nil
        }
    }

    /// The message for a character or byte that is invalid at its place.
    var invalidToken: ErrorMessage? {
        guard let source else { return nil }
        let before = source.before, rest = source.rest
        if before.suffix(5).map({ $0 | 0x20 }) == Array("<?xml".utf8) {
            return builder.open.count > 0 || builder.isAfterRoot
                ? "an instruction cannot have the name xml, in any letters" : "<?xml must be written in small letters"
        }
        if let message = invalidCharacter(source) ?? Self.misplaced(before, rest) { return message }
        if builder.open.count > 0, before.suffix(2).elementsEqual("]]".utf8), rest.first == UInt8(ascii: ">") {
            return "text cannot contain ]]>, which must be written ]]&gt;"
        }
        let name = before.reversed().prefix { $0.isInName }
        let ampersand = before.dropLast(name.count)
        if let reference = unfinishedReference(before.suffix(64), rest), !Self.isInDeclaration(ampersand.suffix(1024)) {
            return "a semicolon is missing: \(reference) must be written \(reference);"
        }
        guard ampersand.last == UInt8(ascii: "&") else {
            return Self.unquoted(before, rest) ?? inTag(source)
        }
        // Of text, expat keeps only 1024 bytes before the place, however the input is cut.
        return Self.isInDeclaration(ampersand.suffix(1024)) ? nil : "a bare & must be written &amp;"
    }

    /// The reference before the place that lacks its semicolon, such as `&nbsp` or `&#160`; `nil` when the text before
    /// the place is no reference.
    private func unfinishedReference(_ before: Bytes, _ rest: Bytes) -> String? {
        // In an address, &copy=1 is a parameter.
        guard rest.first != UInt8(ascii: "="), let start = before.lastIndex(of: UInt8(ascii: "&")) else { return nil }
        let name = before[(start + 1)...]
        let isReference =
            if name.first == UInt8(ascii: "#") {
                Self.isCharacterNumber(name.dropFirst())
            } else {
                UndeclaredEntityCheck.predefined.contains(Array(name))
                    || entityCheck.isDeclared(String(decoding: name, as: UTF8.self))
                    || HTMLEntities.has(String(decoding: name, as: UTF8.self)[...])
            }
        return isReference ? String(decoding: before[start...], as: UTF8.self) : nil
    }

    /// Whether a text is the number of a reference to a character: digits, or `x` and hexadecimal digits.
    private static func isCharacterNumber(_ text: Bytes) -> Bool {
        let isHexadecimal = text.first == UInt8(ascii: "x")
        let digits = text.dropFirst(isHexadecimal ? 1 : 0)
        return !digits.isEmpty
            && digits.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || isHexadecimal && (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
            }
    }

    /// The message for a character that XML does not have.
    private func invalidCharacter(_ source: EventContext) -> ErrorMessage? {
        let text = UnsafeRawBufferPointer(rebasing: source.rest.prefix(3)).bindMemory(to: UInt8.self)
        guard !text.isEmpty, let character = XMLCharacters.invalidCharacter(in: text, at: 0) else { return nil }
        let markup = Self.unfinishedMarkup(source.before)
        let isReplaceable = markup.map { !$0.isTag || $0.quote != nil } ?? (builder.open.count > 0)
        return "\(XMLCharacters.message(ofInvalid: character))\(isReplaceable ? Self.replacement : "")"
    }

    /// The message for a reference to a character that XML does not have, or to a number that is no character.
    var invalidReference: ErrorMessage {
        let reference = source?.reference ?? "this"
        let isInTag = source.flatMap { Self.unfinishedMarkup($0.before) }?.isTag ?? false
        let isReplaceable = reference.hasPrefix("&#") && (builder.open.count > 0 || isInTag)
        let version = hasLaterVersion ? " 1.0 does not allow, and later versions are read as 1.0" : " does not allow"
        return "\(reference.shortened) refers to a character that XML\(version)\(isReplaceable ? Self.replacement : "")"
    }

    private static let replacement: ErrorMessage =
        "; \(setting: "input.invalidCharacters", ".replace") replaces such characters"

    /// The message for a `<` that begins no tag, and for two hyphens in a comment.
    private static func misplaced(_ before: Bytes, _ rest: Bytes) -> ErrorMessage? {
        // However the input is cut, expat keeps 1024 bytes.
        let near = before.suffix(1024)
        if near.last == UInt8(ascii: "<"), rest.first != UInt8(ascii: "!"), !isInDeclaration(near.dropLast()) {
            let first = rest.first.map { Character(Unicode.Scalar($0)) } ?? " "
            return "-.0123456789".contains(first)
                ? "a name cannot begin with '\(String(first))'; a bare < must be written &lt;"
                : "a bare < must be written &lt;; the name of a tag begins right after it"
        }
        if near.suffix(2).elementsEqual("--".utf8), rest.first != UInt8(ascii: ">"),
            let start = lastPlace(of: "<!--", in: near.dropLast(2)),
            lastPlace(of: "-->", in: near[(start + 4)...]) == nil, !isInDeclaration(near[..<start])
        {
            return "a comment cannot contain --"
        }
        return nil
    }

    /// The message for something in a tag that is not an attribute.
    private func inTag(_ source: EventContext) -> ErrorMessage? {
        let before = source.before
        guard let tag = Self.unfinishedMarkup(before), tag.isTag, let byte = source.rest.first else { return nil }
        switch byte {
        case UInt8(ascii: "<"):
            guard let quote = tag.quote, let start = before.lastIndex(of: quote) else {
                return "the tag before this < has no > at its end"
            }
            let place = position(at: start, in: source)
            // A value of one line without a > is rather one in which a < is not escaped.
            return before[start...].contains(where: { [0x0A, 0x0D, UInt8(ascii: ">")].contains($0) })
                ? "the quote that was opened at \(place.line):\(place.column) is not closed before this <; if the < belongs to the value, it must be written &lt;"
                : "a < in the value of an attribute must be written &lt;; the quote of the value was opened at \(place.line):\(place.column)"
        case UInt8(ascii: "/"), UInt8(ascii: ">"):
            return tag.quote == nil && tag.kind == .startTag
                ? "an attribute needs a value, as in name=\"value\"" : nil
        case _ where tag.quote == nil && byte.isInName:
            guard let quote = before.last, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            let value = before.dropLast()
            guard value.last == UInt8(ascii: "="), let start = value.lastIndex(of: quote) else {
                return "white space is missing between two attributes"
            }
            // The quote of the next attribute has ended the value.
            let place = position(at: start, in: source)
            return "the quote that was opened at \(place.line):\(place.column) is not closed before this attribute"
        default:
            return nil
        }
    }

    /// The message for an attribute such as `id=1`.
    private static func unquoted(_ before: Bytes, _ rest: Bytes) -> ErrorMessage? {
        guard before.last(where: { !XMLWhitespace.contains($0) }) == UInt8(ascii: "="), let byte = rest.first,
            byte != UInt8(ascii: "<"), let tag = unfinishedMarkup(before), tag.isTag, tag.quote == nil
        else { return nil }
        return "the value of an attribute must be in quotes, as in name=\"value\""
    }

    private static func isIllFormed(_ bytes: Bytes) -> Bool {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        guard case .error = decoder.decode(&iterator), let first = bytes.first else { return false }
        // At the end of the input, the rest of a character is missing.
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        return !(0xC2...0xF4).contains(first) || bytes.count >= count
            || !bytes.dropFirst().allSatisfy { UTF8.isContinuation($0) }
    }

    /// The scanner of the markup that the last `<` begins; `nil` when it has ended.
    private static func unfinishedMarkup(_ bytes: Bytes) -> MarkupScanner? {
        guard let start = bytes.lastIndex(of: UInt8(ascii: "<")) else { return nil }
        var scanner = MarkupScanner()
        return scanner.next(in: UnsafeRawBufferPointer(rebasing: bytes[start...])) == nil ? scanner : nil
    }

    /// Whether the last `<` begins markup that has not ended, such as a comment or a CDATA section; an `&` has no
    /// meaning there.
    private static func isInDeclaration(_ bytes: Bytes) -> Bool {
        unfinishedMarkup(bytes).map { $0.kind != nil && !$0.isTag } ?? false
    }

    /// The last place of a mark in bytes.
    private static func lastPlace(of mark: String, in bytes: Bytes) -> Int? {
        bytes.indices.last { bytes[$0...].starts(with: mark.utf8) }
    }

    /// Whether the error is an end tag.
    var isAtEndTag: Bool {
        guard let source else { return false }
        return source.before.last == UInt8(ascii: "<") && source.rest.first == UInt8(ascii: "/")
    }

    /// Whether the error is a declaration of a DTD, which expat reads as far as its keyword.
    var isAtDeclaration: Bool {
        guard let rest = source?.rest else { return false }
        return ["<!ENTITY", "<!ELEMENT", "<!ATTLIST", "<!NOTATION"].contains { rest.starts(with: $0.utf8) }
    }

    /// Whether the error is where the version of the XML declaration belongs.
    var lacksVersion: Bool {
        guard let before = source?.before, let last = before.lastIndex(where: { !XMLWhitespace.contains($0) }) else {
            return false
        }
        return before[...last].suffix(5).elementsEqual("<?xml".utf8)
    }

    /// Whether the document calls itself HTML, by its root or its DOCTYPE.
    var looksLikeHTML: Bool {
        if let root = builder.rootName { return Self.isHTML(root) }
        // Expat may not have reported a DOCTYPE with an error in it.
        guard let near = source?.before.suffix(1024), let start = Self.lastPlace(of: "<!DOCTYPE", in: near) else {
            return false
        }
        let name = near[(start + 9)...].drop(while: XMLWhitespace.contains).prefix {
            $0.isInName
        }
        return Self.isHTML(String(decoding: name, as: UTF8.self))
    }

    private static func isHTML(_ name: String) -> Bool { name.lowercased() == "html" }

    /// Whether only white space is between the error and the end of the markup before it.
    var startsAfterTag: Bool {
        guard var before = source?.before else { return false }
        if before.last == UInt8(ascii: "<") { before.removeLast() }
        // When expat has only white space at hand, the tag has ended long before it.
        return before.last { !XMLWhitespace.contains($0) } ?? UInt8(ascii: ">") == UInt8(ascii: ">")
    }
}
