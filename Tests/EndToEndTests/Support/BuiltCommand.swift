import Foundation

/// The command as it was built, run in a process of its own.
///
/// ```swift
/// let result = try BuiltCommand.run("--compact", input: "<a/>")
/// #expect(result == .success("{\"a\":{}}\n"))
/// ```
enum BuiltCommand {
    /// Runs the command and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: The words behind the command's name.
    ///   - input: Its standard input, empty unless told otherwise.
    ///   - output: Its standard output.
    ///   - errors: Its standard error.
    ///   - folder: The folder it works in.
    ///   - environment: What its environment has besides ours; `nil` takes a variable out.
    /// - Returns: What it wrote, and how it ended.
    /// - Throws: A `SystemFailure` when it could not be run.
    static func run(
        _ arguments: Bytes...,
        input: StandardInput = .empty,
        output: StandardOutput = .collected,
        errors: StandardOutput = .collected,
        in folder: TemporaryFolder? = nil,
        environment: [String: String?] = [:]
    ) throws -> CommandResult {
        try run(
            arguments: arguments,
            input: input,
            output: output,
            errors: errors,
            in: folder,
            environment: environment
        )
    }

    /// The same with the arguments as an array.
    static func run(
        arguments: [Bytes],
        input: StandardInput = .empty,
        output: StandardOutput = .collected,
        errors: StandardOutput = .collected,
        in folder: TemporaryFolder? = nil,
        environment: [String: String?] = [:]
    ) throws -> CommandResult {
        try process(arguments, folder, environment).run(input: input, output: output, errors: errors)
    }

    /// Starts the command without an input and does not wait for its end.
    static func start(
        _ arguments: Bytes...,
        output: StandardOutput = .collected,
        in folder: TemporaryFolder? = nil
    ) throws -> RunningProcess {
        try process(arguments, folder, [:]).start(input: .empty, output: output, errors: .collected)
    }

    private static func process(
        _ arguments: [Bytes],
        _ folder: TemporaryFolder?,
        _ environment: [String: String?]
    ) throws -> ChildProcess {
        var process = ChildProcess(executable: try location.get(), arguments: arguments)
        process.folder = folder
        process.environment = environment.merging(usualEnvironment) { own, _ in own }
        return process
    }

    /// Whoever runs the tests may have set these, and the command looks at them.
    private static let usualEnvironment: [String: String?] = [
        "NO_COLOR": nil, "TERM": "xterm-256color", "POSIXLY_CORRECT": nil,
    ]

    /// The command's place: `XML2DICT_COMMAND`, or beside the tests.
    private static let location = Result { () throws -> Bytes in
        if let path = ProcessInfo.processInfo.environment["XML2DICT_COMMAND"] { return Bytes(path) }
        for start in testBundles {
            var folder = URL(fileURLWithPath: start).deletingLastPathComponent()
            // On macOS the tests are Contents/MacOS/… in a folder that stands beside the command.
            for _ in 0..<4 {
                let path = folder.appendingPathComponent("xml2dict").path
                if FileManager.default.isExecutableFile(atPath: path), !isFolder(path) { return Bytes(path) }
                folder.deleteLastPathComponent()
            }
        }
        throw SystemFailure("looking for the built xml2dict beside \(testBundles)", ENOENT)
    }

    /// The file that holds the tests: on macOS the toolchain's own program loads it and is told its name.
    private static var testBundles: [String] {
        let arguments = CommandLine.arguments
        let named = arguments.firstIndex(of: "--test-bundle-path").map { arguments.dropFirst($0 + 1).prefix(1) } ?? []
        return Array(named + arguments.prefix(1))
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
