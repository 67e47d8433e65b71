import Foundation
import XML2Dict
import XML2DictFoundation

/// An earthquake in an Atom entry of a geological survey.
struct Quake: Decodable {
    /// The magnitude and the place, `M 5.8, Banda Sea`; for other events, their kind.
    let title: String
    let time: Date

    /// The location; `nil` when the entry contains none.
    let point: Point?

    /// Metres above the sea; negative for quakes.
    let elevation: Double?

    /// Elements with a namespace keep their prefix.
    enum CodingKeys: String, CodingKey {
        case title
        case time = "updated"
        case point = "georss:point"
        case elevation = "georss:elev"
    }
}

/// A location on the Earth, in degrees north and east: `-6.1204 129.8812` (GeoRSS).
struct Point: XMLTextDecodable {
    let latitude, longitude: Double

    static func decode(xmlText text: String, with decoder: XMLDecoder) -> Point? {
        let degrees = text.split(separator: " ").compactMap { Double($0) }
        guard degrees.count == 2 else { return nil }
        return Point(latitude: degrees[0], longitude: degrees[1])
    }

}
