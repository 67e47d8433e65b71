// --describe: what is in the inputs; and @FILE: flags from a file, such as those that --describe=flags writes.

import Foundation
import TestSupport
import Testing

extension CommandResult {
    /// A run that was refused for its flags.
    fileprivate static func usageError(_ message: Bytes) -> CommandResult {
        .failure(64, "xml2dict: \(message.text ?? "")\nTry 'xml2dict --help'.\n")
    }
}

@Suite("Describing")
struct DescribeFlagTests {
    private static let menu: Bytes = """
        <menu><item id="01"><name>Cake</name><tag>a</tag><tag>b</tag></item>
        <item id="2"><name/><price>2.50</price></item></menu>
        """

    private func folder() throws -> TemporaryFolder {
        try TemporaryFolder(["menu.xml": Self.menu, "more.xml": "<menu><item id='3'><tag>c</tag></item></menu>"])
    }

    @Test("--describe writes a table of all inputs")
    func table() throws {
        let result = try BuiltCommand.run("--describe", "menu.xml", "more.xml", in: try folder())
        #expect(
            result
                == .success(
                    """
                    path             count  per parent  without  text                         longest  example
                    menu                 2           1
                    menu/item            3         1-2
                    menu/item/@id        3                       integer 66.7%, string 33.3%        2  01
                    menu/item/name       2         0-1    33.3%  empty 50%, string 50%              4  Cake
                    menu/item/tag        3         0-2    33.3%  string                             1  a
                    menu/item/price      1         0-1    66.7%  number                             4  2.50

                    Elements that look like records, for --records:
                      menu/item  3

                    Flags for arrays and types that are the same everywhere; --describe=flags writes them for @FILE:
                      --force-list=/menu/item
                      --force-list=/menu/item/tag
                      --type=/menu/item/price=number

                    """
                )
        )
    }

    @Test("The paths of records begin inside them")
    func records() throws {
        let result = try BuiltCommand.run("--describe", "--records=item", "-j2", "menu.xml", in: try folder())
        let lines = result.output.lines
        #expect(lines[1] == ".          2")
        #expect(lines[2] == "@id        2                       integer 50%, string 50%        2  01")
        #expect(lines.suffix(2) == ["  --force-list=item/tag", "  --type=item/price=number"])
        #expect(lines.count == 10)
    }

    @Test("The paths of selected elements begin inside them")
    func selected() throws {
        let result = try BuiltCommand.run("--describe", "--select=item", "menu.xml", in: try folder())
        let records = try BuiltCommand.run("--describe", "--records=item", "menu.xml", in: try folder())
        #expect(result == records)
        #expect(records.output.lines.count == 10)
    }

    @Test("--describe=flags writes a file of flags that @FILE reads")
    func flags() throws {
        let folder = try folder()
        let described = try BuiltCommand.run("--describe=flags", "--records=item", "-oflags", "menu.xml", in: folder)
        #expect(described == .success(""))
        let result = try BuiltCommand.run("--records=item", "@flags", "more.xml", in: folder)
        #expect(result == .success(#"{"id":"3","tag":[{"text":"c"}]}"# + "\n"))
    }

    @Test("The flags of expanded names are paths")
    func expanded() throws {
        let text: Bytes = "<a xmlns='http://u/@v' xmlns:b='urn:b'><b:i b:n='1'/><b:i b:n='2'/></a>"
        let folder = try TemporaryFolder(["a.xml": text])
        let flags: [Bytes] = ["--namespaces=expand", "--xmlns=drop", "a.xml"]
        let described = try BuiltCommand.run(arguments: ["--describe=flags", "-oflags"] + flags, in: folder)
        #expect(described == .success(""))
        let table = try BuiltCommand.run(arguments: ["--describe"] + flags, in: folder).output.lines
        #expect(table[1] == "{http://u/@v}a                       1           1")
        #expect(table[2] == "{http://u/@v}a/urn:b:i               2           2           empty")
        #expect(table[3] == "{http://u/@v}a/urn:b:i/@urn:b:n      2                       integer        1  1")
        let json = #"{"http://u/@v:a":{"urn:b:i":[{"urn:b:n":1},{"urn:b:n":2}]}}"#
        let result = try BuiltCommand.run(arguments: ["-c", "@flags"] + flags, in: folder)
        #expect(result == .success(Bytes(json) + "\n"))
    }

    @Test("A namespace cannot put another flag into the file of flags")
    func hostileFlags() throws {
        for end in ["&#10;", "&#13;", "&#133;", "&#8232;", "&#8233;"] {
            let namespace = ["urn:x}a", "--output", "kept", "--text-separator", ""].joined(separator: end)
            let document = "<r xmlns:p='\(namespace)'><p:i/><p:i/><n/><n/></r>"
            let folder = try TemporaryFolder(["a.xml": Bytes(document), "kept": "old"])
            let expand: Bytes = "--namespaces=expand"
            let described = try BuiltCommand.run("--describe=flags", expand, "-oflags", "a.xml", in: folder)
            #expect(described == .success(""))
            let result = try BuiltCommand.run("-c", expand, "@flags", "a.xml", in: folder)
            #expect(result.ending == .exited(0))
            #expect(result.output.lines.count == 1)
            #expect(try folder.content(of: "kept") == "old")
        }
    }

    @Test("A comment names a flag whose path no line can hold")
    func leftOut() throws {
        let folder = try TemporaryFolder(["a.xml": "<r xmlns:p='u&#10;-o'><p:i/><p:i/></r>"])
        let described = try BuiltCommand.run("--describe=flags", "--namespaces=expand", "a.xml", in: folder)
        let comment: Bytes = #"# Left out, because a line cannot hold the path: --force-list=/r/{u\u{A}-o}i"#
        #expect(described == .success(comment + "\n"))
    }

    @Test("Flags for the text of records, and none inside attributes")
    func flagsOfRecords() throws {
        let folder = try TemporaryFolder(["a.xml": "<r><i id='1'>2</i><j id='3'/><p>1<b/>-2</p></r>"])
        let both = try BuiltCommand.run("--describe=flags", "--records=i|j/@id", "a.xml", in: folder)
        #expect(both == .success("--type=i=number\n--type=j/@id=number\n--type=i/@id=number\n"))
        let mixed = try BuiltCommand.run("--describe=flags", "--records=p", "a.xml", in: folder)
        #expect(mixed == .success(""))
    }

    @Test("--describe=json-schema writes the schema of the output")
    func schema() throws {
        let flags: [Bytes] = ["--describe=json-schema", "--convention=xmltodict", "--types", "-c"]
        let folder = try TemporaryFolder(["a.xml": "<a><b>1</b></a>"])
        #expect(
            try BuiltCommand.run(arguments: flags + ["a.xml"], in: folder)
                == .success(
                    #"{"$schema":"https://json-schema.org/draft/2020-12/schema","description":"Learned from 1 value","#
                        + #""type":"object","required":["a"],"additionalProperties":false,"properties":{"a":{"description":"#
                        + #""in 1 of 1","type":"object","required":["b"],"additionalProperties":false,"properties":{"b":{"#
                        + #""description":"in 1 of 1","type":"integer"}}}}}"# + "\n"
                )
        )
    }

    @Test("Several documents of one input are described together")
    func concatenated() throws {
        let folder = try TemporaryFolder(["two.xml": "<a/><a><b/></a>"])
        let result = try BuiltCommand.run("--describe", "--concatenated", "two.xml", in: folder)
        #expect(result.output.lines[1] == "a         2           1")
        #expect(result.output.lines[2] == "a/b       1         0-1      50%  empty")
    }

    // MARK: Types of Swift

    private static let types = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../DescribedTypes/"
    )
    private static let shop = Bytes(types.appending(path: "shop.xml").path())

    @Test("--describe=swift writes types, which a program was built with")
    func swiftTypes() throws {
        let built = Bytes(try Data(contentsOf: Self.types.appending(path: "ShopCatalog.swift")))
        #expect(try BuiltCommand.run("--describe=swift", Self.shop) == .success(built))
    }

    @Test("The types of --describe=swift decode the document")
    func decoding() throws {
        let result = try BuiltCommand.run(programNamed: "DescribedTypes", Self.shop)
        #expect(
            result
                == .success(
                    """
                    1.0 true x b P(b: "bold", text: "some  text")
                    1 A-7 false Price(currency: "EUR", value: 0.55) 3 [Optional(1), nil] none
                    2 B true Price(currency: "EUR", value: 12.0) -1 [] u

                    """
                )
        )
    }

    @Test("A record of --describe=swift is a struct")
    func swiftRecord() throws {
        let folder = try TemporaryFolder(["a.xml": "<r><an-item><x>1</x></an-item><an-item/></r>"])
        let result = try BuiltCommand.run("--describe=swift", "--records=r/an-item", "a.xml", in: folder)
        #expect(result == .success("struct AnItem: Codable {\n    var x: Int?\n}\n"))
    }

    // MARK: Bad input

    @Test("A broken document is not described in part")
    func broken() throws {
        let folder = try TemporaryFolder(["good.xml": "<r><i/><i/></r>", "bad.xml": "<r><i/><i>"])
        for format in ["--describe", "--describe=flags", "--describe=json-schema"] as [Bytes] {
            let result = try BuiltCommand.run(format, "bad.xml", "good.xml", in: folder)
            #expect(result.output == "")
            #expect(result.ending == .exited(65))
            #expect(result.errors.text?.hasPrefix("xml2dict: bad.xml:1:11: error: ") == true)
        }
    }

    @Test("With --on-error skip, broken records are left out of the description")
    func skipped() throws {
        let folder = try TemporaryFolder(["bad.xml": "<r><i a='1'/><i><b></i><i a='2'/></r>"])
        let flags: [Bytes] = ["--describe", "--records=i", "--on-error=skip", "bad.xml"]
        let result = try BuiltCommand.run(arguments: flags, in: folder)
        #expect(result.output.lines.prefix(3).last == "@a        2                       integer        1  1")
        #expect(result.errors.lines.last == "xml2dict: bad.xml: 2 records described, 1 skipped")
        #expect(result.ending == .exited(65))
    }

    @Test("More paths than --max-paths are an error")
    func limit() throws {
        let result = try BuiltCommand.run("--describe", "--max-paths=3", "menu.xml", in: try folder())
        let message: Bytes = "the documents have more than 3 different paths; --max-paths N allows more"
        #expect(result.errors == "xml2dict: menu.xml: error: " + message + "\n")
        #expect(result.ending == .exited(65))
        #expect(result.output == "")
    }

    @Test(
        "Flags that mean nothing to a description are refused",
        arguments: [
            (["--describe", "--plan", "--records=i"], "--plan has no meaning with --describe"),
            (["--describe", "-x"], "--to-xml has no meaning with --describe"),
            (["--max-paths=1"], "--max-paths needs --describe"),
            (
                ["--describe=xml"],
                "--describe takes one of table, json-schema, flags, swift, html, not 'xml'"
            ),
            (
                ["--describe=json-schema", "--convention=jsonml"],
                "--describe=json-schema needs elements as dictionaries, and not as arrays (--elements, --convention jsonml)"
            ),
        ] as [([Bytes], Bytes)]
    )
    func refused(flags: [Bytes], message: Bytes) throws {
        let result = try BuiltCommand.run(arguments: flags + ["menu.xml"], in: try folder())
        #expect(result == .usageError(message))
    }

    @Test("A missing file with the name of a format has a hint")
    func separateFormat() throws {
        let result = try BuiltCommand.run("--describe", "json-schema", "menu.xml", in: try folder())
        #expect(
            result.errors
                == "xml2dict: json-schema: error: cannot open: No such file or directory; write --describe=json-schema for that format\n"
        )
        #expect(result.output == "")
        #expect(result.ending == .exited(66))
    }

    @Test("--describe=html writes a page with the data, which cannot end their script")
    func page() throws {
        let folder = try TemporaryFolder(["a.xml": "<a><b>&lt;/script>&amp;</b></a>"])
        let page = try BuiltCommand.run("--describe=html", "a.xml", in: folder)
        let data =
            #"{"title":"a.xml","documents":1,"records":null,"likelyRecords":[],"flags":[],"forms":["empty","integer","number","boolean","date","dateTime","localDateTime","url","string"],"items":[[0,"a",1,1,1,1,0,0,"",0,[0,0,0,0,0,0,0,0,0]],[1,"b",1,1,1,1,0,10,"\u003c/script\u003e\u0026",0,[0,0,0,0,0,0,0,0,1]]]}"#
        #expect(page.output.text?.contains("<script type=\"application/json\" id=\"data\">\(data)</script>") == true)
        #expect(page.output.text?.hasPrefix("<!DOCTYPE html>\n") == true)
        #expect(page.errors == "")
    }

    @Test("Inputs without records have no shape")
    func withoutRecords() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        let described = try BuiltCommand.run("--describe=json-schema", "--records=item", "a.xml", in: folder)
        #expect(described.output == "")
        #expect(described.ending == .exited(65))
        #expect(
            described.errors.lines.last
                == "xml2dict: a.xml: error: there are no records, and so there is no shape to describe"
        )
    }

    // MARK: Files of arguments

    @Test("@FILE has one argument a line, and the command line overrides it")
    func argumentFile() throws {
        let folder = try folder()
        try folder.write("# a comment\n\n  --convention\nbadgerfish\n--indent 4\n\n", to: "old")
        let wrong = try BuiltCommand.run("@old", "more.xml", in: folder)
        #expect(wrong.ending == .exited(64))
        try folder.write("# a comment\n\n  --convention\nbadgerfish\n-c\nmore.xml\n", to: "flags")
        #expect(
            try BuiltCommand.run("@flags", in: folder)
                == .success(#"{"menu":{"item":{"@id":"3","tag":{"$":"c"}}}}"# + "\n")
        )
        #expect(
            try BuiltCommand.run("@flags", "--convention=xmltodict", in: folder)
                == .success(#"{"menu":{"item":{"@id":"3","tag":"c"}}}"# + "\n")
        )
    }

    @Test("Input files of @FILE have its place among the others")
    func order() throws {
        let folder = try TemporaryFolder(["a": "<a/>", "b": "<b/>", "c": "<c/>", "one": "a\n", "two": "c\n"])
        let result = try BuiltCommand.run("-c", "@one", "b", "@two", in: folder)
        #expect(result == .success("{\"a\":{}}\n{\"b\":{}}\n{\"c\":{}}\n"))
    }

    @Test("A name of Swift does not begin with a digit")
    func digits() throws {
        let folder = try TemporaryFolder(["a.xml": "<_1><_2>x</_2></_1>"])
        let types = try BuiltCommand.run("--describe=swift", "a.xml", in: folder)
        let text: Bytes = """
            struct _1: Codable {
                var _2: String
            }

            """
        #expect(types == .success(text))
    }

    @Test("A value that begins with @ is no file")
    func values() throws {
        let result = try BuiltCommand.run("-c", "--attr-prefix", "@_", "more.xml", in: try folder())
        #expect(result == .success(#"{"menu":{"item":{"@_id":"3","tag":{"text":"c"}}}}"# + "\n"))
    }

    @Test("A file whose name begins with @ is read as ./@FILE")
    func literal() throws {
        let folder = try TemporaryFolder(["@a.xml": "<a/>"])
        #expect(try BuiltCommand.run("-c", "./@a.xml", in: folder) == .success(#"{"a":{}}"# + "\n"))
    }

    @Test("Mistakes in a file of arguments name the file")
    func mistakes() throws {
        let folder = try folder()
        try folder.write("--colour\n", to: "flags")
        try folder.write("@flags\n", to: "outer")
        let missing = try BuiltCommand.run("@none", in: folder)
        #expect(missing.ending == .exited(66))
        #expect(missing.errors.lines[0] == "xml2dict: @none: cannot read none: No such file or directory")
        let unknown = try BuiltCommand.run("@flags", in: folder)
        #expect(unknown == .usageError("@flags: unknown flag '--colour'; did you mean --color?"))
        try folder.write("--records order\n", to: "spaced")
        let hint = "write the value behind an equals sign, as in --records=VALUE"
        let spaced = try BuiltCommand.run("@spaced", in: folder)
        #expect(spaced == .usageError("@spaced: unknown flag '--records order'; \(hint)"))
        let nested = try BuiltCommand.run("@outer", in: folder)
        #expect(
            nested
                == .usageError("@outer: @flags is inside a file of arguments, and such a file cannot name another")
        )
    }
}
