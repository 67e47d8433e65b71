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
        let plan = try CalledCommand.run("--plan", "--part-size", size, "--records=item", "feed.xml", in: folder)
        #expect(plan.ending == .exited(0))
        #expect(plan.errors == "")
        return plan.output.lines
    }

    @Test("The parts of a plan print together what one process prints")
    func parts() throws {
        let folder = try folder()
        let flags: [Bytes] = ["--records", "item", "--origin", "from", "--ancestors", "in"]
        let alone = try CalledCommand.run(arguments: flags + ["feed.xml"], in: folder)
        for size in ["1", "100", "4K", "1G"] as [Bytes] {
            let plan = try plan(folder, size)
            #expect(size == "1G" ? plan.count == 1 : plan.count > 1)
            var together: Bytes = ""
            for line in plan.prefix(40) {
                let part = try CalledCommand.run(arguments: flags + ["--part", line, "feed.xml"], in: folder)
                #expect((part.ending, part.errors) == (.exited(0), ""))
                together = together + part.output
            }
            #expect(plan.count > 40 ? alone.output.values.starts(with: together.values) : together == alone.output)
        }
    }

    @Test("AMPLIFY-BOUND: A part of a plan has the bound of the whole document")
    func amplification() throws {
        let long = "<r xmlns='" + Bytes("u") * 150 + "'>" + Bytes("<i/>") * 30 + "</r>"
        for document in ["<r><i><x/></i><i>1</i></r>", long] {
            let folder = try folder(document)
            let flags: [Bytes] = ["--convention=badgerfish", "--max-amplification=100", "--records=i"]
            let alone = try CalledCommand.run(arguments: flags + ["feed.xml"], in: folder)
            let plan = try CalledCommand.run(arguments: flags + ["--plan", "--part-size=1", "feed.xml"], in: folder)
            var together: Bytes = ""
            for line in plan.output.lines {
                let part = try CalledCommand.run(arguments: flags + ["--part", line, "feed.xml"], in: folder)
                #expect((part.ending, part.errors) == (.exited(0), ""))
                together = together + part.output
            }
            #expect(together == alone.output)
        }
    }

    @Test("PARALLEL-SAME: A warning about a part has the line in the file")
    func warning() throws {
        let folder = try folder(Bytes(Self.text.replacing("\"250\"", with: "\"250\" text=''")))
        let alone = try CalledCommand.run("--records", "item", "feed.xml", in: folder)
        #expect(alone.errors.text?.hasPrefix("xml2dict: feed.xml:253: warning: 'text' is a name") == true)
        let results = try plan(folder, "4K").map { part in
            try CalledCommand.run("--records", "item", "--part", part, "feed.xml", in: folder)
        }
        #expect(results.map(\.errors).filter { $0 != "" } == [alone.errors])
    }

    @Test("An error in a part has its position in the file")
    func error() throws {
        let folder = try folder()
        let parts = try plan(folder, "4K")
        try folder.write(Bytes(Self.text.replacing("\"250\"", with: "\"25<\"")), to: "feed.xml")
        let alone = try CalledCommand.run("--records", "item", "feed.xml", in: folder)
        let results = try parts.map { part in
            try CalledCommand.run("--records", "item", "--part", part, "feed.xml", in: folder)
        }
        #expect(results.filter { $0.ending == .exited(65) }.map(\.errors) == [alone.errors])
    }

    @Test("A part with too deep nesting is refused")
    func deep() throws {
        let message: Bytes = """
            xml2dict: --part takes a line of --plan: this is not a part of a plan: it is nested too deep
            Try 'xml2dict --help'.

            """
        #expect(try CalledCommand.run("--part=" + Bytes("[") * 1_100, "--records=i") == .failure(64, message))
    }
}
