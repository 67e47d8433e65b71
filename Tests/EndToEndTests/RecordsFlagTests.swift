// --records: live pipes, outputs that fail, and large documents.

import Foundation
import TestSupport
import Testing

@Suite("Records")
struct RecordsFlagTests {
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

    @Test("Hundreds of thousands of records come whole and in order")
    func many() throws {
        let count = 200_000
        let document = "<r>" + (0..<count).map { "<i>\($0)</i>" }.joined(separator: "\n") + "</r>"
        let result = try BuiltCommand.run("--records=i", "--text-only=string", input: .bytes(Bytes(document)))
        #expect(result == .success(Bytes((0..<count).map { "\"\($0)\"\n" }.joined())))
    }

    @Test("Long names and deep paths are cut in a warning")
    func longNames() throws {
        let names = (0..<10).map { "\($0)".reduce("n") { $0 + String($1) } + String(repeating: "x", count: 40_000) }
        let document = "<r>" + names.map { "<\($0)><item/></\($0)>" }.joined() + "</r>"
        let result = try BuiltCommand.run("--records", "itm", input: .bytes(Bytes(document)))
        let paths = names.prefix(8).map { "/r/\($0.prefix(100))…/item" }.joined(separator: ", ")
        let warning = "xml2dict: <stdin>: warning: no element is at itm; there are \(paths)\n"
        #expect(result == .success("", errors: Bytes(warning)))
    }
}
