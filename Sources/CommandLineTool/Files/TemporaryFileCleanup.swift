#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Removes the temporary file when a signal interrupts the command.
///
/// A signal handler can do little: it removes the file, and lets the signal have its default effect.
enum TemporaryFileCleanup {
    /// The file's name as a C string.
    ///
    /// The signal handler reads it, so it is plain memory, set before the handler.
    nonisolated(unsafe) private static var name: UnsafeMutablePointer<CChar>?

    /// The memory of the name, now or before: a handler in another thread may still read it.
    nonisolated(unsafe) private static var memory: UnsafeMutablePointer<CChar>?

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU]

    /// Installs the handlers, before the file exists.
    ///
    /// Signals that the process ignores, for example under nohup(1), stay ignored.
    static func prepare() {
        for number in signals {
            let previous = signal(number) { number in
                TemporaryFileCleanup.remove()
                signal(number, SIG_DFL)
                raise(number)
            }
            if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Registers the file for removal when a signal ends the command.
    static func remember(_ path: [CChar]) {
        free(memory)
        memory = strdup(path)
        name = memory
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
