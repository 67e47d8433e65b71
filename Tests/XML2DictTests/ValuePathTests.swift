// Paths in a value.

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

    private func read(_ xml: String, _ options: XMLOptions = .init { $0.textOnlyIsString = true }) throws -> XMLValue {
        try XMLReader(options).read(.string(xml))
    }

    @Test("A path returns the first match, through arrays")
    func first() throws {
        for (path, json) in [
            ("book/title", #""B""#), ("/book/title", #""B""#),
            ("book/section/section/pic", #"["3",{"x":"y","text":"4"}]"#),
            ("book/section/pic", #"["1","2"]"#), ("book/section/empty", "{}"), ("book/section/été/id", #""6""#),
            ("book/section/été/text", #""7""#), ("book/section/section/pic/x", #""y""#), ("*/title", #""B""#),
            ("*/*", #""B""#), ("*/*/*/pic/text", #""4""#), ("*/section/*/id", #""6""#),
            ("book/*/*/*", #"["3",{"x":"y","text":"4"}]"#), ("book/section/@pic", #""1""#),
            ("book/section/été/@id", #""6""#), ("book/section/été/@*", #""6""#), ("*/*/*/*/@x", #""y""#),
        ] {
            #expect(try read(Self.book)[path: XMLPath(path)]?.json(.compact) == json, "\(path)")
        }
    }

    @Test("A path without a match returns nil")
    func nothing() throws {
        let book = try read(Self.book)
        let paths = [
            "title", "Book/title", "book/title/x", "book/section/0", "book/tit", "book/titles", "*/*/*/*/*/*",
            "book/ete", "book/e\u{301}te\u{301}", "book/section/section/section", "book/section/été/@x",
        ]
        #expect(try paths.filter { try book[path: XMLPath($0)] != nil } == [])
    }

    @Test("An invalid path is an error in every lookup")
    func invalid() throws {
        for (path, mistake) in [
            ("", "a name is missing"), ("/", "it names no element; the root is /*"),
            ("//", "a name is missing between //; * is any name"),
            ("book/", "a name is missing"), ("book//title", "a name is missing between //; * is any name"),
            ("@a/b", "@a is an attribute, not an element"), ("a/@", "a name is missing"),
            ("{u}*", "'*' is any name in any namespace, and is written alone"),
        ] {
            let message =
                "'\(path)' is not a path: \(mistake); paths look like channel/item, /rss/channel/item or */item"
            let book = try read(Self.book)
            let one = #expect(throws: XMLError.self, "\(path)") { try book[path: XMLPath(path)] }
            let all = #expect(throws: XMLError.self, "\(path)") { try book.descendants(at: XMLPath(path)) }
            #expect(one?.code == .invalidPath, "\(path)")
            #expect(one?.words.description == message, "\(path)")
            #expect(all == one, "\(path)")
        }
    }

    @Test("A path starts at any value and finds any key")
    func anyValue() throws {
        let value: XMLValue = [
            "*": ["a": 2], "a b": 3, "ключ": ["键": 4], "list": [[[["x": 5]]], ["y": 6]], "urn:x:a": 7,
        ]
        let paths: [XMLPath] = ["a b", "ключ/键", "list/x", "list/y", "{urn:x}a"]
        #expect(paths.map { value[path: $0] } == [3, 4, 5, 6, 7])
        #expect(value["ключ"]?[path: "键"] == 4)
        #expect(value["list"]?[path: "y"] == 6)
        #expect(value["a b"]?[path: "a b"] == nil)
        #expect(XMLValue.null[path: "a"] == nil)
        #expect(([] as XMLValue)[path: "*"] == nil)
    }

    @Test("@ finds an attribute under every convention")
    func attributes() throws {
        let others = [
            XMLOptions { $0.attributes = .group("a") }, .init { $0.attributes = .prefix("_") },
            .init(.xmltodict) { $0.attributes = .merge },
        ]
        for options in DecoderListTests.conventions.map({ XMLOptions($0) }) + others {
            let value = try read("<r><p id='1'><id>x</id></p><p n:id='2' xmlns:n='u'/><p>y</p><q id='3'/></r>", options)
            #expect(value.descendants(at: "p/@id").compactMap(\.string).first == "1", "\(options)")
            #expect(try value.descendants(at: XMLPath("p/@n\(options.prefixSeparator)id")) == ["2"], "\(options)")
            #expect(value.descendants(at: "q/@*") == ["3"], "\(options)")
            #expect(value.descendants(at: "p/@x").isEmpty, "\(options)")
        }
    }

    @Test("@ finds an attribute of JsonML, whose elements have no keys")
    func orderedAttributes() throws {
        #expect(try read("<r><p id='1'/><q id='2'/></r>", .jsonml).descendants(at: "@id") == ["1", "2"])
    }

    @Test("@ finds neither discarded attributes nor elements instead of them")
    func discarded() throws {
        let options = XMLOptions {
            $0.attributes = .discard
            $0.textOnlyIsString = true
        }
        #expect(try read("<r><p id='1'><id>x</id></p></r>", options).descendants(at: "p/@id").isEmpty)
    }

    @Test("/@name is an attribute of the value itself")
    func ownAttribute() throws {
        let value = try #require(try read("<a id='1'><b id='2'/></a>")["a"])
        #expect(value[path: "/@id"] == "1")
        #expect(value[path: "@id"] == "1")
        #expect(value.descendants(at: "/@id") == ["1"])
        #expect(value.descendants(at: "@id") == ["1", "2"])
    }

    @Test("An entry that several alternatives match is returned once")
    func once() throws {
        let value = try read("<r b='1'><b>2</b></r>")
        #expect(value.descendants(at: "b|@b|r/*") == ["1", "2"])
    }

    @Test("A path may return an array, and compares names by bytes")
    func arrays() throws {
        let value: XMLValue = ["a": [["b": [1, 2]], ["b": 3]]]
        #expect(value[path: "a"] == [["b": [1, 2]], ["b": 3]])
        #expect(value[path: "a/b"] == [1, 2])
        #expect(("a/\u{E9}" as XMLPath) == "a/\u{E9}")
        #expect(("\u{E9}" as XMLPath) != "e\u{301}")
    }

    @Test("The search backtracks when the first match has no rest")
    func backtracking() throws {
        #expect(try read("<r><a/><a><b/></a><a><b><c>1</c></b></a></r>")[path: "r/a/b/c"]?.text == "1")
        #expect(try read("<r><a><x>1</x></a><b><y>2</y></b></r>")[path: "r/*/y"]?.text == "2")
    }

    @Test("descendants returns every match in order, without arrays")
    func descendants() throws {
        for (path, json) in [
            ("pic", #"["1","2","3",{"x":"y","text":"4"},"5"]"#),
            ("section/pic", #"["1","2","3",{"x":"y","text":"4"},"5"]"#),
            ("section/section/pic", #"["3",{"x":"y","text":"4"},"5"]"#), ("/book/section/pic", #"["1","2"]"#),
            ("/book/title", #"["B"]"#), ("/title", "[]"), ("title", #"["B"]"#), ("book/title", #"["B"]"#),
            ("pic/x", #"["y"]"#), ("section/*/x", #"["y"]"#), ("*/id", #"["6"]"#), ("/*/title", #"["B"]"#),
            ("été/text", #"["7"]"#), ("e\u{301}te\u{301}", "[]"), ("pi", "[]"), ("/*/*/*/*/*", #"["y"]"#),
            ("empty", "[{}]"), ("@id", #"["6"]"#), ("pic/@x", #"["y"]"#), ("/book/section/@pic", #"["1","2"]"#),
        ] {
            let values = try read(Self.book).descendants(at: XMLPath(path))
            #expect(XMLValue(values).json(.compact) == json, "\(path)")
        }
    }

    @Test("Every value with a key is returned once, outer before inner")
    func nested() throws {
        let value = try read("<a><a>1<a>2</a></a><b><a>3</a></b></a>")
        #expect(value.descendants(at: "a").map { $0.text ?? "-" } == ["-", "1", "2", "3"])
        #expect(value.descendants(at: "a/a").map { $0.text ?? "-" } == ["1", "2"])
        #expect(value.descendants(at: "*").count == 5)
        #expect(value.descendants(at: "/*").count == 1)
    }

    @Test("descendants starts at any value, and searches nested arrays")
    func descendantsInArrays() throws {
        let value: XMLValue = [["a": 1], [["a": [2, [3, ["a": 4]]]]], "a"]
        #expect(value.descendants(at: "a") == [1, 2, 3, ["a": 4], 4])
        #expect(value.descendants(at: "/a") == [1, 2, 3, ["a": 4]])
        #expect(("a" as XMLValue).descendants(at: "a").isEmpty)
    }

    /// A document of nested elements `a`.
    private func deep(_ depth: Int, doubled: Bool = false) throws -> XMLValue {
        let ends = String(repeating: doubled ? "</a><a/>" : "</a>", count: depth)
        let xml = "<r>" + String(repeating: "<a>", count: depth) + ends + "</r>"
        return try read(xml, .init { $0.limits[.depth] = depth + 1 })
    }

    private static func path(_ depth: Int) -> XMLPath {
        XMLPath(unchecked: "r" + String(repeating: "/a", count: depth))
    }

    @Test("Thirty thousand levels are searched without recursion")
    func depth() throws {
        let value = try deep(30_000)
        #expect(value.descendants(at: "a").count == 30_000)
        #expect(value.descendants(at: "a/a/a").count == 29_998)
        #expect(value[path: Self.path(30_000)]?.isEmpty == true)
        #expect(value[path: Self.path(30_001)] == nil)
        #expect(value.descendants(at: Self.path(29_999)).count == 1)
        #expect(value.descendants(at: "b").isEmpty)
    }

    @Test("A path passes through thirty thousand nested arrays")
    func deepArrays() throws {
        let value = try deep(30_000, doubled: true)
        #expect(value[path: Self.path(30_000)] != nil)
        #expect(try value[path: XMLPath(String(repeating: "*/", count: 15_000) + "b")] == nil)
        #expect(value.descendants(at: Self.path(100)).count == 2)
    }

    @Test("Only a dictionary has keys, in document order")
    func keys() throws {
        let value = try read("<m z='1'><é/><e\u{301}/><a/><é/></m>")
        let keys = try #require(value["m"]?.keys)
        #expect(keys.map { Array($0.utf8) } == ["z", "\u{E9}", "e\u{301}", "a"].map { Array($0.utf8) })
        #expect(value["m"]?["z"]?.keys.isEmpty == true)
        #expect((["a"] as XMLValue).keys.isEmpty)
    }

    @Test("A key with null exists")
    func nullKey() throws {
        let value: XMLValue = ["a": .null]
        #expect(value["a"] == .null)
        #expect(value["a"] != nil)
        #expect(value["b"] == nil)
        #expect(value[path: "a"] != nil)
        #expect(value.descendants(at: "a").count == 1)
        #expect(value.list("a").count == 1)
    }

    @Test("The root is the value of the only element, by content")
    func root() throws {
        let options = XMLOptions(.gdata) {
            ($0.commentKey, $0.processingInstructionKey, $0.doctypeKey) = ("#comment", "#pi", "#doctype")
        }
        let xml = "<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE a><!--x--><?y z?><a><b>1</b></a><!--w-->"
        let value = try XMLReader(options).read(.string(xml))
        #expect(value.entries.count == 6)
        #expect(value.root == ["b": ["$t": "1"]])
        let literal: XMLValue = ["a": ["b": ["text": "1"]]]
        #expect(literal.root == ["b": ["text": "1"]])
        #expect(try XMLReader().read(.string("<a><b>1</b></a>")).root == literal.root)
        // A value without the root's name is its own root.
        #expect(try XMLReader(.parker).read(.string("<a><b>1</b></a>")).root == ["b": "1"])
        let part = try #require(try XMLReader().read(.string("<a><b><c/></b></a>"))["a"])
        #expect([part, part.root, part.root.root, part.root.root.root] == [["b": ["c": [:]]], ["c": [:]], [:], [:]])
        for value in [["a": 1, "version": "2"], [["a": 1]], .null] as [XMLValue] { #expect(value.root == value) }
    }
}
