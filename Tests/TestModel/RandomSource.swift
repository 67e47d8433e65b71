// Random numbers that depend only on the seed, on every machine: SplitMix64.

package struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    /// The purpose of the numbers: one seed gives each purpose another sequence.
    package enum Purpose: UInt64 {
        case document, options, pieces, records, damage, edits, parts
    }

    package init(seed: Int, for purpose: Purpose) {
        state = UInt64(bitPattern: Int64(seed)) &* 8 &+ purpose.rawValue
    }

    /// The next of 2^64 numbers.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }

    /// A number from zero to one less than the bound.
    package mutating func number(below bound: Int) -> Int {
        bound < 1 ? 0 : Int(next() % UInt64(bound))
    }

    /// A decision that is true in this many of a hundred cases.
    package mutating func happens(inHundred cases: Int) -> Bool {
        number(below: 100) < cases
    }

    /// A random element of an array, which must not be empty.
    package mutating func one<Choice>(of choices: [Choice]) -> Choice {
        choices[number(below: choices.count)]
    }
}
