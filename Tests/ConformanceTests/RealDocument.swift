import Foundation

/// A real document, and expat's results for it.
struct RealDocument: Sendable {
    /// Its path below the folder of real documents, such as `svg/house.svg`.
    let name: String
    /// Expat's counts; `nil` when expat considers the document not well-formed.
    let census: Census?
    /// The SHA-256 of xmltodict's JSON; none when xmltodict cannot read the document.
    let digests: [XMLToDictOptionSet: String]

    static let folder = Corpora.folder.appendingPathComponent("real", isDirectory: true)
    static let expectations = "real/EXPECTED.jsonl"
    static let manifest = "real/MANIFEST.tsv"

    /// The file of the document.
    var file: URL {
        Self.folder.appendingPathComponent(name)
    }

    /// All real documents.
    static func all() throws -> [RealDocument] {
        let text = try String(contentsOf: Corpora.folder.appendingPathComponent(expectations), encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
            guard row.wellFormed, let elements = row.el, let attributes = row.at, let depth = row.depth else {
                return RealDocument(name: row.file, census: nil, digests: row.digests)
            }
            let census = Census(elements: elements, attributes: attributes, depth: depth)
            return RealDocument(name: row.file, census: census, digests: row.digests)
        }
    }

    /// A row of the expectations, with the names of its columns.
    private struct Row: Decodable {
        let file: String
        let wellFormed: Bool
        let el: Int?
        let at: Int?
        let depth: Int?
        let `default`: String?
        let keep_ws: String?
        let bare: String?
        let force_cdata: String?

        var digests: [XMLToDictOptionSet: String] {
            let all: [XMLToDictOptionSet: String?] = [
                .standard: self.default, .keepsWhiteSpace: keep_ws, .bare: bare, .forcesText: force_cdata,
            ]
            return all.compactMapValues { $0 }
        }
    }
}
