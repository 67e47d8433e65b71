import XML2Dict

/// A real document that is invalid, or that expat treats otherwise: the expected result, and the reason.
struct RealDeviation {
    /// Its path below the folder of real documents.
    let name: String
    /// The expected result.
    let outcome: Outcome
    /// The reason, in words.
    let reason: String

    enum Outcome {
        /// xml2dict reads its encoding, which expat does not know.
        case converted(Census)
        /// xml2dict rejects it with this code.
        case rejected(XMLReaderError.Code)
    }

    private init(_ name: String, _ outcome: Outcome, _ reason: String) {
        self.name = name
        self.outcome = outcome
        self.reason = reason
    }

    static let all = [
        RealDeviation(
            "config-ant-webxml/tomcat__config_valve.xml",
            .rejected(.externalEntity),
            "The entity &project; is another file. Expat leaves the reference out; nothing is to be lost silently."
        ),
        RealDeviation(
            "feed/FeedKit__xml_Ampersand.xml",
            .rejected(.malformed),
            "A link in a <guid> has a bare ampersand: utm_source=bolddk&utm_medium=rss."
        ),
        RealDeviation(
            "spark-xml/spark-xml__resources_fias_house.xml",
            .rejected(.malformed),
            "It has two byte order marks. The second is a character, before the XML declaration."
        ),
        RealDeviation(
            "quick-xml-docs-encodings/quick-xml__encoding_windows-1256.xml",
            .rejected(.malformed),
            """
            Generated to try a lexer, not well-formed: an attribute's value stands without quotation marks. The error \
            comes before that, at a euro sign in a name, which XML 1.0 up to its fourth edition does not allow.
            """
        ),
        RealDeviation(
            "quick-xml-docs-encodings/quick-xml__encoding_ISO-8859-5.xml",
            .rejected(.malformed),
            "The same generated document. The error comes at a numero sign in a name."
        ),
        RealDeviation(
            "feed-encodings/feedparser__encoding_utf_32.xml",
            .rejected(.encoding),
            """
            The bytes are UTF-32, and the declaration names utf_32, which is Python's name for it: neither IANA nor \
            iconv(3) has it.
            """
        ),
        RealDeviation(
            "feed-encodings/feedparser__encoding_utf-32le-bom.xml",
            .converted(Census(elements: 1, attributes: 0, depth: 1)),
            "UTF-32 with a byte order mark."
        ),
        RealDeviation(
            "feed-encodings/feedparser__encoding_utf-32le-autodetect.xml",
            .converted(Census(elements: 1, attributes: 0, depth: 1)),
            "UTF-32 without a byte order mark."
        ),
        RealDeviation(
            "pugixml-encodings/pugixml__data_utftest_utf32_be_bom.xml",
            .converted(Census(elements: 58, attributes: 13, depth: 7)),
            "UTF-32 with a byte order mark. The counts are those of the same document in UTF-16."
        ),
        RealDeviation(
            "pugixml-encodings/pugixml__data_utftest_utf32_be_nodecl.xml",
            .converted(Census(elements: 58, attributes: 13, depth: 7)),
            "UTF-32 without a mark and without a declaration. The counts are those of the same document in UTF-16."
        ),
    ]

    /// The deviation of a document, if any.
    static func of(_ document: RealDocument) -> RealDeviation? {
        all.first { $0.name == document.name }
    }
}

extension RealDocument {
    /// The expected census of a document that converts; `nil` for a rejected one.
    var expectedCensus: Census? {
        switch RealDeviation.of(self)?.outcome {
        case .converted(let census): census
        case .rejected: nil
        case nil: census
        }
    }
}
