// Standard output: nothing is lost, and an output that cannot be written is never a success.

import Foundation
import TestSupport
import Testing

@Suite("Standard output")
struct StandardOutputTests {
    @Test("All output arrives through a non-blocking pipe with a slow reader")
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
            // Again and again the command finds no room, as nothing is read until the pipe is full.
            for _ in 1...5 {
                try Patience.wait(for: "the pipe to be full") { !pipe.writer.isReadyToWrite }
                output.values += try reader.readSome()
            }
            // From here on only the command can write, so its end is the end of the pipe.
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
}
