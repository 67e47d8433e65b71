/// A position in a text, as the numbers of line breaks, of characters on the line, and of bytes before the position.
///
/// These numbers count from 0, as in expat. `line` and `column` count from 1, as in messages. `lines` and `columns` may
/// wrap below 0: a byte order mark subtracts one column, and the start tags in the context of a part subtract lines.
struct TextPosition {
    var lines: UInt = 0
    var columns: UInt = 0
    private(set) var bytes = 0
    /// Whether a document begins here, so that a byte order mark may follow, and does not count as a character.
    var isAtDocument = false
    /// Whether a carriage return is just before the position, so that a line feed belongs to the same line break.
    private var isAfterReturn = false

    /// The position of a tag that is not in the input, or whose line the reader did not count (`line` is 0).
    static let none = TextPosition(lines: .max, columns: 0)

    init() {
        isAtDocument = true
    }

    @inline(__always)
    init(lines: UInt, columns: UInt, bytes: Int = 0) {
        self.lines = lines
        self.columns = columns
        self.bytes = bytes
    }

    var line: Int { Int(clamping: lines &+ 1) }

    var column: Int { max(1, Int(truncatingIfNeeded: columns &+ 1)) }

    mutating func pass(_ text: Slice<UnsafeRawBufferPointer>) {
        guard !text.isEmpty else { return }
        var rest = UnsafeRawBufferPointer(rebasing: text)
        if isAtDocument, text.starts(with: Self.mark) {
            passMark()
            rest = UnsafeRawBufferPointer(rebasing: text.dropFirst(Self.mark.count))
        }
        isAtDocument = false
        bytes += rest.count
        while !rest.isEmpty {
            // Text without carriage returns goes to `passLines` as a whole.
            let returned = Memory.first(0x0D, in: rest)
            passLines(UnsafeRawBufferPointer(rebasing: rest[..<(returned ?? rest.count)]))
            guard let returned else { return }
            lines &+= 1
            columns = 0
            isAfterReturn = true
            rest = UnsafeRawBufferPointer(rebasing: rest[(returned + 1)...])
        }
    }

    mutating func skip(_ byteCount: Int) {
        bytes += byteCount
        isAtDocument = false
    }

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    mutating func passMark() {
        bytes += Self.mark.count
        isAtDocument = false
    }

    private mutating func passLines(_ text: UnsafeRawBufferPointer) {
        guard let first = text.first else { return }
        var rest = isAfterReturn && first == 0x0A ? UnsafeRawBufferPointer(rebasing: text.dropFirst()) : text
        isAfterReturn = false
        while let end = Memory.first(0x0A, in: rest) {
            lines &+= 1
            columns = 0
            rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
        }
        for byte in rest where !UTF8.isContinuation(byte) { columns &+= 1 }
    }
}

struct RecordOriginBase {
    var file: String?
    /// The number of the document in the input, counted from 1, if the input may have several documents.
    var document: Int?
}
