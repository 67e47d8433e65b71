import Testing
import XML2Dict

@Suite("Children and all text")
struct ElementContentTests {
    private static let paragraph = "<p id='1'>Hello <b>bold</b> and <i>it<b>alic</b></i><!--c--><b/>!</p>"

    private func shown(_ value: XMLValue?) -> String {
        value.map { $0.children.map { "\($0.name)=\($0.value.allText)" }.joined(separator: " ") } ?? "nil"
    }

    @Test("Elements named like a special key are children")
    func otherRoles() throws {
        func content(_ xml: String, _ options: XMLOptions) throws -> String {
            let root = try XMLReader(options).read(.string(xml)).root
            return root.children.map(\.name).joined(separator: " ") + ": " + root.allText
        }
        #expect(try content("<d><g>x</g><version>1.0</version></d>", .faithful) == "g version: x1.0")
        #expect(try content("<svg><text a='1'>Hi</text><g/></svg>", .xmlreader) == "text g: Hi")
        let ordered = XMLOptions(.xmlreader) { $0.orderKey = "#order" }
        #expect(try content("<a b='x'><b>1</b><i/><b>2</b></a>", ordered) == "b i b: 12")
        #expect(try content("<a text='x'>p<b/>q</a>", ordered) == "b: pq")
        #expect(try content("<a text='x'>p</a>", ordered) == ": p")
        var emptied = try XMLReader().read(.string("<a><b>1</b><c>2</c></a>"))
        emptied["a"]?["b"] = []
        #expect(emptied.root.children.map(\.name) == ["c"])
        let strings = XMLOptions(.xmlreader) { $0.empty = .string }
        #expect(try content("<a k='1'><b/><c>x</c></a>", strings) == "b c: x")
    }

    @Test("Children are in document order if the value keeps order")
    func order() throws {
        let expected: [(XMLOptions, String)] = [
            (.faithful, "b=bold i=italic b="), (.jsonml, "b=bold i=italic b="),
            (.init { $0.orderKey = "#order" }, "b=bold i=italic b="),
            (.xmltodict, "b=bold b= i=alicit"), (.xmlreader, "b=bold b= i=alicit"),
            (.badgerfish, "b=bold b= i=alicit"), (.init { $0.attributes = .group("@") }, "b=bold b= i=alicit"),
        ]
        for (options, children) in expected {
            let value = try XMLReader(options).read(.string(Self.paragraph))
            #expect(shown(options.keepsRoot ? value["p"] : value) == children, "\(options)")
        }
    }

    @Test("allText is the document's text if the value keeps order")
    func allText() throws {
        for options in [XMLOptions.faithful, .jsonml, .init { $0.orderKey = "#order" }] {
            #expect(try XMLReader(options).read(.string(Self.paragraph)).root.allText == "Hello bold and italic!")
        }
        let cdata = try XMLReader(.faithful).read(.string("<a>x<![CDATA[<y>]]><b>z</b></a>"))
        #expect(cdata["a"]?.allText == "x<y>z")
    }

    @Test("Attributes are not children, even if they share an element's key")
    func attributes() throws {
        let xml = "<a b='1' c='2'><b>x</b><b/></a>"
        for options in [XMLOptions(), .init { $0.orderKey = "#order" }, .xmltodict, .gdata] {
            #expect(shown(try XMLReader(options).read(.string(xml))["a"]) == "b=x b=", "\(options)")
        }
    }

    @Test("Entries outside of the order are at the end")
    func changed() throws {
        var value = try XMLReader(.faithful).read(.string("<a><x/><y/><x/></a>"))
        value["a"]?["new"] = ["1", "2"]
        value["a"]?["x"]?[2] = "third"
        #expect(shown(value["a"]) == "x= y= x= x=third new=1 new=2")
        value["a"]?["#order"] = ["new", "nothing", "new", "y"]
        #expect(shown(value["a"]) == "new=1 new=2 y= x= x= x=third")
    }

    @Test("The children of repeated elements are the first element's")
    func others() throws {
        let value = try XMLReader().read(.string("<r><a><b>1</b></a><a><c/></a><t>x</t></r>"))["r"]
        #expect(shown(value?["a"]) == "b=1")
        #expect(value?["a"]?.allText == "1")
        #expect(shown(value?["t"]) == "")
        #expect(value?["t"]?.allText == "x")
        #expect(shown(.null) == "")
        #expect(shown(["@id": "1", "b": ["x", ["c": "y"]], "#text": "z"]) == "b=x b=y")
    }

    @Test("allText of thirty thousand levels needs no recursion")
    func depth() throws {
        let xml = String(repeating: "<a>x", count: 30_000) + String(repeating: "</a>", count: 30_000)
        let value = try XMLReader(.init { $0.limits[.depth] = 30_000 }).read(.string(xml))
        #expect(value.root.allText.utf8.count == 30_000)
    }

    @Test("Many attributes under one key are skipped without recursion")
    func manyAttributes() throws {
        var value = try XMLReader().read(.string("<r b='1'><a/></r>")).root
        let texts = "<r>" + String(repeating: "<b>x</b>", count: 200_000) + "</r>"
        value["b"] = try XMLReader(.xmltodict).read(.string(texts)).root["b"]
        #expect(value.list("b").count == 200_000)
        #expect(shown(value) == "a=")
    }

    @Test("An order with many keys takes linear time")
    func many() throws {
        let xml = "<r>" + (0..<50_000).map { "<k\($0)/>" }.joined() + "<k0/></r>"
        let value = try XMLReader(.faithful).read(.string(xml)).root
        #expect(value.children.map(\.name).last == "k0")
    }
}
