import Foundation

/// A quake, whose conformance to `Decodable` belongs to the main actor, as all of this module does.
struct Quake: Decodable {
    var id: Int
    var title: String
    var magnitude: Double
    var date: Date
}
