import XML2Dict

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A child process, curl(1), that fetches a document from the network while the command reads it.
///
///     curl ── standard output ─▶ pipe ─▶ fileDescriptor      the document
///          └─ standard error ──▶ pipe ─▶ read by `finish`    the error, a line at most
final class CurlProcess {
    /// The document, open for reading.
    let fileDescriptor: Int32
    private let complaints: Int32
    private var process: pid_t

    /// Whether a name is an address for curl.
    static func isAddress(_ name: Argument) -> Bool {
        ["http", "https"].contains(scheme(of: name))
    }

    /// The scheme of an address, such as `ftp`; `nil` for a name that is no address.
    static func scheme(of name: Argument) -> String? {
        guard let text = name.text?.lowercased(), let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        let isScheme = scheme.utf8.count > 1 && scheme.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        return isScheme && text[colon...].hasPrefix("://") ? String(scheme) : nil
    }

    /// The arguments of curl.
    ///
    /// They exclude the user's own settings of curl, which could change its output. curl cannot take the address for a
    /// flag, because it follows `--url`. A redirection cannot lead curl to another protocol.
    private static let arguments = [
        "curl", "--disable", "--silent", "--show-error", "--fail", "--location", "--max-redirs", "20", "--compressed",
        "--globoff", "--no-buffer", "--proto", "=http,https", "--proto-redir", "=http,https", "--url",
    ]

    /// Starts to fetch a document.
    init(_ address: Argument) throws(SystemError) {
        let document = try Self.makePipe()
        let complaints = try Self.makePipe()
        defer {
            close(document.write)
            close(complaints.write)
        }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            let environment = _NSGetEnviron().pointee
        #else
            var actions = posix_spawn_file_actions_t()
            let environment = environ
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, document.write, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, complaints.write, STDERR_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = Self.arguments.map { strdup($0) }
        words += [strdup(address.bytes), nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let problem = posix_spawnp(&process, "curl", &actions, nil, words, environment)
        guard problem == 0 else {
            close(document.read)
            close(complaints.read)
            throw SystemError(number: problem)
        }
        fileDescriptor = document.read
        self.complaints = complaints.read
        self.process = process
    }

    deinit {
        close(fileDescriptor)
        close(complaints)
        guard process > 0 else { return }
        // The command does not need the rest of the document.
        kill(process, SIGTERM)
        _ = wait()
    }

    /// Waits until curl ends, after the end of the document.
    ///
    /// - Returns: The error in curl's words, or `nil` when the document is complete.
    func finish() -> String? {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(complaints, &buffer, buffer.count)
            if count > 0 {
                text += buffer[..<count]
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        let status = wait()
        guard status != 0 else { return nil }
        let message = String(decoding: text, as: UTF8.self).split(separator: "\n").last.map(String.init)
        // The macros of wait(2), which Swift does not import.
        let signal = status & 0x7F
        return message
            ?? (signal == 0 ? "curl ended with status \(status >> 8 & 0xFF)" : "curl was ended by signal \(signal)")
    }

    private func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        process = 0
        return status
    }

    private static func makePipe() throws(SystemError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .current }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }
}
