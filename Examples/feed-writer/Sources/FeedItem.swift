import Foundation

/// An item of an RSS feed, with the names that the feed reader of these examples reads.
struct FeedItem: Encodable {
    var title: String
    var link: URL
    var date: Date
    var categories: [String] = []
    var description: String?
    var thumbnail: Thumbnail?

    enum CodingKeys: String, CodingKey {
        case title, link, description
        case date = "pubDate"
        case categories = "category"
        case thumbnail = "media:thumbnail"
    }

    /// An image: `<media:thumbnail url="https://…" width="75"/>`.
    struct Thumbnail: Encodable {
        var url: URL
        var width: Int

        enum CodingKeys: String, CodingKey {
            case url = "@url"
            case width = "@width"
        }
    }
}
