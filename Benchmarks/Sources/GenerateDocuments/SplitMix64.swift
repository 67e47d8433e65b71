/// A small pseudo-random generator with a fixed sequence for a seed.
///
/// The standard library's generator is seeded by the system; the documents must be the same bytes every time.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, `limit`, which must be above 0.
    mutating func number(below limit: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + number(below: range.count)
    }

    /// True once in `count` times on average.
    mutating func isOne(in count: Int) -> Bool {
        number(below: count) == 0
    }

    mutating func element(of table: [StaticString]) -> StaticString {
        table[number(below: table.count)]
    }
}
