/// The values of all limits: the set ones, and the defaults of the others.
package struct Limits: Sendable {
    private var numbers: [Int]

    private static let defaults = XMLOptions.Limit.all.map { $0.defaultValue ?? .max }

    package init(_ given: [XMLOptions.Limit: Int] = [:]) {
        numbers = Self.defaults
        guard !given.isEmpty else { return }
        for limit in XMLOptions.Limit.all {
            if let number = given[limit] ?? given[limit.named] { numbers[limit.index] = number }
        }
    }

    package subscript(limit: XMLOptions.Limit) -> Int {
        get { numbers[limit.index] }
        set { numbers[limit.index] = newValue }
    }
}
