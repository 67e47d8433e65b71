import Foundation

/// A program to run with posix_spawn(3), which takes arguments of any bytes; Foundation's `Process` takes strings.
package struct ChildProcess {
    private let executable: Bytes
    private let arguments: [Bytes]
    /// The working folder; that of the tests by default.
    package var folder: TemporaryFolder?
    /// Changes to the environment of the tests; `nil` removes a variable.
    package var environment: [String: String?] = [:]

    /// - Parameters:
    ///   - executable: The path of the program.
    ///   - arguments: The words after the program's name.
    package init(executable: Bytes, arguments: [Bytes]) {
        self.executable = executable
        self.arguments = arguments
    }

    /// Runs the program and waits for its end.
    package func run(
        input: StandardInput = .empty,
        output: StandardOutput = .collected,
        errors: StandardOutput = .collected
    ) throws -> CommandResult {
        try start(input: input, output: output, errors: errors).finish()
    }

    /// Starts the program.
    ///
    /// Before `finish` is called, the tests write nothing to the program and collect none of its output.
    package func start(input: StandardInput, output: StandardOutput, errors: StandardOutput) throws -> RunningProcess {
        Self.ignoreBrokenPipes
        var actions = SpawnActions()
        if let folder { try actions.changeFolder(to: folder.path) }
        var conversation = Conversation()
        try connect(input, &actions, &conversation)
        conversation.output = try connect(output, to: STDOUT_FILENO, &actions)
        conversation.errors = try connect(errors, to: STDERR_FILENO, &actions)
        let process = try spawn(actions)
        // A pipe ends when no process can write to it, so the tests must close their own ends.
        actions.closeHandedOver()
        return RunningProcess(process, conversation, in: folder)
    }

    /// Makes the tests survive a child that does not read all its input.
    ///
    /// The child itself gets the default behaviour.
    private static let ignoreBrokenPipes: Void = {
        signal(SIGPIPE, SIG_IGN)
    }()

    // MARK: The three standard files

    private func connect(
        _ input: StandardInput,
        _ actions: inout SpawnActions,
        _ conversation: inout Conversation
    ) throws {
        switch input {
        case .closed: try actions.close(STDIN_FILENO)
        case .file(let name): try actions.open(name, O_RDONLY, as: STDIN_FILENO)
        case .bytes(let bytes):
            let pipe = try Descriptor.pipe()
            try actions.handOver(pipe.reader, as: STDIN_FILENO)
            conversation.feed(bytes, to: pipe.writer)
        }
    }

    private func connect(
        _ output: StandardOutput,
        to number: Int32,
        _ actions: inout SpawnActions
    ) throws -> Conversation.Source {
        switch output {
        case .closed:
            try actions.close(number)
            return Conversation.Source(nil)
        case .file(let name):
            try actions.open(name, O_WRONLY, as: number)
            return Conversation.Source(nil)
        case .open(let descriptor):
            try actions.handOver(descriptor, as: number)
            return Conversation.Source(nil)
        case .collected:
            let pipe = try Descriptor.pipe()
            try actions.handOver(pipe.writer, as: number)
            return Conversation.Source(pipe.reader)
        case .unread:
            let pipe = try Descriptor.pipe()
            try actions.handOver(pipe.writer, as: number)
            return Conversation.Source(nil)
        case .terminal:
            let terminal = try PseudoTerminal()
            try actions.handOver(terminal.inside, as: number)
            return Conversation.Source(terminal.outside)
        }
    }

    // MARK: Start

    private func spawn(_ actions: borrowing SpawnActions) throws -> pid_t {
        let words = CStringArray([executable] + arguments)
        let variables = CStringArray(ownEnvironment.map { Bytes("\($0)=\($1)") })
        var process: pid_t = 0
        let problem = executable.withCString { path in
            actions.withPointers { actions, attributes in
                posix_spawn(&process, path, actions, attributes, words.pointers, variables.pointers)
            }
        }
        guard problem == 0 else { throw SystemFailure("posix_spawn \(executable)", problem) }
        return process
    }

    private var ownEnvironment: [String: String] {
        var result = ProcessInfo.processInfo.environment
        for (name, value) in environment { result[name] = value }
        return result
    }
}
