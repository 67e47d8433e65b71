/// A place in an input, as expat counts: line ends, characters and bytes before it.
struct TextPlace {
    private(set) var lines: UInt = 0
    /// The number of characters before it on its line.
    private(set) var columns: UInt = 0
    private(set) var bytes = 0
    /// Whether a document begins here, perhaps with a byte order mark, which is not a character.
    var isAtDocument = false
    /// Whether a carriage return is just before it: with the line feed after it, it is one line end.
    private var isAfterReturn = false

    /// The beginning.
    init() {
        isAtDocument = true
    }

    /// A place with these numbers before it.
    init(lines: UInt, columns: UInt, bytes: Int) {
        self.lines = lines
        self.columns = columns
        self.bytes = bytes
    }

    /// Moves to the end of some text.
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
            // Without carriage returns, the search goes from line feed to line feed.
            let returned = Memory.first(0x0D, in: rest)
            passLines(UnsafeRawBufferPointer(rebasing: rest[..<(returned ?? rest.count)]))
            guard let returned else { return }
            lines &+= 1
            columns = 0
            isAfterReturn = true
            rest = UnsafeRawBufferPointer(rebasing: rest[(returned + 1)...])
        }
    }

    /// Moves to the end of some text whose lines and columns nothing asks for.
    mutating func skip(_ byteCount: Int) {
        bytes += byteCount
        isAtDocument = false
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Moves past a byte order mark.
    mutating func passMark() {
        bytes += Self.mark.count
        isAtDocument = false
    }

    /// Moves to the end of text without carriage returns.
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
