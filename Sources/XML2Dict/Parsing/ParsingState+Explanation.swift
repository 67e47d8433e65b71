internal import CExpat

/// Turns expat's error codes into errors that name what is involved.
extension ParsingState {
    /// Codes whose meaning is ours to say, in place of expat's words.
    private static let explanations: [(code: XML_Error, ours: XMLReaderError.Code, message: String)] = [
        (XML_ERROR_NO_MEMORY, .outOfMemory, "memory is exhausted"),
        (XML_ERROR_SYNTAX, .malformed, "not well-formed: this cannot stand here"),
        (XML_ERROR_MISPLACED_XML_PI, .malformed, "something stands before <?xml, which can only begin a document"),
        (XML_ERROR_BAD_CHAR_REF, .malformed, "a reference to a character that cannot stand in XML"),
        (XML_ERROR_INVALID_TOKEN, .malformed, "not well-formed: this character or byte cannot stand here"),
        (XML_ERROR_PARTIAL_CHAR, .unexpectedEnd, "the document ends inside a character"),
        (XML_ERROR_DUPLICATE_ATTRIBUTE, .duplicateAttribute, "an attribute stands twice in this tag"),
        (
            XML_ERROR_JUNK_AFTER_DOC_ELEMENT, .contentAfterRoot,
            "the document goes on after its root element: a second document, or text, begins here"
        ),
        (XML_ERROR_UNDEFINED_ENTITY, .undefinedEntity, "an entity that is not declared"),
        (XML_ERROR_EXTERNAL_ENTITY_HANDLING, .externalEntity, "a reference to another file, which is not opened"),
        (XML_ERROR_ATTRIBUTE_EXTERNAL_ENTITY_REF, .externalEntity, "an attribute refers to an entity in another file"),
        (
            XML_ERROR_ENTITY_DECLARED_IN_PE, .undefinedEntity,
            "the document says that it is complete (standalone=\"yes\"), and does not declare this entity"
        ),
        (XML_ERROR_UNKNOWN_ENCODING, .encoding, "an unknown encoding"),
        (XML_ERROR_INCORRECT_ENCODING, .encoding, "the bytes are not in the encoding that the declaration names"),
        (XML_ERROR_UNEXPECTED_STATE, .defect, "the parser is in an unexpected state"),
    ]

    func explain(_ code: XML_Error) -> XMLReaderError {
        switch code {
        case XML_ERROR_TAG_MISMATCH: return mismatchedTag()
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION:
            return unexpectedEnd(code)
        case XML_ERROR_UNDEFINED_ENTITY: return undefinedEntity()
        case XML_ERROR_SYNTAX, XML_ERROR_INVALID_TOKEN:
            if builder.isBehindRoot, startsBehindTag { return explain(XML_ERROR_JUNK_AFTER_DOC_ELEMENT) }
            if let message = foreignByte { return error(.encoding, message) }
            if let message = invalidToken { return error(.malformed, message) }
        case XML_ERROR_AMPLIFICATION_LIMIT_BREACH: return error(.limit, Limit.amplification.message(limits))
        default: break
        }
        if let row = Self.explanations.first(where: { $0.code == code }) {
            return error(row.ours, row.message)
        }
        return error(.malformed, XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed")
    }

    private func mismatchedTag() -> XMLReaderError {
        let found = currentSource { source in
            // In the text of an entity, the parser stands at the reference or behind it; otherwise at the tag's name.
            guard source.context[..<source.start].suffix(2).elementsEqual("</".utf8) else { return nil as String? }
            let name = source.context[source.start...].prefix { $0 != UInt8(ascii: ">") && !XMLSpace.isSpace($0) }
            return "</\(String(decoding: name, as: UTF8.self).shortened)>"
        }
        guard let open = builder.open.last else { return error(.mismatchedTag, "mismatched tag") }
        let tag = (found ?? nil) ?? reference.map { "an end tag in the text of \($0.shortened)" } ?? "an end tag"
        return error(
            .mismatchedTag,
            "mismatched tag: \(tag) cannot close <\(builder.name(of: open))>, which was opened at \(place(of: open))"
        )
    }

    private func unexpectedEnd(_ code: XML_Error) -> XMLReaderError {
        // Of a CDATA section, the parser tells only where it breaks off.
        let what =
            code == XML_ERROR_UNCLOSED_CDATA_SECTION
            ? "a CDATA section" : "a tag, comment or other construct that begins here"
        guard let open = builder.open.last else {
            return code == XML_ERROR_NO_ELEMENTS
                ? error(.noElement, "there is no element: a document has exactly one root element")
                : error(.unexpectedEnd, "the document ends inside \(what)")
        }
        let element = "<\(builder.name(of: open))>, which was opened at \(place(of: open))"
        return code == XML_ERROR_NO_ELEMENTS
            ? error(.unexpectedEnd, "the document ends inside \(element)")
            : error(.unexpectedEnd, "the document ends inside \(what), in \(element)")
    }

    /// A byte that is not of the encoding, where expat reads that itself (XML 1.0, section 4.3.3).
    private var foreignByte: String? {
        let encoding = expectedEncoding == .declaredASCII ? "US-ASCII" : "UTF-8"
        return currentSource { source in
            let rest = source.context[source.start...]
            guard let byte = rest.first, byte >= 0x80, encoding == "US-ASCII" || Self.isIllFormed(rest) else {
                return nil
            }
            return Transcoder.fault(byte, isNot: encoding)
        } ?? nil
    }

    /// What is wrong with a character or byte, for the faults that are found most often.
    private var invalidToken: String? {
        currentSource { source in
            let before = source.context[..<source.start], rest = source.context[source.start...]
            if before.isEmpty, rest.starts(with: [0x1F, 0x8B]) {
                return "this is compressed with gzip: decompress it first, as with gunzip -c"
            }
            let name = before.reversed().prefix { ReferenceCheck.isInName($0) }
            let ampersand = before.dropLast(name.count)
            guard ampersand.last == UInt8(ascii: "&") else { return unquoted(before, rest) }
            // The parser keeps so many bytes before what it looks at, however the input is cut; of text, it may keep no more.
            return isInDeclaration(ampersand.suffix(1024)) ? nil : "a bare & must be written &amp;"
        } ?? nil
    }

    /// What is wrong with an attribute such as `id=1`.
    private func unquoted(
        _ before: Slice<UnsafeBufferPointer<UInt8>>,
        _ rest: Slice<UnsafeBufferPointer<UInt8>>
    ) -> String? {
        let trimmed = XMLSpace.trimmed(UnsafeBufferPointer(rebasing: before))
        guard trimmed.last == UInt8(ascii: "="), let byte = rest.first, byte != UInt8(ascii: "<"),
            !isInDeclaration(before),
            let tag = before.lastIndex(of: UInt8(ascii: "<")), !before[tag...].contains(UInt8(ascii: ">"))
        else { return nil }
        return "the value of an attribute must stand in quotes, as in name=\"value\""
    }

    private static func isIllFormed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        guard case .error = decoder.decode(&iterator), let first = bytes.first else { return false }
        // At the end of the input, the rest of a character is not at hand.
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        return !(0xC2...0xF4).contains(first) || bytes.count >= count
            || !bytes.dropFirst().allSatisfy { UTF8.isContinuation($0) }
    }

