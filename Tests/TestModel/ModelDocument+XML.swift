// Writes a tree as XML.

extension ModelDocument {
    /// The bytes of the document in UTF-8.
    package var bytes: [UInt8] { Array(xml.utf8) }

    /// The number of bytes up to the end of the root.
    package var rootEnd: Int {
        var document = self
        document.after = []
        return document.bytes.count - (hasCarriageReturns ? 2 : 1)
    }

    private var xml: String {
        var text = hasByteOrderMark ? "\u{FEFF}" : ""
        if let declaration {
            text += "<?xml version=\"\(declaration.version)\""
            if let encoding = declaration.encoding { text += " encoding='\(encoding)'" }
            if let standalone = declaration.standalone { text += " standalone='\(standalone)'" }
            text += "?>"
        }
        text += (before + [.element(root)] + after).map { $0.xml + "\n" }.joined()
        return hasCarriageReturns ? text.replacing("\n", with: "\r\n") : text
    }
}

extension ModelNode {
    var xml: String {
        switch self {
        case .element(let element): element.xml
        case .text(let text): text.source
        case .cdata(let text): "<![CDATA[\(text)]]>"
        case .comment(let text): "<!--\(text)-->"
        case .instruction(let target, let data): data.isEmpty ? "<?\(target)?>" : "<?\(target) \(data)?>"
        case .entity(let name, _): "&\(name);"
        case .doctype(let doctype): "<!DOCTYPE\(doctype.source)>"
        }
    }
}

extension ModelElement {
    var xml: String {
        let tag = name + attributes.map { " \($0.xml)" }.joined()
        if children.isEmpty, isShort { return "<\(tag)/>" }
        return "<\(tag)>" + children.map(\.xml).joined() + "</\(name)\n>"
    }
}

extension ModelAttribute {
    var xml: String { "\(name)=\"\(value.source)\"" }
}

extension ModelDoctype.Entity {
    /// The declaration, with escapes (XML 1.0, section 4.4).
    ///
    /// A parser resolves an escaped `&` at each use of the entity. A plain `"` would end the declared text.
    var xml: String {
        let text = nodes.map(\.xml).joined()
            .replacing("&", with: "&#38;").replacing("\"", with: "&#34;").replacing("%", with: "&#37;")
        return "<!ENTITY \(name) \"\(text)\">"
    }
}
