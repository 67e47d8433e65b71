// --on-error skip: the order of records and reports, and inputs that end early; the cases of recovery have the rest.

import Foundation
import TestSupport
import Testing

@Suite("Skipped records")
struct RecoveryFlagTests {
    private let flags: [Bytes] = ["--records=i", "--on-error=skip", "--text-only=string"]

    @Test("A report never splits a record when both streams are one")
    func mergedOutput() throws {
        let items = Bytes("<i>1</i>\n") * 15_000
        let folder = try TemporaryFolder(["both": ""])
        let both = try folder.open("both", O_WRONLY)
        let result = try CalledCommand.run(
            arguments: flags,
            input: .bytes("<r>" + items + "<i>2 & 3</i>" + items + "</r>"),
            output: .open(both),
            errors: .open(both)
        )
        #expect(result.ending == .exited(65))
        let lines = try folder.content(of: "both").lines.enumerated().filter { $0.element != "\"1\"" }
        #expect(lines.map(\.offset) == [15_000, 15_001, 15_002, 15_003, 30_004])
        #expect(lines.first?.element == "xml2dict: <stdin>:15001:7: error: a bare & must be written &amp;")
        #expect(lines.last?.element == "xml2dict: <stdin>: 30000 records written, 1 skipped")
    }

    @Test("Beyond UTF-8 and ASCII, an invalid byte ends the input")
    func invalidByte() throws {
        let both = "\"1\"\n\"3\"\n"
        for (encoding, records) in [("UTF-8", both), ("US-ASCII", both), ("windows-1252", "\"1\"\n")] {
            let start = Bytes("<?xml version='1.0' encoding='\(encoding)'?><r><i>1</i><i>")
            let input = start + Bytes([0x81]) + "</i><i>3</i></r>"
            let result = try CalledCommand.run(arguments: flags, input: .bytes(input))
            #expect((result.ending, result.output) == (.exited(65), Bytes(records)))
        }
    }
}
