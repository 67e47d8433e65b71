/// A limit that by default refuses documents which a careful tool should accept.
enum AttackDeviation: CaseIterable {
    /// A name of at most 50,000 bytes.
    case nameLength
    /// At most 10,000 attributes on a tag, including namespace declarations.
    case attributes
    /// At most 64 KiB in an entity.
    case entityLength

    /// The documents that the limit refuses.
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

    /// The flag that raises the limit.
    var flag: String {
        switch self {
        case .nameLength: "--max-name-length"
        case .attributes: "--max-attributes"
        case .entityLength: "--max-entity-length"
        }
    }

    /// A limit that none of the documents exceeds.
    static let enough = "10000000"

    /// The limit that refuses a document, if any.
    static func of(_ attack: Attack) -> AttackDeviation? {
        allCases.first { $0.files.contains(attack.file) }
    }
}
