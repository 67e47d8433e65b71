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
    /// The deepest nesting of values and objects that are converted into each other: Foundation frees objects by
    /// recursion.
    ///
    /// This depth suits a stack of 8 MiB, which threads have on Linux and the main thread has on Apple's systems. A
    /// thread with 512 KiB can take about 3,000.
    static var deepestBridge: Int { 10_000 }
}
