/// The limits that hold: those that options set, and the defaults of the others.
package struct Limits: Sendable {
    /// The numbers, in the order of `XMLOptions.Limit.all`.
    private var numbers: [Int]

    package init(_ given: [XMLOptions.Limit: Int] = [:]) {
        numbers = XMLOptions.Limit.all.map { given[$0] ?? $0.defaultValue ?? .max }
    }

    package subscript(limit: XMLOptions.Limit) -> Int {
        get { numbers[limit.index] }
        set { numbers[limit.index] = newValue }
    }
}
