/// Removes the temporary file when a signal or a lack of memory ends the command.
///
/// A signal handler can do little: it removes the file, and lets the signal have its default effect. Where memory is
/// exhausted, code can do no more.
enum TemporaryFileCleanup {
    /// The file's name as a C string, which stays in memory: a handler in another thread may still read it.
    ///
    /// The signal handler reads it, so it is plain memory, set before the handler.
    nonisolated(unsafe) private static var name: UnsafeMutablePointer<CChar>?

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

    /// Registers the name of a file that is made next; a handler that runs before finds nothing to remove.
    static func remember(_ path: [CChar]) {
        name = strdup(path)
    }

    /// Removes the file; after it has been renamed to its target, none has the name.
    static func remove() {
        if let name { unlink(name) }
    }
}
