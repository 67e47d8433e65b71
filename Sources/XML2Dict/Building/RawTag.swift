/// A start tag as the document writes it, which a parser may refuse.
struct RawTag {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The name; `nil` when the bytes do not begin a start tag, or when the name is incomplete.
    var name: ArraySlice<UInt8>? {
        guard bytes.first == UInt8(ascii: "<"), let start = bytes.dropFirst().first, start.beginsName else {
            return nil
        }
        let name = bytes.dropFirst().prefix { !Self.endsName($0) }
        return name.isEmpty || name.endIndex == bytes.endIndex ? nil : name
    }

    /// The namespaces that the tag declares, by their prefixes; the prefix of the default namespace is empty.
    ///
    /// References in a URI are not replaced.
    var declarations: [(prefix: ArraySlice<UInt8>, uri: ArraySlice<UInt8>)] {
        var found: [(prefix: ArraySlice<UInt8>, uri: ArraySlice<UInt8>)] = []
        var rest = bytes.dropFirst(1 + (name?.count ?? 0))
        while let start = rest.firstIndex(where: { !Self.endsName($0) }) {
            let attribute = rest[start...].prefix { !Self.endsName($0) && $0 != UInt8(ascii: "=") }
            rest = rest[attribute.endIndex...].drop { XMLWhitespace.contains($0) || $0 == UInt8(ascii: "=") }
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                rest = rest.drop { !Self.endsName($0) }
                continue
            }
            let value = rest.dropFirst().prefix { $0 != quote }
            rest = rest[value.endIndex...].dropFirst()
            if attribute.elementsEqual("xmlns".utf8) {
                found.append((attribute.prefix(0), value))
            } else if attribute.starts(with: "xmlns:".utf8) {
                found.append((attribute.dropFirst("xmlns:".utf8.count), value))
            }
        }
        return found
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        XMLWhitespace.contains(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "<")
    }
}
