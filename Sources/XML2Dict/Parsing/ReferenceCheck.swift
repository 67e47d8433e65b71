/// Finds references that expat would leave out of attribute values without a word.
///
/// When a document names an external subset, or uses a parameter entity, an undeclared general entity is not an error of
/// well-formedness (XML 1.0, section 4.1), as the declaration may stand in what was not read. In text, expat reports
/// that it skips such a reference. In an attribute value it does not: `1&nbsp;2` becomes `12`. So, in such documents
/// only, the source of each tag is searched for references to entities that have no declaration here.
struct ReferenceCheck {
    /// Whether the document is one in which expat may leave references out.
    var isNeeded = false

    /// Declared internal entities, each with the names that its text refers to.
    private var declared: [[UInt8]: [[UInt8]]] = [:]

    /// More declarations than this are not remembered, so that a reference to one of them is an error: no real document has
    /// as many, and a hostile one gains nothing.
    private static let maximumCount = 10_000

    /// The entities that need no declaration (XML 1.0, section 4.6).
    private static let predefined: [[UInt8]] = ["amp", "lt", "gt", "quot", "apos"].map { Array($0.utf8) }

    /// Remembers an entity.
    ///
    /// The first declaration is the one that counts (XML 1.0, section 4.2).
    mutating func declare(_ name: [UInt8], text: UnsafeBufferPointer<CChar>) {
        guard declared[name] == nil, declared.count < Self.maximumCount else { return }
        declared[name] = text.withMemoryRebound(to: UInt8.self) { Self.references(in: $0) }
    }

    /// Whether an entity has its text in the document.
    func isDeclared(_ name: String) -> Bool {
        declared[Array(name.utf8)] != nil
    }

    /// The first entity that the source of a tag refers to, directly or by way of other entities, and that is not declared.
    func firstUndeclared(in source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var names = Self.references(in: source)
        var seen = Set(names)
        var next = 0
        while next < names.count {
            let name = names[next]
            next += 1
            if Self.predefined.contains(name) { continue }
            guard let references = declared[name] else { return name }
            names += references.filter { seen.insert($0).inserted }
        }
        return nil
    }

    /// The names between each `&` and the next `;`, without character references.
    private static func references(in source: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
        var names: [[UInt8]] = []
        var rest = source[...]
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            rest = rest[(ampersand + 1)...]
            guard let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) else { break }
            let name = rest[..<semicolon]
            if let first = name.first, first != UInt8(ascii: "#"), !name.contains(UInt8(ascii: "&")) {
                names.append(Array(name))
            }
        }
        return names
    }
}
