// --describe and @FILE: types, pages, and long files of flags.

import Foundation
import TestSupport
import Testing

@Suite("Describing")
struct DescribeFlagTests {
    @Test("--describe=swift writes the types that a program of LinkageTest uses")
    func swiftTypes() throws {
        let programs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../LinkageTest/")
        let types = try Data(contentsOf: programs.appending(path: "Sources/DescribedTypes/ShopCatalog.swift"))
        let shop = try Data(contentsOf: programs.appending(path: "shop.xml"))
        #expect(try CalledCommand.run("--describe=swift", input: .bytes(Bytes(shop))) == .success(Bytes(types)))
    }

    @Test("--describe=html writes a page whose data cannot end its script")
    func page() throws {
        let folder = try TemporaryFolder(["a.xml": "<a><b>&lt;/script>&amp;</b></a>"])
        let page = try CalledCommand.run("--describe=html", "a.xml", in: folder)
        let data =
            #"{"title":"a.xml","documents":1,"records":null,"likelyRecords":[],"forms":["empty","integer","number","boolean","date","dateTime","localDateTime","url","string"],"items":[[0,"a",1,1,1,1,0,0,"",0,[0,0,0,0,0,0,0,0,0]],[1,"b",1,1,1,1,0,10,"\u003c/script\u003e\u0026",0,[0,0,0,0,0,0,0,0,1]]]}"#
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
            #"{"title":"a.xsd","documents":null,"records":null,"likelyRecords":[],"forms":["anything","integer","number","boolean","list","string"],"items":[[0,"{\u003c/script\u003e}a",0,1,1,0,0,0,"",2,[0,0,0,0,0,0]],[1,"{\u003c/script\u003e}b",0,1,0,1,0,0,"",0,[0,0,1,0,0,1]],[1,"c",0,0,1,1,0,0,"see {\u003c/script\u003e}a",2,[0,0,0,0,0,0]]]}"#
        #expect(page.output.text?.contains("<script type=\"application/json\" id=\"data\">\(data)</script>") == true)
        #expect(page.errors == "")
    }

    @Test("The HTML page contains a shared group once")
    func pageOfSharedGroup() throws {
        func each(_ text: String) -> String {
            (0..<33).map { text.replacingOccurrences(of: "#", with: "\($0)") }.joined()
        }
        let type = "<xs:complexType><xs:group ref='g'/></xs:complexType>"
        let schema = """
            <xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>
            <xs:group name='g'><xs:choice>\(each("<xs:element name='e#' type='xs:int'/>"))</xs:choice></xs:group>
            <xs:element name='r'><xs:complexType><xs:all><xs:element name='a'>\(type)</xs:element>
            <xs:element name='b'>\(type)</xs:element></xs:all></xs:complexType></xs:element></xs:schema>
            """
        let folder = try TemporaryFolder(["a.xsd": Bytes(schema)])
        let page = try CalledCommand.run("--describe=html", "--shape=a.xsd", in: folder)
        let items =
            #"[[0,"r",0,1,1,0,0,0,"",0,[0,0,0,0,0,0]],[1,"a",0,1,1,1,0,0,"",0,[0,0,0,0,0,0]],"#
            + each(#"[2,"e#",0,0,1,1,0,0,"",0,[0,1,0,0,0,0]],"#)
            + #"[1,"b",0,1,1,1,0,0,"see r/a",0,[0,0,0,0,0,0]]]"#
        #expect(page.output.text?.contains(#""items":\#(items)}</script>"#) == true)
        #expect(page.errors == "")
    }

    #if os(Linux)
        @Test("290 KB of hostile XML have descriptions of at most 15 MB")
        func limitOnAddresses() throws {
            let depth = 990
            let opened = (0..<depth).map { "<p.\(1_000_000 + $0)>" }.joined()
            let closed = (0..<depth).reversed().map { "</p.\(1_000_000 + $0)>" }.joined()
            let document = Bytes(opened + (0..<20_000).map { "<n.\(1_000_000 + $0)/>" }.joined() + closed)
            for format: Bytes in ["json-schema", "swift", "table", "html"] {
                let limited = Launcher.shell("ulimit -v 1500000")
                let result = try BuiltCommand.run("--describe=" + format, input: .bytes(document), under: limited)
                #expect((result.ending, result.errors) == (.exited(0), ""), "\(format)")
                #expect(result.output.count <= 15_000_000, "\(format)")
            }
        }
    #endif

    @Test("sed converts a list of paths to a file of flags")
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
