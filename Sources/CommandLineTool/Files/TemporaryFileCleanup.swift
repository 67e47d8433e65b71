/// Removes the temporary file when a signal or a lack of memory ends the command.
///
/// A signal handler can do little: it removes the file, and lets the signal have its default effect. Where memory is
/// exhausted, code can do no more.
enum TemporaryFileCleanup {
    /// The file's name as a C string.
    ///
    /// The signal handler reads it, so it is plain memory, set before the handler.
    nonisolated(unsafe) private static var name: UnsafeMutablePointer<CChar>?

    /// The memory of the name, now or before: a handler in another thread may still read it.
    nonisolated(unsafe) private static var memory: UnsafeMutablePointer<CChar>?

    /// Signals that end a process: from outside, from a limit, from a closed pipe, from a timer, and from a defect.
    private static let signals = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGABRT,
        SIGILL, SIGTRAP,
    ]

    /// Installs the handlers, before the file exists.
    ///
    /// Signals that the process ignores, for example under nohup(1), stay ignored.
    static func prepare() {
        for number in signals {
            let previous = signal(number, SIG_IGN)
            if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            signal(number) { number in
                TemporaryFileCleanup.remove()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Makes a file and registers it for removal; signals wait meanwhile.
    ///
    /// - Parameter make: Makes the file, and returns its name as a C string, or `nil` when it fails, with `errno`.
    /// - Returns: Whether the file exists.
    static func remember(_ make: () -> [CChar]?) -> Bool {
        var all = sigset_t(), before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        let made = make()
        let problem = errno
        if let made {
            free(memory)
            memory = strdup(made)
            name = memory
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = problem
        return made != nil
    }

    /// Cancels the removal, because the file has been renamed to its target.
    static func forget() {
        name = nil
    }

    static func remove() {
        if let name { unlink(name) }
        name = nil
    }
}
