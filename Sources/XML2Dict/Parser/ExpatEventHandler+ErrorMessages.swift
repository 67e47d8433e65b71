internal import CExpat

/// Errors for expat's codes, with the names of elements, attributes and entities.
extension ExpatEventHandler {
    /// Our messages for codes of expat; made anew for each error, so that nothing stays allocated.
    private static var explanations: [(code: XML_Error, ours: XMLError.Code, message: ErrorMessage)] {
        [
            (XML_ERROR_SYNTAX, .malformed, "not well-formed: this is not allowed here"),
            (XML_ERROR_MISPLACED_XML_PI, .malformed, "<?xml must be the first bytes: remove what precedes it"),
            (XML_ERROR_INVALID_TOKEN, .malformed, "not well-formed: this character or byte is not allowed here"),
            (XML_ERROR_PARTIAL_CHAR, .unexpectedEnd, "the document ends inside a character"),
            (
                XML_ERROR_JUNK_AFTER_DOC_ELEMENT, .contentAfterRoot,
                "content follows the root: a second document, or text, begins here"
            ),
            (XML_ERROR_EXTERNAL_ENTITY_HANDLING, .externalEntity, "this refers to another file, which is not opened"),
            (
                XML_ERROR_ATTRIBUTE_EXTERNAL_ENTITY_REF, .externalEntity,
                "an attribute refers to an entity in another file"
            ),
            (
                XML_ERROR_ENTITY_DECLARED_IN_PE, .undefinedEntity,
                "standalone=\"yes\", but this entity is not declared"
            ),
            (XML_ERROR_UNKNOWN_ENCODING, .encoding, "the encoding is unknown"),
            (
                XML_ERROR_INCORRECT_ENCODING, .encoding,
                "the bytes are not in the encoding that the declaration names; \(setting: "input.encoding") says what they are, as in \(setting: "input.encoding", "\"UTF-8\"")"
            ),
            (XML_ERROR_UNEXPECTED_STATE, .defect, "the parser is in an unexpected state"),
        ]
    }

    func explain(_ code: XML_Error) -> XMLError {
        switch code {
        case XML_ERROR_NO_MEMORY: Memory.isExhausted()
        case XML_ERROR_TAG_MISMATCH: return mismatchedTag()
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION:
            return unexpectedEnd(code)
        case XML_ERROR_UNDEFINED_ENTITY: return undefinedEntity()
        case XML_ERROR_DUPLICATE_ATTRIBUTE: return duplicateAttribute()
        case XML_ERROR_SYNTAX, XML_ERROR_INVALID_TOKEN:
            if builder.isAfterRoot, startsAfterTag {
                if isAtEndTag {
                    return error(.contentAfterRoot, strayEndTag)
                }
                return explain(XML_ERROR_JUNK_AFTER_DOC_ELEMENT)
            }
            if builder.open.count == 0, !builder.isAfterRoot {
                if isAtEndTag {
                    return error(.malformed, "a stray end tag; remove it, or write its start tag before it")
                }
                if let rest = source?.rest, rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                    return error(.malformed, "a byte order mark must be the first bytes; remove this one")
                }
                if code == XML_ERROR_SYNTAX, !isInDoctype, isAtDeclaration {
                    return error(
                        .malformed,
                        "a declaration of a DTD outside a DOCTYPE; a file of declarations is not a document"
                    )
                }
            }
            if let message = foreignByte { return error(.encoding, message) }
            if let message = noXML { return error(.malformed, message) }
            if let message = invalidToken { return error(.malformed, message) }
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT where source?.beginsDocument ?? false:
            return error(
                .contentAfterRoot,
                "content follows the root: a second document begins here; \(setting: "input.isConcatenated", "true") reads all of them"
            )
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT where trailingByte != nil:
            return error(.contentAfterRoot, trailingByte ?? "")
        case XML_ERROR_MISPLACED_XML_PI where followsOnlySpace:
            return error(
                .malformed,
                "<?xml must be the first bytes: remove the white space before it; \(setting: "input.isConcatenated", "true") accepts it"
            )
        case XML_ERROR_XML_DECL where lacksVersion:
            return error(
                .malformed,
                "the version is missing in the XML declaration, as in <?xml version=\"1.0\" encoding=\"UTF-8\"?>"
            )
        case XML_ERROR_BAD_CHAR_REF:
            return error(.malformed, invalidReference)
        case XML_ERROR_AMPLIFICATION_LIMIT_BREACH: return error(over: .amplification)
        default: break
        }
        if let row = Self.explanations.first(where: { $0.code == code }) {
            return error(row.ours, row.message)
        }
        return error(.malformed, "\(XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed")")
    }

    private func mismatchedTag() -> XMLError {
        guard let open = builder.open.last else { return error(.mismatchedTag, "mismatched tag") }
        let tag = endTag ?? source?.reference.map { "an end tag in the text of \($0.shortened)" } ?? "an end tag"
        return error(
            .mismatchedTag,
            "mismatched tag: \(tag) cannot close <\(builder.name(of: open))>, which was opened \(place(of: open))"
        )
    }

    /// The message for an end tag after the end of the root.
    ///
    /// Expat refuses it after `</`, and the name of the tag may not have arrived.
    private var strayEndTag: ErrorMessage {
        let root = builder.rootName.map { " <\($0.shortened)>" } ?? ""
        return "a stray end tag: the root element\(root) has ended before it"
    }

    /// The end tag at the parser's place; `nil` in the text of an entity, where expat is at the reference or after it.
    private var endTag: String? {
        guard let source, source.before.suffix(2).elementsEqual("</".utf8) else { return nil }
        let name = source.rest.prefix { $0 != UInt8(ascii: ">") && !XMLWhitespace.contains($0) }
        return "</\(String(decoding: name, as: UTF8.self).shortened)>"
    }

    private func unexpectedEnd(_ code: XML_Error) -> XMLError {
        // Expat reports only the end of an unfinished CDATA section, not its beginning.
        let what =
            code == XML_ERROR_UNCLOSED_CDATA_SECTION
            ? "a CDATA section" : "a tag, comment or other construct that begins here"
        guard let open = builder.open.last else {
            guard code == XML_ERROR_NO_ELEMENTS else {
                return error(.unexpectedEnd, "the document ends inside \(what)")
            }
            let isEmpty = place.bytes <= 0
            return error(
                .noElement,
                isEmpty ? "the input is empty" : "there is no element; a document has exactly one root"
            )
        }
        let element = "<\(builder.name(of: open))>, which was opened \(place(of: open))"
        return code == XML_ERROR_NO_ELEMENTS
            ? error(.unexpectedEnd, "the document ends inside \(element)")
            : error(.unexpectedEnd, "the document ends inside \(what), in \(element)")
    }

    private func duplicateAttribute() -> XMLError {
        // In the text of an entity, expat is at the reference.
        let name = source?.rest.prefix { $0.isInName } ?? []
        let attribute =
            name.isEmpty ? "an attribute" : "the attribute \(String(decoding: name, as: UTF8.self).shortened)"
        return error(.duplicateAttribute, "\(attribute) is in this tag twice")
    }

    private func undefinedEntity() -> XMLError {
        // In an attribute value, expat is at the start of the tag, perhaps after another reference; in the text of an
        // entity, at the reference to it.
        var entityCheck = entityCheck
        let reference = source?.reference
        var names = Array((reference ?? "").utf8).withUnsafeBytes { UndeclaredEntityCheck.references(in: $0[...]) }
        if entityCheck.firstUndeclared(among: names) == nil, let tag = source?.tag {
            names = UndeclaredEntityCheck.references(in: tag)
        }
        let name = entityCheck.firstUndeclared(among: names)
        let shown = name.map { "&" + String(decoding: $0, as: UTF8.self) + ";" } ?? reference
        let referrer = name.flatMap { entityCheck.referrer(of: $0, among: names) }
        return error(.undefinedEntity, undeclared(shown, in: referrer, where: "is not declared"))
    }

    /// The message for a reference, such as `&nbsp;`, to an entity that is not declared.
    ///
    /// - Parameters:
    ///   - reference: The reference; `nil` when it is not known.
    ///   - referrer: The name of the entity whose text contains the reference; `nil` when the document itself does.
    ///   - place: The words after the reference, such as "is not declared".
    /// - Returns: The message.
    func undeclared(_ reference: String?, in referrer: [UInt8]?, where place: String) -> ErrorMessage {
        let isOfHTML = reference.map { HTMLEntities.has($0.dropFirst().dropLast()) } ?? false
        let container = referrer.map { "in the text of &\(String(decoding: $0, as: UTF8.self).shortened); " } ?? ""
        let hint: ErrorMessage =
            isOfHTML && entities == .expand && unreadEntity == nil
            ? "; \(setting: "input.entities", ".html") knows the names of HTML 4" : ""
        return "the entity \(reference.map { $0.shortened + " " } ?? "")\(container)\(place)\(hint)"
    }

    private func place(of element: OpenElement) -> String {
        // The elements around a part have no line.
        let place = position(of: element)
        return place.line > 0 ? "at \(place.line):\(place.column)" : "before this part of the file"
    }
}
