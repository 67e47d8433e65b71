/// A growable array of plain values, for parsing and storage.
///
///     base ─▶ [ v0 v1 v2 … v(count-1) │ room up to capacity │ more, up to allocated │ 16 spare bytes ]
///
/// An empty buffer has no memory. Its base is `Memory.spare`.
///
/// The buffer replaces `Array` for three reasons. First, the parser appends for every event of text, and an append
/// costs one comparison, with no check of uniqueness or exclusivity. Second, growth is `realloc`, which moves pages
/// instead of bytes in large buffers, so memory never holds a large value twice. Third, if the system refuses memory,
/// `Memory` ends the process with a message.
///
/// The capacity of a large buffer grows within the allocated memory, in steps of 1 MiB. The buffer asks the system for
/// all pages of a step at once, because to touch the pages one by one costs several times as much.
///
/// Code that copies eight or sixteen bytes at a time may read the undefined spare bytes after the last value.
@usableFromInline package struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline package private(set) var base: UnsafeMutablePointer<Element>
    @usableFromInline package private(set) var capacity: Int
    /// The number of values that fit in the allocated memory, which is more than `capacity` in a growing large buffer.
    private var allocated: Int
    @usableFromInline package var count: Int

    /// The number of bytes after the capacity, so that code can read and write 16 bytes at once at the last value.
    package static var spareBytes: Int { 16 }

    package init() {
        base = Memory.spare.bindMemory(to: Element.self, capacity: 0)
        capacity = 0
        allocated = 0
        count = 0
    }

    deinit {
        if allocated > 0 { Memory.free(base) }
    }

    @inlinable @inline(__always)
    package mutating func reserve(_ additional: Int) {
        if additional > capacity &- count { grow(additional) }
    }

    @usableFromInline @inline(never)
    mutating func grow(_ additional: Int) {
        let stride = MemoryLayout<Element>.stride
        let (needed, overflow) = count.addingReportingOverflow(additional)
        guard !overflow, needed <= (Int.max / 4) / stride else { Memory.isExhausted() }
        if needed > allocated {
            let wanted = max(needed, allocated > 0 ? allocated * 2 : 256 / stride)
            let old = allocated > 0 ? base : nil
            let moved = Memory.reallocate(old, wanted * stride + Self.spareBytes)
            base = moved.bindMemory(to: Element.self, capacity: wanted)
            allocated = wanted
        }
        guard allocated * stride > Memory.largeSize else {
            capacity = allocated
            return
        }
        let handedOut = capacity
        capacity = min(allocated, max(needed, capacity + Memory.stepSize / stride))
        Memory.makeResident(base + handedOut, (capacity - handedOut) * stride)
    }

    @inlinable @inline(__always)
    package mutating func append(_ value: Element) {
        reserve(1)
        (base + count).initialize(to: value)
        count &+= 1
    }

    @inlinable @inline(__always)
    package mutating func append(_ source: UnsafePointer<Element>, count additional: Int) {
        reserve(additional)
        (base + count).initialize(from: source, count: additional)
        count &+= additional
    }

    /// Appends values, which must not be in this buffer, because growth would free their memory.
    @inlinable @inline(__always)
    package mutating func append(_ source: UnsafeBufferPointer<Element>) {
        // An empty source may have no address.
        if let first = source.baseAddress { append(first, count: source.count) }
    }

    @inlinable @inline(__always)
    package mutating func append(_ source: borrowing GrowableBuffer, _ range: Range<Int>) {
        append(source[range])
    }

    package mutating func append(_ source: ArraySlice<Element>) {
        source.withUnsafeBufferPointer { append($0) }
    }

    @inlinable
    package mutating func extend(to newCount: Int, with value: Element) {
        guard newCount > count else { return }
        reserve(newCount - count)
        end.initialize(repeating: value, count: newCount - count)
        count = newCount
    }

    package mutating func removeFirst(_ removed: Int) {
        base.update(from: base + removed, count: count - removed)
        count -= removed
    }

    /// The address after the last value, which a caller increases after writing more values at this address.
    @inlinable @inline(__always)
    package var end: UnsafeMutablePointer<Element> {
        get { base + count }
        set { count = newValue - base }
    }

    package mutating func take() -> GrowableBuffer {
        var taken = GrowableBuffer()
        swap(&taken, &self)
        taken.shrinkToFit()
        return taken
    }

    private mutating func shrinkToFit() {
        guard count > 0 else { return self = GrowableBuffer() }
        let bytes = count * MemoryLayout<Element>.stride + Self.spareBytes
        base = Memory.reallocate(base, bytes).bindMemory(to: Element.self, capacity: count)
        capacity = count
        allocated = count
    }
}

extension GrowableBuffer {
    @inlinable @inline(__always)
    package subscript(index: Int) -> Element {
        unsafeAddress {
            assert(index >= 0 && index < count, "index \(index) of \(count)")
            return UnsafePointer(base + index)
        }
        unsafeMutableAddress {
            assert(index >= 0 && index < count, "index \(index) of \(count)")
            return base + index
        }
    }

    /// The values in a range, valid until the buffer changes.
    @inlinable @inline(__always)
    package subscript(range: Range<Int>) -> UnsafeBufferPointer<Element> {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "range \(range) of \(count)")
        return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    @inlinable
    package var last: Element? {
        count > 0 ? base[count - 1] : nil
    }
}

/// Reuses large buffers, because the system takes back a buffer that another thread frees, and new memory is slow.
final class BufferPool: @unchecked Sendable {
    private final class Box {
        var buffer = GrowableBuffer<UInt8>()
    }

    private let monitor = Monitor()
    private var boxes: [Box] = []

    func take() -> GrowableBuffer<UInt8> {
        var taken = GrowableBuffer<UInt8>()
        if let box = monitor.locked({ boxes.popLast() }) { swap(&taken, &box.buffer) }
        return taken
    }

    func put(_ buffer: inout GrowableBuffer<UInt8>) {
        let box = Box()
        swap(&box.buffer, &buffer)
        box.buffer.count = 0
        monitor.locked { boxes.append(box) }
    }
}
