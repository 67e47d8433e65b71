// Standard output of JSON, records and XML: live, slow and broken pipes, failing outputs, and large documents.

import Foundation
import TestSupport
import Testing

@Suite("Standard output")
struct StandardOutputTests {
    private static let xml: [Bytes] = ["-x", "-c", "--convention=xmltodict", "--xml-declaration=drop"]

    @Test("A live pipe shows each record and document when it is complete")
    func livePipe() throws {
        for (flags, start, chunk, shown) in [
            (["--records=i", "--text-only=string"], "<r>", "<i>1</i>", "\"1\"\n"),
            (Self.xml, "", "{\"a\":1}\n", "<a>1</a>\n"),
        ] as [([Bytes], Bytes, Bytes, Bytes)] {
            let folder = try TemporaryFolder()
            try folder.makeFIFO("fifo")
            let pipe = try Descriptor.pipe()
            let command = try BuiltCommand.start(arguments: flags + ["fifo"], output: .open(pipe.writer), in: folder)
            let fifo = try folder.open("fifo", O_RDWR)
            for number in 0..<3 {
                try fifo.writeAll((number == 0 ? start : "") + chunk)
                #expect(try Bytes(pipe.reader.readSome()) == shown)
            }
            command.send(SIGTERM)
            #expect(try command.finish().ending == .killed(signal: SIGTERM))
        }
    }

    private static let manyRecords = "<r>" + Bytes("<i>text</i>") * 50_000 + "</r>"
    private static let manyItems = Bytes("{\"a\":[") + Bytes("{\"b\":\"xyz\"},") * 30_000 + "{}]}"

    @Test("A reader that closes its pipe ends the command without a message")
    func brokenPipe() throws {
        for (flags, input) in [
            (["--records=i"], Self.manyRecords), (["-x", "--root", "r"], Self.manyItems), ([], "<a/>"),
        ] as [([Bytes], Bytes)] {
            let result = try BuiltCommand.run(arguments: flags, input: .bytes(input), output: .unread)
            #expect(result == CommandResult(output: "", errors: "", ending: .killed(signal: SIGPIPE)), "\(flags)")
        }
    }

    #if os(Linux)
        @Test("WRITE-CHECKED: A full disk or a closed output is an error")
        func badOutput() throws {
            for (output, reason) in [
                (.file("/dev/full"), "No space left on device"), (.closed, "Bad file descriptor"),
            ] as [(StandardOutput, Bytes)] {
                for (flags, input) in [
                    (["--records=i"], "<r><i/></r>"), (["--records=i"], Self.manyRecords), (["-c"], "<a/>"),
                    (["-c"], Self.manyRecords), (["-x", "--root=r"], "{\"a\":1}"),
                    (["-x", "--root=r"], Self.manyItems),
                    (["--describe"], "<a/>"),
                ] as [([Bytes], Bytes)] {
                    let result = try CalledCommand.run(arguments: flags, input: .bytes(input), output: output)
                    let message = "xml2dict: <stdout>: error: cannot write: " + reason + "\n"
                    #expect(result == .failure(74, message), "\(flags)")
                }
            }
        }
    #endif

    @Test("A slow reader of a non-blocking pipe gets all output")
    func nonblockingOutput() throws {
        let count = 50_000
        let folder = try TemporaryFolder(["many.xml": "<a>" + Bytes("<b>text</b>") * count + "</a>"])
        let reader: Descriptor, command: RunningProcess
        var output = Bytes("")
        do {
            let pipe = try Descriptor.pipe()
            pipe.writer.makeNonblocking()
            reader = pipe.reader
            command = try BuiltCommand.start(arguments: ["-c", "many.xml"], output: .open(pipe.writer), in: folder)
            // The command often finds the pipe full, because the test reads only then.
            for _ in 1...5 {
                try Patience.wait(for: "the pipe to be full") { !pipe.writer.isReadyToWrite }
                output.values += try reader.readSome()
            }
            // Now only the command can write, so its end is the end of the pipe.
        }
        output.values += try reader.readAll().values
        #expect(try command.finish() == .success(""))
        let items = Bytes(#"{"text":"text"},"#) * (count - 1) + #"{"text":"text"}"#
        #expect(output == #"{"a":{"b":["# + items + "]}}\n")
    }

    @Test("WRITE-CHECKED: Closed output is an error, even after a missing input")
    func closedOutput() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>", "b.xml": "<b/>"])
        let messages: Bytes = """
            xml2dict: missing.xml: error: cannot open: No such file or directory
            xml2dict: <stdout>: error: cannot write: Bad file descriptor

            """
        let result = try BuiltCommand.run("missing.xml", "a.xml", "b.xml", output: .closed, in: folder)
        #expect(result == .failure(74, messages))
        #expect(try folder.content(of: "a.xml") == "<a/>")
    }

    @Test("Messages that cannot be written change neither status nor output")
    func closedErrors() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>", "broken.xml": "<b"])
        let result = try CalledCommand.run("-c", "broken.xml", "a.xml", errors: .closed, in: folder)
        #expect(result == .failure(65, "", output: "{\"a\":{}}\n"))
        #expect(try folder.content(of: "broken.xml") == "<b")
    }

    @Test("Tens of thousands of records are printed whole and in order")
    func many() throws {
        let document = "<r>" + (0..<40_000).map { "<i>\($0)</i>" }.joined(separator: "\n") + "</r>"
        let result = try CalledCommand.run("--records=i", "--text-only=string", input: .bytes(Bytes(document)))
        #expect(result == .success(Bytes((0..<40_000).map { "\"\($0)\"\n" }.joined())))
    }

    @Test("A long JSON document with an error writes nothing")
    func longNamesInJSON() throws {
        let name = Bytes("n") * 5_000
        let json = "{\"r\":{\"" + name + "\":[" + Bytes("null,") * 40 + "null],\"a b\":1}}"
        let result = try CalledCommand.run("-x", "--convention", "xmltodict", input: .bytes(json))
        #expect(result == .failure(65, "xml2dict: <stdin>: error: 'a b' is not an XML name\n    in /r/a b\n"))
    }

    @Test("Compressed JSON is decompressed", .enabled(if: InstalledProgram.gzip != nil, "gzip is not installed"))
    func compressed() throws {
        let packed = Bytes(base64: "H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA")
        #expect(try CalledCommand.run(arguments: Self.xml, input: .bytes(packed)) == .success("<a>1</a>\n"))
    }
}
