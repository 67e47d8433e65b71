/// Work on several threads whose results arrive in order.
///
/// Each worker takes the next job, does it, and leaves the result for the caller. A job is under way until the caller
/// gets the result. At most two jobs per worker are under way. With two workers, while the caller waits for result 3:
///
///     jobs       0 1 2   │  3        4     5     6     7 …
///     state    delivered │  at work  done  done  done  waits: four jobs are under way
///
/// Only one worker at a time takes a job, so all jobs can come from one sequence of bytes.
final class OrderedWork<Job, Output>: @unchecked Sendable {
    private let monitor = Monitor()
    private let take: () -> Job?
    private let work: (Job) -> Output
    private var threads: [WorkerThread] = []
    private var window = 0

    // The monitor protects the following variables.
    private var results: [Int: Output] = [:]
    private var takenCount = 0
    private var deliveredCount = 0
    private var isTaking = false
    private var hasEnded = false

    /// - Parameters:
    ///   - take: Returns the next job, or `nil` after the last job. No two workers call `take` at once.
    ///   - work: Does a job. Several workers call `work` at once.
    init(_ take: @escaping () -> Job?, _ work: @escaping (Job) -> Output) {
        self.take = take
        self.work = work
    }

    func start(threads count: Int) -> Bool {
        let count = min(count, 1024)
        window = 2 * count
        while threads.count < count, let thread = try? WorkerThread({ self.run() }) { threads.append(thread) }
        monitor.locked { window = 2 * threads.count }
        return !threads.isEmpty
    }

    func end() {
        monitor.locked {
            hasEnded = true
            monitor.notify()
        }
        for thread in threads { thread.join() }
        threads = []
    }

    func next() -> Output? {
        monitor.locked {
            while true {
                if let output = results.removeValue(forKey: deliveredCount) {
                    deliveredCount += 1
                    monitor.notify()
                    return output
                }
                if hasEnded, deliveredCount == takenCount { return nil }
                monitor.wait()
            }
        }
    }

    private func run() {
        while let (job, index) = takeJob() {
            let output = work(job)
            monitor.locked {
                results[index] = output
                monitor.notify()
            }
        }
    }

    private func takeJob() -> (Job, index: Int)? {
        let index: Int? = monitor.locked {
            while !hasEnded, isTaking || takenCount - deliveredCount >= window { monitor.wait() }
            guard !hasEnded else { return nil }
            isTaking = true
            return takenCount
        }
        guard let index else { return nil }
        let job = take()
        monitor.locked {
            isTaking = false
            if job == nil { hasEnded = true } else { takenCount += 1 }
            monitor.notify()
        }
        return job.map { ($0, index) }
    }
}
