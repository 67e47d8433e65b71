import Foundation
import XML2Dict

/// An earthquake, as an Atom entry of a geological survey tells it.
struct Quake {
    /// The time in UTC, as it stands in the feed: `2026-11-02T08:41:07Z`.
    let time: String

    /// The magnitude; `nil` when the title does not begin with one.
    let magnitude: String?

    /// Where it was, or the whole title when that says something else.
    let place: String

    /// Degrees north and east, and kilometres below the sea; `nil` when the entry does not say.
    let latitude, longitude, depth: Double?

    init(_ entry: XMLValue) {
        // In the default convention text always stands under "text", with or without attributes beside it.
        func text(_ key: String) -> String {
            entry[key]?["text"]?.string ?? ""
        }

        time = text("updated")

        let title = text("title")
        if let match = title.wholeMatch(of: /M (-?[0-9.]+), (.+)/) {
            magnitude = String(match.1)
            place = String(match.2)
        } else {
            magnitude = nil
            place = title
        }

        // Namespaced elements keep their prefix: georss:point is "latitude longitude", georss:elev is metres, upwards.
        let point = text("georss:point").split(separator: " ").compactMap { Double($0) }
        latitude = point.first
        longitude = point.dropFirst().first
        depth = Double(text("georss:elev")).map { 0 - $0 / 1000 }
    }

    /// The quake as one line of a table.
    ///
    /// The place is last, because it may be of any length and script.
    var row: String {
        let columns = [
            column(time.replacing("T", with: " ").replacing("Z", with: ""), width: 19),
            column(magnitude.map { "M \($0)" } ?? "-", width: 6),
            column(depth.map { String(format: "%.0f km", $0) } ?? "", width: 6),
            column(degrees(latitude, "N", "S"), width: 6),
            column(degrees(longitude, "E", "W"), width: 7),
            place,
        ]
        return columns.joined(separator: "  ")
    }

    private func degrees(_ number: Double?, _ positive: String, _ negative: String) -> String {
        number.map { String(format: "%.1f°", abs($0)) + ($0 < 0 ? negative : positive) } ?? ""
    }

    private func column(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
