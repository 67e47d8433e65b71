import XML2Dict

/// The error of a value that has no equivalent objects, or of objects that have no equivalent value.
public struct XMLBridgingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem in words, and its place.
    public let description: String

    /// Creates an error, such as one for a test.
    ///
    /// - Parameter description: The problem in words, and its place.
    public init(_ description: String) {
        self.description = description
    }
}

extension XMLValue {
    /// The deepest nesting of values and objects that are converted into each other.
    static var deepestBridge: Int { 10_000 }
}
