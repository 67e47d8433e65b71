// Hints for refused command lines; the cases of command-line have the messages.

import Foundation
import TestSupport
import Testing

@Suite("Command line")
struct CommandLineTests {
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
