import XML2Dict

/// Writes XML from JsonML, the inverse of the convention `jsonml`.
///
/// A parser reads its output as the same JsonML. It writes markup and carriage returns as references, and in attributes
/// also tabs and line feeds, which a parser would turn into spaces (XML 1.0, sections 2.11 and 3.3.3).
///
///     ["a", {"x": "1\n2"}, " t ", ["b"]]   ->   <a x="1&#10;2"> t <b></b></a>
struct JsonMLWriter {
    private var xml = ""

    /// A value that is not JsonML.
    struct NotJsonML: Error {
        let value: XMLValue
    }

    /// The XML of an element.
    static func xml(_ element: XMLValue) throws -> String {
        var writer = JsonMLWriter()
        try writer.write(element)
        return writer.xml
    }

    // The documents of these tests are not deep, so this may recurse.
    private mutating func write(_ element: XMLValue) throws {
        guard element.kind == .array, let name = element[0]?.string else { throw NotJsonML(value: element) }
        var content = element.list.dropFirst()
        xml += "<" + name
        if let attributes = content.first, attributes.kind == .dictionary {
            content = content.dropFirst()
            for (key, value) in attributes.entries {
                guard let text = value.string else { throw NotJsonML(value: element) }
                xml += " " + key + "=\""
                write(text, inAttribute: true)
                xml += "\""
            }
        }
        xml += ">"
        for item in content {
            if let text = item.string { write(text, inAttribute: false) } else { try write(item) }
        }
        xml += "</" + name + ">"
    }

    private mutating func write(_ text: String, inAttribute isInAttribute: Bool) {
        // By scalars, not by characters: Swift treats CR LF as one character, and `<` with an accent as another
        // character.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": xml += "&amp;"
            case "<": xml += "&lt;"
            case ">": xml += "&gt;"
            case "\r": xml += "&#13;"
            case "\"" where isInAttribute: xml += "&quot;"
            case "\t" where isInAttribute: xml += "&#9;"
            case "\n" where isInAttribute: xml += "&#10;"
            default: xml.unicodeScalars.append(scalar)
            }
        }
    }
}
