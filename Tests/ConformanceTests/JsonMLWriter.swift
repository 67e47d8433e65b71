import XML2Dict

/// Writes XML from JsonML, the way back from the convention `jsonml`.
///
/// It writes what a parser must read as what the JsonML says: markup and carriage returns as references, and in attributes
/// tabs and line feeds as well, which would come out as spaces (XML 1.0, sections 2.11 and 3.3.3).
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

    // The documents that come here are not deep, so this may recurse.
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
        // Not character by character: Swift takes CR LF for one, and `<` with an accent for another one.
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
