// The form of --help and --version, and hints; the cases of command-line have the texts.

import Foundation
import TestSupport
import Testing

@Suite("Help, version and hints")
struct HelpTests {
    @Test("--help fits in 80 columns, and its name can be shortened")
    func help() throws {
        let help = try CalledCommand.run("--help")
        #expect(help.ending == .exited(0))
        for line in help.output.lines { #expect((line.text ?? "").count <= 80, "\(line)") }
        #expect(try CalledCommand.run("--hel") == help)
    }

    @Test("--version says the version of the command and of the parser")
    func version() throws {
        let result = try CalledCommand.run("missing.xml", "--version")
        #expect((result.ending, result.errors) == (.exited(0), ""))
        let text = try #require(result.output.text)
        #expect(text.wholeMatch(of: #/xml2dict \d+\.\d+\.\d+ \(expat_\d+\.\d+\.\d+\)\n/#) != nil, "\(text)")
        #expect(try CalledCommand.run("--ver") == result)
    }

    @Test("Help that cannot be written is no success")
    func unwritable() throws {
        for flag in ["--help", "--version"] as [Bytes] {
            let closed = try CalledCommand.run(flag, output: .closed)
            #expect(closed == .failure(74, "xml2dict: <stdout>: error: cannot write: Bad file descriptor\n"))
            #if os(Linux)
                let full = try CalledCommand.run(flag, output: .file("/dev/full"))
                #expect(full == .failure(74, "xml2dict: <stdout>: error: cannot write: No space left on device\n"))
            #endif
        }
    }

    @Test("Hints name only flags that exist")
    func flagsOfHints() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let parser = root.appending(path: "Sources/CommandLineTool/CommandLine/CommandLineParser.swift")
        let code = try String(contentsOf: parser, encoding: .utf8)
        let hints = code.matches(of: #/\n +(?:"[\w-]+": |private static let \w+ = )"(.+)"/#).map { $0.output.1 }
        #expect(hints.count > 20)
        func flags(_ text: some StringProtocol) -> Set<String> {
            Set(String(text).matches(of: #/--[\w-]+/#).map { String($0.output) })
        }
        let known = flags(try #require(try CalledCommand.run("--help").output.text))
        for hint in hints {
            #expect(flags(hint).isSubset(of: known), "the hint '\(hint)'")
        }
    }
}
