import XML2Dict

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A thread that passes an input on to a program: the first bytes, which have been read already, then the rest.
///
///     pipe ─▶ first bytes ─▶ the command      which program decompresses it?
///       └───▶ thread ─▶ pipe ─▶ program ─▶ pipe ─▶ the command
///
/// The program of a plain file reads that itself. Bytes of a pipe cannot be put back, and with a single thread the
/// command and the program could wait for each other.
final class InputForwarder {
    /// How the thread ended.
    enum Ending {
        /// At the end of the input.
        case complete
        /// The program takes no more.
        case refused
        case failed(SystemError)
    }

    /// The state that the thread shares with the command.
    ///
    /// The lock is that of the C library: a mutex of Swift's would load one more library at each start of the command.
    fileprivate final class Transfer: @unchecked Sendable {
        let source: Int32
        let target: Int32
        let firstBytes: [UInt8]
        /// The thread sets it before it ends, and the command reads it after that.
        var ending = Ending.refused
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private var passedCount = 0

        init(_ source: Int32, _ target: Int32, _ firstBytes: [UInt8]) {
            self.source = source
            self.target = target
            self.firstBytes = firstBytes
            pthread_mutex_init(lock, nil)
        }

        deinit {
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }

        /// Adds to the number of bytes that have been passed on.
        ///
        /// - Returns: The sum.
        @discardableResult
        func count(_ more: Int) -> Int {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            passedCount += more
            return passedCount
        }
    }

    private let transfer: Transfer
    private var thread: pthread_t?

    /// The number of bytes that have been passed on.
    var count: Int { transfer.count(0) }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - source: The input, which stays open.
    ///   - target: The end of a pipe to the program, which the thread closes.
    ///   - firstBytes: Bytes to write before those of the input.
    /// - Throws: A `SystemError` when there can be no thread.
    init(from source: Int32, to target: Int32, after firstBytes: [UInt8]) throws(SystemError) {
        transfer = Transfer(source, target, firstBytes)
        let context = Unmanaged.passRetained(transfer)
        #if canImport(Darwin)
            var started: pthread_t?
        #else
            var started = pthread_t()
        #endif
        // A thread takes over the mask. The command's own thread handles all signals, and a write to a program that
        // has ended is an error here and not a signal.
        var all = sigset_t(), before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        let problem = pthread_create(&started, nil, forward, context.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard problem == 0 else {
            context.release()
            close(target)
            throw SystemError(number: problem)
        }
        thread = started
    }

    deinit { _ = finish() }

    /// Waits until the thread ends, which it does soon after the program has ended.
    func finish() -> Ending {
        if let thread { pthread_join(thread, nil) }
        thread = nil
        return transfer.ending
    }
}

#if canImport(Darwin)
    private let forward: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
        Unmanaged<InputForwarder.Transfer>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
#else
    private let forward: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        if let context { Unmanaged<InputForwarder.Transfer>.fromOpaque(context).takeRetainedValue().run() }
        return nil
    }
#endif

extension InputForwarder.Transfer {
    /// Copies the input to the program.
    fileprivate func run() {
        let result = Result { () throws(SystemError) in try copy() }
        close(target)
        switch result {
        case .success(let isComplete): ending = isComplete ? .complete : .refused
        case .failure(let error): ending = .failed(error)
        }
    }

    /// - Returns: `false` when the program has ended before.
    private func copy() throws(SystemError) -> Bool {
        let input = FileDescriptor(borrowing: source)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        guard firstBytes.withUnsafeBytes(pass) else { return false }
        while isProgramReading() {
            let length = try input.read(into: buffer)
            guard length > 0 else { return true }
            guard pass(UnsafeRawBufferPointer(rebasing: buffer[..<length])) else { return false }
        }
        return false
    }

    /// Writes bytes to the program.
    ///
    /// - Returns: Whether the program takes them.
    private func pass(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(SystemError) {
            try FileDescriptor(borrowing: target).write(bytes)
            count(bytes.count)
            return true
        } catch {
            return false
        }
    }

    /// Waits until there are bytes, or the end of the input, or the end of the program.
    private func isProgramReading() -> Bool {
        var files = [pollfd(fd: source, events: Int16(POLLIN), revents: 0), pollfd(fd: target, events: 0, revents: 0)]
        while poll(&files, 2, -1) < 0 {
            guard errno == EINTR || errno == EAGAIN else { return true }
        }
        return files[1].revents == 0
    }
}
