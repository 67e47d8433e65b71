import Foundation

/// The system calls of the command while it converts a file, as strace(1) reports them: calls that name a file, network
/// calls, and calls about processes.
///
/// A call is its name and its string arguments, such as `openat document.xml`. Addresses and numbers are left out, so
/// that two runs of the same command are equal.
package struct SystemCallTrace {
    /// The calls before the one that opens the input: the start of the program.
    package let start: [String]
    /// The calls from there on, with `INPUT` as the name of the input.
    package let conversion: [String]
    /// The output and the ending.
    package let result: CommandResult

    /// Whether strace is installed and may trace: containers often forbid it.
    package static let isPossible: Bool = {
        guard let folder = try? TemporaryFolder(["a.xml": "<a/>"]) else { return false }
        return (try? SystemCallTrace(of: "a.xml", in: folder).result.ending) == .exited(0)
    }()

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - input: The name of the input, relative to the folder.
    ///   - folder: The working folder.
    ///   - flags: The words before the input.
    ///   - more: The words after it.
    /// - Throws: `SystemFailure` when strace is not installed, or the command did not open the input.
    package init(of input: Bytes, in folder: TemporaryFolder, _ flags: Bytes..., more: [Bytes] = []) throws {
        // Outside the command's working folder, because tests may list that folder.
        let notes = try TemporaryFolder()
        let path = notes.path(of: "trace")
        let options: [Bytes] = ["-f", "-qq", "-e", "trace=%file,%network,%process", "-o", path]
        result = try BuiltCommand.run(arguments: flags + [input] + more, in: folder, under: .strace(options))
        let calls = try notes.content(of: "trace").lines.compactMap { line in
            Self.call(
                String(decoding: line.values, as: UTF8.self),
                input: String(decoding: input.values, as: UTF8.self)
            )
        }
        guard let opening = calls.firstIndex(where: { $0.hasSuffix(" INPUT") }) else {
            throw SystemFailure("strace: \(result.errors)", ENOENT)
        }
        start = Array(calls[..<opening])
        conversion = Array(calls[opening...])
    }

    /// A line without the parts that differ between runs; `nil` for the first call, which starts the command, and for
    /// the ending of the process.
    private static func call(_ line: String, input: String) -> String? {
        guard let match = line.firstMatch(of: #/^\d+ +(?<name>\w+)\(/#) else { return nil }
        let name = String(match.name)
        let strings = line.matches(of: #/"(?<string>(?:[^"\\]|\\.)*)"/#).map { String($0.string) }
        if name == "exit_group" || name == "execve" && strings.contains(input) { return nil }
        return ([name] + strings.map { $0 == input ? "INPUT" : $0 }).joined(separator: " ")
    }
}
