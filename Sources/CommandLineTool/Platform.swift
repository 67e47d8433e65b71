// The C library, under names that say what they are for: the one place here that knows which C library it is.

#if canImport(Darwin)
    @preconcurrency import Darwin
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#endif

/// Ends the process.
func endProcess(_ status: ExitStatus) -> Never {
    exit(status.rawValue)
}

/// A variable of the environment, or `nil` when it is not set.
func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

/// Whether an open file is a terminal.
func isTerminal(_ fileDescriptor: Int32) -> Bool {
    isatty(fileDescriptor) == 1
}
