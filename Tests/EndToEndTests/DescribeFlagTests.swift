// --describe and @FILE: hostile names, types that a program was built with, pages, and long files of flags.

import Foundation
import TestSupport
import Testing

@Suite("Describing")
struct DescribeFlagTests {
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

    // MARK: Pages

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

    // MARK: Files of arguments

    @Test("sed makes a file of flags of a list of paths")
    func listOfPaths() throws {
        let folder = try TemporaryFolder(["paths": "b\nb/c\n"])
        let result = try BuiltCommand.run(
            arguments: ["-c", "@flags"],
            input: "<a><b><c/></b></a>",
            in: folder,
            under: .shell("sed 's/^/--force-list=/' paths > flags")
        )
        #expect(result == .success(#"{"a":{"b":[{"c":[{}]}]}}"# + "\n"))
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
}
