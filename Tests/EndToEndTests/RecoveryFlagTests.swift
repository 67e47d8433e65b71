// Records for scripts: broken ones, several documents in one input, where a record comes from, and what is a record.

import Foundation
import TestSupport
import Testing

@Suite("Records in scripts")
struct RecoveryFlagTests {
    private static let night = "<r>\n<i>1</i>\n<i>2 & 3</i>\n<i>4</i>\n</r>\n"
    private static let report: Bytes = """
        xml2dict: night.xml:3:7: error: a bare & must be written &amp;
            <i>2 & 3</i>
                  ^
            in /r/i
        xml2dict: night.xml: 2 records written, 1 skipped

        """

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Bytes(Self.night), to: "night.xml")
        return folder
    }

    // MARK: Broken records

    @Test("SKIP-EXACT: A broken record is reported and skipped, and the status says so")
    func skip() throws {
        let result = try BuiltCommand.run(
            "--records=i",
            "--on-error=skip",
            "--text-only=string",
            "night.xml",
            in: folder()
        )
        #expect(result == .failure(65, Self.report, output: "\"1\"\n\"4\"\n"))
    }

    @Test("A report is between two records where both streams are one")
    func mergedOutput() throws {
        let items = (0..<15_000).map { "<i id='\($0)'>\($0)</i>\n" }.joined()
        let document = "<r>\n" + items + "<i>2 & 3</i>\n" + items + "</r>\n"
        let folder = try TemporaryFolder(["night.xml": Bytes(document)])
        let result = try BuiltCommand.run(
            arguments: ["--records=i", "--on-error=skip", "night.xml"],
            in: folder,
            under: .shell("\"$@\" 2>&1 | grep -c '^{.*}$'; exit $?")
        )
        #expect(result == .success("30000\n"))
    }

    @Test("A file of --output gets the records that are whole")
    func skipIntoFile() throws {
        let folder = try folder()
        try folder.write("old", to: "out.jsonl")
        let result = try BuiltCommand.run(
            "--records=i",
            "--on-error=skip",
            "--text-only=string",
            "-o",
            "out.jsonl",
            "night.xml",
            in: folder
        )
        #expect(result == .failure(65, Self.report))
        #expect(try folder.content(of: "out.jsonl") == "\"1\"\n\"4\"\n")
    }

    @Test("When all records are broken, --output warns, and --require-match keeps the file")
    func onlyBroken() throws {
        let folder = try TemporaryFolder()
        try folder.write("<r><i>&</i></r>\n", to: "b.xml")
        try folder.write("old", to: "out.jsonl")
        let flags: [Bytes] = ["--records=i", "--on-error=skip", "-o", "out.jsonl", "b.xml"]
        let report: Bytes = """
            xml2dict: b.xml:1:8: error: a bare & must be written &amp;
                <r><i>&</i></r>
                       ^
                in /r/i

            """
        let count: Bytes = "xml2dict: b.xml: 0 records written, 1 skipped\n"
        #expect(
            try BuiltCommand.run(arguments: flags + ["--require-match"], in: folder)
                == .failure(65, report + "xml2dict: b.xml: error: all records are broken\n" + count)
        )
        #expect(try folder.content(of: "out.jsonl") == "old")
        let warning: Bytes =
            "xml2dict: out.jsonl: warning: the file is now empty; with --require-match the old file stays\n"
        #expect(try BuiltCommand.run(arguments: flags, in: folder) == .failure(65, report + count + warning))
        #expect(try folder.content(of: "out.jsonl") == "")
    }

    @Test("Without the flag, --output keeps the old file")
    func stop() throws {
        let folder = try folder()
        try folder.write("old", to: "out.jsonl")
        let result = try BuiltCommand.run("--records=i", "--on-error=stop", "-o", "out.jsonl", "night.xml", in: folder)
        #expect(result.ending == .exited(65))
        #expect(try folder.content(of: "out.jsonl") == "old")
    }

    @Test("One broken record too many ends the input")
    func limit() throws {
        let folder = try folder()
        try folder.write("old", to: "out.jsonl")
        let result = try BuiltCommand.run(
            "--records=i",
            "--on-error=skip",
            "--max-errors=0",
            "-o",
            "out.jsonl",
            "night.xml",
            in: folder
        )
        let errors: Bytes = """
            xml2dict: night.xml:3:7: error: a bare & must be written &amp; (the number of broken records exceeds 0; --max-errors N allows more)
                <i>2 & 3</i>
                      ^
                in /r/i

            """
        #expect(result == .failure(65, errors))
        #expect(try folder.content(of: "out.jsonl") == "old")
    }

    @Test(
        "The count of records appears exactly when a record was skipped",
        arguments: [
            (0, 0, "(the number of broken records exceeds 0; --max-errors N allows more)", ""),
            (
                1, 1, "(the number of broken records exceeds 1; --max-errors N allows more)",
                "1 record written, 1 skipped"
            ),
            (2, 2, nil, "1 record written, 2 skipped"),
            (0, 3, nil, ""),
        ] as [(Int, Int, String?, String)]
    )
    func count(most: Int, reported: Int, end: String?, count: String) throws {
        let document = reported == 3 ? "<r><i>1</i></r>" : "<r><i>1</i><i>&</i><i>&</i></r>"
        let flags: [Bytes] = ["--records=i", "--on-error=skip", Bytes("--max-errors=\(most)")]
        let result = try BuiltCommand.run(arguments: flags, input: .bytes(Bytes(document)))
        #expect(result.ending == .exited(reported == 3 ? 0 : 65))
        #expect(result.output == "{\"text\":\"1\"}\n")
        let lines = result.errors.lines.compactMap(\.text)
        let errors = lines.filter { $0.contains(": error: ") }
        #expect(errors.count == (reported == 3 ? 0 : min(2, most + 1)))
        #expect(errors.last.map { end.map($0.hasSuffix) ?? $0.hasSuffix("&amp;") } ?? (reported == 3))
        #expect(lines.filter { $0.contains("skipped") } == (count.isEmpty ? [] : ["xml2dict: <stdin>: \(count)"]))
    }

    @Test("SKIP-EXACT: Records that the end of the input breaks are reported in order")
    func brokenByEnd() throws {
        let document: StandardInput = "<r><i>1</i><i>2<?p  <i>3</i> <i>&</i> <i>4<!-- x"
        let flags: [Bytes] = ["--records=i", "--on-error=skip", "--text-only=string"]
        let result = try BuiltCommand.run(arguments: flags, input: document)
        #expect(result.output == "\"1\"\n\"3\"\n")
        let errors = result.errors.lines.compactMap(\.text).filter { $0.hasPrefix("xml2dict: ") }
        #expect(
            errors.map { $0.prefix { $0 != "," } } == [
                "xml2dict: <stdin>:1:16: error: the document ends inside a tag",
                "xml2dict: <stdin>:1:34: error: a bare & must be written &amp;",
                "xml2dict: <stdin>:1:43: error: the document ends inside a tag",
                "xml2dict: <stdin>: 2 records written",
            ]
        )
        #expect(errors.last?.hasSuffix(", 2 skipped") == true)
    }

    @Test("The limit of broken records is one for each input")
    func limitOfEachInput() throws {
        let folder = try folder()
        let result = try BuiltCommand.run(
            "--records=i",
            "--on-error=skip",
            "--max-errors=1",
            "--text-only=string",
            "night.xml",
            "night.xml",
            in: folder
        )
        #expect(result == .failure(65, Self.report + Self.report, output: "\"1\"\n\"4\"\n\"1\"\n\"4\"\n"))
    }

    @Test(
        "Reading resumes at a record's name, wherever it is",
        arguments: [
            // The end tag of the other element ends the input.
            ("<r><x><i>&</i></x><y><i>2</i></y><x><i>3</i></x></r>", "</y> cannot close <x>", "\"2\"\n"),
            // So does the end tag of the broken record around the next one.
            ("<r><x><i>&<i>2</i></i><i>3</i></x></r>", "</i> cannot close <x>", "\"2\"\n"),
        ]
    )
    func place(_ document: String, _ end: String, records: String) throws {
        let flags: [Bytes] = ["--records=x/i", "--on-error=skip", "--text-only=string"]
        let result = try BuiltCommand.run(arguments: flags, input: .bytes(Bytes(document)))
        #expect(result.ending == .exited(65))
        #expect(result.output == Bytes(records))
        let errors = result.errors.lines.compactMap(\.text)
        #expect(errors.contains { $0.contains("error: mismatched tag: \(end), which was opened at 1:4") })
        #expect(errors.last == "xml2dict: <stdin>: 1 record written, 1 skipped")
    }

    @Test("Beyond UTF-8 and ASCII, an invalid byte ends the input")
    func invalidByte() throws {
        for (encoding, count) in [("UTF-8", 2), ("US-ASCII", 2), ("windows-1252", 1)] {
            let start = Bytes("<?xml version='1.0' encoding='\(encoding)'?><r><i>1</i><i>")
            let result = try BuiltCommand.run(
                "--records=i",
                "--on-error=skip",
                input: .bytes(start + Bytes([0x81]) + "</i><i>3</i></r>")
            )
            #expect(result.ending == .exited(65))
            #expect(result.output.lines.count == count)
        }
    }

    @Test("Whole documents are not skipped")
    func withoutRecords() throws {
        #expect(
            try BuiltCommand.run("--on-error=skip", input: "<a/>")
                == .misuse("--on-error skip needs --records: it skips broken records")
        )
    }

    @Test("A limit of broken records needs the flag that skips them")
    func limitAlone() throws {
        #expect(
            try BuiltCommand.run("--max-errors=5", "--records=a", input: "<a/>")
                == .misuse("--max-errors needs --on-error skip: it bounds the number of skipped records")
        )
    }

    @Test("A cut-off input fails, and --output keeps the old file")
    func truncated() throws {
        let folder = try TemporaryFolder()
        try folder.write("<r><i>1</i><i>2", to: "cut.xml")
        try folder.write("old", to: "out.jsonl")
        let result = try BuiltCommand.run("--records=i", "--on-error=skip", "-o", "out.jsonl", "cut.xml", in: folder)
        #expect(result.ending == .exited(65))
        #expect(try folder.content(of: "out.jsonl") == "old")
    }

    // MARK: Several documents

    @Test("Each document is written, and an error names its document")
    func concatenated() throws {
        let documents: StandardInput = "<a/>\n<?xml version='1.0'?><b>1</b><c></d>"
        let errors: Bytes = """
            xml2dict: <stdin>:2:35: error: document 3: mismatched tag: </d> cannot close <c>, which was opened at 2:30
                <c></d>
                     ^
                in /c

            """
        #expect(
            try BuiltCommand.run("--concatenated", "-c", input: documents)
                == .failure(65, errors, output: "{\"a\":{}}\n{\"b\":{\"text\":\"1\"}}\n")
        )
    }

    @Test("Without the flag, the error for a second document names it")
    func second() throws {
        let result = try BuiltCommand.run("-c", input: "<a/><b/>")
        #expect(
            result.errors.text?.contains(
                "a second document begins here; --concatenated reads all of them\n"
            ) == true
        )
    }

    @Test("--require-match is about all documents of an input")
    func matches() throws {
        let documents: StandardInput = "<a/><b><i>1</i></b><c/>"
        #expect(
            try BuiltCommand.run("--concatenated", "--records=i", "--require-match", "--skip=c", input: documents)
                == .success("{\"text\":\"1\"}\n")
        )
        #expect(
            try BuiltCommand.run("--concatenated", "--records=j", "--require-match", input: documents).ending
                == .exited(65)
        )
    }

    // MARK: Origins and kinds

    @Test("Each record has its file, document, line and path")
    func origins() throws {
        let folder = try folder()
        try folder.write("<r><i/></r><r>\n<i/></r>", to: "two.xml")
        let flags: [Bytes] = ["--records=i", "--text-only=string", "--origin=from", "--concatenated"]
        #expect(
            try BuiltCommand.run(arguments: flags + ["two.xml", "-"], input: "<r><i/></r>", in: folder)
                == .success(
                    """
                    {"from":{"file":"two.xml","document":1,"line":1,"path":"/r/i"}}
                    {"from":{"file":"two.xml","document":2,"line":2,"path":"/r/i"}}
                    {"from":{"file":"-","document":1,"line":1,"path":"/r/i"}}

                    """
                )
        )
        #expect(
            try BuiltCommand.run("--origin=from", input: "<a/>")
                == .misuse("--origin needs --records or --select")
        )
    }

    @Test("Several paths and attributes decide what is a record")
    func kinds() throws {
        let document: StandardInput = "<o><node id='1'/><way id='2'><way id='3'/></way><x/></o>"
        func lines(_ flags: Bytes...) throws -> CommandResult {
            try BuiltCommand.run(arguments: flags, input: document)
        }
        let node: Bytes = "{\"id\":\"1\"}\n", way: Bytes = "{\"id\":\"2\",\"way\":{\"id\":\"3\"}}\n"
        #expect(try lines("--records=node|way") == .success(node + way))
        #expect(try lines("--records=node", "--records=way", "--records=*/node") == .success(node + way))
        #expect(try lines("--records=way") == .success(way))
        #expect(try lines("--records=way/@id") == .success("\"2\"\n\"3\"\n"))
    }
}
