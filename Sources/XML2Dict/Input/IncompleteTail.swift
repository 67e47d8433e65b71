/// The end of a chunk that cuts what belongs together, and waits for the next one.
///
/// Expat takes such halves, but then not everything is the same however the input is cut: behind the root it counts a line for each half of
/// CR LF, and what stands at an error may be the beginning of a character, of which nobody can say what is wrong with it.
enum IncompleteTail {
    /// How many bytes at the end of a chunk of UTF-8 have to wait: a carriage return, or a character that is not whole.
    ///
    /// None wait behind a character that is not whole and never will be: expat finds that one wrong, and what is behind it shows why.
    static func length(of chunk: UnsafeRawBufferPointer) -> Int {
        let count = chunk.last == 0x0D ? 1 : lengthOfCutCharacter(in: chunk[...])
        return count > 0 && lengthOfCutCharacter(in: chunk.dropLast(count)) > 0 ? 0 : count
    }

    private static func lengthOfCutCharacter(in chunk: Slice<UnsafeRawBufferPointer>) -> Int {
        for count in 1..<4 where count <= chunk.count {
            let byte = chunk[chunk.endIndex - count]
            if UTF8.isContinuation(byte) { continue }
            let isCut: Bool
            switch byte {
            case 0xC2...0xDF: isCut = count < 2
            case 0xE0...0xEF: isCut = count < 3
            case 0xF0...0xF4: isCut = count < 4
            default: isCut = false
            }
            return isCut ? count : 0
        }
        return 0
    }
}
