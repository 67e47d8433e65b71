import Foundation

/// One of the real documents, and what expat says of it.
struct RealDocument: Sendable {
    /// Its name below the folder of real documents, such as `svg/house.svg`.
    let name: String
    /// What expat counted; `nil` when it calls the document not well-formed.
    let census: Census?
    /// The SHA-256 of the JSON that xmltodict makes of it; none when it cannot read it.
    let digests: [XMLToDictOptionSet: String]

    static let folder = Corpora.folder.appendingPathComponent("real", isDirectory: true)
    static let expectations = "real/EXPECTED.jsonl"
    static let manifest = "real/MANIFEST.tsv"

    /// Where it is.
    var file: URL {
        Self.folder.appendingPathComponent(name)
    }

    /// All of them.
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

    /// A line of the expectations, with its own names.
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
