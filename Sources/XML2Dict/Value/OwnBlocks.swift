/// The blocks of memory of an edited storage, which never move: a new one is at least twice as long as the one before.
///
/// A run of entries, and a text that may be overwritten, has a head with its room:
///
///     block  [ head │ run of entries, room after it ][ head │ text, room ][ free …        ]
///              └ room, use
///
/// So there are few blocks, and to find out whether one contains an address is quick.
struct OwnBlocks: ~Copyable {
    /// What precedes a run or a text.
    struct Head: BitwiseCopyable {
        /// How many bytes of entries or text fit.
        let room: Int
        var use: Use
    }

    /// How many entries refer to a run or a text.
    enum Use: UInt8, BitwiseCopyable {
        /// None, or that of the edited value itself.
        case loose
        /// One.
        case placed
        /// Perhaps several, so it never changes again.
        case shared
    }

    static var alignment: Int { MemoryLayout<Entry>.stride }
    /// How many bytes after a text may be read.
    private static var spareBytes: Int { 16 }

    private var blocks: [UnsafeMutableRawBufferPointer] = []
    private var next = 0
    private var left = 0
    private var nextSize = 512

    deinit {
        for block in blocks {
            Memory.free(block.baseAddress)
        }
    }

    /// Allocates room for a run or a text, after a head.
    ///
    /// - Parameters:
    ///   - bytes: Its size.
    ///   - remainder: The remainder of its address modulo `alignment`.
    /// - Returns: Its address.
    mutating func allocateWithHead(_ bytes: Int, remainder: Int) -> UnsafeMutableRawPointer {
        let size = MemoryLayout<Head>.stride
        let place = allocate(bytes + size, remainder: (remainder - size) & (Self.alignment - 1)) + size
        (place - size).initializeMemory(as: Head.self, to: Head(room: bytes, use: .loose))
        return place
    }

    /// Allocates room for bytes that never change, without a head.
    ///
    /// - Parameters:
    ///   - bytes: Their number.
    ///   - remainder: The remainder of their address modulo `alignment`; `nil` for any.
    /// - Returns: Their address.
    mutating func allocate(_ bytes: Int, remainder: Int? = nil) -> UnsafeMutableRawPointer {
        var skipped = padding(remainder)
        if bytes + skipped > left {
            addBlock(for: bytes + Self.alignment)
            skipped = padding(remainder)
        }
        guard let place = UnsafeMutableRawPointer(bitPattern: next + skipped) else { Memory.isExhausted() }
        next += skipped + bytes
        left -= skipped + bytes
        return place
    }

    private func padding(_ remainder: Int?) -> Int {
        remainder.map { ($0 - next) & (Self.alignment - 1) } ?? 0
    }

    private mutating func addBlock(for bytes: Int) {
        let size = max(bytes, nextSize)
        let memory = Memory.allocate(size + Self.spareBytes)
        blocks.append(UnsafeMutableRawBufferPointer(start: memory, count: size))
        next = Int(bitPattern: memory)
        left = size
        nextSize *= 2
    }

    /// The head before an address, if that is in one of the blocks.
    func head(before address: UnsafeRawPointer) -> UnsafeMutablePointer<Head>? {
        let isOwn = blocks.reversed().contains { block in
            guard let start = block.baseAddress else { return false }
            return start < address && address < start + block.count
        }
        guard isOwn else { return nil }
        let head = UnsafeMutableRawPointer(mutating: address - MemoryLayout<Head>.stride)
        return head.assumingMemoryBound(to: Head.self)
    }
}
