import Foundation

/// A quake, whose conformance to `Decodable` belongs to the main actor where all of this module does.
struct Quake: Decodable {
    var id: Int
    var title: String
    var magnitude: Double
    var date: Date
}

/// A quake that other threads may decode.
nonisolated struct ParsedQuake: Decodable, Sendable {
    var id: Int
    var title: String
    var date: Date
}
