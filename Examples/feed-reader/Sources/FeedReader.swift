import Foundation
import XML2Dict
import XML2DictFoundation

/// Prints what is new in an RSS feed.
@main
struct FeedReader {
    static func main() async {
        guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
            fail("usage: feed-reader URL")
        }
        do {
            let document = try await XMLReader().read(from: url)
            guard let channel = document["rss"]?["channel"] else {
                fail("\(url) is not an RSS feed")
            }
            let items = channel.list("item").map(FeedItem.init)

            print(channel["title"]?["text"]?.string ?? "Untitled")
            for (number, item) in zip(1..., items) {
                print("\n\(number). \(item.title)")
                show("date", [item.date])
                show("link", [item.link])
                show("categories", [item.categories.joined(separator: ", ")])
                show("thumbnail", item.thumbnails)
                show("enclosure", item.enclosures)
                show("summary", [item.summary])
            }
        } catch let error as XMLReaderError {
            // What is wrong with the document, and on which line.
            fail("\(url):\(error)")
        } catch {
            // What is wrong with the way here, such as a server that is gone.
            fail("\(url): \(error.localizedDescription)")
        }
    }

    /// Prints a line for each text that says something.
    private static func show(_ label: String, _ texts: [String]) {
        for text in texts where !text.isEmpty {
            print("   \(label): \(text)")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("feed-reader: \(message)\n".utf8))
        exit(1)
    }
}
