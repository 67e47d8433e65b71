import Foundation
import XML2Dict
import XML2DictFoundation

/// An earthquake, as an Atom entry of a geological survey tells it.
struct Quake: Decodable {
    /// The magnitude and the place, `M 5.8, Banda Sea`; of other events, what they were.
    let title: String
    let time: Date

    /// Where it was; `nil` when the entry does not say.
    let point: Point?

    /// Metres above the sea, so that quakes have negative ones.
    let elevation: Double?

    /// Elements with a namespace keep their prefix.
    enum CodingKeys: String, CodingKey {
        case title
        case time = "updated"
        case point = "georss:point"
        case elevation = "georss:elev"
    }
}

/// A place on the Earth, in degrees north and east: `-6.1204 129.8812` (GeoRSS).
struct Point: XMLTextDecodable {
    let latitude, longitude: Double

    static func decode(xmlText text: String, with decoder: XMLDecoder) -> Point? {
        let degrees = text.split(separator: " ").compactMap { Double($0) }
        guard degrees.count == 2 else { return nil }
        return Point(latitude: degrees[0], longitude: degrees[1])
    }

    static func expectation(of decoder: XMLDecoder) -> String { "a latitude and a longitude, such as 54.2 12.1" }
}
