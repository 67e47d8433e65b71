import Foundation

struct Quake: Decodable {
    var id: Int
    var title: String
    var magnitude: Double
    var date: Date
}
