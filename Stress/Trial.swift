/// A property that must hold in many numbered cases.
///
/// `swift test` tries a few cases of each trial, and other cases each day. The program `Stress` tries all cases.
struct Trial: Sendable {
    /// The result of a case.
    enum Verdict: Sendable {
        /// The property holds.
        ///
        /// The words describe the case. A case without words had nothing to compare.
        case holds(Set<String>)
        /// The property does not hold.
        ///
        /// The text has all data needed to find the cause.
        case fails(String)

        static let nothing = holds([])
        static let compared = holds(["compared"])
    }

    /// A sentence without an apostrophe, which for a promise begins with the name of the promise.
    let name: String
    let count: Int
    /// The number of cases in `swift test`, whose build is not optimized.
    let quickCount: Int
    /// Whether each seed has other cases.
    ///
    /// Otherwise, each seed has the same cases in another order.
    let isRandom: Bool
    /// The minimum share of the cases that report each word.
    let least: [String: Double]
    /// The reason why this machine has no cases.
    let obstacle: String?
    private let test: @Sendable (Int) throws -> Verdict

    /// Creates a trial whose cases may have nothing to compare, or may report different words.
    ///
    /// - Parameters:
    ///   - name: A sentence.
    ///   - count: The number of cases.
    ///   - isRandom: Whether the number of a case is the seed of its document.
    ///   - quickCount: The number of cases in `swift test`.
    ///   - least: The minimum share of the cases that report each word.
    ///   - obstacle: The reason why this machine has no cases, or `nil` when it has some.
    ///   - test: Tries a case.
    init(
        _ name: String,
        _ count: Int,
        isRandom: Bool = false,
        quick quickCount: Int,
        seeing least: [String: Double],
        obstacle: String? = nil,
        _ test: @escaping @Sendable (Int) throws -> Verdict
    ) {
        (self.name, self.count, self.quickCount, self.isRandom) = (name, count, quickCount, isRandom)
        (self.least, self.obstacle, self.test) = (least, obstacle, test)
    }

    /// Creates a trial that compares something in each case.
    ///
    /// The function returns a description of the error, or `nil`.
    init(
        _ name: String,
        _ count: Int,
        isRandom: Bool = false,
        quick quickCount: Int,
        obstacle: String? = nil,
        _ difference: @escaping @Sendable (Int) throws -> String?
    ) {
        self.init(name, count, isRandom: isRandom, quick: quickCount, seeing: ["compared": 1], obstacle: obstacle) {
            try difference($0).map { .fails($0) } ?? .compared
        }
    }

    /// Tries a case.
    func verdict(_ number: Int) -> Verdict {
        do {
            return try test(number)
        } catch {
            return .fails("an unexpected error: \(error)")
        }
    }

    /// The numbers of all cases of a seed, in an order that depends on the seed.
    func cases(seed: Int) -> some Sequence<Int> & Sendable {
        var step = max(1, count * 618 / 1000)
        // Without a common divisor, steps reach each case.
        while Self.commonDivisor(step, count) != 1 { step += 1 }
        let first = isRandom ? seed &* count : 0, start = count == 0 ? 0 : seed % count
        return (0..<count).lazy.map { [step, count] in first + (start + $0 * step) % count }
    }

    /// Whether there is a case with a number.
    func hasCase(_ number: Int) -> Bool { number >= 0 && (number < count || isRandom) }

    /// The command line that repeats a case.
    func repetition(_ number: Int) -> String {
        "swift run -c release Stress --only '\(name)' --case \(number)"
    }

    private static func commonDivisor(_ one: Int, _ other: Int) -> Int {
        other == 0 ? one : commonDivisor(other, one % other)
    }
}

/// Counts the words that the cases of a trial report.
struct Tally: Sendable {
    private(set) var count = 0
    private var counts: [String: Int] = [:]

    /// The number of expected reports of a word from which its share counts, unless all cases of the trial were tried.
    private static let fewest = 10.0

    mutating func add(_ verdict: Trial.Verdict) {
        count += 1
        guard case .holds(let seen) = verdict else { return }
        for word in seen { counts[word, default: 0] += 1 }
    }

    /// The words that too few cases report, with their shares, or `nil` without such words, or with too few cases.
    func shortfall(of trial: Trial) -> String? {
        let rare = trial.least.filter { word, share in
            let expected = share * Double(count)
            let isJudged = expected >= Self.fewest || count > 0 && count == trial.count
            return isJudged && Double(counts[word] ?? 0) < expected
        }
        return rare.isEmpty ? nil : "\(shares) of \(count) cases; at least \(Self.text(rare))"
    }

    /// The share of each word.
    var shares: String { Self.text(counts.mapValues { Double($0) / Double(max(1, count)) }) }

    private static func text(_ shares: [String: Double]) -> String {
        shares.sorted { $0.key < $1.key }.map { "\($0.key) \(($0.value * 1000).rounded() / 10) %" }.joined(
            separator: ", "
        )
    }
}

extension Trial {
    /// All trials.
    static let all: [Trial] =
        documents + chunks + invalidCharacters + parts + values + inverses + decoding + edits + editedDocuments
        + brokenRecords + encodings + limits + shapes + xmlSchemas + threads
        + corpora + commands + exhaustion
}
