// Lookups in a value.

import Testing
import XML2Dict

@Suite("A value")
struct ValueTests {
    private func read(_ xml: String) throws -> XMLValue {
        try XMLReader().read(.string(xml))
    }

    @Test("returns the value under a key or an index, or nil")
    func keys() throws {
        let value = try #require(try read(#"<m id="7"><i>a</i><i>b</i></m>"#)["m"]), items = value["i"]
        #expect(value["id"]?.string == "7")
        #expect(items?[0]?["text"]?.string == "a")
        #expect(items?[1]?["text"]?.string == "b")
        let nothing = [value["price"], value["id"]?["text"], value[1], items?[2], items?[-1], items?["text"]]
        #expect(nothing == Array(repeating: nil, count: 6))
        #expect(value.string == nil)
    }

    @Test("has a kind and a count")
    func kinds() throws {
        let options = XMLOptions { $0.empty = .null }
        let value = try #require(try XMLReader(options).read(.string("<m><i>a</i><i/><e x='1' y='2'/><n/></m>"))["m"])
        let parts = [value, value["i"], value["i"]?[0]?["text"], value["n"]]
        #expect(parts.map { $0?.kind } == [.dictionary, .array, .string, .null])
        #expect(parts.map { $0?.array?.count } == [nil, 2, nil, nil])
        #expect([value, value["e"]].map { $0?.entries.count } == [3, 2])
        #expect(["i", "e", "none"].map { value.list($0).count } == [2, 1, 0])
        #expect(value["e"]?.list.count == 1)
        #expect(value["e"]?["x"]?.list("x").isEmpty == true)
    }

    @Test("is empty without content")
    func emptiness() throws {
        let empty: [XMLValue] = [[:], [], "", .null]
        #expect(empty.filter { !$0.isEmpty } == [])
        let filled: [XMLValue] = [["a": .null], [.null], " ", 0, false]
        #expect(filled.filter { $0.isEmpty } == [])
        #expect(try read("<m/>")["m"]?.isEmpty == true)
        #expect(try read("<m>x</m>")["m"]?.isEmpty == false)
    }

    @Test("returns its entries in document order")
    func entries() throws {
        let value = try #require(try read(#"<m z="1" a="2"><k/><b/><k/></m>"#)["m"])
        #expect(value.entries.map(\.key) == ["z", "a", "k", "b"])
        #expect(value.entries.map(\.value.kind) == [.string, .string, .array, .dictionary])
        #expect(value["z"]?.entries.isEmpty == true)
        #expect(value.entries.last?.key == "b")
    }

    @Test("finds keys by their bytes, even an empty one")
    func exactKeys() throws {
        let value = try #require(try read("<m \u{E9}='1' e\u{301}='2'/>")["m"])
        #expect([value["\u{E9}"], value["e\u{301}"], value[""]] == ["1", "2", nil])
        #expect(try XMLReader(XMLOptions { $0.textKey = "" }).read(.string("<a>t</a>"))["a"]?[""] == "t")
    }

    @Test("outlives its document")
    func part() throws {
        let part = try #require(try read("<m><i>a</i></m>")["m"]?["i"])
        #expect(part.json(.compact) == #"{"text":"a"}"#)
    }

    @Test("equals another with the same content in any order of keys")
    func equality() throws {
        for (first, second, isEqual) in [
            ("<m/>", "<m></m>", true),
            ("<m><a/><b/></m>", "<m><b/><a/></m>", true),
            ("<m a='1' b='2'><c>3</c></m>", "<m b='2' a='1'><c> 3 </c></m>", true),
            ("<m><a>1</a><a>2</a></m>", "<m><a>2</a><a>1</a></m>", false),
            ("<m><a/></m>", "<m><b/></m>", false),
            ("<m>1</m>", "<m>2</m>", false),
            ("<m>1</m>", "<m>12</m>", false),
            ("<m a='1'/>", "<m><a>1</a></m>", false),
            ("<m \u{E9}=''/>", "<m e\u{301}=''/>", false),
            ("<m/>", "<n/>", false),
        ] {
            #expect(try (read(first) == read(second)) == isEqual, "\(first)")
            #expect(try (read(second) == read(first)) == isEqual, "\(first)")
        }
    }

    @Test("compares 100,000 keys in another order and 100,000 levels")
    func largeEquality() throws {
        let names = (0..<100_000).map { "<n\($0)/>" }
        #expect(try read("<m>\(names.joined())</m>") == read("<m>\(names.reversed().joined())</m>"))
        var options = XMLOptions()
        options.limits[.depth] = 100_000
        let deep = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        #expect(try XMLReader(options).read(.string(deep)) == XMLReader(options).read(.string(deep)))
    }

    @Test("describes itself as readable JSON")
    func description() throws {
        #expect(try "\(read("<m><i>a</i></m>"))" == "{\n  \"m\": {\n    \"i\": {\n      \"text\": \"a\"\n    }\n  }\n}")
    }
}
