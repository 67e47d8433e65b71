// The form of a command line: where flags may stand, what ends them, and what is refused with status 64.

import Foundation
import TestSupport
import Testing

@Suite("Command line")
struct CommandLineTests {
    private let files: [Bytes: Bytes] = ["a.xml": "<a/>", "b.xml": "<b/>", "-x": "<x/>", "-c": "<c/>"]
    private let usual: Bytes = "{\n  \"a\": {}\n}\n"

    @Test("Flags may stand behind files and between them")
    func flagsBehindFiles() throws {
        let folder = try TemporaryFolder(files)
        let behind = try BuiltCommand.run("a.xml", "b.xml", "-c", in: folder)
        #expect(behind == .success("{\"a\":{}}\n{\"b\":{}}\n"))
        let between = try BuiltCommand.run("a.xml", "--compact", "b.xml", in: folder)
        #expect(between == .success("{\"a\":{}}\n{\"b\":{}}\n"))
    }

    @Test("Behind --, everything is a file")
    func endOfFlags() throws {
        let folder = try TemporaryFolder(files)
        let result = try BuiltCommand.run("-c", "--", "-x", "-c", "a.xml", in: folder)
        #expect(result == .success("{\"x\":{}}\n{\"c\":{}}\n{\"a\":{}}\n"))
        let only = try BuiltCommand.run("--", "-c", in: folder)
        #expect(only == .success("{\n  \"c\": {}\n}\n"))
        let none = try BuiltCommand.run("-c", "--", input: "<i/>", in: folder)
        #expect(none == .success("{\"i\":{}}\n"))
    }

    @Test("A flag's value is the next word, whatever it looks like")
    func valuesThatLookLikeFlags() throws {
        let folder = try TemporaryFolder(files)
        let key = try BuiltCommand.run(
            "-c",
            "--text-key",
            "--",
            "--text-only=dictionary",
            input: "<a>t</a>",
            in: folder
        )
        #expect(key == .success("{\"a\":{\"--\":\"t\"}}\n"))
        let output = try BuiltCommand.run("-o", "-c", "a.xml", in: folder)
        #expect(output == .success(""))
        #expect(try folder.content(of: "-c") == usual)
    }

    @Test("Short flags may be joined, the last of them with its value")
    func joinedFlags() throws {
        let folder = try TemporaryFolder(files)
        let result = try BuiltCommand.run("-cSoout", "a.xml", in: folder)
        #expect(result == .success(""))
        #expect(try folder.content(of: "out") == "{\"a\":{}}\n")
    }

    @Test("An unknown flag is refused, and the message suggests a similar one")
    func unknownFlags() throws {
        #expect(try BuiltCommand.run("--bogus") == .misuse("unknown flag '--bogus'"))
        #expect(try BuiltCommand.run("-q") == .misuse("unknown flag '-q'"))
        #expect(try BuiltCommand.run("-cq") == .misuse("unknown flag '-q'"))
        #expect(try BuiltCommand.run("--indnt=3") == .misuse("unknown flag '--indnt=3'; did you mean --indent?"))
        #expect(try BuiltCommand.run("--é") == .misuse("unknown flag '--é'"))
    }

    @Test(
        "An unknown flag with a known purpose is refused with a hint",
        arguments: [
            (
                ["--on-collision", "error"],
                "what shares a key is in one array; --attributes prefix separates attributes from elements"
            ),
            (["--force-list-all"], "use --force-list '*'"),
            (["--force-list-file", "paths"], "use @FILE, where each line is --force-list=PATH"),
            (["--no-trim"], "use --trim none"),
            (["--no_trim"], "use --trim none"),
            (["--xmlns-default-key=$"], "the default namespace has an empty key, and $ with --convention badgerfish"),
            (["--protect-cdata"], "CDATA sections under --cdata-key KEY are never trimmed"),
            (["--format=csv"], csv), (["--null", "-"], csv), (["--csv_safe"], csv),
            (
                ["--explode=tag"],
                "--records writes JSON Lines; jq -r '.tag[] as $tag | [.id, $tag] | @csv' makes a line of each tag"
            ),
            (
                ["--join=tag=;"],
                "--records writes JSON Lines; jq -r '[.id, (.tag | join(\";\"))] | @csv' makes one text of the tags"
            ),
            (["--widened=a"], "use --on-mismatch warn, and change the schema by hand"),
            (["--nested"], "records inside a record are part of it, where jq '.. | objects' finds them"),
        ] as [([Bytes], Bytes)]
    )
    func hints(words: [Bytes], hint: Bytes) throws {
        let result = try BuiltCommand.run(arguments: words, input: "<a/>")
        #expect(result == .misuse("unknown flag '" + words[0] + "'; " + hint))
    }

