import Foundation
import TestSupport
import Testing

/// Documents that are meant to do harm: to exhaust time or memory, to have files read, to crash a parser, to be taken for others.
///
/// The promise of 2 s is that of a release build: `make check-package` makes one, and names it for these tests.
@Suite(
    "The attack set",
    .enabled(
        if: ProcessInfo.processInfo.environment["XML2DICT_COMMAND"] != nil,
        "The attacks are for a release build: XML2DICT_COMMAND names one, and make check-package does so."
    ),
    .enabled(if: Corpora.has(AttackSet.script), Corpora.missing(AttackSet.script)),
    .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3")),
    .serialized
)
struct AttackTests {
    @Test("Every document meets its expectation within 2 s and 256 MiB")
    func documents() throws {
        let set = try AttackSet()
        #expect(set.attacks.count == 793)
        let wanted = set.attacks.filter { AttackDeviation.of($0) == nil }
        try expectNoFault(of: wanted, set.run(wanted)) { attack, outcome in outcome.fault(for: attack.want) }
    }

    @Test("The flag in the message lets a refused document pass")
    func limits() throws {
        let set = try AttackSet()
        let files = Set(set.attacks.map(\.file)), named = AttackDeviation.allCases.flatMap(\.files)
        #expect(Set(named).count == named.count && files.isSuperset(of: named))
        let refused = set.attacks.filter { AttackDeviation.of($0) != nil }
        try expectNoFault(of: refused, set.run(refused)) { attack, outcome in
            guard let flag = AttackDeviation.of(attack)?.flag else { return "no limit refuses it" }
            if outcome.errors.contains(flag + " ") { return outcome.fault(for: .reject) }
            return "\(flag) is not in the message: \(outcome.errors)"
        }
        let accepted = try set.run(refused) { attack in
            AttackDeviation.of(attack).map { [$0.flag, AttackDeviation.enough] } ?? []
        }
        try expectNoFault(of: refused, accepted) { attack, outcome in outcome.fault(for: attack.want) }
    }

    @Test(
        "The largest documents do what is wanted of them",
        .enabled(
            if: ProcessInfo.processInfo.environment["XML2DICT_BIG_ATTACKS"] == "1",
            "They take 400 MB: XML2DICT_BIG_ATTACKS=1 has them tried."
        )
    )
    func largestDocuments() throws {
        let set = try AttackSet(isLarge: true)
        let largest = set.attacks.filter { $0.file.contains("/huge-") }
        #expect(largest.count == 4)
        try expectNoFault(of: largest, set.run(largest)) { attack, outcome in outcome.fault(for: attack.want) }
    }

    @Test(
        "The command opens only its input, connects nowhere and runs nothing",
        .enabled(if: SystemCallTrace.isPossible, InstalledProgram.untraceable)
    )
    func nothingOutsideIsOpened() throws {
        let set = try AttackSet()
        try set.folder.write("<a/>", to: "outside/harmless.xml")
        let harmless = try SystemCallTrace(of: "outside/harmless.xml", in: set.folder)
        let outside = set.attacks.filter { $0.file.hasPrefix("outside/") }
        #expect(outside.count == 15)
        for attack in outside {
            let trace = try SystemCallTrace(of: Bytes(attack.file), in: set.folder)
            #expect(trace.start == harmless.start, "\(attack.file)")
            #expect(trace.conversion == harmless.conversion, "\(attack.file)")
        }
    }

    /// Expects that nothing is wrong with outcomes.
    private func expectNoFault(
        of attacks: [Attack],
        _ outcomes: [AttackOutcome],
        _ fault: (Attack, AttackOutcome) -> String?
    ) throws {
        try #require(!attacks.isEmpty && attacks.count == outcomes.count)
        let faults = zip(attacks, outcomes).compactMap { attack, outcome in
            fault(attack, outcome).map { "\(attack.file) (\(attack.why)): \($0)" }
        }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }
}
