// Standard output: nothing is lost, and what cannot be written is never a success.

import Foundation
import TestSupport
import Testing

@Suite("Standard output")
struct StandardOutputTests {
    private static let many: Bytes = "<a>" + Bytes("<b>text</b>") * 300_000 + "</a>"
    private static let manyInJSON: Bytes =
        #"{"a":{"b":["# + Bytes(#"{"text":"text"},"#) * 299_999 + #"{"text":"text"}]}}"# + "\n"

    @Test("Several megabytes arrive whole through a pipe")
    func largeOutput() throws {
        let result = try BuiltCommand.run("-c", input: .bytes(Self.many))
        #expect(result.ending == .exited(0))
        #expect(result.errors == "")
        // Compared apart, so that a failure does not print megabytes.
        let isSame = result.output == Self.manyInJSON
        #expect(isSame, "\(result.output.count) bytes")
    }

    @Test("All output arrives through a non-blocking pipe with a slow reader")
    func nonblockingOutput() throws {
        let folder = try TemporaryFolder(["many.xml": Self.many])
        let reader: Descriptor, command: RunningProcess
        var output = Bytes("")
        do {
            let pipe = try Descriptor.pipe()
            pipe.writer.makeNonblocking()
            reader = pipe.reader
            command = try BuiltCommand.start("-c", "many.xml", output: .open(pipe.writer), in: folder)
            // Again and again the command finds no room, as nothing is read until the pipe is full.
            for _ in 1...5 {
                try Patience.wait(for: "the pipe to be full") { !pipe.writer.isReadyToWrite }
                output.values += try reader.readSome()
            }
            // From here on only the command can write, so its end is the end of the pipe.
        }
        output.values += try reader.readAll().values
        #expect(try command.finish() == .success(""))
        // Compared apart, so that a failure does not print megabytes.
        let isSame = output == Self.manyInJSON
        #expect(isSame, "\(output.count) bytes")
    }

    @Test("Output that nobody reads ends the command by SIGPIPE, without a word", arguments: ["<a/>", many])
    func unreadOutput(_ document: Bytes) throws {
        let result = try BuiltCommand.run(input: .bytes(document), output: .unread)
        #expect(result == CommandResult(output: "", errors: "", ending: .killed(signal: SIGPIPE)))
    }

    @Test("WRITE-CHECKED: Output that is not open is an error")
    func closedOutput() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>", "b.xml": "<b/>"])
        let message: Bytes = "xml2dict: <stdout>: error: cannot write: Bad file descriptor\n"
        #expect(try BuiltCommand.run(input: "<a/>", output: .closed) == .failure(74, message))
        #expect(try BuiltCommand.run("a.xml", "b.xml", output: .closed, in: folder) == .failure(74, message))
        #expect(try folder.content(of: "a.xml") == "<a/>")
    }

    #if os(Linux)
        @Test("WRITE-CHECKED: A full disk is an error", arguments: ["<a/>", many])
        func fullDisk(_ document: Bytes) throws {
            let result = try BuiltCommand.run(input: .bytes(document), output: .file("/dev/full"))
            #expect(result == .failure(74, "xml2dict: <stdout>: error: cannot write: No space left on device\n"))
        }
    #endif

    @Test("A failed write sets the status even after a broken input")
    func failedWriteIsWorse() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        let result = try BuiltCommand.run("missing.xml", "a.xml", output: .closed, in: folder)
        let messages: Bytes = """
            xml2dict: missing.xml: error: cannot open: No such file or directory
            xml2dict: <stdout>: error: cannot write: Bad file descriptor

            """
        #expect(result == .failure(74, messages))
    }

    @Test("Messages that cannot be written change neither status nor output")
    func closedErrors() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>", "broken.xml": "<b"])
        let result = try BuiltCommand.run("-c", "broken.xml", "a.xml", errors: .closed, in: folder)
        #expect(result == .failure(65, "", output: "{\"a\":{}}\n"))
        #expect(try folder.content(of: "broken.xml") == "<b")
    }
}
