// --records: one element a line, as it comes, and what is said when something is wrong.

import Foundation
import TestSupport
import Testing

@Suite("Records")
struct RecordsFlagTests {
    @Test("Each record is one line without its name, in any format")
    func lines() throws {
        let document: StandardInput = "<r><i n='1'>a</i>\n<x><i><j/>é</i></x></r>"
        let lines: Bytes = #"{"n":"1","text":"a"}"# + "\n" + #"{"j":{},"text":"é"}"# + "\n"
        #expect(try BuiltCommand.run("--records", "i", input: document) == .success(lines))
        #expect(try BuiltCommand.run("--records=/r/i", input: document) == .success(#"{"n":"1","text":"a"}"# + "\n"))
        for flags in [["--compact"], ["--indent=0"], ["--tab", "-c"]] as [[Bytes]] {
            #expect(
                try BuiltCommand.run(arguments: ["--records", "i"] + flags, input: document) == .success(lines)
            )
        }
        #expect(
            try BuiltCommand.run("--records", "x/i", "--ascii", "-S", "--text-key=_", input: document)
                == .success(#"{"_":"\u00e9","j":{}}"# + "\n")
        )
        #expect(
            try BuiltCommand.run("--records", "i", "--text-only=string", input: "<r><i>1</i><i/></r>")
                == .success("\"1\"\n{}\n")
        )
    }

    @Test("Indentation contradicts records", arguments: [["--indent", "2"], ["--tab"], ["--indent=0", "--tab"]])
    func indentation(flags: [Bytes]) throws {
        let flag = flags.last == "--tab" ? "tab" : "indent"
        let message = """
            xml2dict: --records and --\(flag) contradict each other: each record is one line
            Try 'xml2dict --help'.

            """
        let result = try BuiltCommand.run(arguments: ["--records", "i"] + flags, input: "<r><i/></r>")
        #expect(result == .failure(64, Bytes(message)))
    }

    @Test(
        "Several files give records in order; a broken one loses its rest"
    )
    func files() throws {
        let folder = try TemporaryFolder()
        try folder.write("<r><i>1</i></r>", to: "a.xml")
        try folder.write("<r><i>2</i><i>3</r>", to: "b.xml")
        try folder.write("<r><i>4</i></r>", to: "c.xml")
        let result = try BuiltCommand.run("--records=i", "--text-only=string", "a.xml", "b.xml", "c.xml", in: folder)
        let errors: Bytes = """
            xml2dict: b.xml:1:18: error: mismatched tag: </r> cannot close <i>, which was opened at 1:12
                <r><i>2</i><i>3</r>
                                 ^
                in /r/i

            """
        #expect(result == .failure(65, errors, output: "\"1\"\n\"2\"\n\"4\"\n"))
    }

    @Test("An unmatched path is a warning that names existing paths")
    func nothingFound() throws {
        let document: StandardInput = "<rss><channel><title/><item/></channel><x/></rss>"
        func errors(_ path: Bytes) throws -> CommandResult {
            try BuiltCommand.run("--records", path, input: document)
        }
        let start: Bytes = "xml2dict: <stdin>: warning: no element is at "
        #expect(
            try errors("channel/entry")
                == .success("", errors: start + "channel/entry; there are /rss/channel/title, /rss/channel/item\n")
        )
        #expect(
            try errors("/rss/channel/entry")
                == .success(
                    "",
                    errors: start
                        + "/rss/channel/entry; there are /rss/channel/title, /rss/channel/item\n"
                )
        )
        #expect(try errors("x:Item") == .success("", errors: start + "x:Item; there are /rss/channel/item\n"))
        #expect(try errors("/a/b/c/d/e") == .success("", errors: start + "/a/b/c/d/e, and none has a similar name\n"))
        #expect(try errors("nosuch") == .success("", errors: start + "nosuch, and none has a similar name\n"))
    }

    @Test(
        "What is not a path is wrong usage",
        arguments: [
            ("", "a name is missing"), ("/", "it names no element; the root is /*"), ("a//b", "a name is missing"),
            ("@id/a", "@id is an attribute, not an element"), ("a b", "a name cannot contain ' '"),
        ]
    )
    func badPath(path: String, problem: String) throws {
        let message = """
            xml2dict: --records: '\(path)' is not a path: \(problem). Paths look like channel/item, /rss/channel/item or */item
            Try 'xml2dict --help'.

            """
        #expect(try BuiltCommand.run("--records", Bytes(path), input: "<a/>") == .failure(64, Bytes(message)))
    }

    @Test("A live pipe shows each record as soon as it is complete")
    func livePipe() throws {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("fifo")
        let pipe = try Descriptor.pipe()
        let command = try BuiltCommand.start(
            "--records=i",
            "--text-only=string",
            "fifo",
            output: .open(pipe.writer),
            in: folder
        )
        let fifo = try folder.open("fifo", O_RDWR)
        for number in 0..<3 {
            try fifo.writeAll((number == 0 ? "<r>" : "") + "<i>\(number)</i>")
            #expect(try String(decoding: pipe.reader.readSome(), as: UTF8.self) == "\"\(number)\"\n")
        }
        command.send(SIGTERM)
        #expect(try command.finish().ending == .killed(signal: SIGTERM))
    }

    @Test("Whoever has read enough ends it quietly")
    func brokenPipe() throws {
        let many: StandardInput = .bytes("<r>" + Bytes("<i>text</i>") * 100_000 + "</r>")
        let result = try BuiltCommand.run("--records=i", input: many, output: .unread)
        #expect(result == CommandResult(output: "", errors: "", ending: .killed(signal: SIGPIPE)))
    }

    @Test("A full disk and a closed output are told")
    func badOutput() throws {
        #expect(
            try BuiltCommand.run("--records=i", input: "<r><i/></r>", output: .file("/dev/full"))
                == .failure(74, "xml2dict: <stdout>: error: cannot write: No space left on device\n")
        )
        #expect(
            try BuiltCommand.run("--records=i", input: "<r><i/></r>", output: .closed)
                == .failure(74, "xml2dict: <stdout>: error: cannot write: Bad file descriptor\n")
        )
    }

    @Test("Empty, cut off and double documents are reported after their records")
    func badInput() throws {
        #expect(
            try BuiltCommand.run("--records=i")
                == .failure(
                    65,
                    "xml2dict: <stdin>:1:1: error: there is no element: a document has exactly one root element\n"
                )
        )
        let cut = try BuiltCommand.run("--records=i", input: "<r><i/>\n<i>")
        #expect(cut.output == "{}\n")
        #expect(cut.ending == .exited(65))
        #expect("\(cut.errors)".contains("<stdin>:2:4: error: the document ends inside <i>, which was opened at 2:1"))
        let two = try BuiltCommand.run("--records=i", input: "<r><i/></r>\n<r><i/></r>")
        #expect(two.output == "{}\n")
        #expect(two.ending == .exited(65))
        #expect("\(two.errors)".contains("<stdin>:2:1: error: the document goes on after its root element: a second"))
    }

    @Test("With --output the file has all records or is the old one")
    func outputFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "out")
        let broken = try BuiltCommand.run("--records=i", "-o", "out", input: "<r><i/><i></r>", in: folder)
        #expect(broken.ending == .exited(65))
        #expect(try folder.content(of: "out") == "old")
        #expect(try BuiltCommand.run("--records=i", "-o", "out", input: "<r><i/><i/></r>", in: folder) == .success(""))
        #expect(try folder.content(of: "out") == "{}\n{}\n")
    }

    @Test("Hundreds of thousands of records come whole and in order")
    func many() throws {
        let count = 200_000
        let document = "<r>" + (0..<count).map { "<i>\($0)</i>" }.joined(separator: "\n") + "</r>"
        let result = try BuiltCommand.run("--records=i", "--text-only=string", input: .bytes(Bytes(document)))
        #expect(result == .success(Bytes((0..<count).map { "\"\($0)\"\n" }.joined())))
    }
}
