/// Counts how far expat has come, and says how much to give it at once (TOKEN-BOUND, LINEAR-TIME).
///
///     fed         ████████████████████████    all bytes that expat was given
///     pending                     ░░░░░░░░    the beginning of a tag, a comment and the like, which expat has not understood yet
///
/// Expat looks at pending bytes again when it is given more: these looks are `rescanned`.
struct FeedBudget {
    /// How many bytes may be pending: a token that is longer is refused.
    private let longestToken: Int
    /// How many bytes expat has been given.
    private(set) var fed = 0
    /// How many of those expat has not understood yet.
    private(set) var pending = 0
    /// How many bytes expat has had to look at again.
    private(set) var rescanned = 0

    static let usualChunkSize = 64 * 1024
    private static let largestChunkSize = 64 * 1024 * 1024

    init(_ limits: XMLReader.Limits) {
        longestToken = max(0, limits.maxTokenLength)
    }

    /// Whether a token is longer than allowed.
    var isOverdrawn: Bool { pending > 0 && pending >= longestToken }

    /// How many bytes to give expat at once.
    ///
    /// Usually that is a chunk, and as much as is pending when that is more; but never so much that a token which is too long could
    /// end in it. So such a token is found however the input is cut, and its length need not be measured.
    var chunkSize: Int {
        let usual = min(max(pending, Self.usualChunkSize), Self.largestChunkSize)
        return max(1, min(usual, longestToken - pending))
    }

    /// Whether so many more bytes are worth a try.
    ///
    /// Older versions of expat look at an unfinished token again from its start with every piece of it, which is quadratic in
    /// its length when the pieces are small. So there is a budget: the bytes that are looked at again must stay in proportion to all
    /// that have come. It is wide enough that a document's tags are always tried at once, and only a giant one that trickles in has to
    /// wait until as much has come again as is pending.
    func mayParse(with count: Int) -> Bool {
        guard fed > 0 || count > 1 else { return false }
        return count >= pending || rescanned + pending <= 16 * (fed + count) + 1_048_576
    }

    /// Counts bytes that expat is given.
    mutating func give(_ count: Int) {
        rescanned += pending
        fed += count
    }

    /// Notes how many bytes expat has understood.
    ///
    /// That must be after each parse, as expat forgets its place when it is asked for a buffer.
    mutating func note(understood: Int) {
        pending = max(0, fed - understood)
    }
}
