// Where XML comes from: files, standard input, FIFOs, and names of any bytes.

import Foundation
import TestSupport
import Testing

@Suite("Input")
struct InputTests {
    @Test(
        "A document becomes the JSON that is recorded beside it",
        arguments: Fixture.recorded
    )
    func recordedDocuments(_ name: String) throws {
        let folder = try TemporaryFolder(["document.xml": Fixture.content(of: name + ".xml")])
        let result = try BuiltCommand.run("document.xml", in: folder)
        #expect(result == .success(try Fixture.content(of: name + ".json")))
    }

    @Test("All documents that are recorded are found")
    func recorded() { #expect(Fixture.recorded.count >= 4) }

    @Test("The example of the design becomes exactly its JSON")
    func donut() throws {
        let json: Bytes =
            #"{"items":{"item":{"id":"0001","type":"donut","name":{"text":"Cake"},"ppu":{"text":"0.55"},"#
            + #""batters":{"batter":[{"id":"1001","text":"Regular"},{"id":"1002","text":"Chocolate"}]}}}}"# + "\n"
        let result = try BuiltCommand.run("-c", input: .bytes(try Fixture.content(of: "donut.xml")))
        #expect(result == .success(json))
    }

    // MARK: Several inputs

    @Test("The worst status is returned, whatever the order")
    func worstStatus() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>", "broken.xml": "<b"])
        func status(_ inputs: Bytes..., input: StandardInput = .empty) throws -> CommandResult.Ending {
            try BuiltCommand.run(arguments: inputs, input: input, in: folder).ending
        }
        #expect(try status("a.xml", "broken.xml") == .exited(65))
        #expect(try status("broken.xml", "a.xml") == .exited(65))
        #expect(try status("broken.xml", "missing.xml", "a.xml") == .exited(66))
        #expect(try status("missing.xml", "broken.xml") == .exited(66))
        #expect(try status("-", "missing.xml", "broken.xml", input: .closed) == .exited(74))
        #expect(try status("missing.xml", "-", "a.xml", input: .closed) == .exited(74))
    }

    // MARK: Standard input

