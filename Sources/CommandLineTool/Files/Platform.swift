// Functions of the C library under descriptive names. All files of the command import the C library through this file,
// because the name of its module differs between systems.

internal import CThread
import XML2Dict

#if canImport(Darwin)
    @_exported @preconcurrency import Darwin
#elseif canImport(Glibc)
    @_exported @preconcurrency import Glibc
#elseif canImport(Musl)
    @_exported @preconcurrency import Musl
#endif

/// Opens the descriptors of standard input, output and error that are closed.
///
/// Otherwise, a file that is opened later could get the descriptor 1, and the command would write its output there. The
/// function opens standard input only for writing, and the others only for reading, so that each use fails.
func guardStandardDescriptors() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
        _ = open("/dev/null", mode)
    }
}

/// Returns the result of a system call, or throws the system's error if the result is negative.
@discardableResult
func succeed(_ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw .current }
    return result
}

func byteCount(of string: UnsafePointer<CChar>) -> Int {
    Int(strlen(string))
}

func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

func isTerminal(_ fileDescriptor: Int32) -> Bool {
    isatty(fileDescriptor) == 1
}

/// Whether two names lead to one regular file.
func isSameFile(_ name: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Bool {
    var first = stat(), second = stat()
    guard stat(name, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev && first.st_ino == second.st_ino
}

enum UsableCores {
    /// The number of cores of the machine, or fewer if an affinity mask or the quota of a control group allows fewer.
    static var count: Int {
        let allowed = Int(CThreadUsableCoreCount())
        let online = allowed > 0 ? allowed : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        return max(1, min(online, quota ?? online))
    }

    /// The processor time that the control group of the process may use, as a number of cores, rounded up.
    private static var quota: Int? {
        var quotas: [Int] = []
        for group in (contents(of: "/proc/self/cgroup") ?? "").split(separator: "\n") {
            let parts = group.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            // A version 2 group has one file: `150000 100000`, or `max 100000` for no quota. Version 1 has two files.
            if parts[1].isEmpty {
                quotas += folders("/sys/fs/cgroup", parts[2]).compactMap { quota(in: ["\($0)/cpu.max"]) }
            } else if parts[1].split(separator: ",").contains("cpu") {
                quotas += folders("/sys/fs/cgroup/cpu", parts[2]).compactMap {
                    quota(in: ["\($0)/cpu.cfs_quota_us", "\($0)/cpu.cfs_period_us"])
                }
            }
        }
        return quotas.min()
    }

    private static func folders(_ root: String, _ path: Substring) -> [String] {
        path.split(separator: "/").reduce(into: [root]) { folders, step in
            folders.append(folders[folders.count - 1] + "/" + step)
        }
    }

    /// Returns the quota from the two words that one or two files contain: the allowed time and the period.
    private static func quota(in files: [String]) -> Int? {
        let words = files.flatMap { (contents(of: $0) ?? "").split(whereSeparator: \.isWhitespace) }
        guard words.count == 2, let time = Int(words[0]), let period = Int(words[1]), time > 0, period > 0 else {
            return nil
        }
        return (time - 1) / period + 1
    }

    private static func contents(of path: String) -> String? {
        let bytes = try? path.withCString { path throws(SystemError) in try FileDescriptor(reading: path).contents() }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
