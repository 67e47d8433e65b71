public import XML2Dict

/// Why a value cannot be turned into objects, or objects into a value.
public struct XMLBridgingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words, and where.
    public let description: String
}

extension XMLValue {
    /// Values and objects nested deeper than this are not turned into each other: objects are freed by recursion.
    ///
    /// That many suit a stack of 8 MiB, as threads have on Linux and the first one has on Apple's systems. On a thread with 512 KiB it is about
    /// 3,000.
    public static var deepestBridge: Int { 10_000 }
}
