internal import CThread

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A lock, and a way to wait until the state that it protects has changed.
///
/// It is that of the C library: Swift's `Mutex` would load one more library at each start of the command.
package final class Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Calls a function while this thread holds the lock.
    package func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Waits inside `locked` until another thread calls `notify`; meanwhile the lock is free.
    func wait() {
        pthread_cond_wait(condition, mutex)
    }

    /// Wakes all threads that wait.
    func notify() {
        pthread_cond_broadcast(condition)
    }
}
