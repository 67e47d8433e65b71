// The flags for types, for parts of a document, for what is beside its text, and for its bytes.

import TestSupport
import Testing

@Suite("Flags for types and parts")
struct PartFlagTests {
    private static let typed: Bytes = "<a n='1'><b>2</b><c>007</c><d>true</d><e x='1.50'>1e400</e></a>"

    @Test(
        "Numbers and booleans are recognised, or asked for by paths",
        arguments: [
            FlagExample(
                "-c",
                "--text-only=string",
                "--types",
                document: typed,
                json: #"{"a":{"n":1,"b":2,"c":"007","d":true,"e":{"x":1.50,"text":"1e400"}}}"#
            ),
            FlagExample(
                "-c",
                "--text-only=string",
                "--type",
                "a/*=number",
                "--type=@x=number",
                "--type",
                "b=string",
                document: typed,
                json: #"{"a":{"n":"1","b":"2","c":7,"d":"true","e":{"x":1.50,"text":"1e400"}}}"#
            ),
            FlagExample(
                "-c",
                "--text-only=string",
                "--type=@*=string",
                "--types",
                "--type=/a/b=boolean",
                "--type=d=string",
                document: typed,
                json: #"{"a":{"n":"1","b":"2","c":"007","d":"true","e":{"x":"1.50","text":"1e400"}}}"#
            ),
            FlagExample(
                "-c",
                "--namespaces=expand",
                "--xmlns=drop",
                "--type={http://h/?a=b}n=number",
                document: "<n xmlns='http://h/?a=b'>01</n>",
                json: #"{"http://h/?a=b:n":{"text":1}}"#
            ),
            FlagExample("--records=b", "--types", "--text-only=string", document: typed, json: "2"),
            FlagExample("-c", "--nil", document: "<a><b xsi:nil='true'/></a>", json: #"{"a":{"b":null}}"#),
            FlagExample("-c", document: "<a><b xsi:nil='true'/></a>", json: #"{"a":{"b":{"xsi:nil":"true"}}}"#),
        ]
    )
    func types(_ example: FlagExample) throws {
        try example.check()
    }

    private static let document: Bytes = "<r><t>T</t><i n='1'>a</i><x><i n='2'/></x></r>"

    @Test(
        "Elements are selected and skipped",
        arguments: [
            FlagExample("-c", "--select", "i", document: document, json: #"[{"n":"1","text":"a"},{"n":"2"}]"#),
            FlagExample("-c", "--select=t", "--select=x/i", document: document, json: #"[{"text":"T"},{"n":"2"}]"#),
            FlagExample("-c", "--skip", "i", "--skip=t", document: document, json: #"{"r":{"x":{}}}"#),
            FlagExample("-c", "--skip=i/@n", "--select=i", document: document, json: #"[{"text":"a"},{}]"#),
            FlagExample("--records=i", "--skip=x", document: document, json: #"{"n":"1","text":"a"}"#),
            FlagExample("-c", "--skip=r", document: document, json: "{}"),
        ]
    )
    func parts(_ example: FlagExample) throws {
        try example.check()
    }

    @Test("An unmatched selection is an empty array and a warning with suggestions")
    func nothingSelected() throws {
        let document: StandardInput = "<rss><channel><title/><item/></channel><x/></rss>"
        func result(_ paths: Bytes...) throws -> CommandResult {
            try BuiltCommand.run(arguments: ["-c"] + paths.map { "--select=" + $0 }, input: document)
        }
        let start: Bytes = "xml2dict: <stdin>: warning: no element is at "
        #expect(
            try result("channel/entry")
                == .success("[]\n", errors: start + "channel/entry; there are /rss/channel/title, /rss/channel/item\n")
        )
        #expect(
            try result("Item", "y/z")
                == .success("[]\n", errors: start + "Item or y/z; there are /rss/channel/item\n")
        )
        #expect(
            try result("/a/b/c/d/e") == .success("[]\n", errors: start + "/a/b/c/d/e, and none has a similar name\n")
        )
        #expect(try result("nothing", "title") == .success("[{}]\n"))
    }

    @Test("Each valid input without a match gets a warning; output continues")
    func nothingSelectedInFiles() throws {
        let folder = try TemporaryFolder(["a.xml": "<a><b/></a>", "b.xml": "<a><c/></a>", "c.xml": "<a>"])
        let warning: Bytes = "xml2dict: b.xml: warning: no element is at b, and none has a similar name\n"
        let result = try BuiltCommand.run("-c", "--select=b", "a.xml", "b.xml", "a.xml", in: folder)
        #expect(result == .success("[{}]\n[]\n[{}]\n", errors: warning))
        let file = try BuiltCommand.run("-c", "--select=b", "b.xml", "-o", "out", in: folder)
        let empty: Bytes =
            "xml2dict: out: warning: the file now has no elements; with --require-match the old file stays\n"
        #expect(file == .success("", errors: warning + empty))
        #expect(try folder.content(of: "out") == "[]\n")
        let broken = try BuiltCommand.run("--select=x", "c.xml", in: folder)
        #expect(broken.ending == .exited(65))
        #expect(!(try #require(broken.errors.text)).contains("warning"))
    }

    private static let beside: Bytes =
        "<?xml version='1.0'?><!DOCTYPE a [ ]><!-- c --><?p q?><a>x<![CDATA[ y ]]><b> z </b>w<!--d--></a>"

    @Test(
        "Comments, CDATA and instructions get their own keys on request",
        arguments: [
            FlagExample("-c", document: beside, json: #"{"a":{"b":{"text":"z"},"text":"x y w"}}"#),
            FlagExample(
                "-c",
                "--cdata-key",
                "c",
                document: beside,
                json: #"{"a":{"c":" y ","b":{"text":"z"},"text":"xw"}}"#
            ),
            FlagExample(
                "-c",
                "--comment-key=!",
                document: beside,
                json: ##"{"!":"c","a":{"b":{"text":"z"},"!":"d","text":"x y w"}}"##
            ),
            FlagExample(
                "-c",
                "--pi-key=?",
                document: beside,
                json: #"{"?":{"p":"q"},"a":{"b":{"text":"z"},"text":"x y w"}}"#
            ),
            FlagExample(
                "-c",
                "--doctype-key=!DOCTYPE",
                document: beside,
                json: #"{"!DOCTYPE":"a [ ]","a":{"b":{"text":"z"},"text":"x y w"}}"#
            ),
            FlagExample(
                "-c",
                "--xml-declaration=keep",
                document: beside,
                json: #"{"version":"1.0","a":{"b":{"text":"z"},"text":"x y w"}}"#
            ),
            FlagExample(
                "-c",
                "--convention=gdata",
                "--xml-declaration=drop",
                document: beside,
                json: #"{"a":{"b":{"$t":"z"},"$t":"x y w"}}"#
            ),
            FlagExample(
                "-c",
                "--text-separator",
                "|",
                document: beside,
                json: #"{"a":{"b":{"text":"z"},"text":"x y |w"}}"#
            ),
            FlagExample(
                "-c",
                "--text-separator=\n",
                "--text-separator=",
                document: beside,
                json: #"{"a":{"b":{"text":"z"},"text":"x y w"}}"#
            ),
            FlagExample("-c", "--trim=collapse", document: "<a> x \n y </a>", json: #"{"a":{"text":"x y"}}"#),
            FlagExample(
                "-c",
                "--xml-space=ignore",
                document: "<a xml:space='preserve'> x </a>",
                json: #"{"a":{"xml:space":"preserve","text":"x"}}"#
            ),
            FlagExample(
                "-c",
                "--convention=xmltodict",
                "--xml-space=honor",
                document: "<a xml:space='preserve'> x </a>",
                json: ##"{"a":{"@xml:space":"preserve","#text":" x "}}"##
            ),
        ]
    )
    func besideText(_ example: FlagExample) throws {
        try example.check()
    }

    private static let latin1: Bytes = Bytes(
        Array("<?xml version='1.0' encoding='utf-8'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
    )

    @Test(
        "The encoding can be said",
        arguments: [
            FlagExample("-c", "--encoding", "latin1", document: latin1, json: #"{"a":{"text":"é"}}"#),
            FlagExample("-c", "--encoding=windows-1251", document: latin1, json: #"{"a":{"text":"й"}}"#),
            FlagExample("--records=a", "--encoding=ISO-8859-1", document: latin1, json: #"{"text":"é"}"#),
        ]
    )
    func encoding(_ example: FlagExample) throws {
        try example.check()
    }

    @Test("Entities can be forbidden")
    func entities() throws {
        let document: StandardInput = "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>"
        let expanded: Bytes = #"{"a":{"text":"y"}}"# + "\n"
        #expect(try BuiltCommand.run("-c", "--entities=expand", input: document) == .success(expanded))
        let errors: Bytes = """
            xml2dict: <stdin>:1:25: error: the document declares the entity &x;, and entities are forbidden; --entities expand allows them
                <!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>
                                        ^

            """
        #expect(try BuiltCommand.run("-c", "--entities", "forbid", input: document) == .failure(65, errors))
    }

    private static let form: Bytes = "--type takes PATH=TYPE, such as item/price=number or item/@id=string"
    private static let hint: Bytes = ". Paths look like channel/item, /rss/channel/item or */item"

    @Test(
        "What makes no sense is refused before anything is read",
        arguments: [
            (["--type=a"], form + ", not 'a'"), (["--type==string"], form + ", not '=string'"),
            (["--type=a=float"], form + "; a type is string, number or boolean, not 'float'"),
            (["--type=a="], form + "; a type is string, number or boolean, not ''"),
            (["--type=a//b=string"], "--type: 'a//b' is not a path: a name is missing" + hint),
            (["--types=x"], "--types takes no value"), (["--nil=x"], "--nil takes no value"),
            (["--select="], "--select: '' is not a path: a name is missing" + hint),
            (["--force-list=@a"], "--force-list: '@a' is not a path: @a is an attribute, not an element" + hint),
            (["--skip=a/"], "--skip: 'a/' is not a path: a name is missing" + hint),
            (
                ["--skip=/@a"],
                "--skip: '/@a' is not a path: the document itself has no attributes; those of the root are at /*/@name"
                    + hint
            ),
            (
                ["--records=a", "--select=a"],
                "--records and --select cannot be given together: each says what is written"
            ),
            (["--encoding=nope"], "--encoding: 'nope' is not an encoding that is known here"),
            (["--encoding="], "--encoding: '' is not an encoding that is known here"),
            (["--encoding=utf8x"], "--encoding: 'utf8x' is not an encoding that is known here; did you mean UTF-8?"),
            (["--entities=x"], "--entities takes one of expand, forbid, html, not 'x'"),
            (["--xml-space=x"], "--xml-space takes one of honor, ignore, not 'x'"),
            (["--xml-declaration=x"], "--xml-declaration takes one of keep, drop, not 'x'"),
            (
                ["--root=drop", "--doctype-key=d"],
                "the document type declaration (--doctype-key) has no place where the root is dropped (--root)"
            ),
            (["--comment-key"], "--comment-key needs a value"), (["--pi-key"], "--pi-key needs a value"),
        ] as [([Bytes], Bytes)]
    )
    func misuse(arguments: [Bytes], message: Bytes) throws {
        // The file is not there, and nobody looks for it.
        #expect(try BuiltCommand.run(arguments: ["missing.xml"] + arguments, input: "<a/>") == .misuse(message))
    }

    @Test(
        "Text that is not UTF-8 is refused where text is asked for",
        arguments: ["--text-separator", "--namespace", "--select", "--type", "--encoding", "--convention"] as [Bytes]
    )
    func notUTF8(flag: Bytes) throws {
        let result = try BuiltCommand.run(flag, Bytes([0x61, 0xFF]), input: "<a/>")
        #expect(result == .misuse("the value of " + flag + " is not UTF-8"))
    }

    @Test("What would be asked for and not be done is refused")
    func notDone() throws {
        let declarations: Bytes =
            "--namespaces strip and --xmlns keep contradict each other; --xmlns collect keeps declarations"
        #expect(try BuiltCommand.run("--xmlns=keep", "--namespaces=strip") == .misuse(declarations))
        let version: Bytes =
            "--xml-declaration keep has no meaning where the root is dropped: there is no place beside it"
        #expect(try BuiltCommand.run("--convention=jsonml", "--xml-declaration=keep") == .misuse(version))
    }

    @Test("A file's name in place of a record path gets its message")
    func fileAsPath() throws {
        let folder = try TemporaryFolder()
        try folder.write("<a/>", to: "feed.xml")
        for flag in ["--records", "--select"] as [Bytes] {
            let result = try BuiltCommand.run(flag, "feed.xml", in: folder)
            #expect(
                result == .misuse(flag + " takes a path of elements, and 'feed.xml' is a file: is the path missing?")
            )
        }
    }
}
