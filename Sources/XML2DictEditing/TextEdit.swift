/// The text of an element that is replaced.
///
///     old        ␣␣  old  ␣  more  ␣ <!-- why --> ␣␣
///     held       ␣␣                ␣ <!-- why --> ␣␣       white space at both ends, comments and instructions
///                  └ mark                                  the place of the new text
struct TextEdit {
    let name: String
    let value: EditedValue
    private var held: [(bytes: [UInt8], isSpace: Bool)] = []
    private(set) var heldCount = 0
    /// The number of held parts before the first text; `nil` before it.
    private var mark: Int?
    /// The number of held parts before the last text.
    private var tail = 0
    /// The old text, as far as it can equal the new one; `nil` if something stays inside it.
    private(set) var old: [UInt8]? = []
    private var sectionMarkCount = 0
    private var hasPlainText = false

    init(_ name: String, _ value: EditedValue) {
        self.name = name
        self.value = value
    }

    var isInSection: Bool { sectionMarkCount % 2 == 1 }

    /// Whether one CDATA section is all the text.
    var isOneSection: Bool { sectionMarkCount == 2 && !hasPlainText }

    /// Holds white space, a comment or an instruction.
    mutating func hold(_ bytes: UnsafeRawBufferPointer, isSpace: Bool) {
        heldCount += bytes.count
        if isSpace, held.count > tail, held[held.count - 1].isSpace {
            held[held.count - 1].bytes += bytes
        } else {
            held.append((Array(bytes), isSpace))
        }
    }

    /// Drops a part of the text, or one end of a CDATA section, and the white space between it and the text before.
    mutating func drop(_ bytes: UnsafeRawBufferPointer, isSectionMark: Bool = false) {
        if isSectionMark { sectionMarkCount += 1 } else if !isInSection { hasPlainText = true }
        if mark == nil {
            mark = held.count
        } else {
            for part in held[tail...] where part.isSpace { note(part.bytes) }
            held[tail...].removeAll(where: \.isSpace)
            if held.count > tail { old = nil }
        }
        tail = held.count
        note(bytes)
    }

    private mutating func note(_ bytes: some Collection<UInt8>) {
        // No character of the value takes more bytes.
        if old?.count ?? 0 <= 64 * (1 + value.value.utf8.count) { old? += bytes }
    }

    /// Ends the text, and returns what is held before the new one and after it.
    mutating func end() -> (before: [UInt8], after: [UInt8]) {
        // White space alone is the text; beside comments, the new text comes after the last one.
        if mark == nil, !value.value.isEmpty, held.allSatisfy(\.isSpace) {
            old = held.flatMap(\.bytes)
            held = []
        }
        let place = mark ?? held.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? 0
        return (held[..<place].flatMap(\.bytes), held[place...].flatMap(\.bytes))
    }
}
