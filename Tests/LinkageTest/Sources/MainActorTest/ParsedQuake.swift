import Foundation

/// A quake that other threads may decode, for batches.
nonisolated struct ParsedQuake: Decodable, Sendable {
    var id: Int
    var title: String
    var date: Date
}
