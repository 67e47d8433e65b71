internal import CExpat

/// The end of a document that another one follows in the same input.
extension ExpatParser {
    /// The bytes that expat has got from the beginning of the next document on; `nil` unless one begins at expat's
    /// error.
    ///
    /// After the root, white space, comments and instructions belong to the document (XML 1.0, production 27). An XML
    /// declaration, a DOCTYPE, a start tag or a byte order mark begins the next one.
    var nextDocument: [UInt8]? {
        let codes = [XML_ERROR_JUNK_AFTER_DOC_ELEMENT, XML_ERROR_INVALID_TOKEN]
        guard withBuilder({ $0.isAfterRoot }), !hasFailedInCallback, codes.contains(XML_GetErrorCode(expat)),
            let source = EventSource(expat), source.beginsDocument
        else { return nil }
        return Array(source.rest)
    }

    /// The place of expat's error or event in the input.
    var place: TextPlace {
        let line = XML_GetCurrentLineNumber(expat), column = XML_GetCurrentColumnNumber(expat)
        return TextPlace(
            lines: start.line(line) &- 1,
            columns: start.column(column, line: line),
            bytes: start.bytes + Int(clamping: XML_GetCurrentByteIndex(expat))
        )
    }
}

extension EventSource {
    /// Whether a document can begin at the event.
    var beginsDocument: Bool {
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) || rest.starts(with: "<!DOCTYPE".utf8) { return true }
        if rest.starts(with: "<?xml".utf8) { return rest.dropFirst(5).first.map(XMLWhitespace.contains) ?? false }
        guard rest.first == UInt8(ascii: "<"), let second = rest.dropFirst().first else { return false }
        return UndeclaredEntityCheck.isInName(second)
    }
}
