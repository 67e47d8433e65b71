import Foundation

/// Numbers, words and times from a pseudo-random sequence (SplitMix64) that the seed determines.
///
/// The system seeds the standard library's generator; the documents must have the same bytes every time.
struct RandomText {
    private var state: UInt64
    private let wordsPerForeignWord: Int

    init(seed: UInt64, wordsPerForeignWord: Int = .max) {
        state = seed
        self.wordsPerForeignWord = wordsPerForeignWord
    }

    private mutating func next() -> UInt64 {
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

    /// Returns `true` once in `count` calls on average.
    mutating func isOne(in count: Int) -> Bool {
        number(below: count) == 0
    }

    mutating func word(of table: [String]) -> String {
        table[number(below: table.count)]
    }

    /// Words with the lengths of English, and spaces between them.
    mutating func words(_ range: ClosedRange<Int>) -> String {
        let count = number(in: range)
        let start = number(below: Words.sentence.count)
        var text = ""
        for index in start..<(start + count) {
            if index > start { text += " " }
            let isForeign = isOne(in: wordsPerForeignWord)
            text += word(of: isForeign ? Words.foreign : Words.sentence[index % Words.sentence.count])
        }
        return text
    }

    /// A time between 2005 and 2025, in UTC and a format of strftime(3).
    mutating func time(_ format: String) -> String {
        var seconds = time_t(number(in: 1_104_537_600...1_735_689_599))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { bytes in
            let count = strftime(bytes.baseAddress, bytes.count, format, &parts)
            return String(decoding: UnsafeRawBufferPointer(bytes).prefix(count), as: UTF8.self)
        }
    }
}
