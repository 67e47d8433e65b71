// The form of --help and --version, and hints; the cases of command-line have the texts.

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("Help, version and hints")
struct HelpTests {
    @Test("--help fits in 80 columns, and can be abbreviated")
    func help() throws {
        let help = try CalledCommand.run("--help")
        #expect(help.ending == .exited(0))
        for line in help.output.lines { #expect((line.text ?? "").count <= 80, "\(line)") }
        #expect(try CalledCommand.run("--hel") == help)
    }

    @Test("-h is one screen, and its nine examples run")
    func tasks() throws {
        let page = try CalledCommand.run("-h")
        #expect(page.ending == .exited(0))
        let lines = page.output.lines.map { $0.text ?? "" }
        #expect(lines.count <= 45)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines[0].hasSuffix("all flags: --help"))
        let examples = lines.compactMap { $0.firstMatch(of: #/^  ((?:curl|xml2dict) .*?)(?:  |$)/#)?.output.1 }
        #expect(examples.count == 9)
        let folder = try TemporaryFolder(["feed.xml": "<rss><channel><item><title>t</title></item></channel></rss>"])
        for example in examples where !example.hasPrefix("curl") {
            var input = StandardInput.empty
            for command in example.split(separator: " | ") {
                let words = command.split(separator: " ").dropFirst().map { Bytes(String($0)) }
                let result = try CalledCommand.run(arguments: words, input: input, in: folder)
                #expect((result.ending, result.errors) == (.exited(0), ""), "\(example)")
                #expect(words.contains("-o") || result.output.count > 0, "\(example)")
                input = .bytes(result.output)
            }
        }
    }

    @Test("--help has at most 175 lines, and every value of each flag")
    func words() throws {
        let help = try #require(try CalledCommand.run("--help").output.text)
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 176)
        let text = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for flag in Flag.all {
            let row = try #require(text.firstRange(of: flag.usage)).upperBound
            let end = text[row...].firstMatch(of: #/ (?:-., )?--[a-z-]+(?:\[=[A-Z]+\]| [A-Z=]+\b)? [A-Z][a-z]/#)
            let content = text[row..<(end?.range.lowerBound ?? text.endIndex)]
            guard case .words(let words) = flag.kind else { continue }
            for word in words { #expect(content.contains(word), "--\(flag.name) \(word)") }
        }
    }

    @Test("--version prints the versions of the command and of expat")
    func version() throws {
        let result = try CalledCommand.run("missing.xml", "--version")
        #expect((result.ending, result.errors) == (.exited(0), ""))
        let text = try #require(result.output.text)
        #expect(text.wholeMatch(of: #/xml2dict \d+\.\d+\.\d+ \(expat_\d+\.\d+\.\d+\)\n/#) != nil, "\(text)")
        #expect(try CalledCommand.run("--ver") == result)
    }

    @Test("Help that cannot be written is an error")
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

    @Test("A message has at most 2 kB, with its beginning and end")
    func bounded() throws {
        let name = String(repeating: "n", count: 40_000), folder = try TemporaryFolder()
        for (arguments, input, end) in [
            (["--\(name)end'"], "", "end''\nTry 'xml2dict --help'.\n"),
            (["-c", "\(name).xml"], "", "File name too long\n"),
            (["--records=\(name)"], "<r><\(name.uppercased())/></r>", "N…)\n"), ([], "<a><\(name)></b></a>", "…\n"),
        ] {
            let result = try CalledCommand.run(
                arguments: arguments.map { Bytes($0) },
                input: .bytes(Bytes(input)),
                in: folder
            )
            let text = try #require(result.errors.text)
            #expect(
                (100...2_000).contains(text.utf8.count) && text.hasPrefix("xml2dict: ") && text.hasSuffix(end),
                "\(text)"
            )
        }
    }

    @Test("Hints name only flags that exist")
    func flagsOfHints() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let parser = root.appending(path: "Sources/CommandLineTool/CommandLine/CommandLineParser+Hints.swift")
        let code = try String(contentsOf: parser, encoding: .utf8)
        let hints = code.matches(of: #/"(?:[^"\\]|\\.)+"/#).map(\.output)
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
