/// A place in an input, as expat counts: line ends, characters and bytes before it.
struct TextPlace {
    private(set) var lines: UInt = 0
    /// The number of characters before it on its line.
    private(set) var columns: UInt = 0
    private(set) var bytes = 0
    /// Whether a carriage return is just before it: with the line feed after it, it is one line end.
    private var isAfterReturn = false

    /// The beginning.
    init() {}

    /// A place with these numbers before it.
    init(lines: UInt, columns: UInt, bytes: Int) {
        self.lines = lines
        self.columns = columns
        self.bytes = bytes
    }

    /// Moves to the end of some text.
    mutating func pass(_ text: Slice<UnsafeRawBufferPointer>) {
        // A byte order mark is not a character.
        let mark: [UInt8] = bytes == 0 ? [0xEF, 0xBB, 0xBF] : []
        for byte in text.starts(with: mark) ? text.dropFirst(mark.count) : text {
            switch byte {
            case 0x0A where isAfterReturn: break
            case 0x0A, 0x0D:
                lines &+= 1
                columns = 0
            case _ where UTF8.isContinuation(byte): break
            default: columns &+= 1
            }
            isAfterReturn = byte == 0x0D
        }
        bytes += text.count
    }
}
