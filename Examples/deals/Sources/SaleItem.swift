import Foundation
import XML2Dict
import XML2DictFoundation

/// An item on sale.
///
/// The type states the fields that the feed must have (`price`), may have (`subtitle`) and can repeat (`photos`). That
/// is enough: a missing or malformed field is an error that names the field and its line.
struct SaleItem: Decodable {
    let title: String
    let subtitle: String?
    let link: URL
    let published: Date
    let condition: Condition
    let price: Price
    let shipping: String
    let isSoldOut: Bool
    let percentSold: Double?
    let products: [Product]
    let photos: [URL]

    /// The names in the feed; the shop's own fields keep their prefix.
    enum CodingKeys: String, CodingKey {
        case title, link
        case published = "pubDate"
        case subtitle = "woot:subtitle"
        case condition = "woot:condition"
        case price = "woot:price"
        case shipping = "woot:shipping"
        case isSoldOut = "woot:soldout"
        case percentSold = "woot:soldoutpercentage"
        case products = "woot:product"
        case photos = "woot:standardimage"
    }

    enum Condition: String, Decodable {
        case new = "New"
        case refurbished = "Refurbished"
    }
}

/// A product in the box: `<woot:product quantity="2">Walnut lamp with dimmer</woot:product>`.
struct Product: Decodable {
    let quantity: Int
    let name: String

    /// An attribute is a key like any other, and `text` is the element's own text.
    enum CodingKeys: String, CodingKey {
        case quantity
        case name = "text"
    }
}

/// An amount in the shop's format, `$24.99`: a custom type decoded from text.
struct Price: XMLTextDecodable {
    let dollars: Decimal

    static func decode(xmlText text: String, with decoder: XMLDecoder) -> Price? {
        // Decimal(string:) reads the number at the beginning of a text, and ignores the rest.
        guard text.wholeMatch(of: /\$\d+(\.\d+)?/) != nil else { return nil }
        return Decimal(string: String(text.dropFirst()), locale: Locale(identifier: "en_US_POSIX")).map(Price.init)
    }
}
