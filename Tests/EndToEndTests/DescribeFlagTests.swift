// --describe and @FILE: hostile names, pages, and long files of flags.

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
            let described = try CalledCommand.run("--describe=flags", expand, "-oflags", "a.xml", in: folder)
            #expect(described == .success(""))
            let result = try CalledCommand.run("-c", expand, "@flags", "a.xml", in: folder)
            #expect(result.ending == .exited(0))
            #expect(result.output.lines.count == 1)
            #expect(try folder.content(of: "kept") == "old")
        }
    }

    @Test("--describe=swift writes types, which a program of LinkageTest is built with")
    func swiftTypes() throws {
        let programs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../LinkageTest/")
        let types = try Data(contentsOf: programs.appending(path: "Sources/DescribedTypes/ShopCatalog.swift"))
        let shop = try Data(contentsOf: programs.appending(path: "shop.xml"))
        #expect(try CalledCommand.run("--describe=swift", input: .bytes(Bytes(shop))) == .success(Bytes(types)))
    }

    @Test("--describe=html writes a page with the data, which cannot end their script")
    func page() throws {
        let folder = try TemporaryFolder(["a.xml": "<a><b>&lt;/script>&amp;</b></a>"])
        let page = try CalledCommand.run("--describe=html", "a.xml", in: folder)
        let data =
            #"{"title":"a.xml","documents":1,"records":null,"likelyRecords":[],"flags":[],"forms":["empty","integer","number","boolean","date","dateTime","localDateTime","url","string"],"items":[[0,"a",1,1,1,1,0,0,"",0,[0,0,0,0,0,0,0,0,0]],[1,"b",1,1,1,1,0,10,"\u003c/script\u003e\u0026",0,[0,0,0,0,0,0,0,0,1]]]}"#
        #expect(page.output.text?.contains("<script type=\"application/json\" id=\"data\">\(data)</script>") == true)
        #expect(page.output.text?.hasPrefix("<!DOCTYPE html>\n") == true)
        #expect(page.errors == "")
    }

    @Test("--describe=html writes the outline of an XML Schema into the page")
    func pageOfSchema() throws {
        let schema: Bytes = """
            <xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='&lt;/script>' targetNamespace='&lt;/script>'>
            <xs:element name='a' type='A'/><xs:complexType name='A' mixed='true'>
            <xs:sequence><xs:element name='b' type='xs:float' maxOccurs='2' form='qualified'/>
            <xs:element name='c' type='A' minOccurs='0'/></xs:sequence></xs:complexType></xs:schema>
            """
        let folder = try TemporaryFolder(["a.xsd": schema])
        let page = try CalledCommand.run("--describe=html", "--namespaces=expand", "--shape=a.xsd", in: folder)
        let data =
            #"{"title":"a.xsd","documents":null,"records":null,"likelyRecords":[],"flags":["--force-list={\u003c/script\u003e}b","--type={\u003c/script\u003e}b=number"],"forms":["anything","integer","number","boolean","list","string"],"items":[[0,"{\u003c/script\u003e}a",0,1,1,0,0,0,"",2,[0,0,0,0,0,0]],[1,"{\u003c/script\u003e}b",0,1,0,1,0,0,"",0,[0,0,1,0,0,1]],[1,"c",0,0,1,1,0,0,"as at {\u003c/script\u003e}a",2,[0,0,0,0,0,0]]]}"#
        #expect(page.output.text?.contains("<script type=\"application/json\" id=\"data\">\(data)</script>") == true)
        #expect(page.errors == "")
    }

    #if os(Linux)
        @Test("290 KB of hostile XML have descriptions of at most 15 MB")
        func limitOnAddresses() throws {
            let depth = 990
            let opened = (0..<depth).map { "<p.\(1_000_000 + $0)>" }.joined()
            let closed = (0..<depth).reversed().map { "</p.\(1_000_000 + $0)>" }.joined()
            let document = Bytes(opened + (0..<20_000).map { "<n.\(1_000_000 + $0)/>" }.joined() + closed)
            for format: Bytes in ["json-schema", "swift", "table", "html", "flags"] {
                let limited = Launcher.shell("ulimit -v 1500000")
                let result = try BuiltCommand.run("--describe=" + format, input: .bytes(document), under: limited)
                #expect((result.ending, result.errors) == (.exited(0), ""), "\(format)")
                #expect(result.output.count <= 15_000_000, "\(format)")
            }
        }
    #endif

    @Test("sed makes a file of flags of a list of paths")
    func listOfPaths() throws {
        let folder = try TemporaryFolder(["paths": "b\nb/c\n"])
        let sed = Launcher.shell("sed 's/^/--force-list=/' paths > flags")
        let result = try BuiltCommand.run("-c", "@flags", input: "<a><b><c/></b></a>", in: folder, under: sed)
        #expect(result == .success(#"{"a":{"b":[{"c":[{}]}]}}"# + "\n"))
    }

    @Test("A file may have 20,000 paths with one last name")
    func manyPaths() throws {
        // Without an index of the names before the last, this takes many seconds.
        let count = 20_000
        let flags = Bytes((0..<count).map { "--force-list=a\($0)/item\n" }.joined())
        let folder = try TemporaryFolder(["flags": flags])
        let items = Bytes("<item/>") + Bytes("<b><item/></b>") * 5_000 + "<a19999><item/></a19999>"
        let result = try CalledCommand.run("-c", "@flags", input: .bytes("<r>" + items + "</r>"), in: folder)
        let others = Bytes(#"{"item":{}},"#) * 4_999 + #"{"item":{}}"#
        let json: Bytes = #"{"r":{"item":{},"b":["# + others + #"],"a19999":{"item":[{}]}}}"#
        #expect(result == .success(json + "\n"))
    }
}
