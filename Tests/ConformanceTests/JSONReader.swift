import Foundation
import Testing

/// Programs by others that read JSON and write it again.
///
/// They write keys sorted by code points, no spaces, nothing escaped that need not be, and one document a line: two of
/// them that read the same write the same bytes.
enum JSONReader {
    case python
    case jq

    /// Reads files and writes each as a line.
    ///
    /// - Parameters:
    ///   - files: JSON, one document each.
    ///   - folder: Where there is room for a temporary file.
    /// - Returns: A line for each file, up to the first that is not JSON.
    /// - Throws: What prevented the program from being run.
    func lines(of files: [URL], in folder: URL) throws -> [Data] {
        let child: ChildProcess
        switch self {
        case .python:
            // All the names in one file: they may be more than a command line takes.
            let list = folder.appendingPathComponent("files.list")
            try Data(files.map(\.path).joined(separator: "\n").utf8).write(to: list)
            child = try ChildProcess(#require(InstalledProgram.python), ["-c", Self.pythonProgram, list.path])
        case .jq:
            child = try ChildProcess(#require(InstalledProgram.jq), ["-cS", "."] + files.map(\.path))
        }
        #expect(child.status == 0 && child.errors.isEmpty, "\(self) says: \(child.message)")
        return child.lines
    }

    /// Python's json lets the last of two equal keys win, so it is told to look; and it decodes UTF-8 strictly.
    private static let pythonProgram = """
        import json, sys

        def dictionary(pairs):
            result = dict(pairs)
            if len(result) != len(pairs):
                raise ValueError("a key stands twice in an object")
            return result

        with open(sys.argv[1], encoding="utf-8") as names:
            files = names.read().split("\\n")
        for file in files:
            try:
                with open(file, "rb") as document:
                    value = json.loads(document.read().decode("utf-8"), object_pairs_hook=dictionary)
            except ValueError as problem:
                sys.exit(file + ": " + str(problem))
            line = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            sys.stdout.buffer.write(line.encode("utf-8") + b"\\n")
        """
}
