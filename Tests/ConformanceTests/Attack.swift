/// A hostile or borderline document, and the expected result.
struct Attack: Decodable, Sendable {
    /// Its number in the index.
    var number = 0
    /// Its path below the folder of documents, such as `entities/laughs.xml`.
    let file: String
    let want: Want
    /// The target of the attack, in words.
    let why: String
    /// Whether the index contains the expected value of the document.
    let hasValue: Bool

    /// The default result of a careful tool.
    enum Want: String, Decodable {
        case accept
        case reject
        /// Any verdict, but the tool does not read the resources that the document names.
        case noLoad = "no-load"
        /// The document tries to exhaust resources: the tool refuses it, or converts it within bounds.
        case limit
        /// The specification allows both verdicts.
        case either
    }

    private enum CodingKeys: String, CodingKey {
        case file, want, why, json
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        file = try container.decode(String.self, forKey: .file)
        want = try container.decode(Want.self, forKey: .want)
        why = try container.decode(String.self, forKey: .why)
        hasValue = container.contains(.json)
    }
}
