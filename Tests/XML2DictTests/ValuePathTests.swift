// Asking a value by paths.

import Testing
import XML2Dict

@Suite("Paths in a value")
struct ValuePathTests {
    private static let book = """
        <book><title>B</title>
          <section pic="1"><pic>2</pic><section><pic>3</pic><pic x="y">4</pic></section></section>
          <section><empty/></section><section><section><pic>5</pic></section><été id="6">7</été></section>
        </book>
        """

    private func read(_ xml: String, _ options: XMLOptions = .init { $0.textOnly = .string }) throws -> XMLValue
    {
        try XMLReader(options).read(string: xml)
    }

    @Test(
        "at gives the first value at a path, through arrays",
        arguments: [
            ("book/title", #""B""#), ("/book/title", #""B""#),
            ("book/section/section/pic", #"["3",{"x":"y","text":"4"}]"#),
            ("book/section/pic", #"["1","2"]"#), ("book/section/empty", "{}"), ("book/section/été/id", #""6""#),
            ("book/section/été/text", #""7""#), ("book/section/section/pic/x", #""y""#), ("*/title", #""B""#),
            ("*/*", #""B""#), ("*/*/*/pic/text", #""4""#), ("*/section/*/id", #""6""#),
            ("book/*/*/*", #"["3",{"x":"y","text":"4"}]"#),
        ]
    )
    func at(path: String, json: String) throws {
        #expect(try read(Self.book).at(path)?.json(.compact) == json)
    }

    @Test(
        "at gives nothing where there is nothing",
        arguments: [
            "", "/", "//", "book/", "//book", "book//title", "title", "Book/title", "book/title/x", "book/section/0",
            "book/tit", "book/titles",
            "*/*/*/*/*/*", "book/ete", "book/e\u{301}te\u{301}", "book/section/section/section",
        ]
    )
    func atNothing(path: String) throws {
        #expect(try read(Self.book).at(path)?.json(.compact) == nil)
    }

    @Test("at begins in any value and accepts any key")
    func anyValue() throws {
        let value: XMLValue = [
            "": ["": 1], "*": ["a": 2], "a b": 3, "ключ": ["键": 4], "list": [[[["x": 5]]], ["y": 6]],
        ]
        #expect(value.at("") == ["": 1])
        #expect(value.at("a b") == 3)
        #expect(value.at("ключ/键") == 4)
        #expect(value.at("list/x") == 5)
        #expect(value.at("list/y") == 6)
        #expect(value["ключ"]?.at("键") == 4)
        #expect(value["list"]?.at("y") == 6)
        #expect(value["a b"]?.at("a b") == nil)
        #expect(XMLValue.null.at("a") == nil)
        #expect(([] as XMLValue).at("*") == nil)
    }

    @Test("An array in the place of the value is what at gives")
    func arrays() throws {
        let value: XMLValue = ["a": [["b": [1, 2]], ["b": 3]]]
        #expect(value.at("a") == [["b": [1, 2]], ["b": 3]])
        #expect(value.at("a/b") == [1, 2])
        #expect(value.at("a/b")?.first == 1)
    }

    @Test("at goes back where the first way ends nowhere")
    func backtracking() throws {
        #expect(try read("<r><a/><a><b/></a><a><b><c>1</c></b></a></r>").at("r/a/b/c")?.text == "1")
        #expect(try read("<r><a><x>1</x></a><b><y>2</y></b></r>").at("r/*/y")?.text == "2")
    }

    @Test(
        "values gives every value at a path in order, without arrays",
        arguments: [
            ("pic", #"["1","2","3",{"x":"y","text":"4"},"5"]"#),
            ("section/pic", #"["1","2","3",{"x":"y","text":"4"},"5"]"#),
            ("section/section/pic", #"["3",{"x":"y","text":"4"},"5"]"#), ("/book/section/pic", #"["1","2"]"#),
            ("/book/title", #"["B"]"#), ("/title", "[]"), ("title", #"["B"]"#), ("book/title", #"["B"]"#),
            ("pic/x", #"["y"]"#), ("section/*/x", #"["y"]"#), ("*/id", #"["6"]"#), ("/*/title", #"["B"]"#),
            ("été/text", #"["7"]"#), ("e\u{301}te\u{301}", "[]"), ("", "[]"), ("/", "[]"), ("pic/", "[]"),
            ("//pic", "[]"), ("pi", "[]"),
            ("/*/*/*/*/*", #"["y","4"]"#), ("empty", "[{}]"),
        ]
    )
    func values(path: String, json: String) throws {
        let values = try read(Self.book).values(at: path)
        #expect(XMLValue(values).json(.compact) == json)
    }

    @Test("Every value with a key is given once, outer before inner")
    func nested() throws {
        let value = try read("<a><a>1<a>2</a></a><b><a>3</a></b></a>")
        #expect(value.values(at: "a").map { $0.text ?? "-" } == ["-", "1", "2", "3"])
        #expect(value.values(at: "a/a").map { $0.text ?? "-" } == ["1", "2"])
        #expect(value.values(at: "*").count == 6)
        #expect(value.values(at: "/*").count == 1)
    }

    @Test("values begins in any value, and looks into arrays of arrays")
    func valuesInArrays() {
        let value: XMLValue = [["a": 1], [["a": [2, [3, ["a": 4]]]]], "a"]
        #expect(value.values(at: "a") == [1, 2, 3, ["a": 4], 4])
        #expect(value.values(at: "/a") == [1, 2, 3, ["a": 4]])
        #expect(("a" as XMLValue).values(at: "a").isEmpty)
    }

    /// A document of elements `a` in each other.
    private func deep(_ depth: Int, doubled: Bool = false) throws -> XMLValue {
        let ends = String(repeating: doubled ? "</a><a/>" : "</a>", count: depth)
        let xml = "<r>" + String(repeating: "<a>", count: depth) + ends + "</r>"
        return try read(xml, .init { $0.input.limits.maxDepth = depth + 1 })
    }

    @Test("A hundred thousand levels are gone through without recursion")
    func depth() throws {
        let value = try deep(100_000)
        #expect(value.values(at: "a").count == 100_000)
        #expect(value.values(at: "a/a/a").count == 99_998)
        #expect(value.at("r" + String(repeating: "/a", count: 100_000))?.count == 0)
        #expect(value.at("r" + String(repeating: "/a", count: 100_001)) == nil)
        #expect(value.values(at: "b").isEmpty)
    }

    @Test("at follows paths up to the depth that the stack allows")
    func deepArrays() throws {
        let value = try deep(100_000, doubled: true)
        #expect(value.at("r" + String(repeating: "/a", count: 100)) != nil)
        #expect(value.at("r" + String(repeating: "/a", count: 100_000)) == nil)
        #expect(value.at(String(repeating: "*/", count: 50_000) + "a") == nil)
    }

    @Test("A path of values has up to 63 keys")
    func manyKeys() throws {
        let value = try deep(100)
        #expect(value.values(at: "r" + String(repeating: "/a", count: 62)).count == 1)
        #expect(value.values(at: "r" + String(repeating: "/a", count: 63)).isEmpty)
    }

    @Test("first is an array's first item, or the value itself")
    func first() throws {
        #expect(([1, 2] as XMLValue).first == 1)
        #expect(([] as XMLValue).first?.kind == nil)
        #expect(("a" as XMLValue).first == "a")
        #expect((["a": [1]] as XMLValue).first == ["a": [1]])
        #expect(XMLValue.null.first?.kind == .null)
        #expect(([[1]] as XMLValue).first == [1])
    }

    @Test("A dictionary has keys, in document order, and nothing else has any")
    func keys() throws {
        let value = try read("<m z='1'><é/><e\u{301}/><a/><é/></m>")
        let keys = try #require(value["m"]?.keys)
        #expect(Array(keys).map { Array($0.utf8) } == ["z", "\u{E9}", "e\u{301}", "a"].map { Array($0.utf8) })
        #expect(keys.count == 4)
        #expect(keys.first == "z")
        #expect(keys[3] == "a")
        #expect(value["m"]?["z"]?.keys.isEmpty == true)
        #expect((["a"] as XMLValue).keys.isEmpty)
        #expect(value.at("m")?.contains("a") == true)
        #expect(value.at("m")?.contains("b") == false)
        #expect((["a"] as XMLValue).contains("a") == false)
    }

    @Test("A key that holds null is there")
    func nullKey() {
        let value: XMLValue = ["a": .null]
        #expect(value.contains("a"))
        #expect(value["a"]?.isNull == true)
        #expect(value["a"] != nil)
        #expect(value["b"] == nil)
        #expect(value.at("a") != nil)
        #expect(value.values(at: "a").count == 1)
        #expect(value.list("a").count == 1)
    }

    @Test("A document's root is found by any name, with any siblings")
    func root() throws {
        let value = try XMLReader(.init { $0.commentKey = "c" }).read(string: "<!--x--><c><b>1</b></c>")
        #expect(value == ["c": ["x", ["b": ["text": "1"]]]])
        #expect(value.root == ["b": ["text": "1"]])
        #expect(try XMLReader().read(string: "<a><b>1</b></a>").root == ["b": ["text": "1"]])
        #expect(try XMLReader(.parker).read(string: "<a><b>1</b></a>").root == ["b": "1"])
        let part = try #require(try XMLReader().read(string: "<a><b><c/></b></a>")["a"])
        #expect(part.root == part)
        #expect(part["b"]?.root == ["c": [:]])
        #expect(XMLValue.null.root == .null)
    }

    @Test("A missing value is nil and not null")
    func nothing() {
        func choose(_ value: XMLValue, _ isWanted: Bool) -> XMLValue? { isWanted ? value : nil }
        #expect(choose(1, true) == 1)
        #expect(choose(1, false)?.kind == nil)
        #expect(choose(.null, true)?.isNull == true)
    }
}
