import XML2Dict

/// A stack of plain values, which checks and counts nothing: an array would check each access.
///
///     base ─▶ [ v0 v1 … v(count-1) │ room up to capacity ]
///
/// It grows by `realloc`, which moves the pages of a large stack, so that the values are never held twice.
struct PlainStack<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 64) {
        self.capacity = max(1, capacity)
        base = Self.memory(nil, self.capacity)
    }

    deinit { Memory.free(base) }

    /// Memory for values: that of old ones, which move there, or new memory.
    private static func memory(_ old: UnsafeMutablePointer<Element>?, _ count: Int) -> UnsafeMutablePointer<Element> {
        Memory.reallocate(old, count * MemoryLayout<Element>.stride).bindMemory(to: Element.self, capacity: count)
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        capacity *= 2
        base = Self.memory(base, capacity)
    }

    /// Takes the last values away, so that `newCount` of them stay.
    @inline(__always)
    mutating func shrink(to newCount: Int) { count = min(count, newCount) }

    /// The value at a place below `count`.
    @inline(__always)
    subscript(place: Int) -> Element {
        unsafeAddress { UnsafePointer(base + place) }
        unsafeMutableAddress { base + place }
    }

    @inline(__always)
    subscript(range: Range<Int>) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }
}
