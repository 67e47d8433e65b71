import TestSupport
import Testing

/// Compares documents event by event, as Python's expat reports them: names, attributes in order, text joined.
///
/// It ignores comments, processing instructions and the DOCTYPE. Any other difference, a space or the order of two
/// attributes, makes documents different.
enum EventComparison {
    /// Finds the pairs of files that differ.
    ///
    /// - Parameters:
    ///   - pairs: The names of the files.
    ///   - folder: The folder of relative names, with space for another file.
    /// - Returns: The numbers of the pairs that differ.
    /// - Throws: An error when Python cannot be run, or cannot read a file.
    static func differences(_ pairs: [(Bytes, Bytes)], in folder: TemporaryFolder) throws -> [Int] {
        let names = pairs.flatMap { [$0.0.values, $0.1.values] }
        try folder.write(Bytes(names.joined(separator: "\n".utf8)), to: "pairs.list")
        let python = try #require(InstalledProgram.python)
        var child = ChildProcess(executable: python, arguments: ["-c", program, "pairs.list"])
        child.folder = folder
        let result = try child.run()
        try #require(result.ending == .exited(0) && result.errors.isEmpty, "\(result.errors)")
        let numbers = result.output.lines.map { line in line.text.flatMap { Int($0) } }
        // The last line is the number of pairs, so that none is skipped.
        try #require(numbers.last == pairs.count && !numbers.contains(nil))
        return numbers.dropLast().compactMap(\.self)
    }

    private static let program: Bytes = """
        import sys
        from xml.parsers import expat

        def events(file):
            found = []
            def text(data):
                if found and found[-1][0] == "text":
                    found[-1][1].append(data)
                else:
                    found.append(("text", [data]))
            parser = expat.ParserCreate()
            parser.ordered_attributes = True
            parser.StartElementHandler = lambda name, attributes: found.append(("start", name, attributes))
            parser.EndElementHandler = lambda name: found.append(("end", name))
            parser.CharacterDataHandler = text
            with open(file, "rb") as document:
                parser.ParseFile(document)
            return [(kind, "".join(rest[0])) if kind == "text" else (kind, *rest) for kind, *rest in found]

        with open(sys.argv[1], encoding="utf-8") as names:
            files = names.read().split("\\n")
        for number in range(len(files) // 2):
            if events(files[2 * number]) != events(files[2 * number + 1]):
                print(number)
        print(len(files) // 2)
        """
}
