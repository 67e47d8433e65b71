/// The text of an input, on its way from a source to expat.
///
///     bytes   ░░░░░░░░│kept  │unread
///             dropped │      └ start
///                     └ keptStart             kept bytes can be read again
///
/// Offsets count bytes from the beginning of the input.
final class InputText {
    // Only one parser at a time uses an `InputText`.
    @exclusivity(unchecked) private var memory: GrowableBuffer<UInt8>
    @exclusivity(unchecked) private var start = 0
    @exclusivity(unchecked) private var keptStart = 0
    @exclusivity(unchecked) private var base: Int
    private let pool: BufferPool?
    /// The position of the first kept byte, if `RecordRecovery` has counted up to this byte.
    var keptPosition: TextPosition?

    init(at offset: Int = 0, _ pool: BufferPool? = nil) {
        base = offset
        self.pool = pool
        memory = pool?.take() ?? GrowableBuffer()
    }

    deinit { pool?.put(&memory) }

    /// The unread bytes, valid until more bytes are appended.
    var unread: UnsafeRawBufferPointer { bytes(from: start) }

    /// The kept and the unread bytes, valid until more bytes are appended.
    var kept: UnsafeRawBufferPointer { bytes(from: keptStart) }

    private func bytes(from start: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory.base + start, count: memory.count - start)
    }

    var readOffset: Int { base + start }

    var end: Int { base + memory.count }

    /// Returns the position of an offset after a known position, or the known position if bytes between are not kept.
    func position(of offset: Int, after position: TextPosition) -> TextPosition {
        var position = keptPosition.map { $0.bytes > position.bytes ? $0 : position } ?? position
        if position.bytes >= base + keptStart, position.bytes <= offset, offset <= end {
            position.pass(bytes(from: position.bytes - base)[..<(offset - position.bytes)])
        }
        return position
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        dropForgotten()
        bytes.withMemoryRebound(to: UInt8.self) { memory.append($0) }
    }

    /// Appends bytes of a source, and returns the number of bytes, which is 0 at the end, or if no bytes are ready.
    func fill(from source: any InputSource, atMost count: Int) throws(XMLError) -> Int {
        dropForgotten()
        let count = min(count, source.remaining ?? count)
        memory.reserve(count)
        let filled = try source.fill(UnsafeMutableRawBufferPointer(start: memory.end, count: count))
        memory.count += filled
        return filled
    }

    private func dropForgotten() {
        guard keptStart > memory.count / 2 else { return }
        memory.removeFirst(keptStart)
        base += keptStart
        start -= keptStart
        keptStart = 0
    }

    func pass(_ count: Int) { start += count }

    func rewind(to offset: Int) {
        start = min(max(keptStart, offset - base), memory.count)
    }

    func forget(before offset: Int) {
        keptStart = min(max(keptStart, offset - base), memory.count)
        start = max(start, keptStart)
    }

    /// Removes and returns the unread bytes, so that decoded bytes can take their place.
    func takeUnread() -> [UInt8] {
        defer { memory.count = start }
        return Array(unread)
    }

    func move(_ last: Int, to other: InputText) {
        other.append(UnsafeRawBufferPointer(rebasing: unread.suffix(last)))
        memory.count -= last
    }
}

/// Trailing bytes held back until the next chunk arrives, so that the result does not depend on how the input is cut.
///
/// Otherwise expat would parse half of a character, or CR without the LF that follows. After the root, expat would then
/// count CR LF as two line breaks. A message about an error could show only the beginning of a character.
enum IncompleteTail {
    /// The number of bytes to hold back: a carriage return, or the beginning of a character.
    ///
    /// The number is 0 after another cut character, because expat needs the next bytes to refuse that character.
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
