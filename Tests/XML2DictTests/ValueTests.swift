// Looking into a value.

import Testing
import XML2Dict

@Suite("A value")
struct ValueTests {
    private func read(_ xml: String) throws -> XMLValue {
        try XMLReader().read(string: xml)
    }

    @Test("gives what is under a key and nothing where there is nothing")
    func keys() throws {
        let value = try read(#"<menu id="7"><item>Cake</item></menu>"#)
        #expect(value["menu"]?["id"]?.string == "7")
        #expect(value["menu"]?["item"]?["text"]?.string == "Cake")
        #expect(value["menu"]?["price"] == nil)
        #expect(value["menu"]?["id"]?["text"] == nil)
        #expect(value["menu"]?[0] == nil)
        #expect(value["menu"]?.string == nil)
    }

    @Test("gives the items of an array by number and nothing outside it")
    func items() throws {
        let item = try #require(try read("<m><i>a</i><i>b</i></m>")["m"]?["i"])
        #expect(item[0]?["text"]?.string == "a")
        #expect(item[1]?["text"]?.string == "b")
        #expect(item[2] == nil)
        #expect(item[-1] == nil)
        #expect(item["text"] == nil)
    }

    @Test("knows what it is and how much is in it")
    func kinds() throws {
        var options = XMLOptions()
        options.empty = .null
        let value = try #require(try XMLReader(options).read(string: "<m><i>a</i><i/><e/></m>")["m"])
        #expect(value.kind == .dictionary)
        #expect(value.entries.count == 2)
        #expect(value["i"]?.kind == .array)
        #expect(value["i"]?.array?.count == 2)
        #expect(value["i"]?[0]?["text"]?.kind == .string)
        #expect(value["i"]?[0]?["text"]?.array == nil)
        #expect(value["e"]?.kind == .null)
    }

    @Test("is empty when there is nothing in it")
    func emptiness() throws {
        let empty: [XMLValue] = [[:], [], "", .null]
        #expect(empty.filter { !$0.isEmpty } == [])
        let filled: [XMLValue] = [["a": .null], [.null], " ", 0, false]
        #expect(filled.filter { $0.isEmpty } == [])
        #expect(try read("<m/>")["m"]?.isEmpty == true)
        #expect(try read("<m>x</m>")["m"]?.isEmpty == false)
    }

    @Test("counts entries, or items, by the name of the collection")
    func counts() throws {
        let one = try read("<m><i a='1' b='2' c='3'/></m>")["m"], two = try read("<m><i/><i/></m>")["m"]
        #expect(one?["i"]?.array == nil)
        #expect(one?.list("i").count == 1)
        #expect(one?["i"]?.entries.count == 3)
        #expect(two?["i"]?.array?.count == 2)
        #expect(two?.list("i").count == 2)
    }

    @Test("is a list of many, of one or of none")
    func lists() throws {
        let value = try #require(try read("<m><many>1</many><many>2</many><one>3</one></m>")["m"])
        #expect(value.list("many").map { $0["text"]?.string } == ["1", "2"])
        #expect(value.list("one").map { $0["text"]?.string } == ["3"])
        #expect(value.list("none").isEmpty)
        #expect(value["one"]?.list.count == 1)
        #expect(value["one"]?["text"]?.list("x").isEmpty == true)
    }

    @Test("gives its entries in document order")
    func entries() throws {
        let value = try #require(try read(#"<m z="1" a="2"><k/><b/><k/></m>"#)["m"])
        #expect(value.entries.map(\.key) == ["z", "a", "k", "b"])
        #expect(value.entries.map(\.value.kind) == [.string, .string, .array, .dictionary])
        #expect(value["z"]?.entries.isEmpty == true)
        #expect(value.entries.last?.key == "b")
    }

    @Test("finds keys by their bytes")
    func exactKeys() throws {
        let value = try #require(try read("<m \u{E9}='1' e\u{301}='2'/>")["m"])
        #expect(value["\u{E9}"]?.string == "1")
        #expect(value["e\u{301}"]?.string == "2")
    }

    @Test("finds an empty key")
    func emptyKey() throws {
        var options = XMLOptions()
        options.textKey = ""
        #expect(try XMLReader(options).read(string: "<a>t</a>")["a"]?[""]?.string == "t")
        #expect(try read("<a>t</a>")["a"]?[""] == nil)
    }

    @Test("outlives its document")
    func part() throws {
        let part = try #require(try read("<m><i>a</i></m>")["m"]?["i"])
        #expect(part.json(.compact) == #"{"text":"a"}"#)
    }

    @Test(
        "equals another that says the same, whatever the order of keys",
        arguments: [
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
        ]
    )
    func equality(first: String, second: String, isEqual: Bool) throws {
        #expect(try (read(first) == read(second)) == isEqual)
        #expect(try (read(second) == read(first)) == isEqual)
    }

    @Test("compares 100,000 keys in another order, and 100,000 levels")
    func largeEquality() throws {
        let names = (0..<100_000).map { "<n\($0)/>" }
        #expect(try read("<m>\(names.joined())</m>") == read("<m>\(names.reversed().joined())</m>"))
        var options = XMLOptions()
        options.input.limits[.depth] = 100_000
        let deep = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        #expect(try XMLReader(options).read(string: deep) == XMLReader(options).read(string: deep))
    }

    @Test("describes itself as JSON to read")
    func description() throws {
        #expect(try "\(read("<m><i>a</i></m>"))" == "{\n  \"m\": {\n    \"i\": {\n      \"text\": \"a\"\n    }\n  }\n}")
    }

    @Test("can be read by many tasks at once")
    func concurrency() async throws {
        let value = try read("<m>" + (0..<100).map { "<i n='\($0)'>x</i>" }.joined() + "</m>")
        let expected = value.json(.compact)
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { value.json(.compact) }
            }
            for await json in group {
                #expect(json == expected)
            }
        }
    }
}
