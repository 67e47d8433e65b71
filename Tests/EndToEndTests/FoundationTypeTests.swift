// Types of Foundation in a program that links XML2Dict alone.

import TestSupport
import Testing

@Suite("Foundation's types without their library")
struct FoundationTypeTests {
    @Test("A type of Foundation is an error that names its library")
    func unlinked() throws {
        func line(_ path: String, _ type: String, _ line: Int = 1) -> String {
            "\(path)cannot decode \(type): link the product XML2DictFoundation and import it (line \(line))\n"
        }
        let expected = [
            line("", "Date"), line("d: ", "Date", 2), line("d: ", "Date"), line("u[0]: ", "URL"),
            line("[0]: ", "Decimal"), line("d: ", "Data"), line("date: ", "Date"), "Choice(date: nil)\n",
            "Choice(date: nil)\n", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\n",
            #"["d", "Index 0"]: cannot encode Date: link the product XML2DictFoundation and import it"# + "\n",
            "[]: cannot encode Decimal: link the product XML2DictFoundation and import it\n",
            "<r>00010203-0405-0607-0809-0A0B0C0D0E0F</r>\n",
        ]
        #expect(try BuiltCommand.run(programNamed: "CoreDecoding") == .success(Bytes(expected.joined())))
    }
}
