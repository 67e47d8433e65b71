// Functions of the C library, under names that state their purpose.

import XML2Dict

// All files of the command see the C library through this import, because each system names it differently.
#if canImport(Darwin)
    @_exported @preconcurrency import Darwin
#elseif canImport(Glibc)
    @_exported @preconcurrency import Glibc
#elseif canImport(Musl)
    @_exported @preconcurrency import Musl
#endif

/// Ends the process.
func endProcess(_ status: Int32) -> Never {
    exit(status)
}

/// Takes the numbers of standard input, output and error if they are closed.
///
/// Otherwise a file that is opened later would get such a number and be mistaken for a standard file. The replacements
/// are open in the wrong direction, so that reading and writing fail as on a closed file.
func guardStandardDescriptors() {
    for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(number, F_GETFD) == -1 && errno == EBADF {
        _ = open("/dev/null", mode)
    }
}

/// Makes a write beyond the limit on file sizes (setrlimit(2)) fail like any other.
///
/// Otherwise a signal would end the process without a message.
func ignoreFileSizeSignal() {
    signal(SIGXFSZ, SIG_IGN)
}

/// Throws the error of a call of the system, whose result is negative if it has failed.
@discardableResult
func succeed(_ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw .current }
    return result
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

/// Whether a regular file with this name exists.
func isRegularFile(_ name: String) -> Bool {
    var information = stat()
    return stat(name, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
}
