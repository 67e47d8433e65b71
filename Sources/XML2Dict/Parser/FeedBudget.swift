/// A count of expat's progress, which decides how many bytes expat gets at once (TOKEN-BOUND, LINEAR-TIME).
///
///     fed         ████████████████████████    all bytes that expat has got
///     pending                     ░░░░░░░░    the beginning of an unfinished token, such as a tag
///
/// Expat reads pending bytes again with each chunk; `rescanned` counts them.
struct FeedBudget {
    /// The limit of `pending`: a longer token is refused.
    private let longestToken: Int
    /// The number of bytes that expat has got.
    private(set) var fed = 0
    /// The number of those bytes that belong to an unfinished token.
    private(set) var pending = 0
    /// The number of bytes that expat has read again, each as often as that happened.
    private(set) var rescanned = 0

    /// The size of a chunk, unless more bytes are pending.
    static let usualChunkSize = 64 * 1024
    /// The size of the first chunk of a parser that may not get far.
    private static let smallChunkSize = 512
    /// The size that no chunk exceeds.
    private static let largestChunkSize = 64 * 1024 * 1024

    /// Whether the first chunks are small.
    private let beginsSmall: Bool

    /// - Parameters:
    ///   - limits: The limits; only the length of tokens counts here.
    ///   - beginsSmall: Whether the first chunks are small. A parser of a small document, or of a record after a broken
    ///     one, may not get far; each chunk is then as large as all before it, until it has the usual size.
    init(_ limits: Limits, beginsSmall: Bool = false) {
        longestToken = max(0, limits[.tokenLength])
        self.beginsSmall = beginsSmall
    }

    /// Whether a token is longer than allowed.
    var isOverdrawn: Bool { pending > 0 && pending >= longestToken }

    /// The size of the next chunk.
    ///
    /// A chunk is as large as the pending bytes when they are many, but never so large that a token could exceed its
    /// limit and end in the same chunk. So every such token is found, however the input is cut.
    var chunkSize: Int {
        let least = beginsSmall ? min(max(fed, Self.smallChunkSize), Self.usualChunkSize) : Self.usualChunkSize
        let usual = min(max(pending, least), Self.largestChunkSize)
        return max(1, min(usual, longestToken - pending))
    }

    /// Whether expat should parse now that this many more bytes have arrived.
    ///
    /// Expat reads an unfinished token again from its start with every chunk, which takes quadratic time when the
    /// chunks are small. So the rescanned bytes must stay in proportion to all bytes. Ordinary tags are always parsed
    /// at once. Only a giant token in small chunks waits, until as many bytes have arrived as are pending.
    func mayParse(with count: Int) -> Bool {
        guard fed > 0 || count > 1 else { return false }
        return count >= pending || rescanned + pending <= 16 * (fed + count) + 1_048_576
    }

    /// Counts bytes that expat gets.
    mutating func give(_ count: Int) {
        rescanned += pending
        fed += count
    }

    /// Sets the number of bytes that expat has parsed.
    ///
    /// The caller asks for it right after each parse, because expat forgets its place when it provides a buffer.
    mutating func note(understood: Int) {
        pending = max(0, fed - understood)
    }
}
