// Random numbers by SplitMix64. A seed gives the same numbers on every machine.

package struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    /// The purpose of the numbers, because a seed gives each purpose a different sequence.
    package enum Purpose: UInt64 {
        case document, options, chunks, records, damage, edits, parts
    }

    package init(seed: Int, for purpose: Purpose) {
        state = UInt64(bitPattern: Int64(seed)) &* 8 &+ purpose.rawValue
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }

    /// Draws a number from 0 to one less than the bound.
    package mutating func number(below bound: Int) -> Int {
        bound < 1 ? 0 : Int(next() % UInt64(bound))
    }

    /// Returns `true` with this probability in percent.
    package mutating func happens(inHundred cases: Int) -> Bool {
        number(below: 100) < cases
    }

    /// Draws an item of an array, which must not be empty.
    package mutating func one<Choice>(of choices: [Choice]) -> Choice {
        choices[number(below: choices.count)]
    }
}
