// -x: JSON becomes XML.

import Foundation
import TestSupport
import Testing

@Suite("Writing XML by the command")
struct WritingFlagTests {
    private static let declaration: Bytes = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    private static let pom = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- A project -->
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <!-- What it needs -->
          <dependencies>
            <dependency>
              <groupId>a</groupId>
              <version>1</version>
            </dependency>
          </dependencies>
          <name>x &amp; y</name>
          <dependencies/>
        </project>

        """

    @Test("What was read is written back by the same flags", arguments: ["-x", "--to-xml"])
    func roundTrip(flag: Bytes) throws {
        let folder = try TemporaryFolder(["pom.xml": Bytes(Self.pom)])
        let flags: [Bytes] = ["--convention", "xmltodict", "--order-key", "#order", "--comment-key", "#comment"]
        #expect(try BuiltCommand.run(arguments: flags + ["-o", "pom.json", "pom.xml"], in: folder) == .success(""))
        #expect(try BuiltCommand.run(arguments: flags + [flag, "pom.json"], in: folder) == .success(Bytes(Self.pom)))
        #expect(
            try BuiltCommand.run(arguments: flags + [flag, "-o", "pom.xml", "pom.json"], in: folder) == .success("")
        )
        #expect(try folder.content(of: "pom.xml") == Bytes(Self.pom))
    }

    @Test(
        "Flags change the form of the XML",
        arguments: [
            (["-c"], "<a><b>é</b><c/></a>\n"), (["--indent", "1"], "<a>\n <b>é</b>\n <c/>\n</a>\n"),
            (["--tab"], "<a>\n\t<b>é</b>\n\t<c/>\n</a>\n"), (["-c", "--ascii"], "<a><b>&#xE9;</b><c/></a>\n"),
            (["-c", "--empty-tags", "long"], "<a><b>é</b><c></c></a>\n"),
            (["-c", "--root", "r"], "<r><a><b>é</b><c/></a></r>\n"),
        ] as [([Bytes], Bytes)]
    )
    func form(flags: [Bytes], xml: Bytes) throws {
        let json = Bytes(#"{"a":{"b":"é","c":null}}"#)
        let all: [Bytes] = ["-x", "--convention", "xmltodict"] + flags
        #expect(try BuiltCommand.run(arguments: all, input: .bytes(json)) == .success(Self.declaration + xml))
        let bare = all + ["--xml-declaration", "drop"]
        #expect(try BuiltCommand.run(arguments: bare, input: .bytes(json)) == .success(xml))
    }

    @Test("Each of several values is a document, or an item of one")
    func series() throws {
        let json: Bytes = "{\"a\":1}\n{\"a\":\"<\"}[3,4]\u{1E}5"
        let flags: [Bytes] = ["-x", "-c", "--convention", "xmltodict", "--xml-declaration", "drop", "--root", "r"]
        let documents = try BuiltCommand.run(arguments: flags, input: "{\"a\":1} 2")
        #expect(documents == .success("<r><a>1</a></r>\n<r>2</r>\n"))
        let items = try BuiltCommand.run(arguments: flags + ["--item", "i"], input: .bytes(json))
        #expect(items == .success("<r><i><a>1</a></i><i><a>&lt;</a></i><i>3</i><i>4</i><i>5</i></r>\n"))
        for nothing: Bytes in [" ", "[]"] {
            let none = try BuiltCommand.run(arguments: flags + ["--item", "i"], input: .bytes(nothing))
            #expect(none == .success("<r/>\n"))
        }
    }

    @Test("An element in document order is one item")
    func orderedItems() throws {
        let flags: [Bytes] = ["-x", "-c", "--convention", "jsonml", "--xml-declaration", "drop"]
        let result = try BuiltCommand.run(
            arguments: flags + ["--root", "q", "--item", "z"],
            input: "[\"i\",\"x\"] [[\"j\"],[\"k\",{\"l\":\"1\"}]]"
        )
        #expect(result == .success("<q><i>x</i><j/><k l=\"1\"/></q>\n"))
    }

    @Test("A live pipe shows each document as it is complete")
    func livePipe() throws {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("fifo")
        let pipe = try Descriptor.pipe()
        let command = try BuiltCommand.start(
            "-x",
            "-c",
            "--convention=xmltodict",
            "--xml-declaration=drop",
            "fifo",
            output: .open(pipe.writer),
            in: folder
        )
        let fifo = try folder.open("fifo", O_RDWR)
        for number in 0..<3 {
            try fifo.writeAll("{\"a\":\(number)}\n")
            #expect(try String(decoding: pipe.reader.readSome(), as: UTF8.self) == "<a>\(number)</a>\n")
        }
        command.send(SIGTERM)
        #expect(try command.finish().ending == .killed(signal: SIGTERM))
    }

    @Test("The items before a bad one are written")
    func itemsBeforeError() throws {
        let flags: [Bytes] = ["-x", "-c", "--convention", "xmltodict", "--root", "r", "--item", "i"]
        for (json, place): (Bytes, Bytes) in [
            ("1 {\"a b\":1} 3", "value 2, /a b"), ("[1,{\"a b\":1},3]", "/1/a b"),
        ] {
            let result = try BuiltCommand.run(arguments: flags, input: .bytes(json))
            let error = "xml2dict: <stdin>: error: 'a b' is not a name of XML\n    in " + place + "\n"
            #expect(result == .failure(65, error, output: Self.declaration + "<r><i>1</i>"))
        }
    }

    @Test("A short value of a long document that fails writes nothing")
    func longNames() throws {
        let name = Bytes("n") * 5_000
        let json = "{\"r\":{\"" + name + "\":[" + Bytes("null,") * 40 + "null],\"a b\":1}}"
        let result = try BuiltCommand.run("-x", "--convention", "xmltodict", input: .bytes(json))
        #expect(result == .failure(65, "xml2dict: <stdin>: error: 'a b' is not a name of XML\n    in /r/a b\n"))
    }

    @Test("The items of several files are one document")
    func files() throws {
        let folder = try TemporaryFolder(["a.json": "1 2", "b.json": "[3]"])
        let result = try BuiltCommand.run("-x", "-c", "--root", "r", "--item", "i", "a.json", "b.json", in: folder)
        #expect(result == .success(Self.declaration + "<r><i>1</i><i>2</i><i>3</i></r>\n"))
    }

    @Test(
        "What cannot be read or written is an error with its place",
        arguments: [
            (
                "{\"a\":1}{\"b\":[1,2]}",
                "a document has one root, and this has 2 elements: 'b'; --root NAME puts them into one\n    in value 2"
            ),
            ("{\"a\":{\"x y\":1}}", "'x y' is not a name of XML\n    in /a/x y"),
            (
                "{\"p:a\":1}",
                "the prefix of p:a is not declared; --declare declares the prefixes of --namespace\n    in /p:a"
            ),
            ("[[1]]", "a document cannot be an array; --root NAME and --item name a root and its elements"),
            ("", "the input has no value of JSON"),
        ] as [(Bytes, Bytes)]
    )
    func refused(json: Bytes, error: Bytes) throws {
        // The first of two values can be written.
        let written = json == "{\"a\":1}{\"b\":[1,2]}" ? Self.declaration + "<a>1</a>\n" : ""
        let result = try BuiltCommand.run(arguments: ["-x", "--convention", "xmltodict"], input: .bytes(json))
        #expect(result == .failure(65, "xml2dict: <stdin>: error: " + error + "\n", output: written))
    }

    @Test("Broken JSON is shown with its line, and the old file stays")
    func brokenJSON() throws {
        let folder = try TemporaryFolder(["a.json": "{\"a\": {\n  \"b\": 1,}}", "out.xml": "old"])
        let result = try BuiltCommand.run("-x", "-o", "out.xml", "a.json", in: folder)
        let error: Bytes = """
            xml2dict: a.json:2:10: error: a comma before } has no value after it: remove the comma
                  "b": 1,}}
                         ^
                in /a

            """
        #expect(result == .failure(65, error))
        #expect(try folder.content(of: "out.xml") == "old")
        #expect(folder.names == ["a.json", "out.xml"])
    }

    @Test(
        "Flags of the other direction are refused",
        arguments: [
            (["-x", "--records", "a"], "--records has no meaning with --to-xml"),
            (["-x", "-S"], "--sort-keys has no meaning with --to-xml"),
            (["--item", "i"], "--item needs --to-xml"), (["--declare"], "--declare needs --to-xml"),
            (["--root", "r"], "--root r needs --to-xml; otherwise --root takes keep or drop"),
            (["--empty-tags", "long"], "--empty-tags needs --to-xml"),
            (["-x", "--root", "a b"], "'a b' (--root NAME) is not a name of XML"),
            (["-x", "--item", "1"], "'1' (--item) is not a name of XML"),
            (["-x", "--attribute-name", "@id"], "'@id' (--attribute-name) is not a name of XML"),
            (
                ["-x", "--namespace", "u=", "--namespace", "v=", "--declare"],
                "a root declares one default namespace, and several have no prefix (--namespace)"
            ),
        ] as [([Bytes], Bytes)]
    )
    func refusedFlags(flags: [Bytes], error: Bytes) throws {
        let result = try BuiltCommand.run(arguments: flags, input: "")
        #expect(result == .failure(64, "xml2dict: " + error + "\nTry 'xml2dict --help'.\n"))
    }

    @Test("Compressed JSON is read, too", .enabled(if: InstalledProgram.gzip != nil))
    func compressed() throws {
        let gzip = try ChildProcess(executable: #require(InstalledProgram.gzip), arguments: ["-c"])
        let packed = try gzip.run(input: "{\"a\":1}").output
        #expect(try BuiltCommand.run("-x", "-c", input: .bytes(packed)) == .success(Self.declaration + "<a>1</a>\n"))
    }

    @Test("A document that failed leaves nothing to the next one")
    func afterFailure() throws {
        let folder = try TemporaryFolder([
            "a.json": "{\"a\":{\"@xmlns:m\":\"u\",\"b b\":1}}", "b.json": "{\"m:x\":1}", "c.json": "{\"c\":1}",
        ])
        let result = try BuiltCommand.run(
            "-x",
            "-c",
            "--convention",
            "xmltodict",
            "a.json",
            "b.json",
            "c.json",
            in: folder
        )
        let errors: Bytes = """
            xml2dict: a.json: error: 'b b' is not a name of XML
                in /a/b b
            xml2dict: b.json: error: the prefix of m:x is not declared; --declare declares the prefixes of --namespace
                in /m:x

            """
        #expect(result == .failure(65, errors, output: Self.declaration + "<c>1</c>\n"))
    }

    @Test("One document stays without its end if an input fails")
    func missingInput() throws {
        let folder = try TemporaryFolder(["a.json": "1"])
        let error: Bytes = "xml2dict: no.json: error: cannot open: No such file or directory\n"
        let one = try BuiltCommand.run("-x", "-c", "--root", "r", "--item", "i", "a.json", "no.json", in: folder)
        #expect(one == .failure(66, error, output: Self.declaration + "<r><i>1</i>"))
        let none = try BuiltCommand.run("-x", "-c", "--root", "r", "--item", "i", "no.json", in: folder)
        #expect(none == .failure(66, error))
    }

    private static let many = Bytes("{\"a\":[") + Bytes("{\"b\":\"xyz\"},") * 100_000 + "{}]}"

    @Test("WRITE-CHECKED: XML for a full disk or a closed output is an error", arguments: ["{\"a\":1}", many])
    func badOutput(json: Bytes) throws {
        let flags: [Bytes] = ["-x", "--root", "r"]
        for (output, reason): (StandardOutput, Bytes) in [
            (.file("/dev/full"), "No space left on device"), (.closed, "Bad file descriptor"),
        ] {
            let result = try BuiltCommand.run(arguments: flags, input: .bytes(json), output: output)
            #expect(result == .failure(74, "xml2dict: <stdout>: error: cannot write: " + reason + "\n"))
        }
    }

    @Test("A reader of XML that ends early ends the command")
    func unread() throws {
        let result = try BuiltCommand.run("-x", "--root", "r", input: .bytes(Self.many), output: .unread)
        #expect(result == CommandResult(output: "", errors: "", ending: .killed(signal: SIGPIPE)))
    }
}
