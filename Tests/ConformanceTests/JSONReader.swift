import TestSupport
import Testing

/// Other programs that read JSON and write it again.
///
/// They write keys sorted by code points, no spaces, no unnecessary escapes, and one document a line. Two programs that
/// read the same write the same bytes.
enum JSONReader {
    case python
    case jq

    /// Reads files and writes each as a line.
    ///
    /// - Parameters:
    ///   - files: The names of files with one document each.
    ///   - folder: The folder of the files, with space for another file.
    /// - Returns: A line for each file, up to the first that is not JSON.
    /// - Throws: `SystemFailure` when the program cannot be run.
    func lines(of files: [Bytes], in folder: TemporaryFolder) throws -> [Bytes] {
        let program: Bytes, arguments: [Bytes]
        switch self {
        case .python:
            // One file contains all names, because they may be too many for a command line.
            try folder.write(Bytes(files.map(\.values).joined(separator: "\n".utf8)), to: "files.list")
            program = try #require(InstalledProgram.python)
            arguments = ["-c", Self.pythonProgram, "files.list"]
        case .jq:
            program = try #require(InstalledProgram.jq)
            arguments = ["-cS", "."] + files
        }
        var child = ChildProcess(executable: program, arguments: arguments)
        child.folder = folder
        let result = try child.run()
        #expect(result.ending == .exited(0) && result.errors.isEmpty, "\(self) says: \(result.errors)")
        return result.output.lines
    }

    /// A program that finds equal keys, which Python's json would hide, and that decodes UTF-8 strictly.
    private static let pythonProgram: Bytes = """
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
