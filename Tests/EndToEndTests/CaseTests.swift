// The cases of the folder Cases: a command line, its input, and the expected output.

import Foundation
import TestSupport
import Testing

@Suite("Cases")
struct CaseTests {
    @Test("The command prints and writes the recorded results of a case", arguments: CaseFile.chosen.map(CaseName.init))
    func run(_ name: CaseName) throws {
        do {
            let file = try CaseFile(name.testDescription)
            let folder = try TemporaryFolder()
            let outcomes = try file.runs.map { try $0.outcomeOfCommand(in: folder) }
            for (run, outcome) in zip(file.runs, outcomes) where outcome != run.outcome {
                Issue.record("\(file.difference(run, outcome))")
            }
            if ProcessInfo.processInfo.environment["XML2DICT_RECORD"] == "1" {
                try file.text(with: outcomes).write(to: CaseFile.url(of: file.name), atomically: true, encoding: .utf8)
            }
        } catch let error as CaseFile.Malformed {
            Issue.record("\(CaseFile.path(of: name.testDescription)):\(error.line): \(error.problem)")
        }
    }

    @Test("XML2DICT_CASE names a case or a folder of cases")
    func chosen() {
        let name = ProcessInfo.processInfo.environment["XML2DICT_CASE"] ?? ""
        #expect(
            !CaseFile.chosen.isEmpty,
            "Cases has no '\(name)': the name of a case is its path in Cases without .txt, or a folder of cases"
        )
    }

    // MARK: The format

    @Test("A case has a title, command lines, input, files and results")
    func format() throws {
        let text = """
            # A title
            # More about it
            $ xml2dict -c '--text-key=$ {{27}}' ''
            --- input
            <a>{{09}}é{{FF 00}}</a>
            {{24}} no command line
            joined{{}}
             line{{}}

            $ xml2dict a{{20}}b
            --- file a b

            {{2D}}-- no section

            --- output
            {

            }

            --- messages
            xml2dict: none
            --- status 66
            --- written a b
            new{{}}

            """
        let file = try CaseFile("x", text: text)
        #expect(file.runs.map(\.line) == [3, 10])
        #expect(file.runs.map(\.arguments) == [["-c", "--text-key=$ '", ""], ["a b"]])
        let input = Bytes("<a>\té") + Bytes([0xFF, 0]) + "</a>\n$ no command line\njoined line"
        #expect(file.runs.map(\.input) == [input, input])
        #expect(file.runs.map(\.files) == [[:], ["a b": "\n--- no section\n"]])
        let second = CommandResult.failure(66, "xml2dict: none\n", output: "{\n\n}\n")
        #expect(
            file.runs.map(\.outcome)
                == [CaseFile.Outcome(), CaseFile.Outcome(result: second, written: ["a b": "new"])]
        )
    }

    @Test("Results are recorded so that the same bytes are read")
    func recorded() throws {
        let file = try CaseFile("x", text: "# A title\n$ xml2dict\n--- input\n<a/>\n--- output\nold\n")
        let outputs: [Bytes] = [
            "", "\n", "\n\n", "a", "a\n\n", " a \n\t\n", "$ a\n--- b", "{{{\n{", "e\u{301}\u{A0}é\u{202E}日\u{1B}\n",
            Bytes([0x7B, 0xFF, 0xC3, 0x0A, 0xA9]),
        ]
        for output in outputs {
            let result = CommandResult.failure(65, output, output: output)
            let outcome = CaseFile.Outcome(result: result, written: ["out": output])
            let text = file.text(with: [outcome])
            #expect(try CaseFile("x", text: text).runs.map(\.outcome) == [outcome], "\(text)")
            #expect(try CaseFile("x", text: text).runs.map(\.input) == ["<a/>\n"])
        }
        #expect(
            file.text(with: [CaseFile.Outcome(result: .success("e\u{301} \n\n"))])
                == "# A title\n$ xml2dict\n--- input\n<a/>\n--- output\ne{{CC 81}}{{20}}\n{{0A}}{{}}\n"
        )
    }

    @Test("A malformed case is an error with its line and reason")
    func malformed() {
        let start = "# A title\n$ xml2dict -c\n"
        for (text, line, problem) in [
            ("# A title\n", 2, "there is no line that begins with '$ xml2dict'"),
            ("$ xml2dict\n", 1, "a title is missing: '# ' and a sentence"),
            ("# A title\nxml2dict\n$ xml2dict\n", 2, "a line before the first command line begins with '# '"),
            ("# A title\n$ xml2json\n", 2, "a command line begins with '$ xml2dict'"),
            ("# A title\n$ xml2dict 'a\n", 2, "a quote is not closed"),
            ("# A title\n$ xml2dict --text-key=$\n", 2, "$ must be in quotes: '$'"),
            (start + "<a/>\n", 3, "a section such as '--- input' must begin before this line"),
            (
                start + "--- inputs\n", 3,
                "'inputs' is not a section: input, file NAME, output, messages, status N, written NAME"
            ),
            (start + "--- output\n--- output\n", 4, "the section 'output' is there twice"),
            (start + "--- status x\n", 3, "a status is a number, without lines after it"),
            (start + "--- status 1\nx\n", 3, "a status is a number, without lines after it"),
            (start + "--- output\n\n{{1}}\n", 5, "{{ must begin bytes, such as {{1B 5B}}"),
            (start + "--- output\n{{1B\n", 4, "{{ must begin bytes, such as {{1B 5B}}"),
        ] {
            #expect(throws: CaseFile.Malformed(line: line, problem: problem)) { try CaseFile("x", text: text) }
        }
    }
}

/// The name of a case, as the tests list it.
struct CaseName: CustomTestStringConvertible, Sendable {
    let testDescription: String
}

extension CaseFile.Run {
    /// Runs the command, and compares the files of the folder before and after it.
    fileprivate func outcomeOfCommand(in folder: TemporaryFolder) throws -> CaseFile.Outcome {
        for (name, content) in files { try folder.write(content, to: name) }
        let before = try folder.files
        let result = try CalledCommand.run(arguments: arguments, input: .bytes(input), in: folder)
        return CaseFile.Outcome(result: result, written: try folder.files.filter { before[$0.key] != $0.value })
    }
}

extension TemporaryFolder {
    /// The content of all files, by their names.
    fileprivate var files: [Bytes: Bytes] {
        get throws { Dictionary(uniqueKeysWithValues: try names.map { ($0, try content(of: $0)) }) }
    }
}

extension CaseFile {
    /// Shows the lines that are common, expected and printed, after the command that repeats the case.
    fileprivate func difference(_ run: Run, _ outcome: Outcome) -> String {
        let expected = CaseText.lines(of: run.outcome), printed = CaseText.lines(of: outcome)
        let start = zip(expected, printed).prefix { $0 == $1 }.count
        let end = zip(expected.dropFirst(start).reversed(), printed.dropFirst(start).reversed()).prefix { $0 == $1 }
            .count
        let lines =
            expected.prefix(start).map { "  " + $0 } + expected.dropFirst(start).dropLast(end).map { "- " + $0 }
            + printed.dropFirst(start).dropLast(end).map { "+ " + $0 } + expected.suffix(end).map { "  " + $0 }
        return """
            \(Self.path(of: name)):\(run.line): \(run.given[0])
            XML2DICT_CASE=\(name) swift test --filter CaseTests
            \(lines.joined(separator: "\n"))
            """
    }
}
