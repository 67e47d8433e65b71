import XML2Dict

/// The sets of options of the digests of real documents.
enum XMLToDictOptionSet: String, CaseIterable, Sendable {
    case standard = "default"
    /// `strip_whitespace=False`
    case keepsWhiteSpace = "keep_ws"
    /// `attr_prefix="", cdata_key="_"`
    case bare
    /// `force_cdata=True`
    case forcesText = "force_cdata"

    var options: XMLOptions {
        var options = XMLOptions.xmltodict
        switch self {
        case .standard: break
        case .keepsWhiteSpace: options.trim = .none
        case .bare:
            options.attributes = .prefix("")
            options.textKey = "_"
        case .forcesText: options.textOnly = .dictionary
        }
        return options
    }
}

/// A substitute for xmltodict's result on real documents in UTF-32, which xmltodict cannot read and we can.
///
/// Expat does not support UTF-32.
enum XMLToDictSubstitute {
    /// xmltodict's result for the same document in an encoding that it reads.
    case document(String)
    /// This JSON, and this one with white space kept.
    case json(String, keepingWhiteSpace: String)

    static let all: [String: XMLToDictSubstitute] = [
        "pugixml-encodings/pugixml__data_utftest_utf32_be_bom.xml":
            .document("pugixml-encodings/pugixml__data_utftest_utf16_le_bom.xml"),
        "pugixml-encodings/pugixml__data_utftest_utf32_be_nodecl.xml":
            .document("pugixml-encodings/pugixml__data_utftest_utf16_le_bom.xml"),
        "feed-encodings/feedparser__encoding_utf-32le-bom.xml":
            .json(#"{"rss":null}"#, keepingWhiteSpace: #"{"rss":"\n"}"#),
        "feed-encodings/feedparser__encoding_utf-32le-autodetect.xml":
            .json(#"{"rss":null}"#, keepingWhiteSpace: #"{"rss":"\n"}"#),
    ]
}
