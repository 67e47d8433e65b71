/// A limit that refuses documents which a careful tool is wanted to accept: by default, limits win.
enum AttackDeviation: CaseIterable {
    /// A name of at most 50,000 bytes.
    case nameLength
    /// At most 10,000 attributes on a tag; declarations of namespaces are among them.
    case attributes
    /// At most 64 KiB in an entity.
    case entityLength

    /// The documents that it refuses.
    var files: [String] {
        switch self {
        case .nameLength: ["tokens/long-name.xml", "tokens/long-attname.xml", "tokens/long-piname.xml"]
        case .attributes:
            [
                "amounts/attributes-100000.xml", "amounts/namespaces-100000.xml",
                "collisions/times31-attributes.xml", "collisions/times33-attributes.xml",
            ]
        case .entityLength: ["tokens/long-entity.xml"]
        }
    }

    /// The flag that raises it.
    var flag: String {
        switch self {
        case .nameLength: "--max-name-length"
        case .attributes: "--max-attributes"
        case .entityLength: "--max-entity-length"
        }
    }

    /// More than any of the documents has.
    static let enough = "10000000"

    /// The limit that refuses a document, if one does.
    static func of(_ attack: Attack) -> AttackDeviation? {
        allCases.first { $0.files.contains(attack.file) }
    }
}
