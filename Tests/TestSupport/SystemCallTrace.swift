import Foundation

/// What the command asks of the system while it converts a file, as strace(1) sees it: calls that name a file, calls about the
/// network, and calls about processes.
///
/// A call is its name and the strings among its arguments, such as `openat document.xml`. Addresses and numbers are left out, so that
/// two runs of the same command are the same.
package struct SystemCallTrace {
    /// Up to the one that opens the input: the start of the program.
    package let start: [String]
    /// From there on, with `INPUT` for the name of the input.
    package let conversion: [String]
    /// What it wrote, and how it ended.
    package let result: CommandResult

    /// Whether there is a strace, and it may trace: containers often forbid it.
    package static let isPossible: Bool = {
        guard let folder = try? TemporaryFolder(["a.xml": "<a/>"]) else { return false }
        return (try? SystemCallTrace(of: "a.xml", in: folder).result.ending) == .exited(0)
    }()

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - input: The name of the input, relative to the folder.
    ///   - folder: The folder it works in.
    ///   - flags: What stands in front of the input.
    /// - Throws: A `SystemFailure` when there is no strace, or the input was not opened.
    package init(of input: Bytes, in folder: TemporaryFolder, _ flags: Bytes...) throws {
        // Out of the folder in which the command works, as that may be looked at.
        let notes = try TemporaryFolder()
        let path = notes.path(of: "trace")
        let options: [Bytes] = ["-f", "-qq", "-e", "trace=%file,%network,%process", "-o", path]
        result = try BuiltCommand.run(arguments: flags + [input], in: folder, under: .strace(options))
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

    /// A line without what differs from run to run; `nil` for the first call, which starts the command with its arguments, and for
    /// how the process ends.
    private static func call(_ line: String, input: String) -> String? {
        guard let match = line.firstMatch(of: #/^\d+ +(?<name>\w+)\(/#) else { return nil }
        let name = String(match.name)
        let strings = line.matches(of: #/"(?<string>(?:[^"\\]|\\.)*)"/#).map { String($0.string) }
        if name == "exit_group" || name == "execve" && strings.contains(input) { return nil }
        return ([name] + strings.map { $0 == input ? "INPUT" : $0 }).joined(separator: " ")
    }
}
