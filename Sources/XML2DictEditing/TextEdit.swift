/// The text of an element that is replaced.
///
///     old        ␣␣  old  ␣  more  ␣ <!-- why --> ␣␣
///     held       ␣␣                ␣ <!-- why --> ␣␣       white space at both ends, comments and instructions
///                  └ mark                                  the place of the new text
struct TextEdit {
    let name: String
    let value: EditedValue
    /// What stays before the new text, and after it.
    private var before: [UInt8] = [], after: [UInt8] = []
    /// What follows the last text, and what of it stays before another text: comments and instructions.
    private var held: [UInt8] = [], kept: [UInt8] = []
    /// The number of held bytes up to the last comment or instruction.
    private var keptEnd = 0
    private var hasText = false
    /// The old text, as far as it can equal the new one; `nil` if something stays inside it.
    private var old: [UInt8]? = []
    private var sectionMarkCount = 0
    private var hasPlainText = false

    init(_ name: String, _ value: EditedValue) {
        self.name = name
        self.value = value
    }

    var heldCount: Int { before.count + after.count + held.count }

    var isInSection: Bool { sectionMarkCount % 2 == 1 }

    /// Whether one CDATA section is all the text.
    var isOneSection: Bool { sectionMarkCount == 2 && !hasPlainText }

    /// Holds white space, a comment or an instruction.
    mutating func hold(_ bytes: UnsafeRawBufferPointer, isSpace: Bool) {
        held += bytes
        guard !isSpace else { return }
        kept += bytes
        keptEnd = held.count
    }

    /// Drops a part of the text, or one end of a CDATA section, and the white space between it and the text before.
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
    }

    private mutating func note(_ bytes: some Collection<UInt8>) {
        // No character of the value takes more bytes.
        if old?.count ?? 0 <= 64 * (1 + value.value.utf8.count) { old? += bytes }
    }

    /// What stays before the new text, the old text, and what stays after it.
    var parts: (before: [UInt8], old: [UInt8]?, after: [UInt8]) {
        if hasText { return (before, old, after + held) }
        // White space alone is the text; beside comments, the new text comes after the last one.
        if keptEnd == 0, !value.value.isEmpty { return ([], held, []) }
        return (Array(held[..<keptEnd]), old, Array(held[keptEnd...]))
    }
}
