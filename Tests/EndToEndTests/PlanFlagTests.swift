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

    @Test("A plan in ASCII has escapes")
    func ascii() throws {
        let folder = try folder("<r a='\u{E9}'><item/><item/></r>")
        let plan = try BuiltCommand.run("--plan", "--ascii", "--part-size=1", "--records=item", "feed.xml", in: folder)
        let line = #"{"offset":17,"length":11,"line":1,"column":17,"context":"<r a='\u00e9'>","ends":"","size":28}"#
        #expect(plan.output.lines.last == Bytes(line))
    }

    @Test("A planned part has a place and the tags around it")
    func lines() throws {
        let folder = try folder("<r>\n<a b='c'><item/>\n <item>1</item></a></r>")
        let lines: Bytes = """
            {"offset":0,"length":13,"line":1,"column":1,"context":"","ends":"</a></r>","size":44}
            {"offset":13,"length":9,"line":2,"column":10,"context":"<r><a b='c'>","ends":"</a></r>","size":44}
            {"offset":22,"length":22,"line":3,"column":2,"context":"<r><a b='c'>","ends":"","size":44}

            """
        let plan = try BuiltCommand.run("--plan", "--part-size=5", "--records=item", "feed.xml", in: folder)
        #expect(plan.output == lines)
    }

    @Test("A document that cannot be cut is one part")
    func uncut() throws {
        let folder = try folder("<!DOCTYPE r [<!ENTITY e 'x'>]>\n<r><item>&e;</item></r>")
        let plan = try plan(folder, "1")
        #expect(plan == [#"{"offset":0,"length":54,"line":1,"column":1,"context":"","ends":"","size":54}"#])
        let result = try BuiltCommand.run("--records", "item", "--part", plan[0], "feed.xml", in: folder)
        #expect(result == .success(#"{"text":"x"}"# + "\n"))
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

    @Test("Only a regular file has parts")
    func pipe() throws {
        let message: Bytes = "xml2dict: <stdin>: error: only a regular file that is not compressed has parts\n"
        #expect(try BuiltCommand.run("--plan", "--records=item", input: "<a/>") == .failure(66, message))
        let part: Bytes = #"{"offset":0,"length":4,"line":1,"column":1,"context":"","ends":"","size":4}"#
        #expect(try BuiltCommand.run("--part", part, "--records=item", input: "<a/>") == .failure(66, message))
    }

    private static let refusals: [([Bytes], Bytes)] = [
        (["--plan"], "--plan needs --records: parts begin and end between records"),
        (["--part-size=1M", "--records=i"], "--part-size needs --plan: it is the size of planned parts"),
        (["--plan", "--part-size=0", "--records=i"], "--part-size takes 1 to 1073741824 bytes, not '0'"),
        (
            ["--plan", "--records=i", "--require-match"],
            "--require-match has no meaning with --plan, which does not read all records"
        ),
        (["--plan", "--records=i", "a", "b"], "--plan takes one file"),
        (
            ["--part={}", "--records=i"],
            "--part: this is not a part of a plan: it has no \"offset\": it takes a line of --plan"
        ),
        (
            [#"--part={"offset":-1}"#, "--records=i"],
            "--part: this is not a part of a plan: \"offset\" is not a whole number, 0 or more: it takes a line of --plan"
        ),
        (
            ["--part=null", "--records=i"],
            "--part: this is not a part of a plan: it is not an object: it takes a line of --plan"
        ),
        (
            ["--part=" + Bytes(String(repeating: "[", count: 1_100)), "--records=i"],
            "--part: this is not a part of a plan: it is nested too deep: it takes a line of --plan"
        ),
        (
            [#"--part={"offset":1,"length":1,"line":3,"column":1,"context":"","ends":"","size":2}"#, "--records=i"],
            "--part: this is not a part of a plan: its line or column is too large for its offset: it takes a line of --plan"
        ),
        (
            ["--part=[", "--records=i"],
            "--part: the input ends inside an array: ] is missing: it takes a line of --plan"
        ),
    ]

    @Test("Flags that contradict parts are refused", arguments: refusals.indices)
    func refused(number: Int) throws {
        let (flags, message) = Self.refusals[number]
        let result = try BuiltCommand.run(arguments: flags, input: "<a/>")
        #expect(result == .failure(64, "xml2dict: " + message + "\nTry 'xml2dict --help'.\n"))
    }
}
