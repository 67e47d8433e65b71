/// One of the hostile and borderline documents, and what is wanted of it.
struct Attack: Decodable, Sendable {
    /// Its number in the index.
    var number = 0
    /// Its name below the folder of documents, such as `entities/laughs.xml`.
    let file: String
    let want: Want
    /// What is attacked, in words.
    let why: String
    /// Whether the index has the value that the document stands for.
    let hasValue: Bool

    /// What a careful tool does with it by default.
    enum Want: String, Decodable {
        case accept
        case reject
        /// Whatever the verdict, what is named in it is not read.
        case noLoad = "no-load"
        /// It is meant to exhaust: it may be refused, or be converted within bounds.
        case limit
        /// The specification leaves it open.
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
