import XML2Dict

struct AtomEntry: Decodable {
    var title: String
    var creator: String?

    enum CodingKeys: String, CodingKey {
        case title = "atom:title"
        case creator = "dc:creator"
    }
}

struct ExpandedEntry: Decodable {
    var title: String

    enum CodingKeys: String, CodingKey { case title = "{http://www.w3.org/2005/Atom}title" }
}

/// The tenth task: feeds that use other prefixes for the same namespaces.
func readFeedsWithOtherPrefixes() throws {
    let fixed = XMLDecoder {
        $0.namespacePrefixes = ["http://www.w3.org/2005/Atom": "atom", "http://purl.org/dc/elements/1.1/": "dc"]
    }
    let expanded = XMLOptions { $0.namespaces = .expand }
    for feed in atomFeeds {
        var entries = try fixed.records(of: AtomEntry.self, at: "atom:feed/atom:entry", in: .string(feed))
        while let entry = try entries.next() { print(entry.title, "by", entry.creator ?? "unknown") }

        let value = try XMLReader(expanded).read(.string(feed))
        let title: XMLPath = "{http://www.w3.org/2005/Atom}entry/{http://www.w3.org/2005/Atom}title"
        print(value.root[path: title]?.text ?? "none")
        let entry = value.root["{http://www.w3.org/2005/Atom}entry"] ?? .null
        print(try XMLDecoder(expanded).decode(ExpandedEntry.self, from: entry).title)
    }
}

private let atomFeeds = [
    """
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <entry><title>Tides</title><dc:creator>Ada</dc:creator></entry>
    </feed>
    """,
    """
    <a:feed xmlns:a="http://www.w3.org/2005/Atom">
      <a:entry><a:title>Ropes</a:title><creator xmlns="http://purl.org/dc/elements/1.1/">Alan</creator></a:entry>
    </a:feed>
    """,
]
