// --plan and --part: several processes read one file, and together print what one does.

import Foundation
import TestSupport
import Testing

@Suite("Plans")
struct PlanFlagTests {
    private static let text: String = {
        let items = (0..<300).map { "\n<item n=\"\($0)\">\u{E9} &lt; </item>" }.joined()
        return "<?xml version='1.0'?>\n<rss a='>'><channel x=\"y\">" + items + "\n</channel>\n</rss>\n"
    }()
    private static let feed: Bytes = Bytes(text)

    private func folder(_ document: Bytes = Self.feed) throws -> TemporaryFolder {
        try TemporaryFolder(["feed.xml": document])
    }

    private func plan(_ folder: TemporaryFolder, _ size: Bytes) throws -> [Bytes] {
        let plan = try BuiltCommand.run("--plan", "--part-size", size, "--records=item", "feed.xml", in: folder)
        #expect(plan.ending == .exited(0))
        #expect(plan.errors == "")
        return plan.output.lines
    }

    @Test("The parts of a plan print together what one process prints", arguments: ["1", "100", "4K", "1G"] as [Bytes])
    func parts(size: Bytes) throws {
        let folder = try folder()
        let flags: [Bytes] = ["--records", "item", "--origin", "from"]
        let alone = try BuiltCommand.run(arguments: flags + ["feed.xml"], in: folder)
        var together: Bytes = ""
        let plan = try plan(folder, size)
        #expect(size == "1G" ? plan.count == 1 : plan.count > 1)
        for line in plan.prefix(40) {
            let part = try BuiltCommand.run(arguments: flags + ["--part", line, "feed.xml"], in: folder)
            #expect(part.ending == .exited(0))
            #expect(part.errors == "")
            together = together + part.output
        }
        #expect(plan.count > 40 ? alone.output.values.starts(with: together.values) : together == alone.output)
    }

    @Test("An error in a part has its place in the file")
    func error() throws {
        let folder = try folder()
        let parts = try plan(folder, "4K")
        try folder.write(Bytes(Self.text.replacing("\"250\"", with: "\"25<\"")), to: "feed.xml")
        let alone = try BuiltCommand.run("--records", "item", "feed.xml", in: folder)
        let results = try parts.map { part in
            try BuiltCommand.run("--records", "item", "--part", part, "feed.xml", in: folder)
        }
        #expect(results.filter { $0.ending == .exited(65) }.map(\.errors) == [alone.errors])
    }

    @Test("A missing end tag of an element before the part is named")
    func missingEndTag() throws {
        let text = Self.text.replacing("</channel>\n", with: "          \n")
        let folder = try folder(Bytes(text))
        let part: Bytes = Bytes(
            #"{"offset":\#(text.utf8.count - 19),"length":19,"line":302,"column":1,"context":"<rss><channel>","#
                + #""ends":"","size":\#(text.utf8.count)}"#
        )
        let message: Bytes = """
            xml2dict: feed.xml:304:3: error: mismatched tag: </rss> cannot close <channel>, which was opened before this \
            part of the file
                </rss>
                  ^
                in /rss/channel

            """
        let result = try BuiltCommand.run("--records", "item", "--part", part, "feed.xml", in: folder)
        #expect(result == .failure(65, message))
    }

    @Test("A file of another size than the plan's is refused")
    func changedFile() throws {
        let folder = try folder()
        let parts = try plan(folder, "4K")
        try folder.write(Self.feed + "\n", to: "feed.xml")
        let count = Self.feed.count
        let message: Bytes = Bytes(
            "xml2dict: feed.xml: error: the file is not that of the plan, which had \(count) bytes: make the plan again\n"
        )
        let result = try BuiltCommand.run("--records", "item", "--part", parts[1], "feed.xml", in: folder)
        #expect(result == .failure(74, message))
    }

    @Test("A part that ends elsewhere is refused")
    func wrongEnds() throws {
        let folder = try folder()
        let line = try #require(try plan(folder, "4K").first?.text)
        let part = Bytes(line.replacing("</channel></rss>", with: "</rss>"))
        let result = try BuiltCommand.run("--records", "item", "--part", part, "feed.xml", in: folder)
        #expect(result.ending == .exited(65))
        let message: Bytes = """
            xml2dict: feed.xml: error: the document is broken at the end of this part, or the plan is not that of this \
            file and these options

            """
        #expect(result.errors == message)
    }

    @Test(
        "A context with a record, or with more than tags, is refused",
        arguments: [
            "<rss><channel><item>", "<rss><channel><item/>", "<rss><channel></channel><channel>", "<rss>x<channel>",
            "<!DOCTYPE rss><rss><channel>", "<rss><channel", "<rss x><channel>", "rss", "<rss><!-- --><channel>",
        ]
    )
    func wrongContext(context: String) throws {
        let folder = try folder()
        let line = try #require(try plan(folder, "4K").last?.text)
        let part = Bytes(line.replacing("<rss a='>'><channel x=\\\"y\\\">", with: context))
        let message: Bytes = """
            xml2dict: feed.xml: error: the context of the part is not that of a plan with the same options: make the \
            plan again

            """
        let result = try BuiltCommand.run("--records", "item", "--part", part, "feed.xml", in: folder)
        #expect(result == .failure(65, message))
    }

    @Test("Options that need the whole document refuse a part of it")
    func wholeDocument() throws {
        let folder = try folder()
        let part = try plan(folder, "4K")[1]
        let message: Bytes = "xml2dict: feed.xml: error: these options need the whole document, and not a part of it\n"
        let result = try BuiltCommand.run(
            "--entities=html",
            "--records",
            "item",
            "--part",
            part,
            "feed.xml",
            in: folder
        )
        #expect(result == .failure(64, message))
    }

    @Test("A part that is nested too deep is refused")
    func deep() throws {
        let message: Bytes = "--part: this is not a part of a plan: it is nested too deep: it takes a line of --plan"
        #expect(try BuiltCommand.run("--part=" + Bytes("[") * 1_100, "--records=i") == .misuse(message))
    }
}
