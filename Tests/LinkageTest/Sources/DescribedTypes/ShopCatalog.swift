struct ShopCatalog: Codable {
    var version: Double
    var `open`: Bool
    var `default`: String
    var item: [Item]
    var string: StringElement
    var p: P

    enum CodingKeys: String, CodingKey {
        case version
        case `open`
        case `default`
        case item
        case string = "String"
        case p
    }

    struct Item: Codable {
        var id: Int
        var soldOut: Bool
        var note: String?
        var id2: String
        var price: Price
        var count: Int?
        var size: [Int?]
        var mediaUrl: String?

        enum CodingKeys: String, CodingKey {
            case id = "@id"
            case soldOut = "sold-out"
            case note
            case id2 = "id"
            case price
            case count
            case size
            case mediaUrl = "media:url"
        }

        struct Price: Codable {
            var currency: String
            var value: Double

            enum CodingKeys: String, CodingKey {
                case currency
                case value = ""
            }
        }
    }

    struct StringElement: Codable {
        var a: String
    }

    struct P: Codable {
        var b: String
        var text: String

        enum CodingKeys: String, CodingKey {
            case b
            case text = ""
        }
    }
}
