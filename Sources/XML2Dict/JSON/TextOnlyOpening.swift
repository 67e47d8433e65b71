/// The beginning of an object with only text, as JSON of elements mostly has it: `{"text":"`.
///
///     first  [ { " t e x t " : ]      second  [ " ∙ ∙ ∙ ∙ ∙ ∙ ∙ ]      ∙: any byte
///
/// The reader compares two words with it, in place of reading the object's parts one by one.
struct TextOnlyOpening: BitwiseCopyable {
    /// The length of a key with which it has sixteen bytes.
    private static var longestKey: Int { 11 }

    private let first: (word: UInt64, mask: UInt64)
    private let second: (word: UInt64, mask: UInt64)
    /// Its length.
    let count: Int

    /// - Parameters:
    ///   - key: The key that text is under.
    ///   - limit: The limit of a key's length.
    init(_ key: Name, limit: Int) {
        let isShort = key.byteCount <= min(limit, Self.longestKey) && key.isPlain
        // Nothing in JSON begins with a zero.
        let text = isShort ? Array("{\"\(key.string)\":\"".utf8) : [0]
        first = Self.word(text.prefix(8))
        second = Self.word(text.dropFirst(8))
        count = text.count
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> (word: UInt64, mask: UInt64) {
        bytes.reversed().reduce((0, 0)) { ($0.0 << 8 | UInt64($1), $0.1 << 8 | 0xFF) }
    }

    /// Whether the bytes at a place, of which sixteen may be read, begin such an object.
    @inline(__always)
    func matches(_ place: UnsafePointer<UInt8>) -> Bool {
        JSONInput.word(at: place) & first.mask == first.word
            && JSONInput.word(at: place + 8) & second.mask == second.word
    }
}
