import Foundation

/// The built command, run as a separate process.
///
/// ```swift
/// let result = try BuiltCommand.run("--compact", input: "<a/>")
/// #expect(result == .success("{\"a\":{}}\n"))
/// ```
package enum BuiltCommand {
    /// Runs the command and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: The words after the command's name.
    ///   - input: Its standard input; empty by default.
    ///   - output: Its standard output.
    ///   - errors: Its standard error.
    ///   - folder: Its working folder.
    ///   - environment: Changes to the environment of the tests; `nil` removes a variable.
    ///   - launcher: A program that runs the command; none by default.
    /// - Returns: Its output and its ending.
    /// - Throws: `SystemFailure` when the command cannot be run.
    package static func run(
        _ arguments: Bytes...,
        input: StandardInput = .empty,
        output: StandardOutput = .collected,
        errors: StandardOutput = .collected,
        in folder: TemporaryFolder? = nil,
        environment: [String: String?] = [:],
        under launcher: Launcher? = nil
    ) throws -> CommandResult {
        try run(
            arguments: arguments,
            input: input,
            output: output,
            errors: errors,
            in: folder,
            environment: environment,
            under: launcher
        )
    }

    /// Runs the command with an array of arguments; see the variadic function.
    package static func run(
        arguments: [Bytes],
        input: StandardInput = .empty,
        output: StandardOutput = .collected,
        errors: StandardOutput = .collected,
        in folder: TemporaryFolder? = nil,
        environment: [String: String?] = [:],
        under launcher: Launcher? = nil
    ) throws -> CommandResult {
        try process(arguments, folder, environment, launcher).run(input: input, output: output, errors: errors)
    }

    /// Starts the command without an input, and does not wait for its end.
    package static func start(
        arguments: [Bytes],
        output: StandardOutput = .collected,
        in folder: TemporaryFolder? = nil
    ) throws -> RunningProcess {
        try process(arguments, folder, [:], nil).start(input: .empty, output: output, errors: .collected)
    }

    /// The path of the command, for a program that runs it.
    package static var path: Bytes {
        get throws { try location.get() }
    }

    private static func process(
        _ arguments: [Bytes],
        _ folder: TemporaryFolder?,
        _ environment: [String: String?],
        _ launcher: Launcher?
    ) throws -> ChildProcess {
        let words = (launcher?.words ?? []) + [try location.get()] + arguments
        var process = ChildProcess(executable: words[0], arguments: Array(words.dropFirst()))
        process.folder = folder
        process.environment = environment.merging(usualEnvironment) { own, _ in own }
        return process
    }

    /// Variables that the environment of the tests may contain, and that the command uses.
    private static let usualEnvironment: [String: String?] = [
        "NO_COLOR": nil, "TERM": "xterm-256color",
    ]

    /// The path of the command: `XML2DICT_COMMAND`, or a file next to the tests.
    private static let location = Result { () throws -> Bytes in
        if let named = ProcessInfo.processInfo.environment["XML2DICT_COMMAND"], !named.isEmpty {
            // An absolute path, because the command may work in another folder.
            let path = URL(fileURLWithPath: named).path
            guard isProgram(path) else { throw SystemFailure("looking for XML2DICT_COMMAND, \(path)", ENOENT) }
            return Bytes(path)
        }
        guard let path = places(of: "xml2dict").first(where: isProgram) else {
            throw SystemFailure("looking for xml2dict beside the tests; XML2DICT_COMMAND can name it", ENOENT)
        }
        return Bytes(path)
    }

    /// Paths that a built program may have: in the folders above the files that the command line of the tests names.
    ///
    /// On Linux that is the program that contains the tests. On macOS it is a program of the toolchain, and an argument
    /// `…/name.xctest/Contents/MacOS/name`.
    private static func places(of name: String) -> [String] {
        CommandLine.arguments.filter { $0.contains("/") }.flatMap { word in
            var folder = URL(fileURLWithPath: word)
            return (0..<4).map { _ in
                folder.deleteLastPathComponent()
                return folder.appendingPathComponent(name).path
            }
        }
    }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: path)
    }
}
