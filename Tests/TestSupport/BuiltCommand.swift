import Foundation

/// The command as it was built, run in a process of its own.
///
/// ```swift
/// let result = try BuiltCommand.run("--compact", input: "<a/>")
/// #expect(result == .success("{\"a\":{}}\n"))
/// ```
package enum BuiltCommand {
    /// Runs the command and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: The words behind the command's name.
    ///   - input: Its standard input, empty unless told otherwise.
    ///   - output: Its standard output.
    ///   - errors: Its standard error.
    ///   - folder: The folder it works in.
    ///   - environment: What its environment has besides ours; `nil` takes a variable out.
    ///   - launcher: A program that runs it; none unless told otherwise.
    /// - Returns: What it wrote, and how it ended.
    /// - Throws: A `SystemFailure` when it could not be run.
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

    /// The same with the arguments as an array.
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

    /// Starts the command without an input and does not wait for its end.
    package static func start(
        _ arguments: Bytes...,
        output: StandardOutput = .collected,
        in folder: TemporaryFolder? = nil
    ) throws -> RunningProcess {
        try process(arguments, folder, [:], nil).start(input: .empty, output: output, errors: .collected)
    }

    /// Where it is, for a program that runs it.
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

    /// Whoever runs the tests may have set these, and the command looks at them.
    private static let usualEnvironment: [String: String?] = [
        "NO_COLOR": nil, "TERM": "xterm-256color", "POSIXLY_CORRECT": nil,
    ]

    /// The command's place: `XML2DICT_COMMAND`, or beside the tests.
    private static let location = Result { () throws -> Bytes in
        if let named = ProcessInfo.processInfo.environment["XML2DICT_COMMAND"], !named.isEmpty {
            // In full, as the command may work in another folder.
            let path = URL(fileURLWithPath: named).path
            guard isProgram(path) else { throw SystemFailure("looking for XML2DICT_COMMAND, \(path)", ENOENT) }
            return Bytes(path)
        }
        guard let path = places.first(where: isProgram) else {
            throw SystemFailure("looking for xml2dict beside the tests; XML2DICT_COMMAND can name it", ENOENT)
        }
        return Bytes(path)
    }

    /// Where the command may be: in the folders above what our own command line names.
    ///
    /// On Linux that is the program that holds the tests. On macOS it is a program of the toolchain and, as a word behind
    /// it, `…/name.xctest/Contents/MacOS/name`.
    private static var places: [String] {
        CommandLine.arguments.filter { $0.contains("/") }.flatMap { word in
            var folder = URL(fileURLWithPath: word)
            return (0..<4).map { _ in
                folder.deleteLastPathComponent()
                return folder.appendingPathComponent("xml2dict").path
            }
        }
    }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: path)
    }
}
