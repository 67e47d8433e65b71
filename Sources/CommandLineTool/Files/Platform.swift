// The C library, under names that say what they are for.

#if canImport(Darwin)
    @preconcurrency import Darwin
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#endif

/// Ends the process.
func endProcess(_ status: Int32) -> Never {
    exit(status)
}

/// Takes the numbers of standard input, output and error if they are closed.
///
/// A file that is opened later would get such a number and be taken for it. What takes them can only be used the wrong way
/// round, so that reading and writing fail as on a closed file.
func guardStandardDescriptors() {
    for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(number, F_GETFD) == -1 && errno == EBADF {
        _ = open("/dev/null", mode)
    }
}

/// Has a write beyond the largest size that a file may have here (setrlimit(2)) fail like any other.
///
/// It would end the process by a signal otherwise, without a word.
func ignoreFileSizeSignal() {
    signal(SIGXFSZ, SIG_IGN)
}

/// The length of a C string.
func byteCount(of string: UnsafePointer<CChar>) -> Int {
    Int(strlen(string))
}

/// A variable of the environment, or `nil` when it is not set.
func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

/// Whether an open file is a terminal.
func isTerminal(_ fileDescriptor: Int32) -> Bool {
    isatty(fileDescriptor) == 1
}

/// Whether there is a regular file of a name.
func isRegularFile(_ name: String) -> Bool {
    var information = stat()
    return stat(name, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
}
