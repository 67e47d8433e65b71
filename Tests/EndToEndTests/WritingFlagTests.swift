// -x: live pipes, outputs that fail, long and compressed documents.

import Foundation
import TestSupport
import Testing

@Suite("Writing XML by the command")
struct WritingFlagTests {
    private static let declaration: Bytes = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

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

    @Test("A short value of a long document that fails writes nothing")
    func longNames() throws {
        let name = Bytes("n") * 5_000
        let json = "{\"r\":{\"" + name + "\":[" + Bytes("null,") * 40 + "null],\"a b\":1}}"
        let result = try BuiltCommand.run("-x", "--convention", "xmltodict", input: .bytes(json))
        #expect(result == .failure(65, "xml2dict: <stdin>: error: 'a b' is not a name of XML\n    in /r/a b\n"))
    }

    @Test("Compressed JSON is read, too", .enabled(if: InstalledProgram.gzip != nil))
    func compressed() throws {
        let gzip = try ChildProcess(executable: #require(InstalledProgram.gzip), arguments: ["-c"])
        let packed = try gzip.run(input: "{\"a\":1}").output
        #expect(try BuiltCommand.run("-x", "-c", input: .bytes(packed)) == .success(Self.declaration + "<a>1</a>\n"))
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
