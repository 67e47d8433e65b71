internal import CThread

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A system thread that calls one function, and blocks all signals so that other threads of the program get them.
package final class WorkerThread {
    private final class Body {
        let call: @Sendable () -> Void

        init(_ call: @escaping @Sendable () -> Void) {
            self.call = call
        }
    }

    private var thread: pthread_t?

    /// The size of the stack in bytes, which is the default of Linux, whatever `ulimit -s` says.
    private static let stackSize = 8 * 1024 * 1024

    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let context = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var started: pthread_t?
        #else
            var started = pthread_t()
        #endif
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        // The new thread inherits the mask.
        var all = sigset_t(), before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        let problem = pthread_create(&started, &attributes, Self.run, context.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        pthread_attr_destroy(&attributes)
        guard problem == 0 else {
            context.release()
            throw SystemError(number: problem)
        }
        thread = started
    }

    deinit { join() }

    package func join() {
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }

    #if canImport(Darwin)
        private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
            Unmanaged<Body>.fromOpaque(context).takeRetainedValue().call()
            return nil
        }
    #else
        private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().call() }
            return nil
        }
    #endif
}

/// A lock and a condition of the C library, because Swift's `Mutex` would load one more library at each start.
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

    package func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Waits until another thread calls `notify`, and meanwhile releases the lock that `locked` holds.
    func wait() {
        pthread_cond_wait(condition, mutex)
    }

    func notify() {
        pthread_cond_broadcast(condition)
    }
}
