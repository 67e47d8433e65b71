import XML2Dict

/// An element of a schema document, as an array in the form of JsonML: `["name", {"attribute": "x"}, ["child"]]`.
struct SchemaElement {
    /// Keeps the memory of the entries alive.
    let document: XMLValue
    let entry: Entry

    private var tree: StorageView { document.storage.tree }

    var name: String { entry.childCount > 0 ? text(child(0)) : "" }

    /// Bytes compare faster than strings.
    private static let uri = Array(NamespaceURI.schema.utf8)

    /// The local name of an element of XML Schema, `nil` for other elements.
    var schemaName: String? {
        let name = entry.childCount > 0 ? tree.text(child(0)) : nil, uri = Self.uri
        guard let name, name.starts(with: uri), name.count > uri.count, name[uri.count] == UInt8(ascii: ":") else {
            return nil
        }
        return String(decoding: name.dropFirst(uri.count + 1), as: UTF8.self)
    }

    var line: Int { document.storage.line(of: entry) ?? 0 }

    private func child(_ index: Int) -> Entry { tree.child(of: entry, at: index) }

    private func entries(of entry: Entry) -> some Collection<Entry> {
        (0..<entry.childCount).lazy.map { tree.child(of: entry, at: $0) }
    }

    private func text(_ entry: Entry) -> String { String(decoding: tree.text(entry), as: UTF8.self) }

    var children: [SchemaElement] {
        entries(of: entry).compactMap { $0.kind == .array ? SchemaElement(document: document, entry: $0) : nil }
    }

    /// The attributes, and an entry `xmlns` with the declarations in force.
    var attributes: [Entry] {
        guard entry.childCount > 1, child(1).isDictionary else { return [] }
        return Array(entries(of: child(1)))
    }

    func name(of attribute: Entry) -> String { tree.names[attribute.key].string }

    subscript(name: String) -> String? {
        attributes.first { self.name(of: $0) == name }.map { String(decoding: value($0), as: UTF8.self) }
    }

    func value(_ attribute: Entry) -> Slice<UnsafeBufferPointer<UInt8>> { XMLWhitespace.trimmed(tree.text(attribute)) }

    func declarations(_ entry: Entry) -> [(prefix: [UInt8], uri: UnsafeBufferPointer<UInt8>)] {
        entries(of: entry).map { (Array(tree.names[$0.key].utf8), tree.text($0)) }
    }
}
