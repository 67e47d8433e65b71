import TestSupport
import Testing
import XML2Dict

/// Other programs that read JSON and write it again.
///
/// They write keys sorted by code points, no spaces, no unnecessary escapes, and one document a line. Two programs that
/// read the same write the same bytes.
enum JSONProgram {
    case python
    case jq

    /// Has the program read values as JSON.
    ///
    /// - Returns: The numbers of the values of which it read something else.
    /// - Throws: An error when the program cannot be run, or does not read all of them.
    func differences(in values: [(value: XMLValue, format: XMLValue.JSONFormat)]) throws -> [Int] {
        let program = try #require(self == .python ? InstalledProgram.python : InstalledProgram.jq)
        let child = ChildProcess(executable: program, arguments: self == .python ? ["-c", Self.script] : ["-cS", "."])
        let input = values.map { $0.value.json($0.format) + "\n" }.joined()
        let result = try child.run(input: .bytes(Bytes(input)))
        try #require(result.ending == .exited(0) && result.errors.isEmpty, "\(self): \(result.errors)")
        let lines = result.output.lines
        try #require(lines.count == values.count)
        var sorted = XMLValue.JSONFormat.compact
        sorted.sortsKeys = true
        return values.indices.filter { Bytes(values[$0].value.json(sorted)) != lines[$0] }
    }

    /// A program that finds equal keys, which Python's json would hide, and that decodes UTF-8 strictly.
    private static let script: Bytes = """
        import json, sys

        def dictionary(pairs):
            result = dict(pairs)
            if len(result) != len(pairs):
                raise ValueError("a key stands twice in an object")
            return result

        text = sys.stdin.buffer.read().decode("utf-8")
        decoder = json.JSONDecoder(object_pairs_hook=dictionary)
        place = 0
        while place < len(text):
            value, place = decoder.raw_decode(text, place)
            place += 1
            line = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            sys.stdout.buffer.write(line.encode("utf-8") + b"\\n")
        """
}
