/// A count of expat's progress, which decides how many bytes expat gets at once (TOKEN-BOUND, LINEAR-TIME).
///
///     fed         ████████████████████████    all bytes that expat has got
///     pending                     ░░░░░░░░    the beginning of an unfinished token, such as a tag
///
/// Expat reads pending bytes again with each chunk. `rescanned` counts the bytes that expat reads again.
struct FeedBudget {
    private let longestToken: Int
    private(set) var fed = 0
    private(set) var pending = 0
    /// A byte that expat has read three times counts twice.
    private(set) var rescanned = 0

    /// The size of a chunk, unless more bytes are pending.
    static let usualChunkSize = 64 * 1024
    private static let smallChunkSize = 512
    private static let largestChunkSize = 64 * 1024 * 1024

    private let beginsSmall: Bool

    /// Creates a budget, and `beginsSmall` makes the first chunks small because the parser may soon stop.
    init(_ limits: Limits, beginsSmall: Bool = false) {
        longestToken = max(0, limits[.tokenLength])
        self.beginsSmall = beginsSmall
    }

    var isOverdrawn: Bool { pending > 0 && pending >= longestToken }

    /// The size of the next chunk.
    ///
    /// A chunk grows with the pending bytes, but is never so large that a token could exceed its limit and end in the
    /// same chunk. So `isOverdrawn` detects every token over the limit, however the input is cut.
    var chunkSize: Int {
        let least = beginsSmall ? min(max(fed, Self.smallChunkSize), Self.usualChunkSize) : Self.usualChunkSize
        let usual = min(max(pending, least), Self.largestChunkSize)
        return max(1, min(usual, longestToken - pending))
    }

    /// Whether expat should parse now, after `count` new bytes have arrived.
    ///
    /// With every chunk, expat reads an unfinished token again from the token's start. In small chunks, a giant token
    /// would take quadratic time. So if `rescanned` is too large in proportion to all bytes, the new bytes wait until
    /// as many new bytes have arrived as bytes are pending.
    func mayParse(with count: Int) -> Bool {
        guard fed > 0 || count > 1 else { return false }
        return count >= pending || rescanned + pending <= 16 * (fed + count) + 1_048_576
    }

    mutating func give(_ count: Int) {
        rescanned += pending
        fed += count
    }

    /// Notes the number of bytes that expat has parsed, so that all other bytes are pending.
    mutating func note(parsed: Int) {
        pending = max(0, fed - parsed)
    }
}
