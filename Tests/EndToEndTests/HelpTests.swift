// What --help and --version print.

import TestSupport
import Testing

@Suite("Help and version")
struct HelpTests {
    @Test("--help shows every flag in at most 80 columns", arguments: ["-h", "--help", "--hel"])
    func help(_ flag: String) throws {
        let result = try BuiltCommand.run(Bytes(flag), "missing.xml")
        #expect((result.ending, result.errors) == (.exited(0), ""))
        let text = try #require(result.output.text)
        #expect(text.hasPrefix("Usage: xml2dict [options] [file ...]\n"))
        #expect(text.hasSuffix(".\n"))
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let flags = [
            "  -o, --output FILE ", "  -c, --compact ", "      --indent N ", "      --tab ", "  -S, --sort-keys ",
            "      --ascii ", "  -C, --color[=WHEN] ", "      --attributes ", "      --attr-prefix P ",
            "      --attr-group KEY ", "      --text-key KEY ", "      --text-only ", "      --empty ", "      --trim ",
            "      --no-trim ", "      --max-depth N ", "  -h, --help ", "      --version ",
        ]
        for flag in flags { #expect(text.contains("\n" + flag), "\(flag)") }
    }

    @Test("--version says the version of the command and of the parser", arguments: ["--version", "--ver"])
    func version(_ flag: String) throws {
        let result = try BuiltCommand.run("missing.xml", Bytes(flag))
        #expect((result.ending, result.errors) == (.exited(0), ""))
        let text = try #require(result.output.text)
        #expect(text.wholeMatch(of: #/xml2dict \d+\.\d+\.\d+ \(expat_\d+\.\d+\.\d+\)\n/#) != nil, "\(text)")
    }

    @Test("Help that cannot be written is no success", arguments: ["--help", "--version"])
    func unwritable(_ flag: String) throws {
        let closed = try BuiltCommand.run(Bytes(flag), output: .closed)
        #expect(closed == .failure(74, "xml2dict: <stdout>: error: cannot write: Bad file descriptor\n"))
        #if os(Linux)
            let full = try BuiltCommand.run(Bytes(flag), output: .file("/dev/full"))
            #expect(full == .failure(74, "xml2dict: <stdout>: error: cannot write: No space left on device\n"))
        #endif
    }
}
