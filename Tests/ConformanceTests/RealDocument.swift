import XML2Dict

/// A real document, the results of expat and xmltodict for it, and those of xml2dict.
struct RealDocument: Sendable {
    /// Its path below the folder of real documents, such as `svg/house.svg`.
    let name: String
    /// Expat's counts; `nil` when expat considers the document not well-formed.
    let census: Census?
    /// The SHA-256 of xmltodict's JSON by the names of sets of options; none when xmltodict cannot read the document.
    let digests: [String: String]
    let value: Result<XMLValue, XMLError>
    let jsonML: Result<XMLValue, XMLError>

    static let expectations = "real/EXPECTED.jsonl"

    /// xmltodict's sets of options that `digests` has.
    static let optionSets: KeyValuePairs<String, XMLOptions> = [
        "default": .xmltodict,
        "keep_ws": XMLOptions(.xmltodict) { $0.trim = .none },
        "bare": XMLOptions(.xmltodict) { ($0.attributes, $0.textKey) = (.prefix(""), "_") },
        "force_cdata": XMLOptions(.xmltodict) { $0.textOnlyIsString = false },
    ]

    /// All real documents, read once under two conventions.
    static let all = Result {
        try Corpora.rows(of: expectations).map { row in
            let name = row["file"]?.string ?? "", path = path(of: name)
            var census: Census?
            if let elements = row["el"]?.int, let attributes = row["at"]?.int, let depth = row["depth"]?.int {
                census = Census(elements: elements, attributes: attributes, depth: depth)
            }
            return RealDocument(
                name: name,
                census: census,
                digests: optionSets.reduce(into: [:]) { $0[$1.key] = row[$1.key]?.string },
                value: Result { () throws(XMLError) in try XMLReader().read(.file(path)) },
                jsonML: Result { () throws(XMLError) in try XMLReader(.jsonml).read(.file(path)) }
            )
        }
    }

    /// The path of the document's file.
    var path: String { Self.path(of: name) }

    private static func path(of name: String) -> String {
        Corpora.path(of: "real/" + name)
    }
}
