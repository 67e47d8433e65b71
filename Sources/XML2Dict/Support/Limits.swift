/// The values of all limits, with the defaults of the limits that the caller does not set.
package struct Limits: Sendable {
    private var values: [Int]

    private static let defaults = XMLOptions.Limit.all.map { $0.defaultValue ?? .max }

    package init(_ given: [XMLOptions.Limit: Int] = [:]) {
        values = Self.defaults
        guard !given.isEmpty else { return }
        for limit in XMLOptions.Limit.all {
            if let value = given[limit] ?? given[limit.named] { values[limit.index] = value }
        }
    }

    package subscript(limit: XMLOptions.Limit) -> Int {
        get { values[limit.index] }
        set { values[limit.index] = newValue }
    }
}
