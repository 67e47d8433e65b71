import Foundation

extension Quake {
    /// The quake as one line of a table.
    ///
    /// The place is last, because it can have any length and script.
    var row: String {
        // A title without a magnitude contains only the place.
        let parts = title.wholeMatch(of: /(M -?[0-9.]+), (.+)/)
        let columns = [
            column(time.formatted(Self.timeStyle), width: 19),
            column(parts.map { String($0.1) } ?? "-", width: 6),
            column(elevation.map { String(format: "%.0f km", 0 - $0 / 1000) } ?? "", width: 6),
            column(degrees(point?.latitude, "N", "S"), width: 6),
            column(degrees(point?.longitude, "E", "W"), width: 7),
            parts.map { String($0.2) } ?? title,
        ]
        return columns.joined(separator: "  ")
    }

    /// In UTC, as `2026-11-02 08:41:07`.
    private static let timeStyle = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
        .year().month().day().time(includingFractionalSeconds: false)

    private func degrees(_ number: Double?, _ positive: String, _ negative: String) -> String {
        number.map { String(format: "%.1f°", abs($0)) + ($0 < 0 ? negative : positive) } ?? ""
    }

    private func column(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
