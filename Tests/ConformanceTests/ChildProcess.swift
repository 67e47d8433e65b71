import Foundation

/// A program that was run to its end: its status, and what it wrote.
struct ChildProcess {
    let status: Int32
    let output: Data
    let errors: Data

    /// Runs a program and waits for its end.
    ///
    /// What it writes goes to files and not through pipes: a pipe holds 64 KiB, and a program that waits for room in
    /// one is never at its end.
    ///
    /// - Parameters:
    ///   - program: The executable file.
    ///   - arguments: Its arguments, without its name.
    /// - Throws: What prevented it from being run.
    init(_ program: URL, _ arguments: [String]) throws {
        self = try TemporaryFolder.with { folder in
            let output = folder.appendingPathComponent("output")
            let errors = folder.appendingPathComponent("errors")
            let process = Process()
            process.executableURL = program
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try Self.create(output)
            process.standardError = try Self.create(errors)
            try process.run()
            process.waitUntilExit()
            return ChildProcess(
                status: process.terminationStatus,
                output: try Data(contentsOf: output),
                errors: try Data(contentsOf: errors)
            )
        }
    }

    private init(status: Int32, output: Data, errors: Data) {
        self.status = status
        self.output = output
        self.errors = errors
    }

    /// What it wrote to standard error.
    var message: String {
        String(decoding: errors, as: UTF8.self)
    }

    /// What it wrote to standard output, line by line; the text behind the last line end is not a line.
    var lines: [Data] {
        output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { Data($0) }
    }

    private static func create(_ file: URL) throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }
}
