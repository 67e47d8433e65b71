import TestSupport
import Testing
import XML2Dict

@testable import Stress

/// Tries a few cases of each trial, other ones each day; `Stress` tries all of them.
@Suite("Trials")
struct TrialTests {
    @Test("A few cases of a trial find no difference", arguments: Trial.all.filter { $0.quickCount > 0 })
    func cases(_ trial: Trial) {
        for number in trial.cases(seed: DailySeed.value).prefix(trial.quickCount) {
            guard let failure = trial.failure(number) else { continue }
            Issue.record(
                """
                \(trial.repetition(number))
                \(DailySeed.note) swift test --filter TrialTests
                \(failure)
                """
            )
            return
        }
    }

    @Test(
        "Allocations fail when a trial asks for it",
        .enabled(if: AllocationFaults.arePossible, "This system does not let a program replace malloc.")
    )
    func allocations() {
        var faults = AllocationFaults(at: 1, isLasting: true)
        let outcome = faults.during { Result { () throws(XMLReaderError) in try XMLReader().read(string: "<a/>") } }
        let error = #expect(throws: XMLReaderError.self) { try outcome.get() }
        #expect(error?.code == .outOfMemory)
        #expect(faults.hasFailed && faults.blocks == 0)
    }

    @Test("A trial has each case once, in an order of the seed")
    func order() {
        print("The trials try the cases of \(DailySeed.note)")
        let trial = Trial("", 1_000, quick: 0) { _ in nil }
        let first = Array(trial.cases(seed: 1)), second = Array(trial.cases(seed: 2))
        #expect(first.sorted() == Array(0..<1_000))
        #expect(second.sorted() == first.sorted() && second != first)
        #expect(Array(Trial("", 0, quick: 0) { _ in nil }.cases(seed: 3)).isEmpty)
        #expect(Array(Trial("", 1, quick: 0) { _ in nil }.cases(seed: -3)) == [0])
    }
}

extension Trial: CustomTestStringConvertible {
    var testDescription: String { name }
}
