import XML2Dict

/// The replaced text of an element, and the bytes that stay around the new text.
///
///     old        ␣␣  old  ␣  more  ␣ <!-- why --> ␣␣
///     before     ␣␣             held ␣ <!-- why --> ␣␣      white space at both ends, comments and instructions
///
/// The new text comes between `before` and the held bytes. If more old text follows, held white space is dropped.
struct TextEdit {
    let name: String
    private(set) var value: EditedValue
    /// The first line break of the old text, used if the document has no line break before the element.
    private var lineBreak = FirstLineBreak()
    private var before: [UInt8] = [], after: [UInt8] = []
    /// The bytes after the last old text, and the comments and instructions of `held`, to keep if more text follows.
    private var held: [UInt8] = [], kept: [UInt8] = []
    /// The number of held bytes up to the last comment or instruction.
    private var keptEnd = 0
    private var hasText = false
    /// The old text, to compare with the new text, or `nil` if a comment or instruction is inside the old text.
    private var old: [UInt8]? = []
    private var sectionMarkCount = 0
    private var hasPlainText = false

    init(_ name: String, _ value: EditedValue) {
        self.name = name
        self.value = value
    }

    var heldCount: Int { before.count + after.count + held.count }

    var isInSection: Bool { sectionMarkCount % 2 == 1 }

    var isOneSection: Bool { sectionMarkCount == 2 && !hasPlainText }

    mutating func hold(_ bytes: UnsafeRawBufferPointer, isSpace: Bool) {
        held += bytes
        findLineBreak(in: bytes)
        guard !isSpace else { return }
        kept += bytes
        keptEnd = held.count
    }

    /// Drops text or a mark of a CDATA section, such as `]]>`, and drops the white space after the previous text.
    mutating func drop(_ bytes: UnsafeRawBufferPointer, isSectionMark: Bool = false) {
        if isSectionMark { sectionMarkCount += 1 } else if !isInSection { hasPlainText = true }
        if !hasText {
            (before, held, hasText) = (held, [], true)
        } else if kept.isEmpty {
            note(held)
        } else {
            old = nil
            after += kept
        }
        held.removeAll(keepingCapacity: true)
        kept.removeAll(keepingCapacity: true)
        note(bytes)
        findLineBreak(in: bytes)
    }

    private mutating func findLineBreak(in bytes: UnsafeRawBufferPointer) {
        lineBreak.find(in: bytes)
        if value.lineEnd == nil { value.lineEnd = lineBreak.text(before: .max) }
    }

    private mutating func note(_ bytes: some Collection<UInt8>) {
        // Old text beyond this size differs from the new text, which takes at most 64 bytes for each character.
        if old?.count ?? 0 <= 64 * (1 + value.value.utf8.count) { old? += bytes }
    }

    var parts: (before: [UInt8], old: [UInt8]?, after: [UInt8]) {
        if hasText { return (before, old, after + held) }
        // White space alone is the old text. If there are comments, the new text comes after the last comment.
        if keptEnd == 0, !value.value.isEmpty { return ([], held, []) }
        return (Array(held[..<keptEnd]), old, Array(held[keptEnd...]))
    }
}
