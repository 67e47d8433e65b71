/// The distinct names of one document or of one stream of records, numbered from 0 in document order.
///
/// The parser adds names while other threads may read values that it made before: a record is in use while the parser
/// reads the next one. So names never move. The list is a row of chunks, each twice as long as the one before:
///
///     chunks ─▶ [ • ][ • ][ • ][   ] …          chunk 0: names 0 ..< 64, chunk 1: 64 ..< 192, chunk 2: 192 ..< 448, …
///                 │    │    └▶ [ (bytes, count) … ]
///                 │    └▶ [ (bytes, count), (bytes, count), … ]
///                 └▶ [ (bytes, count), … ]        bytes ─▶ into blocks of text, which do not move either
///
/// A value only holds numbers of names that were complete before, so it never reads memory that is being written.
package final class NameList: @unchecked Sendable {
    /// How many names a list can hold: a key has 28 bits.
    static let maximumCount = 1 << Entry.keyBits

    private static let chunkCount = Entry.keyBits - NameView.firstChunkBits + 1
    private static let blockSize = 16 * 1024
    /// How many bytes after each name stay unused: the JSON writer reads eight at a time, perhaps in another thread.
    private static let spareBytes = 8

    private let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Name>?>
    private var blocks = GrowableBuffer<UnsafeMutableRawPointer>()
    private var room = Memory.spare.assumingMemoryBound(to: UInt8.self)
    private var roomCount = 0

    /// How many names there are.
    ///
    /// Only the parser that adds names may read it.
    private(set) var count = 0
    /// The memory of the names, in bytes; only the parser that adds names may read it.
    private(set) var byteCount = 0

    init() {
        chunks = .allocate(capacity: Self.chunkCount)
        chunks.initialize(repeating: nil, count: Self.chunkCount)
    }

    /// Copies the first names of a list, whose parser may be adding more.
    convenience init(copying names: NameView, count: Int) {
        self.init()
        for number in 0..<count {
            let name = names[number]
            _ = add(name.bytes, count: name.byteCount)
        }
    }

    deinit {
        for index in 0..<Self.chunkCount {
            Memory.free(chunks[index])
        }
        chunks.deallocate()
        for index in 0..<blocks.count {
            Memory.free(blocks[index])
        }
    }

    /// The list as plain pointers, for code that avoids reference counting.
    ///
    /// It is valid as long as the list is alive.
    var numbers: NameView {
        NameView(chunks: UnsafePointer(chunks))
    }

    /// Adds a new name.
    ///
    /// - Returns: `false` when the name is too long.
    func add(_ bytes: UnsafePointer<UInt8>, count byteCount: Int) -> Bool {
        guard byteCount <= Name.maximumByteCount else { return false }
        let (chunk, offset) = NameView.place(of: count)
        if chunks[chunk] == nil {
            let size = MemoryLayout<Name>.stride
            let memory = Memory.allocateZeroed(1 << (NameView.firstChunkBits + chunk), size)
            chunks[chunk] = memory.bindMemory(to: Name.self, capacity: 1 << (NameView.firstChunkBits + chunk))
        }
        guard let names = chunks[chunk] else { return false }
        names[offset] = Name(bytes: copyToBlock(bytes, byteCount), count: byteCount)
        count += 1
        self.byteCount += MemoryLayout<Name>.stride + byteCount
        return true
    }

    private func copyToBlock(_ bytes: UnsafePointer<UInt8>, _ byteCount: Int) -> UnsafePointer<UInt8> {
        let needed = byteCount + Self.spareBytes
        if needed > roomCount {
            let size = max(Self.blockSize, needed), block = Memory.allocateZeroed(size, 1)
            blocks.append(block)
            room = block.bindMemory(to: UInt8.self, capacity: size)
            roomCount = size
        }
        let target = room
        target.update(from: bytes, count: byteCount)
        room = target + needed
        roomCount -= needed
        return UnsafePointer(target)
    }
}
