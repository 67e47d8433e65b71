/// Finds the numbers of short keys that were read before, by comparing words in place of names.
///
/// The key's first sixteen bytes, filled up with zeros, identify a key of at most sixteen bytes, as no key contains a
/// zero. Each has one place in the table; a new key replaces the one there:
///
///     "id"         [ i d 0 0 0 0 0 0 │ 0 0 0 0 0 0 0 0 │ number ]
///     "timestamp"  [ t i m e s t a m │ p 0 0 0 0 0 0 0 │ number ]
struct RecentKeys: ~Copyable {
    /// A short key.
    struct Key: BitwiseCopyable {
        var low: UInt64 = 0
        var high: UInt64 = 0

        /// The place in the table: the upper bits of a product.
        @inline(__always)
        fileprivate var place: Int {
            let product = (low ^ high) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: product &>> (64 - RecentKeys.bitCount))
        }
    }

    /// A key and its number.
    struct Slot: BitwiseCopyable {
        var key: Key
        var number: Int
    }

    fileprivate static var bitCount: UInt64 { 8 }

    private var slots = GrowableBuffer<Slot>()

    /// The result for a key that is not in the table.
    static var unknown: Int { -1 }

    init() {
        let free = Slot(key: Key(), number: Self.unknown)
        slots.extend(to: 1 << Int(Self.bitCount), with: free)
    }

    /// The number of a key; `unknown` when it is not in the table.
    @inline(__always)
    func number(of key: Key) -> Int {
        let slot = slots[key.place]
        return slot.key.low == key.low && slot.key.high == key.high ? slot.number : Self.unknown
    }

    @inline(__always)
    mutating func note(_ key: Key, _ number: Int) {
        slots[key.place] = Slot(key: key, number: number)
    }
}
