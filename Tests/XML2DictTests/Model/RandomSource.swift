// Random numbers that are the same for the same seed, on every machine: SplitMix64.

struct RandomSource {
    private var state: UInt64

    /// What the numbers are for: one seed gives each another row of them.
    enum Purpose: UInt64 {
        case document, options, pieces, records, damage
    }

    init(seed: Int, for purpose: Purpose) {
        state = UInt64(bitPattern: Int64(seed)) &* 8 &+ purpose.rawValue
    }

    /// The next of 2^64 numbers.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }

    /// A number from zero to one less than this.
    mutating func number(below bound: Int) -> Int {
        bound < 1 ? 0 : Int(next() % UInt64(bound))
    }

    /// Whether something happens that does so in so many of a hundred cases.
    mutating func happens(inHundred cases: Int) -> Bool {
        number(below: 100) < cases
    }

    /// One of these, which must be some.
    mutating func one<Choice>(of choices: [Choice]) -> Choice {
        choices[number(below: choices.count)]
    }
}
