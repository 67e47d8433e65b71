import Foundation
import XML2Dict
import XML2DictFoundation

/// Prints the items of an RSS feed.
@main
struct FeedReader {
    static func main() async {
        guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
            fail("usage: feed-reader URL")
        }
        do {
            var number = 0
            for try await item in try items(of: url) {
                number += 1
                show(item, number)
            }
            if number == 0 { fail("\(url) is not an RSS feed, or it has no news") }
        } catch let error as DecodingError {
            // An item does not fit the type: the error names the field and the line.
            fail("\(url): \(error)")
        } catch {
            // The document is broken, or the server does not answer.
            fail("\(url): \(error.localizedDescription)")
        }
    }

    /// The items, one after the other as they arrive; memory contains at most one of them.
    private static func items(of url: URL) throws -> XMLAsyncRecords<FeedItem, XMLURLChunks> {
        // RSS uses the dates of RFC 822.
        var decoder = XMLDecoder()
        decoder.dateDecodingStrategy = .rfc822
        return try decoder.records(of: FeedItem.self, at: "channel/item", in: .url(url))
    }

    private static func show(_ item: FeedItem, _ number: Int) {
        if number > 1 { print() }
        print("\(number). \(item.title ?? "Untitled")")
        show("date", item.date?.formatted(.iso8601))
        show("link", item.link?.absoluteString)
        show("categories", item.categories.joined(separator: ", "))
        for thumbnail in item.thumbnails { show("thumbnail", thumbnail.url.absoluteString) }
        for enclosure in item.enclosures { show("enclosure", enclosure.url.absoluteString) }
        show("summary", item.summary)
    }

    /// Prints a line, unless its text is missing.
    private static func show(_ label: String, _ text: String?) {
        if let text, !text.isEmpty { print("   \(label): \(text)") }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("feed-reader: \(message)\n".utf8))
        exit(1)
    }
}
