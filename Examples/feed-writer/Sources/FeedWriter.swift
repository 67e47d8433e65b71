import Foundation
import XML2Dict
import XML2DictFoundation
import XML2DictWriting

/// Writes an RSS feed to standard output, item by item: the memory does not depend on their number.
@main
struct FeedWriter {
    static func main() throws {
        // RSS uses the dates of RFC 822, and other vocabularies for what it does not have.
        var encoder = XMLEncoder()
        encoder.dateEncodingStrategy = .rfc822
        encoder.namespaceURIs = ["media": "http://search.yahoo.com/mrss/"]

        let channel = Channel(
            title: "Harbour & Coast",
            link: "https://news.example.org/",
            description: "News from the quays"
        )
        var writer = try XMLRecordWriter(Feed(channel: channel), in: "rss/channel", encoder: encoder, to: 1)
        for item in try items() { try writer.write(item, as: "item") }
        try writer.finish()
    }

    /// The items; a program would take them from a database, one after the other.
    private static func items() throws -> [FeedItem] {
        let start = Date(timeIntervalSince1970: 1_793_610_000)
        return [
            FeedItem(
                title: "The ferry <Aurora> sails again",
                link: try address("2026/aurora?from=feed&lang=en"),
                date: start,
                categories: ["Ships", "Port"],
                description: "After six weeks in dock, she & her crew are back.",
                thumbnail: .init(url: try address("aurora-75.jpg"), width: 75)
            ),
            FeedItem(title: "夜の市場が開く", link: try address("2026/market"), date: start - 55_800),
        ]
    }

    private static func address(_ path: String) throws -> URL {
        guard let url = URL(string: "https://news.example.org/" + path) else { throw URLError(.badURL) }
        return url
    }
}
