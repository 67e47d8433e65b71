/// The line of a document around an error, in UTF-8, cut to 45 bytes before the error and 25 bytes from the error on.
///
/// The parser may not have all of these bytes yet. An error shows only a complete line, so that the line does not
/// depend on the chunks of the document:
///
///     <name>Cake</nam>      the chunk ends here; the excerpt waits for 25 bytes from the error on, for the end of
///                 ^         the line, or for the end of the document
struct Excerpt: Hashable {
    private static let before = 45
    private static let after = 25

    private var bytes: [UInt8]
    private let errorOffset: Int
    private(set) var isComplete = false

    /// Creates an excerpt from the available bytes, or returns `nil` if bytes before the error are missing.
    init?(around offset: Int, in bytes: UnsafeRawBufferPointer, isFromStart: Bool) {
        guard (0...bytes.count).contains(offset) else { return nil }
        var start = offset
        while start > 0, offset - start < Self.before, !Self.endsLine(bytes[start - 1]) { start -= 1 }
        guard start > 0 || isFromStart || offset == Self.before else { return nil }
        while start < offset, UTF8.isContinuation(bytes[start]) { start += 1 }
        // A byte order mark is not part of the line.
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]), offset >= 3 { start = 3 }
        self.bytes = Array(bytes[start..<offset])
        errorOffset = offset - start
        append(bytes[offset...])
    }

    mutating func append(_ more: some Sequence<UInt8>) {
        guard !isComplete else { return }
        for byte in more {
            if Self.endsLine(byte) { return isComplete = true }
            bytes.append(byte)
            guard bytes.count - errorOffset < Self.after else {
                removeCutCharacter()
                return isComplete = true
            }
        }
    }

    mutating func end() {
        isComplete = true
    }

    /// The complete line, and the number of Unicode scalars in it before the error.
    var line: (text: String, caret: Int)? {
        guard isComplete else { return nil }
        let before = String(decoding: bytes[..<errorOffset], as: UTF8.self)
        return (String(decoding: bytes, as: UTF8.self), before.unicodeScalars.count)
    }

    private mutating func removeCutCharacter() {
        guard let first = bytes.lastIndex(where: { !UTF8.isContinuation($0) }), first > errorOffset else { return }
        let byte = bytes[first]
        let count = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
        if bytes.count - first < count { bytes.removeSubrange(first...) }
    }

    private static func endsLine(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D
    }
}
