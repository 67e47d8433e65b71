import TestSupport
import Testing

@testable import Stress

/// Tries a few cases of each trial.
///
/// Each day has other ones; `Stress` tries all.
@Suite("Trials")
struct TrialTests {
    @Test("A few cases of each trial hold", arguments: Trial.all.filter { $0.quickCount > 0 })
    func cases(_ trial: Trial) {
        var tally = Tally()
        for number in trial.cases(seed: DailySeed.value).prefix(trial.quickCount) {
            let verdict = trial.verdict(number)
            tally.add(verdict)
            guard case .fails(let failure) = verdict else { continue }
            Issue.record(
                """
                \(trial.repetition(number))
                \(DailySeed.note) swift test --filter TrialTests
                \(failure)
                """
            )
            return
        }
        #expect(tally.shortfall(of: trial) == nil)
    }

    @Test("A trial has each case once, in an order of the seed")
    func order() {
        print("The trials try the cases of \(DailySeed.note)")
        let trial = Trial("", 1_000, quick: 0) { _ in nil }
        let first = Array(trial.cases(seed: 1)), second = Array(trial.cases(seed: 2))
        #expect(first.sorted() == Array(0..<1_000))
        #expect(second.sorted() == first.sorted() && second != first)
        #expect(Array(Trial("", 0, quick: 0) { _ in nil }.cases(seed: 3)).isEmpty)
        #expect(Array(Trial("", 1, quick: 0) { _ in nil }.cases(seed: 3)) == [0])
    }

    @Test("A random trial has other cases for each seed")
    func randomCases() {
        let trial = Trial("", 1_000, isRandom: true, quick: 0) { _ in nil }
        #expect(trial.cases(seed: 7).sorted() == Array(7_000..<8_000))
        #expect(trial.hasCase(7_999) && !trial.hasCase(-1))
    }

    @Test("A trial fails that compares too little")
    func shares() {
        let trial = Trial("", 200, quick: 0, seeing: ["odd": 0.4, "tenth": 0.2]) { number in
            number == 199 ? .nothing : .holds(Set(number % 2 == 1 ? ["odd"] : number % 10 == 0 ? ["tenth"] : []))
        }
        var tally = Tally()
        for number in 0..<24 { tally.add(trial.verdict(number)) }
        #expect(tally.shortfall(of: trial) == nil)
        for number in 24..<200 { tally.add(trial.verdict(number)) }
        #expect(tally.shortfall(of: trial) == "odd 49.5 %, tenth 10.0 % of 200 cases; at least tenth 20.0 %")
        let short = Trial("", 1, quick: 0, seeing: ["compared": 0.25]) { _ in .nothing }
        var single = Tally()
        single.add(short.verdict(0))
        #expect(single.shortfall(of: short) == " of 1 cases; at least compared 25.0 %")
    }

    @Test("The line that repeats a case names one trial")
    func repetition() throws {
        for trial in Trial.all {
            let words = ["--only", trial.name, "--case", "0"]
            #expect(!trial.name.contains("'"), "\(trial.name)")
            guard trial.count > 0 else {
                #expect(trial.obstacle != nil, "\(trial.name)")
                continue
            }
            #expect(try Settings(words).chosen(of: Trial.all).map(\.name) == [trial.name])
        }
    }

    @Test("Stress refuses arguments that select nothing")
    func refusedArguments() {
        let trials = [Trial("A trial", 10, quick: 0) { _ in nil }]
        for (words, problem) in [
            (["--only", "B"], "no trial has 'B' in its name"),
            (["--case", "10"], "'A trial' has 10 cases from 0 on, and no case 10"),
            (["--case", "-1"], "'A trial' has 10 cases from 0 on, and no case -1"),
            (["--seed", "x"], "the seed must be a number from 0 to 2147483647, not 'x'"),
        ] {
            let error = #expect(throws: Settings.Problem.self) { try Settings(words).chosen(of: trials) }
            #expect(error?.description == problem)
        }
    }
}

extension Trial: CustomTestStringConvertible {
    var testDescription: String { name }
}
