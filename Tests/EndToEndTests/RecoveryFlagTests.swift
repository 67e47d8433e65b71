// --on-error skip: which records are written, and the reports about the others.

import Foundation
import TestSupport
import Testing

@Suite("Skipped records")
struct RecoveryFlagTests {
    @Test("SKIP-EXACT: A broken record is reported and skipped, and the status says so")
    func skip() throws {
        let folder = try TemporaryFolder(["night.xml": "<r>\n<i>1</i>\n<i>2 & 3</i>\n<i>4</i>\n</r>\n"])
        let flags: [Bytes] = ["--records=i", "--on-error=skip", "--text-only=string"]
        let report: Bytes = """
            xml2dict: night.xml:3:7: error: a bare & must be written &amp;
                <i>2 & 3</i>
                      ^
                in /r/i
            xml2dict: night.xml: 2 records written, 1 skipped

            """
        let result = try BuiltCommand.run(arguments: flags + ["night.xml"], in: folder)
        #expect(result == .failure(65, report, output: "\"1\"\n\"4\"\n"))
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
}
