/// The distinct names of a document or of a stream of records, with IDs from 0 in document order.
///
/// The parser adds names while other threads read values, because the program uses a record while the parser reads the
/// next record. So names never move. The list is a row of chunks. Each chunk is twice as long as the previous chunk:
///
///     chunks ─▶ [ • ][ • ][ • ][   ] …          chunk 0: names 0 ..< 64, chunk 1: 64 ..< 192, chunk 2: 192 ..< 448, …
///                 │    │    └▶ [ (bytes, count) … ]
///                 │    └▶ [ (bytes, count), (bytes, count), … ]
///                 └▶ [ (bytes, count), … ]        bytes ─▶ into blocks of text, which do not move either
///
/// The parser adds all names of a value before another thread gets the value, so no thread reads an incomplete name.
package final class NameList: @unchecked Sendable {
    static let maximumCount = 1 << Entry.keyBits

    private static let chunkCount = Entry.keyBits - NameView.firstChunkBits + 1
    private static let blockSize = 16 * 1024
    /// The size of the block for the row of chunks and the first texts: the largest size that malloc(3) allocates fast.
    private static let firstBlockSize = 1032
    /// The unused bytes after each name, because the JSON writer reads eight bytes at a time, also at the end of names.
    private static let spareBytes = 8

    private let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Name>?>
    private var blocks = GrowableBuffer<UnsafeMutableRawPointer>()
    private var room: UnsafeMutablePointer<UInt8>
    private var roomCount: Int
    /// The list that this list continues, kept alive because this list also uses the texts and full chunks of `first`.
    private let first: NameList?

    // Only the parser that adds names may read `count` and `byteCount`.
    private(set) var count = 0
    private(set) var byteCount = 0

    init() {
        first = nil
        (chunks, room, roomCount) = Self.makeFirstBlock()
        chunks.initialize(repeating: nil, count: Self.chunkCount)
    }

    /// Continues a list that must not change afterwards.
    ///
    ///     first   chunks ─▶ [ • ][ • ][   ]          own   chunks ─▶ [ • ][ • ][   ]
    ///                         ▼    ▼                                   │    ▼
    ///                  [ full ]    [ 2 names ]            the same ◀───┘    [ a copy of 2 names, and room ]
    init(continuing first: NameList) {
        self.first = first
        count = first.count
        byteCount = first.byteCount
        (chunks, room, roomCount) = Self.makeFirstBlock()
        chunks.initialize(from: first.chunks, count: Self.chunkCount)
        let (chunk, index) = NameView.indices(of: count)
        guard index > 0, let names = first.chunks[chunk] else { return }
        let copy = Self.makeChunk(chunk)
        copy.initialize(from: names, count: index)
        chunks[chunk] = copy
    }

    /// Copies the first names of a list, while a parser may add more names to the list.
    convenience init(copying names: NameView, count: Int) {
        self.init()
        for id in 0..<count {
            let name = names[id]
            _ = add(name.bytes, count: name.byteCount)
        }
    }

    deinit {
        // `first` owns and frees the earlier chunks.
        for index in (first.map { NameView.indices(of: $0.count).chunk } ?? 0)..<Self.chunkCount {
            Memory.free(chunks[index])
        }
        Memory.free(chunks)
        for index in 0..<blocks.count {
            Memory.free(blocks[index])
        }
    }

    /// Valid as long as the list is alive.
    var view: NameView {
        NameView(chunks: UnsafePointer(chunks))
    }

    /// Returns `false` if the name is too long.
    func add(_ bytes: UnsafePointer<UInt8>, count byteCount: Int) -> Bool {
        guard byteCount <= Name.maximumByteCount else { return false }
        let (chunk, index) = NameView.indices(of: count)
        let names = chunks[chunk] ?? Self.makeChunk(chunk)
        chunks[chunk] = names
        names[index] = Name(bytes: copyToBlock(bytes, byteCount), count: byteCount)
        count += 1
        self.byteCount += MemoryLayout<Name>.stride + byteCount
        return true
    }

    private static func makeFirstBlock() -> (
        chunks: UnsafeMutablePointer<UnsafeMutablePointer<Name>?>, room: UnsafeMutablePointer<UInt8>, roomCount: Int
    ) {
        let block = Memory.allocate(firstBlockSize), chunksSize = chunkCount * MemoryLayout<UnsafeRawPointer>.stride
        return (
            block.bindMemory(to: UnsafeMutablePointer<Name>?.self, capacity: chunkCount),
            (block + chunksSize).bindMemory(to: UInt8.self, capacity: firstBlockSize - chunksSize),
            firstBlockSize - chunksSize
        )
    }

    private static func makeChunk(_ index: Int) -> UnsafeMutablePointer<Name> {
        let capacity = 1 << (NameView.firstChunkBits + index)
        let memory = Memory.allocate(capacity * MemoryLayout<Name>.stride)
        return memory.bindMemory(to: Name.self, capacity: capacity)
    }

    private func copyToBlock(_ bytes: UnsafePointer<UInt8>, _ byteCount: Int) -> UnsafePointer<UInt8> {
        let needed = byteCount + Self.spareBytes
        if needed > roomCount {
            let size = max(Self.blockSize, needed), block = Memory.allocate(size)
            blocks.append(block)
            room = block.bindMemory(to: UInt8.self, capacity: size)
            roomCount = size
        }
        let target = room
        target.update(from: bytes, count: byteCount)
        (target + byteCount).update(repeating: 0, count: Self.spareBytes)
        room = target + needed
        roomCount -= needed
        return UnsafePointer(target)
    }
}

