import Foundation

/// An item of an RSS feed.
///
/// RSS requires none of its parts: parts that can be absent are optional, and parts that can repeat are arrays.
struct FeedItem: Decodable {
    let title: String?
    let link: URL?
    let date: Date?
    let categories: [String]
    let thumbnails: [Media]
    let enclosures: [Media]
    let description: String?
    let content: String?

    /// An image or another medium: `<media:thumbnail url="https://…" width="75" height="50"/>`.
    struct Media: Decodable {
        let url: URL
    }

    enum CodingKeys: String, CodingKey {
        case title, link, description
        case date = "pubDate"
        case categories = "category"
        case thumbnails = "media:thumbnail"
        case enclosures = "enclosure"
        case content = "content:encoded"
    }

    /// The description; if it is empty, the text of the whole article, which is HTML in a CDATA section.
    var summary: String {
        if let description, !description.isEmpty { return description }
        return content?.replacing(/<[^>]*>/, with: "") ?? ""
    }
}
