import Foundation
import XML2Dict
import XML2DictFoundation
import XML2DictWriting

struct FeedToWrite: Encodable {
    var version = "2.0"
    var channel: Channel

    enum CodingKeys: String, CodingKey {
        case version = "@version"
        case channel
    }

    struct Channel: Encodable {
        var title: String
        var link: URL
        var item: [Item]
    }

    struct Item: Encodable {
        var title: String
        var published: Date
        var duration: String?
        var enclosure: Enclosure

        enum CodingKeys: String, CodingKey {
            case title, enclosure
            case published = "pubDate"
            case duration = "itunes:duration"
        }
    }

    struct Enclosure: Encodable {
        var url: URL
        var length: Int

        enum CodingKeys: String, CodingKey {
            case url = "@url"
            case length = "@length"
        }
    }
}

/// The eighth task: a feed written from types.
func writeFeed() throws {
    var encoder = XMLEncoder()
    encoder.namespaceURIs = ["itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd"]
    encoder.dateEncodingStrategy = .rfc822
    guard let site = URL(string: "https://example.org") else { return }
    let enclosure = FeedToWrite.Enclosure(url: site.appendingPathComponent("1.mp3"), length: 9000)
    let published = Date(timeIntervalSince1970: 1_714_566_600)
    let items = [
        FeedToWrite.Item(title: "Tides & ropes", published: published, duration: "1:02:05", enclosure: enclosure),
        FeedToWrite.Item(title: "Knots", published: published, enclosure: enclosure),
    ]
    let feed = FeedToWrite(channel: .init(title: "Harbour talk", link: site, item: items))
    print(try encoder.string(from: feed, root: "rss"), terminator: "")
}