/// A name in UTF-8 in the memory of its list, where code may read eight bytes after the last byte.
@usableFromInline package struct Name: BitwiseCopyable {
    @usableFromInline package let bytes: UnsafePointer<UInt8>
    @usableFromInline let length: UInt32
    /// Whether the name is ASCII without bytes that JSON escapes, as nearly all names are.
    package let isPlain: Bool

    package init(bytes: UnsafePointer<UInt8>, count: Int) {
        self.bytes = bytes
        length = UInt32(truncatingIfNeeded: count)
        isPlain = UnsafeBufferPointer(start: bytes, count: count).allSatisfy {
            $0 < 0x80 && !$0.isEscapedInJSON
        }
    }

    package static var maximumByteCount: Int { Int(UInt32.max) }

    @inlinable @inline(__always)
    package var byteCount: Int { Int(length) }

    @inlinable @inline(__always)
    package var utf8: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: byteCount) }

    package var string: String { String(decoding: utf8, as: UTF8.self) }

    package var shortened: String { String(shortening: utf8) }

    package func precedes(_ other: Name) -> Bool {
        let order = Memory.compare(bytes, other.bytes, count: min(byteCount, other.byteCount))
        return order < 0 || order == 0 && byteCount < other.byteCount
    }

    @inline(__always)
    package func equals(_ other: UnsafePointer<UInt8>, count otherCount: Int) -> Bool {
        byteCount == otherCount && Memory.areEqual(bytes, other, count: otherCount)
    }

    /// An empty buffer may have no address.
    package func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = other.baseAddress else { return byteCount == 0 }
        return equals(start, count: other.count)
    }
}

@usableFromInline package struct NameView: BitwiseCopyable {
    @inlinable
    package static var firstChunkBits: Int { 6 }

    @usableFromInline package let chunks: UnsafePointer<UnsafeMutablePointer<Name>?>

    @inlinable @inline(__always)
    package subscript(id: Int) -> Name {
        let (chunk, index) = Self.indices(of: id)
        guard let names = chunks[chunk] else { preconditionFailure("a name id that was never given out") }
        return names[index]
    }

    @inlinable @inline(__always)
    package static func indices(of id: Int) -> (chunk: Int, index: Int) {
        let shifted = id + (1 << firstChunkBits)
        let chunk = Int.bitWidth - 1 - shifted.leadingZeroBitCount - firstChunkBits
        return (chunk, shifted - (1 << (firstChunkBits + chunk)))
    }
}