    /// Whether the last `<` begins a comment, a CDATA section or the like that has not ended: there an `&` is nothing special.
    private func isInDeclaration(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let start = bytes.lastIndex(of: UInt8(ascii: "<")) else { return false }
        let ends = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
        guard let end = ends.first(where: { bytes[start...].starts(with: $0.0.utf8) })?.1 else { return false }
        return !bytes[start...].indices.contains { bytes[$0...].starts(with: end.utf8) }
    }

    /// Whether only white space is between the fault and the tag, comment or the like before it: it does not lie inside one.
    private var startsBehindTag: Bool {
        let isBehind = currentSource { source in
            var before = source.context[..<source.start]
            if before.last == UInt8(ascii: "<") { before.removeLast() }
            // Where the parser has nothing but white space left, the tag was long before it.
            return before.last { !XMLSpace.isSpace($0) } ?? UInt8(ascii: ">") == UInt8(ascii: ">")
        }
        return isBehind ?? false
    }

    private func undefinedEntity() -> XMLReaderError {
        // In an attribute value, the parser stands at the start of the tag.
        var references = references
        let inTag = currentSource { source in
            references.firstUndeclared(in: source.tag)
        }
        let reference = reference ?? (inTag ?? nil).map { "&" + String(decoding: $0, as: UTF8.self) + ";" }
        return error(.undefinedEntity, undeclared(reference, where: "is not declared"))
    }

    /// What to say of a reference, such as `&nbsp;`, to what is not declared.
    func undeclared(_ reference: String?, where place: String) -> String {
        let isOfHTML = reference.map { HTMLEntities.has($0.dropFirst().dropLast()) } ?? false
        let hint = isOfHTML && entities == .expanded ? "; --entities html (entities) knows the names of HTML" : ""
        return "the entity \(reference.map { $0.shortened + " " } ?? "")\(place)\(hint)"
    }

    /// The reference at which the parser stands, such as `&nbsp;` or `%name;`.
    var reference: String? {
        let reference = currentSource { source -> String? in
            let marks = Array("&%".utf8)
            let direct = source.context[source.start...]
            let rest = direct.first.map(marks.contains) == true ? direct : source.context[source.event.start...]
            guard rest.first.map(marks.contains) == true else { return nil }
            return String(decoding: rest.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) + ";"
        }
        return reference ?? nil
    }

    private func place(of element: OpenElement) -> String {
        "\(element.line):\(column(element.column, line: element.line))"
    }
}
