// --require-match: paths and namespaces of the flags that match nothing; and what is said without it.

import TestSupport
import Testing

@Suite("Required matches")
struct MatchFlagTests {
    private static let feed: Bytes = "<rss><channel id='1'><item/></channel></rss>"

    private func run(_ flags: [Bytes], in folder: TemporaryFolder? = nil) throws -> CommandResult {
        try BuiltCommand.run(arguments: flags, input: .bytes(Self.feed), in: folder)
    }

    @Test(
        "A path that matches nothing is an error that names its flag",
        arguments: [
            (["--records", "entry"], "no element is at entry, and none has a similar name"),
            (["--records", "itm"], "no element is at itm; there are /rss/channel/item"),
            (["--select", "nosuch"], "no element is at nosuch, and none has a similar name"),
            (["--select=channel", "--select=nosuch"], "nothing matches --select nosuch"),
            (["--skip", "rss/itm"], "nothing matches --skip rss/itm"),
            (["--skip", "channel/@no"], "nothing matches --skip channel/@no"),
            (["--type", "item/@id=number", "--type=channel/@id=number"], "nothing matches --type item/@id"),
            (["--force-list=items", "--force-text=a"], "nothing matches --force-list items, --force-text a"),
            (["--namespace=http://a/=x"], "nothing matches --namespace http://a/"),
            (
                ["--records=itm", "--skip=x"],
                "no element is at itm; there are /rss/channel/item; nothing matches --skip x"
            ),
        ] as [([Bytes], String)]
    )
    func noMatch(flags: [Bytes], message: String) throws {
        let result = try run(["-c", "--require-match"] + flags)
        #expect(result == .failure(65, Bytes("xml2dict: <stdin>: error: \(message)\n")))
    }

    @Test(
        "Without the flag, an optional path may match nothing",
        arguments: [["--skip=x"], ["--type=x=number"], ["--force-list=x"], ["--namespace=http://a/=x"]] as [[Bytes]]
    )
    func optional(flags: [Bytes]) throws {
        let json: Bytes = #"{"rss":{"channel":{"id":"1","item":{}}}}"# + "\n"
        #expect(try run(["-c"] + flags) == .success(json))
    }

    @Test("A path that matches outside of what is converted is no error")
    func outside() throws {
        #expect(try run(["--records=item", "--skip=channel/@id", "--require-match"]) == .success("{}\n"))
        #expect(
            try run(["-c", "--skip=channel", "--force-list=channel/item", "--require-match"])
                == .success(#"{"rss":{}}"# + "\n")
        )
    }

    @Test("With --output, no match leaves the old file")
    func oldFile() throws {
        for flags in [["--records", "entry"], ["--select", "entry"], ["--skip", "x"]] as [[Bytes]] {
            let folder = try TemporaryFolder(["out": "old"])
            #expect(try run(flags + ["--require-match", "-o", "out"], in: folder).ending == .exited(65))
            #expect(try folder.content(of: "out") == "old")
        }
    }

    @Test("Without the flag, a warning says that the file is empty")
    func emptyFile() throws {
        let folder = try TemporaryFolder(["keep.jsonl": "old"])
        let warnings: Bytes = """
            xml2dict: <stdin>: warning: no element is at entry, and none has a similar name
            xml2dict: keep.jsonl: warning: the file is now empty; with --require-match the old file stays

            """
        #expect(try run(["--records", "entry", "-o", "keep.jsonl"], in: folder) == .success("", errors: warnings))
        #expect(try folder.content(of: "keep.jsonl") == "")
        let device = try run(["--records", "entry", "-o", "/dev/null"], in: folder)
        #expect(device == .success("", errors: warnings.firstLine))
    }

    @Test("Each input must match")
    func inputs() throws {
        let folder = try TemporaryFolder(["a.xml": "<a><b/></a>", "c.xml": "<a><c/></a>"])
        let errors: Bytes = "xml2dict: c.xml: error: no element is at b, and none has a similar name\n"
        let result = try BuiltCommand.run("--records=b", "--require-match", "a.xml", "c.xml", "a.xml", in: folder)
        #expect(result == .failure(65, errors, output: "{}\n{}\n"))
    }

    @Test("The flag without a path is wrong usage")
    func withoutPath() throws {
        let message: Bytes =
            "--require-match has nothing to look for: it needs --records, --select, --skip or another flag with a path"
        #expect(try run(["--require-match"]) == .misuse(message))
    }

    @Test("What a skipped path leaves out is said", arguments: ["item", "channel", "/rss"] as [Bytes])
    func skipped(path: Bytes) throws {
        let warning: Bytes = "xml2dict: <stdin>: warning: the elements at item are left out by --skip " + path + "\n"
        #expect(try run(["--records=item", "--skip=" + path]) == .success("", errors: warning))
        #expect(try run(["--select=item", "--skip=" + path]) == .success("[]\n", errors: warning))
    }

    @Test(
        "A path to attributes gets suggestions, or the flag that skips them",
        arguments: [
            (["--records=channel/@ids"], "no attribute is at channel/@ids; there are /rss/channel/@id"),
            (["--records=chanel/@id"], "no attribute is at chanel/@id; there are /rss/channel/@id"),
            (["--records=channel/@name"], "no attribute is at channel/@name, and none has a similar name"),
            (["--records=@id", "--skip=channel/@id"], "the attributes at @id are left out by --skip channel/@id"),
            (["--records=channel/@id", "--skip=/rss"], "the attributes at channel/@id are left out by --skip /rss"),
        ] as [([Bytes], String)]
    )
    func attributes(flags: [Bytes], message: String) throws {
        #expect(try run(flags) == .success("", errors: Bytes("xml2dict: <stdin>: warning: \(message)\n")))
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

extension Bytes {
    /// The first line, with its line feed.
    fileprivate var firstLine: Bytes { (lines.first ?? "") + "\n" }
}
