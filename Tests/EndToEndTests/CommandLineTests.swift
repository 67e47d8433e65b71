// Command lines that are refused with status 64: numbers and words that a flag does not take, and hints.

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
        let known = flags(try #require(try BuiltCommand.run("--help").output.text))
        for hint in hints {
            #expect(flags(hint).isSubset(of: known), "the hint '\(hint)'")
        }
    }

    @Test(
        "A number out of range, or none at all, is refused",
        arguments: ["65", "-1", "+3", "2x", "", "1.5", "99999999999999999999"]
    )
    func badNumber(_ value: String) throws {
        #expect(
            try BuiltCommand.run("--indent", Bytes(value))
                == .misuse("--indent takes a whole number from 0 to 64, not '\(value)'")
        )
        guard value != "65" else { return }
        #expect(
            try BuiltCommand.run("--max-depth=" + Bytes(value))
                == .misuse("--max-depth takes a whole number, 0 or more, not '\(value)'")
        )
    }

    @Test(
        "An invalid choice is refused, and the message lists the choices",
        arguments: [
            ("--attributes", "merge, prefix, group, discard"),
            ("--text-only", "dictionary, string"),
            ("--empty", "dictionary, null, string, omit"),
            ("--color", "always, never, auto"),
        ]
    )
    func badChoice(_ flag: String, _ choices: String) throws {
        for word in ["all", "", "Merge", "nul"] {
            let result = try BuiltCommand.run("\(flag)=\(word)")
            #expect(result == .misuse("\(flag) takes one of \(choices), not '\(word)'"))
        }
        let result = try BuiltCommand.run(Bytes(flag) + "=" + Bytes([0x61, 0xFF]))
        #expect(result == .misuse("\(flag) takes one of \(choices), not 'a\\xFF'"))
    }
}
