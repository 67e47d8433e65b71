import XML2Dict

/// A piece of news from an RSS feed.
struct FeedItem {
    let title: String
    let link: String
    let date: String
    let categories: [String]
    let thumbnails: [String]
    let enclosures: [String]
    let summary: String

    /// An item from an element `item`.
    ///
    /// RSS promises none of its parts, so what is absent is empty.
    init(_ item: XMLValue) {
        // In the default convention text always stands under "text", with or without attributes beside it.
        func text(_ key: String) -> String {
            item[key]?["text"]?.string ?? ""
        }

        title = text("title")
        link = text("link")
        date = text("pubDate")

        // None, one or many: list(_:) makes them the same. Attributes are values under their names, as elements are.
        categories = item.list("category").compactMap { $0["text"]?.string }
        thumbnails = item.list("media:thumbnail").compactMap { $0["url"]?.string }
        enclosures = item.list("enclosure").compactMap { $0["url"]?.string }

        // The description is often missing or empty where there is the whole article, as HTML in a CDATA section.
        let description = text("description")
        summary = description.isEmpty ? text("content:encoded").replacing(/<[^>]*>/, with: "") : description
    }
}
