// Addresses with curl itself and a server of our own on 127.0.0.1: the one of the examples.

import Foundation
import TestSupport
import Testing

@Suite(
    "Addresses, with curl itself",
    .enabled(
        if: InstalledProgram.curl != nil && InstalledProgram.python != nil,
        "curl and python3 are needed for this, and one of them is not installed"
    )
)
struct RealFetchTests {
    private static let examples = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples").path

    /// Runs the command on an address of a server that sends a file in small pieces.
    private func run(_ flags: Bytes..., path: String) throws -> CommandResult {
        let python = try #require(InstalledProgram.python)
        let pipe = try Descriptor.pipe()
        let feed = "\(Self.examples)/feed/feed.xml"
        let server = ChildProcess(executable: python, arguments: [Bytes("\(Self.examples)/serve"), Bytes(feed)])
        let running = try server.start(input: .empty, output: .open(pipe.writer), errors: .collected)
        defer { running.send(SIGTERM) }
        let port = String(decoding: try pipe.reader.readSome(), as: UTF8.self).prefix { $0.isNumber }
        return try BuiltCommand.run(
            arguments: flags + [Bytes("http://127.0.0.1:\(port)\(path)")],
            environment: ["no_proxy": "127.0.0.1"]
        )
    }

    @Test("A document comes whole, as from its file")
    func document() throws {
        let file = try BuiltCommand.run("-c", Bytes("\(Self.examples)/feed/feed.xml"))
        #expect(try run("-c", path: "/feed.xml") == file)
        #expect(file.ending == .exited(0))
    }

    @Test("Records come one by one")
    func records() throws {
        let result = try run("--records=item/category", "--text-only=string", path: "/feed.xml")
        #expect(result == .success("\"Ships\"\n\"Port\"\n\"Food\"\n"))
    }

    @Test("What the server does not have is status 66, in curl's words")
    func missing() throws {
        let result = try run(path: "/other.xml")
        #expect(result.ending == .exited(66))
        #expect(result.output == "")
        #expect(result.errors.text?.contains("error: curl: (22) The requested URL returned error: 404") == true)
    }

    @Test("A server that is not there is status 66")
    func noServer() throws {
        let result = try BuiltCommand.run("http://127.0.0.1:1/x.xml", environment: ["no_proxy": "127.0.0.1"])
        #expect(result.ending == .exited(66))
        #expect(result.errors.text?.contains("xml2dict: http://127.0.0.1:1/x.xml: error: curl: (7)") == true)
    }
}
