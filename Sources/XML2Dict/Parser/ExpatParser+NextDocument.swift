internal import CExpat

/// The end of a document that another one follows in the same input.
extension ExpatParser {
    /// Whether another document begins at expat's error.
    ///
    /// After the root, white space, comments and instructions belong to the document (XML 1.0, production 27). An XML
    /// declaration, a DOCTYPE, a start tag or a byte order mark begins the next one.
    var isAtNextDocument: Bool {
        guard withBuilder({ $0.isAfterRoot }), !hasFailedInCallback, let source = EventSource(expat) else {
            return false
        }
        switch XML_GetErrorCode(expat) {
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return source.beginsDocument
        case XML_ERROR_INVALID_TOKEN: return source.beginsWithMark
        default: return false
        }
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
    /// Whether a byte order mark is at the event, after markup or white space; after text it is a part of the text.
    fileprivate var beginsWithMark: Bool {
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
}
