/// An item of the document `feed`: eight fields.
struct Item: Codable {
    var title = ""
    var link = ""
    var guid = ""
    var date = ""
    var categories: [String] = []
    var author = ""
    var description = ""
    var thumbnail: Thumbnail?

    enum CodingKeys: String, CodingKey {
        case title, link, guid, author, description
        case date = "pubDate"
        case categories = "category"
        case thumbnail = "media:thumbnail"
    }

    struct Thumbnail: Codable {
        var url: String
        var width: Int
        var height: Int
    }
}
