import Foundation

/// A program to run with posix_spawn(3), which takes arguments of any bytes; Foundation's `Process` takes strings.
package struct ChildProcess {
    private let executable: Bytes
    private let arguments: [Bytes]
    /// The working folder.
    ///
    /// The default is the tests' own.
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
        ignoreBrokenPipes
        let files = try ProgramFiles(input, output, errors, in: folder)
        let actions = try SpawnActions(files.changes)
        let words = CStringArray([executable] + arguments)
        let variables = CStringArray(ownEnvironment.map { Bytes("\($0)=\($1)") })
        var process: pid_t = 0
        let problem = withExtendedLifetime(files) {
            executable.withCString { path in
                actions.withPointers { actions, attributes in
                    posix_spawn(&process, path, actions, attributes, words.pointers, variables.pointers)
                }
            }
        }
        guard problem == 0 else { throw SystemFailure("posix_spawn \(executable)", problem) }
        // A pipe ends when no process can write to it: the tests' own ends close with `files`.
        return RunningProcess(process, files.conversation, in: folder)
    }

    private var ownEnvironment: [String: String] {
        var result = ProcessInfo.processInfo.environment
        for (name, value) in environment { result[name] = value }
        return result
    }
}

/// Makes the tests survive a program that does not read all its input.
///
/// A child gets the default behavior.
let ignoreBrokenPipes: Void = {
    signal(SIGPIPE, SIG_IGN)
}()
