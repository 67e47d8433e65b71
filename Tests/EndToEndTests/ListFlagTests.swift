// The flags for arrays and dictionaries: conventions, lists, siblings, the root.

import TestSupport
import Testing

@Suite("Flags for arrays and dictionaries")
struct ListFlagTests {
    private static let document: Bytes = "<a><b><c/></b></a>"

    @Test(
        "Listed elements are arrays, with every spelling of the flag",
        arguments: [
            FlagExample("-c", "--force-list", "b", document: document, json: #"{"a":{"b":[{"c":{}}]}}"#),
            FlagExample(
                "-c",
                "--force-list=b",
                "--force-list=/a/b/c",
                document: document,
                json: #"{"a":{"b":[{"c":[{}]}]}}"#
            ),
            FlagExample("-c", "--force_list=b", document: document, json: #"{"a":{"b":[{"c":{}}]}}"#),
            FlagExample("-c", "--xml-force-list", "b", document: document, json: #"{"a":{"b":[{"c":{}}]}}"#),
            FlagExample("-c", "--xml_force_list=b", document: document, json: #"{"a":{"b":[{"c":{}}]}}"#),
            FlagExample(
                "-c",
                "--force-list=a",
                "--force-list=*/*/c",
                document: document,
                json: #"{"a":{"b":{"c":[{}]}}}"#
            ),
            FlagExample("-c", "--force-list=*", document: document, json: #"{"a":{"b":[{"c":[{}]}]}}"#),
            FlagExample("--force-list", "*", "--records=b", document: document, json: #"{"c":[{}]}"#),
        ]
    )
    func lists(_ example: FlagExample) throws {
        try example.check()
    }

    @Test(
        "A file of flags has one on each line, however lines end",
        arguments: [
            "--force-list=b\n--force-list=b/c\n", "--force-list=b\r\n--force-list=b/c",
            "\u{FEFF}--force-list=b\r\n\r\n  --force-list=b/c \t\r\n",
            "# comment\n\n --force-list\n b\n#b\n   # d\n--force-list=b/c\n", "--force-list=b\r--force-list=b/c",
        ] as [Bytes]
    )
    func file(content: Bytes) throws {
        let folder = try TemporaryFolder(["flags": content])
        let result = try BuiltCommand.run("-c", "@flags", input: .bytes(Self.document), in: folder)
        #expect(result == .success(#"{"a":{"b":[{"c":[{}]}]}}"# + "\n"))
    }

    @Test("sed makes a file of flags of a list of paths")
    func listOfPaths() throws {
        let folder = try TemporaryFolder(["paths": "b\nb/c\n"])
        let result = try BuiltCommand.run(
            arguments: ["-c", "@flags"],
            input: .bytes(Self.document),
            in: folder,
            under: .shell("sed 's/^/--force-list=/' paths > flags")
        )
        #expect(result == .success(#"{"a":{"b":[{"c":[{}]}]}}"# + "\n"))
    }

    @Test("Several files and flags add up, and an empty file says nothing")
    func files() throws {
        let folder = try TemporaryFolder(["b": "--force-list=b\n", "c": "--force-list=c\n", "none": ""])
        func run(_ arguments: Bytes...) throws -> CommandResult {
            try BuiltCommand.run(arguments: ["-c"] + arguments, input: .bytes(Self.document), in: folder)
        }
        let both: Bytes = #"{"a":{"b":[{"c":[{}]}]}}"# + "\n"
        #expect(try run("@b", "@c") == .success(both))
        #expect(try run("@b", "--force-list=c", "@none") == .success(both))
        #expect(try run("@none") == .success(#"{"a":{"b":{"c":{}}}}"# + "\n"))
    }

    @Test("A file of flags that is unreadable or invalid is reported")
    func badFiles() throws {
        let folder = try TemporaryFolder([
            "bad": "--force-list=b\n\n--force-list=a b\n", "bytes": Bytes([0x61, 0xFF]), "attribute": "--force-list=@x",
        ])
        try folder.makeFolder("folder")
        func run(_ file: Bytes) throws -> CommandResult {
            try BuiltCommand.run(file, input: "<a/>", in: folder)
        }
        func failure(_ status: Int32, _ message: Bytes) -> CommandResult {
            .failure(status, "xml2dict: " + message + "\nTry 'xml2dict --help'.\n")
        }
        let hint: Bytes = ". Paths look like channel/item, /rss/channel/item or */item"
        #expect(try run("@bad") == .misuse("--force-list: 'a b' is not a path: a name cannot contain ' '" + hint))
        #expect(
            try run("@attribute")
                == .misuse("--force-list: '@x' is not a path: @x is an attribute, not an element" + hint)
        )
        #expect(try run("@bytes") == .misuse("@bytes: bytes is not UTF-8"))
        #expect(try run("@none") == failure(66, "@none: cannot read none: No such file or directory"))
        #expect(try run("@folder") == failure(66, "@folder: cannot read folder: Is a directory"))
    }

    @Test("LINEAR-TIME: A file may have 100,000 paths with one last name")
    func manyPaths() throws {
        // Without an index of the names before the last, this takes a minute.
        let count = 100_000
        let flags = Bytes((0..<count).map { "--force-list=a\($0)/item\n" }.joined())
        let folder = try TemporaryFolder(["flags": flags])
        let items = Bytes("<item/>") + Bytes("<b><item/></b>") * 20_000 + "<a99999><item/></a99999>"
        let result = try BuiltCommand.run("-c", "@flags", input: .bytes("<r>" + items + "</r>"), in: folder)
        let others = Bytes(#"{"item":{}},"#) * 19_999 + #"{"item":{}}"#
        let json: Bytes = #"{"r":{"item":{},"b":["# + others + #"],"a99999":{"item":[{}]}}}"#
        let isSame = result == .success(json + "\n")
        #expect(isSame, "\(result.ending), \(result.errors), \(result.output.count) bytes")
    }

    private static let small: Bytes = #"<a id="1"><b>x</b><b/></a>"#

    @Test(
        "A convention is chosen by name",
        arguments: [
            FlagExample(
                "-c",
                "--convention=xmlreader",
                document: small,
                json: #"{"a":{"id":"1","b":[{"text":"x"},{}]}}"#
            ),
            FlagExample("-c", "--convention", "xmltodict", document: small, json: #"{"a":{"@id":"1","b":["x",null]}}"#),
            FlagExample(
                "-c",
                "--convention=badgerfish",
                document: small,
                json: #"{"a":{"@id":"1","b":[{"$":"x"},{}]}}"#
            ),
            FlagExample("-c", "--convention=parker", document: small, json: #"["x",null]"#),
            FlagExample("-c", "--convention=gdata", document: small, json: #"{"a":{"id":"1","b":[{"$t":"x"},{}]}}"#),
            FlagExample("-c", "--convention=jsonml", document: small, json: #"["a",{"id":"1"},["b","x"],["b"]]"#),
            FlagExample("-c", "--conv=parker", "--convention=jsonml", document: "<a/>", json: #"["a"]"#),
        ]
    )
    func conventions(_ example: FlagExample) throws {
        try example.check()
    }

    @Test(
        "Flags for single things hold before and behind a convention",
        arguments: [
            (["--attr-prefix=_"], "badgerfish", #"{"a":{"_id":"1","b":[{"$":"x"},{}]}}"#),
            (["--attributes=prefix"], "parker", #"{"@id":"1","b":["x",null]}"#),
            (["--attributes=prefix"], "gdata", #"{"a":{"@id":"1","b":[{"$t":"x"},{}]}}"#),
            (["--attributes=merge"], "xmltodict", #"{"a":{"id":"1","b":["x",null]}}"#),
            (["--attr-group=g"], "xmltodict", #"{"a":{"g":{"id":"1"},"b":["x",null]}}"#),
            (["--text-key=T", "--text-only=dictionary"], "xmltodict", #"{"a":{"@id":"1","b":[{"T":"x"},null]}}"#),
            (["--empty=string"], "xmltodict", #"{"a":{"@id":"1","b":["x",""]}}"#),
            (["--force-text=b"], "xmltodict", ##"{"a":{"@id":"1","b":[{"#text":"x"},null]}}"##),
            (["--root=keep", "--siblings=fold"], "parker", #"{"a":{"b":["x",null]}}"#),
            (["--root=keep"], "jsonml", #"{"a":["a",{"id":"1"},["b","x"],["b"]]}"#),
            (["--root=drop"], "xmlreader", #"{"id":"1","b":[{"text":"x"},{}]}"#),
            (["--elements=dictionary"], "jsonml", #"{"id":"1","b":[{"text":"x"},{}]}"#),
            (["--elements=array"], "xmltodict", #"{"a":["a",{"@id":"1"},["b","x"],["b"]]}"#),
            (["--siblings=array", "--attributes=discard"], "gdata", #"{"a":[{"$t":"x"},{}]}"#),
            (["--keys=snake", "--prefix-separator=_"], "gdata", #"{"a":{"id":"1","b":[{"$t":"x"},{}]}}"#),
        ] as [([Bytes], Bytes, Bytes)]
    )
    func presets(flags: [Bytes], convention: Bytes, json: Bytes) throws {
        for arguments in [["-c", "--convention", convention] + flags, flags + ["--convention=" + convention, "-c"]] {
            let result = try BuiltCommand.run(arguments: arguments, input: .bytes(Self.small))
            #expect(result == .success(json + "\n"))
        }
    }

    @Test(
        "What cannot be together, and values that cannot be, are refused",
        arguments: [
            (
                ["--convention=x"],
                "--convention takes one of xmlreader, xmltodict, badgerfish, parker, gdata, jsonml, not 'x'"
            ),
            (["--siblings=x"], "--siblings takes one of fold, array, not 'x'"),
            (["--elements=x"], "--elements takes one of dictionary, array, not 'x'"),
            (["--root=x"], "--root x needs --to-xml; otherwise --root takes keep or drop"),
            (
                ["--convention=jsonml", "--force-list=b"],
                "lists cannot be forced (--force-list) where elements are arrays (--elements): nothing folds there"
            ),
            (
                ["--elements=array", "--attributes=group"],
                "attributes cannot be grouped (--attributes) where elements are arrays (--elements): there they have a place of their own"
            ),
            (
                ["--elements=array", "--nil"],
                "null (--nil) cannot replace elements where they are arrays (--elements): their names would be lost"
            ),
            (
                ["--convention=parker", "--text-only=dictionary"],
                "an element with only text cannot be a dictionary (--text-only, --force-text) without a key for text (--text-key)"
            ),
            (["--attr-group="], "attributes cannot be grouped under an empty key (--attributes)"),
            (["--force"], "'--force' could be --force-text or --force-list"),
            (
                ["--force-text=@a"],
                "--force-text: '@a' is not a path: @a is an attribute, not an element. Paths look like channel/item, /rss/channel/item or */item"
            ),
            (
                ["--cdata_key=x"],
                "unknown flag '--cdata_key=x'; what xmltodict calls cdata_key is --text-key; --cdata-key is for CDATA sections alone"
            ),
            (
                ["--force_cdata"],
                "unknown flag '--force_cdata'; what xmltodict calls force_cdata is --text-only dictionary, or --force-text PATH"
            ),
            (
                ["--force-cdata"],
                "unknown flag '--force-cdata'; what xmltodict calls force_cdata is --text-only dictionary, or --force-text PATH"
            ),
            (
                ["--process_namespaces"],
                "unknown flag '--process_namespaces'; what xmltodict calls process_namespaces is --namespaces expand --xmlns collect"
            ),
            (["--strip_whitespace"], "unknown flag '--strip_whitespace'; white space stays with --trim none"),
            (["--item-depth=2"], "unknown flag '--item-depth=2'; elements one by one come with --records PATH"),
        ] as [([Bytes], Bytes)]
    )
    func misuse(arguments: [Bytes], message: Bytes) throws {
        #expect(try BuiltCommand.run(arguments: arguments, input: "<a/>") == .misuse(message))
    }

    @Test(
        "Names that people know from other tools",
        arguments: [
            FlagExample(
                "-c",
                "--xml-attribute-prefix",
                "+",
                "--xml-content-name=+content",
                document: "<a b='1'>t</a>",
                json: #"{"a":{"+b":"1","+content":"t"}}"#
            ),
            FlagExample(
                "-c",
                "--attr_prefix=+",
                "--text_only=string",
                document: "<a><b c='1'/>t</a>",
                json: #"{"a":{"b":{"+c":"1"},"text":"t"}}"#
            ),
            FlagExample("-c", "--xml_attribute_prefix=+", document: "<a b='1'/>", json: #"{"a":{"+b":"1"}}"#),
            FlagExample("-c", "--text_separator=-", document: "<a>x<b/>t</a>", json: #"{"a":{"b":{},"text":"x-t"}}"#),
        ]
    )
    func aliases(_ example: FlagExample) throws {
        try example.check()
    }
}
