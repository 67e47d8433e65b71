/// A property that must hold in many numbered cases.
///
/// `swift test` tries a few cases of each trial, other ones each day; the program `Stress` tries them all.
struct Trial: Sendable {
    /// A sentence; that of a promise begins with the name of the promise.
    let name: String
    /// The number of cases.
    let count: Int
    /// The number of cases in `swift test`, whose build is not optimised.
    let quickCount: Int
    private let difference: @Sendable (Int) throws -> String?

    /// - Parameters:
    ///   - name: A sentence.
    ///   - count: The number of cases.
    ///   - quickCount: The number of cases in `swift test`.
    ///   - difference: What is wrong in a case, with all data needed to find the cause; `nil` when nothing is.
    init(_ name: String, _ count: Int, quick quickCount: Int, _ difference: @escaping @Sendable (Int) throws -> String?)
    {
        (self.name, self.count, self.quickCount, self.difference) = (name, count, quickCount, difference)
    }

    /// What is wrong in a case; `nil` when nothing is.
    func failure(_ number: Int) -> String? {
        do {
            return try difference(number)
        } catch {
            return "an unexpected error: \(error)"
        }
    }

    /// All cases in an order that depends on a seed.
    func cases(seed: Int) -> some Sequence<Int> & Sendable {
        var step = max(1, count * 618 / 1000)
        // Without a common divisor, steps reach each case.
        while Self.commonDivisor(step, count) != 1 { step += 1 }
        let start = count == 0 ? 0 : seed.magnitude % UInt(count)
        return (0..<count).lazy.map { [step, count] in (Int(start) + $0 * step) % count }
    }

    /// The line that repeats a case.
    func repetition(_ number: Int) -> String {
        "swift run -c release Stress --only '\(name)' --case \(number)"
    }

    private static func commonDivisor(_ one: Int, _ other: Int) -> Int {
        other == 0 ? one : commonDivisor(other, one % other)
    }
}

extension Trial {
    /// All trials.
    static let all: [Trial] =
        documents + pieces + parts + values + decoding + edits + brokenRecords + encodings + limits + shapes + threads
        + allocations + corpora + commands + exhaustion
}
