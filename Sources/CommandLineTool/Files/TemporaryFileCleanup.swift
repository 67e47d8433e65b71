#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The temporary file that must not stay when the command is interrupted.
///
/// A signal handler can do little: it removes the file and lets the signal do what it does without a handler.
enum TemporaryFileCleanup {
    /// The file's name as a C string.
    ///
    /// A handler reads it, so it is plain memory; it is set before the handler is.
    nonisolated(unsafe) private static var name: UnsafeMutablePointer<CChar>?

    /// The memory that the name is in, or was in: a handler may still be at it in another thread.
    nonisolated(unsafe) private static var memory: UnsafeMutablePointer<CChar>?

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU]

    /// Gets ready, before there is a file.
    ///
    /// Signals that are ignored, as under nohup(1), stay ignored.
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

    /// Has the file removed when a signal ends the command.
    static func remember(_ path: [CChar]) {
        free(memory)
        memory = strdup(path)
        name = memory
    }

    /// The file has its place now.
    static func forget() {
        name = nil
    }

    static func remove() {
        if let name { unlink(name) }
        name = nil
    }
}