    @Test("Hints name only flags that exist")
    func flagsOfHints() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let parser = root.appending(path: "Sources/CommandLineTool/CommandLine/CommandLineParser.swift")
        let hints = try String(contentsOf: parser, encoding: .utf8).matches(of: #/\n {8}"([\w-]+)": "(.+)",/#)
        #expect(hints.count > 20)
        func flags(_ text: some StringProtocol) -> Set<String> {
            Set(String(text).matches(of: #/--[\w-]+/#).map { String($0.output) })
        }
        let known = flags(try #require(try BuiltCommand.run("--help").output.text))
        for hint in hints.map(\.output) {
            #expect(flags(hint.2).isSubset(of: known), "the hint for \(hint.1)")
        }
    }

    private static let csv: Bytes = "--records writes JSON Lines; jq -r '[.id, .name] | @csv' makes CSV of them"

    @Test(
        "A wrong word is refused with the words that the flag takes",
        arguments: [
            ("--on-mismatch=widen", "--on-mismatch takes one of error, warn, not 'widen'"),
            ("--describe=sql", "--describe takes one of table, json-schema, flags, swift, html, not 'sql'"),
        ] as [(Bytes, Bytes)]
    )
    func wrongWord(flag: Bytes, message: Bytes) throws {
        #expect(try BuiltCommand.run(flag) == .misuse(message))
    }

    @Test("A message about a flag behind a file names the flag")
    func unknownFlagBehindFile() throws {
        let folder = try TemporaryFolder(files)
        let result = try BuiltCommand.run("a.xml", "-c", "b.xml", "--bogus", in: folder)
        #expect(result == .misuse("unknown flag '--bogus'"))
    }

    @Test("Messages about the command line escape control characters")
    func escapedFlags() throws {
        #expect(try BuiltCommand.run("--\u{1B}[2J") == .misuse("unknown flag '--\\x1B[2J'"))
        #expect(try BuiltCommand.run("--\u{202E}x") == .misuse("unknown flag '--\\u{202E}x'"))
        #expect(try BuiltCommand.run(Bytes([0x2D, 0x2D, 0xFF])) == .misuse("unknown flag '--\\xFF'"))
        #expect(try BuiltCommand.run("-\u{1B}") == .misuse("unknown flag '-\\x1B'"))
        #expect(
            try BuiltCommand.run("--indent=\u{9B}2")
                == .misuse("--indent takes a whole number from 0 to 64, not '\\x9B2'")
        )
    }

    @Test("An abbreviation that could be several flags is refused with their names")
    func unclearAbbreviation() throws {
        #expect(
            try BuiltCommand.run("--attr-")
                == .misuse("'--attr-' could be --attr-prefix or --attr-group")
        )
        // Names that others know them by count, too.
        #expect(
            try BuiltCommand.run("--attr_")
                == .misuse("'--attr_' could be --attr_prefix or --attr_group")
        )
    }

    @Test(
        "A flag without the value it needs is refused",
        arguments: ["-o", "--output", "--indent", "--text-key", "--empty"]
    )
    func missingValue(_ flag: String) throws {
        #expect(try BuiltCommand.run(Bytes(flag)) == .misuse("\(flag) needs a value"))
        #expect(try BuiltCommand.run("-c", Bytes(flag)) == .misuse("\(flag) needs a value"))
    }

    @Test(
        "A value for a flag that takes none is refused",
        arguments: ["--compact", "--tab", "--ascii", "--sort-keys", "--types"]
    )
    func unwantedValue(_ flag: String) throws {
        #expect(try BuiltCommand.run(Bytes(flag + "=1")) == .misuse("\(flag) takes no value"))
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

    @Test("An invalid way to trim is refused")
    func badTrimming() throws {
        let result = try BuiltCommand.run("--trim", "both")
        #expect((result.ending, result.output) == (.exited(64), ""))
        #expect(result.errors.text?.hasPrefix("xml2dict: --trim takes one of ") == true)
        #expect(result.errors.text?.hasSuffix(", not 'both'\nTry 'xml2dict --help'.\n") == true)
    }

    @Test("A key that is not UTF-8 is refused", arguments: ["--text-key", "--attr-prefix", "--attr-group"])
    func keyThatIsNotUTF8(_ flag: String) throws {
        let result = try BuiltCommand.run(Bytes(flag), Bytes([0x61, 0xFF]))
        #expect(result == .misuse("the value of \(flag) is not UTF-8"))
    }

    @Test("A wrong command line is refused before anything is read or written")
    func nothingHappensBefore() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>", "out": "old"])
        let result = try BuiltCommand.run("-o", "out", "-o", "new", "a.xml", "missing.xml", "--indent=x", in: folder)
        #expect(result == .misuse("--indent takes a whole number from 0 to 64, not 'x'"))
        #expect(folder.names == ["a.xml", "out"])
        #expect(try folder.content(of: "out") == "old")
    }
}
