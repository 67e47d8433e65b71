// URLs with the real curl, and the examples' server on 127.0.0.1.

import Foundation
import TestSupport
import Testing

@Suite(
    "URLs, with the real curl",
    .enabled(
        if: InstalledProgram.curl != nil && InstalledProgram.python != nil,
        "curl and python3 are needed for this, and one of them is not installed"
    )
)
struct RealFetchTests {
    @Test("A document is fetched whole, and a missing one is status 66")
    func documents() throws {
        let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Examples").path
        let feed = Bytes("\(examples)/feed/feed.xml")
        let pipe = try Descriptor.pipe()
        let server = ChildProcess(
            executable: try #require(InstalledProgram.python),
            arguments: [Bytes("\(examples)/serve"), feed, "--requests", "9"]
        )
        // The server sends a file in small chunks.
        let running = try server.start(input: .empty, output: .open(pipe.writer), errors: .collected)
        defer { running.send(SIGTERM) }
        let port = String(decoding: try pipe.reader.readSome(), as: UTF8.self).prefix { $0.isNumber }
        func run(_ flags: Bytes..., addresses: Bytes...) throws -> CommandResult {
            try BuiltCommand.run(arguments: flags + addresses, environment: ["no_proxy": "127.0.0.1"])
        }
        let here = Bytes("http://127.0.0.1:\(port)")
        let result = try run("-c", addresses: here + "/feed.xml", here + "/other.xml", "http://127.0.0.1:1/x.xml")
        #expect(result.ending == .exited(66))
        #expect(try result.output == CalledCommand.run("-c", feed).output)
        let errors = result.errors.lines.compactMap(\.text)
        #expect(errors.count == 2)
        #expect(errors[0].contains("/other.xml: error: curl: (22) The requested URL returned error: 404"))
        #expect(errors[1].hasPrefix("xml2dict: http://127.0.0.1:1/x.xml: error: curl: (7)"))
        let records = try run("--records=item/category", "--text-only=string", addresses: here + "/feed.xml")
        #expect(records == .success("\"Ships\"\n\"Port\"\n\"Food\"\n"))
    }
}
