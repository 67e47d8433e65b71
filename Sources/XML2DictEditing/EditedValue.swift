import XML2Dict

struct EditedValue {
    enum Context {
        case text
        case section
        case attribute(quote: UInt8)
    }

    let value: String
    var lineEnd: String?
    let encoding: WrittenEncoding

    /// Returns the escaped value, or `nil` if a CDATA section cannot contain the value, such as `]]>`.
    func bytes(in context: Context) -> [UInt8]? {
        if case .section = context {
            guard value.utf8.firstRange(of: "]]>".utf8) == nil, !value.utf8.contains(0x0D) else { return nil }
            return encoding.bytes(of: "<![CDATA[\(value.replacing("\n", with: lineEnd ?? "\n"))]]>") { _ in nil }
        }
        return encoding.bytes(of: escaped(in: context)) { "&#x\(String($0.value, radix: 16, uppercase: true));" }
    }

    private func escaped(in context: Context) -> String {
        var text = "", bracketCount = 0
        for scalar in value.unicodeScalars {
            switch (scalar, context) {
            case ("&", _): text += "&amp;"
            case ("<", _): text += "&lt;"
            case ("\n", .text): text += lineEnd ?? "\n"
            // Text must not contain `]]>`, the end of a CDATA section (XML 1.0, section 2.4).
            case (">", .text) where bracketCount > 1: text += "&gt;"
            case ("\r", _), ("\n", _), ("\t", .attribute): text += "&#\(scalar.value);"
            case ("\"", .attribute(0x22)): text += "&quot;"
            case ("'", .attribute(0x27)): text += "&apos;"
            default: text.unicodeScalars.append(scalar)
            }
            bracketCount = scalar == "]" ? bracketCount + 1 : 0
        }
        return text
    }
}