    @Test("Standard input may be a file")
    func standardInputFromFile() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        #expect(try BuiltCommand.run("-c", input: .file("a.xml"), in: folder) == .success("{\"a\":{}}\n"))
    }

    @Test("Standard input that is not open cannot be read")
    func closedStandardInput() throws {
        let message: Bytes = "xml2dict: <stdin>: error: cannot read: Bad file descriptor\n"
        #expect(try BuiltCommand.run(input: .closed) == .failure(74, message))
        #expect(try BuiltCommand.run("-", input: .closed) == .failure(74, message))
    }

    @Test("Files are read though standard input is not open")
    func filesWithoutStandardInput() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>", "b.xml": "<b/>"])
        let result = try BuiltCommand.run("-c", "a.xml", "b.xml", input: .closed, in: folder)
        #expect(result == .success("{\"a\":{}}\n{\"b\":{}}\n"))
    }

    // MARK: Other than plain files

    @Test("A FIFO is read like a file")
    func fifo() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        try folder.makeFIFO("fifo")
        // To open a FIFO for writing waits for the reader: in a thread of its own, as there may be none of Swift's to spare.
        Thread.detachNewThread { try? folder.open("fifo", O_WRONLY).writeAll("<f>" + Bytes("<g/>") * 50_000 + "</f>") }
        let result = try BuiltCommand.run("-c", "a.xml", "fifo", in: folder)
        // If the command did not open it, the thread waits still: let it go.
        _ = try folder.open("fifo", O_RDONLY | O_NONBLOCK)
        let elements = Bytes((Bytes("{},") * 50_000).values.dropLast())
        #expect(result == .success("{\"a\":{}}\n{\"f\":{\"g\":[" + elements + "]}}\n"))
    }

    @Test("/dev/stdin works for a pipe and for a file")
    func devStdin() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        #expect(try BuiltCommand.run("-c", "/dev/stdin", input: "<i/>", in: folder) == .success("{\"i\":{}}\n"))
        let file = try BuiltCommand.run("-c", "/dev/stdin", input: .file("a.xml"), in: folder)
        #expect(file == .success("{\"a\":{}}\n"))
    }

    #if os(Linux)
        @Test("A file that opens and cannot be read is an error")
        func unreadableContent() throws {
            // The first page of a process is never there.
            let result = try BuiltCommand.run("/proc/self/mem")
            #expect(result == .failure(74, "xml2dict: /proc/self/mem: error: cannot read: Input/output error\n"))
        }
    #endif

    @Test("A link to a file is followed")
    func link() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        try folder.makeLink("link", to: "a.xml")
        #expect(try BuiltCommand.run("-c", "link", in: folder) == .success("{\"a\":{}}\n"))
    }

    // MARK: What cannot be opened

    @Test("What cannot be opened ends with 66")
    func cannotOpen() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        try folder.makeFolder("folder")
        #expect(
            try BuiltCommand.run("missing.xml", in: folder)
                == .failure(66, "xml2dict: missing.xml: error: cannot open: No such file or directory\n")
        )
        #expect(
            try BuiltCommand.run("a.xml/b.xml", in: folder)
                == .failure(66, "xml2dict: a.xml/b.xml: error: cannot open: Not a directory\n")
        )
        #expect(
            try BuiltCommand.run("folder", in: folder)
                == .failure(66, "xml2dict: folder: error: cannot read: Is a directory\n")
        )
        #expect(
            try BuiltCommand.run("", in: folder)
                == .failure(66, "xml2dict: '': error: cannot open: No such file or directory\n")
        )
    }

    @Test("A file without the right to read ends with 66", .disabled(if: geteuid() == 0, "root may read every file"))
    func unreadable() throws {
        let folder = try TemporaryFolder(["secret.xml": "<a/>"])
        try folder.setMode(0, of: "secret.xml")
        #expect(
            try BuiltCommand.run("secret.xml", in: folder)
                == .failure(66, "xml2dict: secret.xml: error: cannot open: Permission denied\n")
        )
    }

    // MARK: Names

    @Test("A file's name may be any bytes", .enabled(if: TemporaryFolder.takesAnyName, "names must be UTF-8 here"))
    func nameThatIsNotUTF8() throws {
        let good = Bytes([0x67, 0xFF, 0xC3]), broken = Bytes([0xE2, 0x82, 0x2E, 0xC3, 0xA9, 0x80])
        let folder = try TemporaryFolder([good: "<a/>", broken: "<a"])
        #expect(try BuiltCommand.run("-c", good, in: folder) == .success("{\"a\":{}}\n"))
        let message: Bytes = #"""
            xml2dict: \xE2\x82.é\x80:1:1: error: the document ends inside a tag, comment or other construct that begins here
                <a
                ^

            """#
        #expect(try BuiltCommand.run(broken, in: folder) == .failure(65, message))
        #expect(
            try BuiltCommand.run(Bytes([0xFF, 0x78]), in: folder)
                == .failure(66, "xml2dict: \\xFFx: error: cannot open: No such file or directory\n")
        )
    }

    @Test("Messages escape control characters in a file's name")
    func nameWithControlCharacters() throws {
        let folder = try TemporaryFolder(["e\u{1B}[31m\n\u{202E}.xml": "<a/>"])
        #expect(try BuiltCommand.run("-c", "e\u{1B}[31m\n\u{202E}.xml", in: folder) == .success("{\"a\":{}}\n"))
        #expect(
            try BuiltCommand.run("\u{1B}[31m\n\u{7F}\u{9B}\u{202E}\u{2028}日", in: folder)
                == .failure(
                    66,
                    #"xml2dict: \x1B[31m\x0A\x7F\x9B\u{202E}\u{2028}日: error: cannot open: No such file or directory"#
                        + "\n"
                )
        )
    }
}
