/// A stack of plain values, which checks and counts nothing: an array would check each access.
///
///     base ─▶ [ v0 v1 … v(count-1) │ room up to capacity ]
struct PlainStack<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 64) {
        self.capacity = max(1, capacity)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count &+= 1
    }

    /// Appends values from elsewhere.
    @inline(__always)
    mutating func append(_ elements: UnsafeBufferPointer<Element>) {
        guard let first = elements.baseAddress else { return }
        if elements.count > capacity &- count { grow(by: elements.count) }
        (base + count).initialize(from: first, count: elements.count)
        count &+= elements.count
    }

    @inline(never)
    private mutating func grow(by additional: Int = 1) {
        let wanted = max(capacity * 2, count + additional)
        let grown = UnsafeMutablePointer<Element>.allocate(capacity: wanted)
        grown.moveInitialize(from: base, count: count)
        base.deallocate()
        base = grown
        capacity = wanted
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
