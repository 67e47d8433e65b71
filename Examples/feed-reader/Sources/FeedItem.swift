import Foundation

/// A piece of news from an RSS feed.
///
/// RSS promises none of its parts: what can be absent is optional, and what can be there several times is an array.
struct FeedItem: Decodable {
    let title: String?
    let link: URL?
    let date: Date?
    let categories: [String]
    let thumbnails: [Media]
    let enclosures: [Media]
    let description: String?
    let content: String?

    /// Something beside the text: `<media:thumbnail url="https://…" width="75" height="50"/>`.
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

    /// The description, which is often empty where there is the whole article, as HTML in a CDATA section.
    var summary: String {
        if let description, !description.isEmpty { return description }
        return content?.replacing(/<[^>]*>/, with: "") ?? ""
    }
}
