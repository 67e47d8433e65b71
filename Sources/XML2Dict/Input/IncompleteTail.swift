/// Trailing bytes held back until the next chunk arrives.
///
/// Expat accepts half of a character or of CR LF, but then the result depends on how the input is cut: after the root,
/// expat counts a line for each half of CR LF, and the bytes at an error may be only the beginning of a character.
enum IncompleteTail {
    /// The number of bytes at the end of a chunk of UTF-8 that wait: a carriage return, or a character that is not
    /// whole.
    ///
    /// No bytes wait after a character that can never be whole: expat refuses that character, and the bytes after it
    /// show why.
    static func length(of chunk: UnsafeRawBufferPointer) -> Int {
        let count = chunk.last == 0x0D ? 1 : lengthOfCutCharacter(in: chunk[...])
        return count > 0 && lengthOfCutCharacter(in: chunk.dropLast(count)) > 0 ? 0 : count
    }

    private static func lengthOfCutCharacter(in chunk: Slice<UnsafeRawBufferPointer>) -> Int {
        for count in 1..<4 where count <= chunk.count {
            let byte = chunk[chunk.endIndex - count]
            if UTF8.isContinuation(byte) { continue }
            let length =
                switch byte {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                default: 0
                }
            return count < length ? count : 0
        }
        return 0
    }
}
