import XML2Dict

/// The ninth task: an outline of a document that no type describes.
func walkUnknownDocument() throws {
    let document = try XMLReader(.faithful).read(.string(unknown))
    outline(document)
    let value = try XMLReader().read(.string(unknown))
    for (key, value) in value.root.entries { print(key, value.kind) }
}

private func outline(_ value: XMLValue, depth: Int = 0) {
    for (name, element) in value.children {
        let attributes = element.entries.filter { $0.key.hasPrefix("@") }.map { "\($0.key)=\($0.value.text ?? "")" }
        let text = Array(element.children).isEmpty ? element.allText : ""
        print(String(repeating: "  ", count: depth) + ([name] + attributes + [text]).joined(separator: " "))
        outline(element, depth: depth + 1)
    }
}

private let unknown = """
    <plan year="2024"><step n="1">Dig</step><pause/><step n="2">Build <b>high</b></step><owner><name>Ada</name></owner></plan>
    """
