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

/// A value of numbers, which the items of the feed do not have.
struct Measurement: Codable {
    var id: Int
    var latitude: Double
    var longitude: Double
    var isValid: Bool
    var readings: [Double]
    var count: UInt16?

    /// The number determines all other fields.
    init(_ number: Int) {
        id = number
        latitude = Double(number % 18_000) / 100 - 90
        longitude = Double(number &* 7_919 % 360_000) / 1_000 - 180
        isValid = number % 3 > 0
        readings = (0..<number % 6).map { Double(number * $0) / 7 }
        count = number.isMultiple(of: 2) ? UInt16(truncatingIfNeeded: number) : nil
    }
}
