import Dispatch
import Synchronization

/// An executor that counts the jobs that it receives.
final class CountingExecutor: SerialExecutor {
    let jobCount = Mutex(0)
    private let queue = DispatchQueue(label: "XML2DictFoundationTests.CountingExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
        jobCount.withLock { $0 += 1 }
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
