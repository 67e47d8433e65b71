/// A growable array of plain values, the building block of parsing and storage.
///
///     base ─▶ [ v0 v1 v2 … v(count-1) │ room up to capacity │ more, up to allocated │ 16 spare bytes ]
///
/// An empty buffer has no memory of its own; its base is `Memory.spare`.
///
/// It replaces `Array` for three reasons. An append costs one comparison, with no check of uniqueness or exclusivity,
/// and the parser appends for every piece of text. A failed allocation returns `false` and does not end the process.
/// And growth is `realloc`, which moves pages instead of bytes in large buffers, so that a value of many megabytes is
/// never held twice.
///
/// The capacity of a large buffer grows a step at a time within its allocated memory. The buffer asks the system for
/// all pages of a step at once, because touching them one by one costs several times as much.
///
/// Code that copies eight or sixteen bytes at a time may read the spare bytes after the last value; their content is
/// undefined.
struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var capacity: Int
    /// The number of values that fit in the memory: the capacity, or more in a large buffer.
    private var allocated: Int
    var count: Int

    /// Allocated bytes after the capacity, so that a wide read or write of the last value stays inside.
    static var spareBytes: Int { 16 }

    /// An empty buffer without memory of its own.
    init() {
        base = Memory.spare.bindMemory(to: Element.self, capacity: 0)
        capacity = 0
        allocated = 0
        count = 0
    }

    deinit {
        if allocated > 0 { Memory.free(base) }
    }

    /// Makes room for `additional` more values.
    ///
    /// - Returns: Whether there is room. When memory is exhausted, the result is `false`, and the buffer is unchanged.
    @inline(__always)
    mutating func reserve(_ additional: Int) -> Bool {
        additional <= capacity &- count || grow(additional)
    }

    @inline(never)
    private mutating func grow(_ additional: Int) -> Bool {
        let stride = MemoryLayout<Element>.stride
        let (needed, overflow) = count.addingReportingOverflow(additional)
        guard !overflow, needed <= (Int.max / 4) / stride else { return false }
        if needed > allocated {
            let wanted = max(needed, allocated * 2, 256 / stride)
            let old = allocated > 0 ? base : nil
            guard let moved = Memory.reallocate(old, wanted * stride + Self.spareBytes) else { return false }
            base = moved.bindMemory(to: Element.self, capacity: wanted)
            allocated = wanted
        }
        guard allocated * stride > Memory.largeSize else {
            capacity = allocated
            return true
        }
        let handedOut = capacity
        capacity = min(allocated, max(needed, capacity + Memory.stepSize / stride))
        Memory.makeResident(base + handedOut, (capacity - handedOut) * stride)
        return true
    }

    /// Appends one value.
    ///
    /// - Returns: `false` when memory is exhausted.
    @inline(__always)
    mutating func append(_ value: Element) -> Bool {
        guard reserve(1) else { return false }
        (base + count).initialize(to: value)
        count &+= 1
        return true
    }

    /// Appends `additional` adjacent values from outside this buffer.
    ///
    /// - Returns: `false` when memory is exhausted.
    @inline(__always)
    mutating func append(_ source: UnsafePointer<Element>, count additional: Int) -> Bool {
        guard reserve(additional) else { return false }
        (base + count).initialize(from: source, count: additional)
        count &+= additional
        return true
    }

    /// Appends values from outside this buffer.
    ///
    /// - Returns: `false` when memory is exhausted.
    @inline(__always)
    mutating func append(_ source: UnsafeBufferPointer<Element>) -> Bool {
        // An empty one may have no address.
        guard let first = source.baseAddress else { return true }
        return append(first, count: source.count)
    }

    /// Appends a run of another buffer's values.
    ///
    /// - Returns: `false` when memory is exhausted.
    @inline(__always)
    mutating func append(_ source: borrowing GrowableBuffer, _ range: Range<Int>) -> Bool {
        append(source[range])
    }

    /// Appends the values of an array.
    ///
    /// - Returns: `false` when memory is exhausted.
    mutating func append(_ source: ArraySlice<Element>) -> Bool {
        source.withUnsafeBufferPointer { append($0) }
    }

    /// Appends copies of a value until there are at least `newCount` values.
    ///
    /// - Returns: `false` when memory is exhausted.
    mutating func extend(to newCount: Int, with value: Element) -> Bool {
        guard newCount > count else { return true }
        guard reserve(newCount - count) else { return false }
        end.initialize(repeating: value, count: newCount - count)
        count = newCount
        return true
    }

    /// The place after the last value; a caller that has written values there sets it to the place after them.
    @inline(__always)
    var end: UnsafeMutablePointer<Element> {
        get { base + count }
        set { count = newValue - base }
    }

    /// Moves all values to a new buffer without room after them; this one is empty afterwards.
    mutating func take() -> GrowableBuffer {
        var taken = GrowableBuffer()
        swap(&taken, &self)
        taken.shrinkToFit()
        return taken
    }

    /// A copy of the values without room after them; `nil` when memory is exhausted.
    func copy() -> GrowableBuffer? {
        guard count > 0 else { return GrowableBuffer() }
        guard let memory = Memory.allocate(count * MemoryLayout<Element>.stride + Self.spareBytes) else { return nil }
        let copy = memory.bindMemory(to: Element.self, capacity: count)
        copy.initialize(from: base, count: count)
        return GrowableBuffer(copy, count: count)
    }

    /// A buffer without room after its values, which takes over their memory.
    private init(_ base: UnsafeMutablePointer<Element>, count: Int) {
        self.base = base
        capacity = count
        allocated = count
        self.count = count
    }

    private mutating func shrinkToFit() {
        guard count > 0 else { return self = GrowableBuffer() }
        let bytes = count * MemoryLayout<Element>.stride + Self.spareBytes
        guard let moved = Memory.reallocate(base, bytes) else { return }
        base = moved.bindMemory(to: Element.self, capacity: count)
        capacity = count
        allocated = count
    }
}

extension GrowableBuffer {
    /// The value at a place, which debug builds check.
    @inline(__always)
    subscript(place: Int) -> Element {
        unsafeAddress {
            check(place)
            return UnsafePointer(base + place)
        }
        unsafeMutableAddress {
            check(place)
            return base + place
        }
    }

    /// A run of values, which debug builds check; it is valid until the buffer changes.
    @inline(__always)
    subscript(range: Range<Int>) -> UnsafeBufferPointer<Element> {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "places \(range) of \(count)")
        return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    @inline(__always)
    private func check(_ place: Int) {
        assert(place >= 0 && place < count, "place \(place) of \(count)")
    }

    /// The last value, or `nil` when there is none.
    var last: Element? {
        count > 0 ? base[count - 1] : nil
    }
}
