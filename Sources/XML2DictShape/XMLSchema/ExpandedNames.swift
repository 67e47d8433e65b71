import XML2Dict

/// The names of a schema, each a namespace and a local name (Namespaces in XML 1.0, section 2.1).
///
///     id      0                1
///     name        {urn:menu}item   {}id
///     namespaces  0: none          1: urn:menu
///
/// Names are equal only with the same bytes (EXACT-NAMES).
struct ExpandedNames {
    struct Name {
        let namespace: Int32
        let local: String
    }

    private(set) var names: [Name] = []
    private var ids: [NameBytes: Int32] = [:]
    private(set) var namespaces = ShapeNames()
    /// Maps each namespace to its first prefix in the schema, and the first target namespace to the empty prefix.
    var prefixes: [Int32: String] = [:]
    /// Maps each prefix to the namespace in the first declaration of the prefix.
    private var declared: [[UInt8]: Int32] = [:]

    static let none: Int32 = 0

    init() { _ = namespaces.id(of: "".utf8) }

    mutating func namespace(_ uri: some Collection<UInt8>) -> Int32 { namespaces.id(of: uri) }

    mutating func id(_ namespace: Int32, _ local: some Collection<UInt8>) -> Int32 {
        let key = NameBytes(namespace, local)
        if let known = ids[key] { return known }
        let id = Int32(names.count)
        ids[key] = id
        names.append(Name(namespace: namespace, local: String(decoding: local, as: UTF8.self)))
        return id
    }

    func known(_ namespace: Int32, _ local: some Collection<UInt8>) -> Int32? { ids[NameBytes(namespace, local)] }

    mutating func declare(_ prefix: [UInt8], _ namespace: Int32) {
        if declared[prefix] == nil { declared[prefix] = namespace }
    }

    /// Resolves the prefix of a name by the declarations of the schema.
    func declared(_ name: String) -> (namespace: Int32, local: Substring)? {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return declared[Array(name.utf8[..<colon])].map { ($0, name[name.utf8.index(after: colon)...]) }
    }

    func uri(of namespace: Int32) -> String { namespaces.texts[Int(namespace)] }

    func local(_ id: Int32) -> String { names[Int(id)].local }

    func shown(_ id: Int32) -> String {
        let name = names[Int(id)]
        let local = name.local.utf8.count > 200 ? name.local.prefix(200) + "…" : name.local[...]
        return Self.shown(local.utf8, in: uri(of: name.namespace))
    }

    static func shown(_ local: some Collection<UInt8>, in uri: String) -> String {
        (uri.isEmpty ? "" : "{\(uri)}") + String(decoding: local, as: UTF8.self)
    }
}
