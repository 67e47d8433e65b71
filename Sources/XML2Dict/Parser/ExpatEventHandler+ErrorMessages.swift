internal import CExpat

extension ExpatEventHandler {
    func explain(_ code: XML_Error) -> XMLError {
        switch code {
        case XML_ERROR_NO_MEMORY: Memory.isExhausted()
        case XML_ERROR_TAG_MISMATCH: return mismatchedTag()
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION:
            return unexpectedEnd(code)
        case XML_ERROR_UNDEFINED_ENTITY: return undefinedEntity()
        case XML_ERROR_DUPLICATE_ATTRIBUTE: return duplicateAttribute()
        case XML_ERROR_SYNTAX, XML_ERROR_INVALID_TOKEN:
            if builder.open.isAfterRoot ? startsAfterTag : builder.open.count == 0, isAtEndTag {
                return error(.malformed, "a stray end tag: no element is open here")
            }
            if builder.open.isAfterRoot, startsAfterTag { return explain(XML_ERROR_JUNK_AFTER_DOC_ELEMENT) }
            if let message = foreignByte { return error(.encoding, message) }
            return error(.malformed, noXML ?? invalidToken ?? "not well-formed: this is not allowed here")
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT where [0, 0x1A].contains(source?.rest.first):
            return error(
                .malformed,
                "NUL or Ctrl-Z bytes follow the root; remove them, as with tr -d '\\000\\032'"
            )
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT where source?.beginsDocument ?? false:
            let hint: ErrorMessage =
                markup == nil
                ? "\(setting: "isConcatenated", "true") reads all of them" : "an edit takes one document, so split them"
            return error(.malformed, "content follows the root: a second document begins here; \(hint)")
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
            return error(.malformed, "content follows the root: a second document, or text, begins here")
        case XML_ERROR_MISPLACED_XML_PI:
            let isOfSeries = followsOnlySpace && markup == nil
            let hint: ErrorMessage =
                isOfSeries ? "; \(setting: "isConcatenated", "true") accepts white space before it" : ""
            return error(.malformed, "<?xml must be the first bytes: remove what precedes it\(hint)")
        case XML_ERROR_XML_DECL:
            return error(
                .malformed,
                "the XML declaration is not well-formed; write it as <?xml version=\"1.0\" encoding=\"UTF-8\"?>"
            )
        case XML_ERROR_BAD_CHAR_REF: return error(.malformed, invalidReference)
        case XML_ERROR_AMPLIFICATION_LIMIT_BREACH: return error(over: .amplification)
        case XML_ERROR_PARTIAL_CHAR: return error(.unexpectedEnd, "the document ends inside a character")
        case XML_ERROR_EXTERNAL_ENTITY_HANDLING, XML_ERROR_ATTRIBUTE_EXTERNAL_ENTITY_REF:
            return error(.entity, "this refers to another file, which is not opened")
        case XML_ERROR_ENTITY_DECLARED_IN_PE:
            return error(.entity, "standalone=\"yes\", but this entity is not declared")
        case XML_ERROR_UNKNOWN_ENCODING: return error(.encoding, "the encoding is unknown")
        case XML_ERROR_INCORRECT_ENCODING:
            return error(
                .encoding,
                "the bytes are not in the encoding that the declaration names; \(setting: "encoding") names the right one, as in \(setting: "encoding", "\"UTF-8\"")"
            )
        case XML_ERROR_UNEXPECTED_STATE: return error(.defect, "the parser is in an unexpected state")
        default:
            return error(.malformed, "\(XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed")")
        }
    }

    private func mismatchedTag() -> XMLError {
        guard let open = builder.open.last else { return error(.malformed, "mismatched tag") }
        let tag = endTag ?? source?.reference.map { "an end tag in the text of \($0.shortened)" } ?? "an end tag"
        return error(
            .malformed,
            "mismatched tag: \(tag) cannot close <\(builder.name(of: open))>, which was opened \(location(of: open))"
        )
    }

    /// The end tag at the parser's position, or `nil` in the text of an entity, where expat is not at the tag.
    private var endTag: String? {
        guard let source, source.before.suffix(2).elementsEqual("</".utf8) else { return nil }
        let name = source.rest.prefix { $0 != UInt8(ascii: ">") && !XMLWhitespace.contains($0) }
        return "</\(String(decoding: name, as: UTF8.self).shortened)>"
    }

    private func unexpectedEnd(_ code: XML_Error) -> XMLError {
        let element = builder.open.last.map { "<\(builder.name(of: $0))>, which was opened \(location(of: $0))" }
        let construct =
            switch code {
            case XML_ERROR_NO_ELEMENTS: String?.none
            case XML_ERROR_UNCLOSED_CDATA_SECTION: "a CDATA section"
            default: "a tag, comment or other construct that begins here"
            }
        let parts = [construct, element].compactMap(\.self)
        guard parts.isEmpty else {
            return error(.unexpectedEnd, "the document ends inside \(parts.joined(separator: ", in "))")
        }
        return error(
            .unexpectedEnd,
            expatPosition.bytes <= 0 ? "the input is empty" : "there is no element; a document has exactly one root"
        )
    }

    private func duplicateAttribute() -> XMLError {
        let name = source?.rest.prefix { $0.isInName } ?? []
        let attribute =
            name.isEmpty ? "an attribute" : "the attribute \(String(decoding: name, as: UTF8.self).shortened)"
        return error(.malformed, "\(attribute) is in this tag twice")
    }

    private func undefinedEntity() -> XMLError {
        // For an attribute value, expat is at the start of the tag, and `reference` may be a reference before the tag.
        // In the text of an entity, expat is at the reference to the entity.
        var entityCheck = entityCheck
        let reference = source?.reference
        var names = Array((reference ?? "").utf8).withUnsafeBytes { UndeclaredEntityCheck.references(in: $0[...]) }
        if entityCheck.firstUndeclared(among: names) == nil, let tag = source?.tag {
            names = UndeclaredEntityCheck.references(in: tag)
        }
        let name = entityCheck.firstUndeclared(among: names)
        let shown = name.map { "&" + String(decoding: $0, as: UTF8.self) + ";" } ?? reference
        let referrer = name.flatMap { entityCheck.referrer(of: $0, among: names) }
        return error(.entity, undeclared(shown, in: referrer, "is not declared"))
    }

    /// Returns the message for a reference to an undeclared entity in the text of `referrer`, or in the document.
    func undeclared(_ reference: String?, in referrer: [UInt8]?, _ explanation: String) -> ErrorMessage {
        let isOfHTML = reference.map { HTMLEntities.has($0.dropFirst().dropLast()) } ?? false
        let container = referrer.map { "in the text of &\(String(decoding: $0, as: UTF8.self).shortened); " } ?? ""
        let hint: ErrorMessage =
            isOfHTML && entities == .expand && unreadEntity == nil
            ? "; \(setting: "entities", ".html") knows the names of HTML 4" : ""
        return "the entity \(reference.map { $0.shortened + " " } ?? "")\(container)\(explanation)\(hint)"
    }

    private func location(of element: OpenElement) -> String {
        // The elements around a part have no line.
        let position = position(of: element)
        return position.line > 0 ? "at \(position.line):\(position.column)" : "before this part of the file"
    }
}
