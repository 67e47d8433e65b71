import Foundation
import TestSupport
import XML2Dict

/// Tries the cases of all trials on all processors.
///
///     swift run -c release Stress --minutes 1            one minute for all trials, with other cases each day
///     swift run -c release Stress --minutes 0            every case
///     swift run -c release Stress --only NO-CRASH        the trials whose names contain a text
///     swift run -c release Stress --only … --case 17     one case
///     swift run -c release Stress --list                 the trials and their numbers of cases
///     … --seed 20781                                     the cases of another day
///     … --threads 1                                      on so many threads
///
/// The exit status is 0 when all trials hold, 1 when a trial fails or compares too little, 64 for a wrong argument, and
/// 77 when all trials are skipped.
@main
enum Stress {
    static func main() throws {
        let settings: Settings, trials: [Trial]
        do throws(Settings.Problem) {
            settings = try Settings(CommandLine.arguments.dropFirst())
            trials = try settings.chosen(of: Trial.all)
        } catch {
            FileHandle.standardError.write(Data("Stress: \(error)\n\(Settings.usage)\n".utf8))
            exit(64)
        }
        if settings.isHelp { return print(Settings.usage) }
        if settings.isList {
            for trial in trials { print("\(trial.count)".leftPadded(to: 8), trial.name) }
            return
        }
        let run = Monitored(Run(trials, settings))
        let threads = try (0..<(settings.threads ?? ProcessInfo.processInfo.activeProcessorCount)).map { _ in
            try WorkerThread { work(run) }
        }
        threads.forEach { $0.join() }
        exit(run.value.report())
    }

    /// Takes one case after the other until there is none, or the time is over.
    private static func work(_ run: Monitored<Run>) {
        while let next = run.change({ $0.next() }) {
            let start = ContinuousClock.now
            let verdict = next.trial.verdict(next.number)
            let duration = ContinuousClock.now - start
            run.change { $0.finish(next, verdict, duration) }
        }
    }
}

/// The settings of the command line.
struct Settings {
    static let usage = "usage: Stress [--minutes N] [--seed N] [--only TEXT] [--case N] [--threads N] [--list] [--help]"

    var minutes = 1.0
    var seed = DailySeed.value
    var names: [String] = []
    var number: Int?
    var threads: Int?
    var isList = false, isHelp = false

    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    init(_ words: some Sequence<String>) throws(Problem) {
        var words = words.makeIterator()
        while let word = words.next() {
            if word == "--list" || word == "--help" {
                isList = isList || word == "--list"
                isHelp = isHelp || word == "--help"
                continue
            }
            guard let value = words.next() else { throw Problem(description: "a value is missing after \(word)") }
            let number = Int(value)
            switch (word, number) {
            case ("--minutes", _):
                guard let minutes = Double(value), minutes >= 0 else {
                    throw Problem(description: "'\(value)' is no time")
                }
                self.minutes = minutes
            case ("--only", _): names.append(value)
            case ("--seed", _):
                guard let seed = DailySeed.seed(value) else {
                    throw Problem(description: "the seed must be \(DailySeed.form), not '\(value)'")
                }
                self.seed = seed
            case ("--case", let number?): self.number = number
            case ("--threads", let number?) where number > 0: threads = number
            default: throw Problem(description: "\(word) \(value) is not understood")
            }
        }
    }

    /// The trials of `--only`, which must all have the case of `--case`.
    func chosen(of trials: [Trial]) throws(Problem) -> [Trial] {
        for name in names where !trials.contains(where: { $0.name.contains(name) }) {
            throw Problem(description: "no trial has '\(name)' in its name")
        }
        let chosen = trials.filter { trial in names.isEmpty || names.contains { trial.name.contains($0) } }
        if let number, let trial = chosen.first(where: { !$0.hasCase(number) }) {
            throw Problem(description: "'\(trial.name)' has \(trial.count) cases from 0 on, and no case \(number)")
        }
        return chosen
    }
}

/// The remaining cases of a run, and the results of the others.
struct Run: Sendable {
    /// A trial with its remaining cases.
    private struct Progress: Sendable {
        let trial: Trial
        var cases: [Int].Iterator
        var tally = Tally()
        var duration = Duration.zero
        var failures = 0
        var isOver = false
    }

    /// A case for a thread.
    struct Case: Sendable {
        let trial: Trial
        let number: Int
        let index: Int
    }

    private var progress: [Progress]
    private let settings: Settings
    private let start = ContinuousClock.now

    /// A trial ends after this number of errors.
    private static let mostFailures = 3

    init(_ trials: [Trial], _ settings: Settings) {
        self.settings = settings
        progress = trials.map { trial in
            let cases = settings.number.map { [$0] } ?? Array(trial.cases(seed: settings.seed))
            return Progress(trial: trial, cases: cases.makeIterator())
        }
    }

    /// The next case of the trial that had the least time so far.
    mutating func next() -> Case? {
        guard settings.minutes == 0 || ContinuousClock.now - start < .seconds(60 * settings.minutes) else { return nil }
        while let index = progress.indices.filter({ !progress[$0].isOver }).min(by: {
            progress[$0].duration < progress[$1].duration
        }) {
            if progress[index].failures < Self.mostFailures, let number = progress[index].cases.next() {
                return Case(trial: progress[index].trial, number: number, index: index)
            }
            progress[index].isOver = true
        }
        return nil
    }

    mutating func finish(_ tried: Case, _ verdict: Trial.Verdict, _ duration: Duration) {
        progress[tried.index].tally.add(verdict)
        progress[tried.index].duration += duration
        guard case .fails(let text) = verdict else { return }
        progress[tried.index].failures += 1
        print("FAILED: \(tried.trial.name)\n\(tried.trial.repetition(tried.number))\n\(text)\n")
    }

    /// Prints a line for each trial, and returns the exit status.
    func report() -> Int32 {
        print("   cases        of  seconds  trial, with XML2DICT_SEED=\(settings.seed)")
        for each in progress where each.trial.count > 0 {
            let seconds = Double(each.duration.components.seconds) + Double(each.duration.components.attoseconds) / 1e18
            let columns = [
                "\(each.tally.count)".leftPadded(to: 8), "\(each.trial.count)".leftPadded(to: 9),
                "\(Int(seconds.rounded()))".leftPadded(to: 8),
            ]
            let shares = each.trial.least == ["compared": 1] ? "" : " (\(each.tally.shares))"
            print(columns.joined(separator: " "), "", each.trial.name + shares + (fault(of: each) ?? ""))
        }
        for each in progress where each.trial.count == 0 {
            print("skipped: \(each.trial.name): \(each.trial.obstacle ?? "there are no cases")")
        }
        let count = progress.map(\.tally.count).reduce(0, +), faults = progress.compactMap(fault).count
        print("\(count) cases of \(progress.count) trials, \(faults) failed trials")
        return faults > 0 ? 1 : progress.allSatisfy { $0.trial.count == 0 } ? 77 : 0
    }

    /// The error of a trial that has cases, or `nil`.
    private func fault(of each: Progress) -> String? {
        if each.trial.count == 0 { return nil }
        if each.failures > 0 { return ": FAILED" }
        if settings.minutes == 0, each.tally.count == 0 { return ": FAILED, no case was tried" }
        return each.tally.shortfall(of: each.trial).map { ": FAILED, \($0)" }
    }
}

extension String {
    fileprivate func leftPadded(to count: Int) -> String {
        String(repeating: " ", count: max(0, count - self.count)) + self
    }
}
