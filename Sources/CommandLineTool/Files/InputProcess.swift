import XML2Dict

/// A child process that delivers an input, while the command reads it.
///
///     input ─▶ program ── standard output ─▶ pipe ─▶ fileDescriptor      the document
///                      └─ standard error ──▶ pipe ─▶ read by `finish`    the error, a few lines
final class InputProcess {
    let fileDescriptor: Int32
    private let complaints: Int32
    private let program: InputProgram
    private var process: pid_t

    /// - Throws: A `CommandError` that names the program and its package.
    convenience init(_ program: InputProgram, _ argument: Argument? = nil, input: Int32? = nil) throws(CommandError) {
        do throws(SystemError) {
            try self.init(starting: program, argument, input)
        } catch {
            throw CommandError(
                "cannot run \(program.name), which \(program.purpose) "
                    + "(on Debian: apt-get install \(program.package)): \(error.text)",
                .noInput
            )
        }
    }

    private init(starting program: InputProgram, _ argument: Argument?, _ input: Int32?) throws(SystemError) {
        let document = try Self.makePipe()
        defer { close(document.write) }
        let complaints: (read: Int32, write: Int32)
        do throws(SystemError) {
            complaints = try Self.makePipe()
        } catch {
            close(document.read)
            throw error
        }
        defer { close(complaints.write) }
        // Only `finish` reads this pipe. When the pipe is full, the program loses messages instead of waiting.
        _ = fcntl(complaints.write, F_SETFL, O_WRONLY | O_NONBLOCK)
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            let environment = _NSGetEnviron().pointee
        #else
            var actions = posix_spawn_file_actions_t()
            let environment = environ
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, document.write, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, complaints.write, STDERR_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = ([program.name] + program.arguments).map { strdup($0) }
        if let argument { words.append(strdup(argument.bytes)) }
        words.append(nil)
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let problem = posix_spawnp(&process, program.name, &actions, nil, words, environment)
        guard problem == 0 else {
            close(document.read)
            close(complaints.read)
            throw SystemError(number: problem)
        }
        fileDescriptor = document.read
        self.complaints = complaints.read
        self.program = program
        self.process = process
    }

    deinit {
        stop()
        close(fileDescriptor)
        close(complaints)
    }

    /// Ends the program, when the command does not need the rest of the document.
    func stop() {
        guard process > 0 else { return }
        kill(process, SIGTERM)
        _ = wait()
    }

    /// Waits until the program ends, after the end of the document.
    ///
    /// - Returns: The error in the program's words, or `nil` when the document is complete.
    func finish() -> String? {
        guard process > 0 else { return nil }
        let text = (try? FileDescriptor(borrowing: complaints).contents()) ?? []
        let status = wait()
        let message = program.message(in: String(decoding: text, as: UTF8.self))
        guard status != 0 else { return program.onlyWarnsOfLoss ? message : nil }
        // Swift does not import the macros of wait(2), such as WTERMSIG.
        let signal = status & 0x7F
        return message ?? "\(program.name) "
            + (signal == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(signal)")
    }

    private func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        process = 0
        return status
    }

    static func makePipe() throws(SystemError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        try succeed(pipe(&ends))
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }
}

struct InputProgram: Sendable {
    let name: String
    let arguments: [String]
    let purpose: String
    /// The Debian package.
    let package: String
    /// Whether the program ends with status 0 when it loses data, and reports the loss only in a message.
    var onlyWarnsOfLoss = false

    /// Fetches the URL that follows the arguments.
    ///
    /// `--disable` excludes the user's settings of curl, which could change the output. `--url` keeps curl from taking
    /// the URL for a flag. `--proto-redir` keeps a redirect from leading to another protocol.
    static let curl = InputProgram(
        name: "curl",
        arguments: [
            "--disable", "--silent", "--show-error", "--fail", "--location", "--max-redirs", "20", "--compressed",
            "--globoff", "--no-buffer", "--proto", "=http,https", "--proto-redir", "=http,https", "--url",
        ],
        purpose: "fetches addresses",
        package: "curl"
    )

    /// The program that decompresses standard input to standard output.
    static func decompressor(of format: CompressedFormat) -> InputProgram {
        InputProgram(
            name: format.name,
            arguments: ["-dc"],
            purpose: "decompresses this input",
            package: format.name == "xz" ? "xz-utils" : format.name,
            onlyWarnsOfLoss: format.name == "bzip2"
        )
    }

    /// Finds the error message in the lines that the program wrote to standard error.
    ///
    ///     \n gzip: stdin: unexpected end of file      "gzip: unexpected end of file"
    ///     bzip2: Compressed file ends …;\n …          "bzip2: Compressed file ends …"
    ///     /*stdin*\ : Read error …                    "zstd: Read error …"
    ///
    /// gzip and bzip2 ignore bytes after the compressed data, and report them as `trailing garbage`.
    ///
    /// - Returns: The first line that begins with the program's name or a name such as `stdin`, or else the last line.
    func message(in text: String) -> String? {
        if text.contains("trailing garbage") {
            return "\(name): bytes that are not \(name) follow the compressed data; "
                + "\(name) -dc FILE | xml2dict leaves them out"
        }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        let heads = [name + ":"] + Self.namesOfStandardInput
        guard let line = lines.first(where: { line in heads.contains { line.hasPrefix($0) } }) ?? lines.last else {
            return nil
        }
        var rest = line
        for head in [name] + Self.namesOfStandardInput where rest.hasPrefix(head) {
            rest = rest.dropFirst(head.count).drop { $0 == ":" || $0 == " " }
        }
        while let last = rest.last, last == ";" || last.isWhitespace { rest.removeLast() }
        return "\(name): \(rest)"
    }

    private static let namesOfStandardInput = ["stdin", "(stdin)", "/*stdin*\\"]
}
