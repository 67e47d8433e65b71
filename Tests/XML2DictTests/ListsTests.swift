// Elements that are arrays even when there is only one, and siblings that replace their parent.

import Testing
import XML2Dict

@Suite("Lists")
struct ListsTests {
    private static let one = "<a><b><c/></b></a>"

    @Test("One element at a listed path is an array, except the root")
    func paths() throws {
        for example in [
            OptionExample(Self.one, #"{"a":{"b":[{"c":{}}]}}"#) { $0.forceList = ["b"] },
            OptionExample(Self.one, #"{"a":{"b":{"c":[{}]}}}"#) { $0.forceList = ["b/c"] },
            OptionExample(Self.one, #"{"a":{"b":{"c":{}}}}"#) { $0.forceList = ["c/b", "/b", "x", "a/c", "B"] },
            OptionExample(Self.one, #"{"a":{"b":[{"c":[{}]}]}}"#) { $0.forceList = ["/a/b", "/a/b/c", "b"] },
            OptionExample(Self.one, #"{"a":{"b":[{"c":[{}]}]}}"#) { $0.forceList = ["*"] },
            OptionExample(Self.one, #"{"a":{"b":{"c":[{}]}}}"#) { $0.forceList = ["/*/*/*"] },
            OptionExample(Self.one, #"{"a":{"b":{"c":[{}]}}}"#) { $0.forceList = ["*/*/c"] },
            OptionExample(Self.one, #"{"a":{"b":{"c":{}}}}"#) { $0.forceList = ["a", "/a", "/*"] },
            OptionExample(Self.one, #"{"b":[{"c":{}}]}"#) {
                $0.forceList = ["a", "b"]
                $0.keepsRoot = false
            },
            OptionExample(Self.one, #"{"a":{"b":[{"c":[{}]}]}}"#) { $0.forceList = ["*"] },
            OptionExample("<a><a><a/></a></a>", #"{"a":{"a":[{"a":[{}]}]}}"#) { $0.forceList = ["a"] },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Two listed elements give the same array as two others")
    func places() throws {
        for example in [
            OptionExample("<a><x/><b/><y/><b/></a>", #"{"a":{"x":{},"b":[{},{}],"y":{}}}"#) { $0.forceList = ["b"] },
            OptionExample("<a><x/><b/><y/></a>", #"{"a":{"x":{},"b":[{}],"y":{}}}"#) { $0.forceList = ["b"] },
            OptionExample("<a b='1'><b/></a>", #"{"a":{"b":["1",{}]}}"#) { $0.forceList = ["b"] },
            OptionExample("<a b='1'><c/></a>", #"{"a":{"b":"1","c":[{}]}}"#) { $0.forceList = ["*"] },
            OptionExample("<a>t<b/></a>", #"{"a":{"b":[{}],"text":"t"}}"#) { $0.forceList = ["*"] },
            OptionExample("<a>t<text>u</text></a>", #"{"a":{"text":[{"text":"u"},"t"]}}"#) { $0.forceList = ["*"] },
            OptionExample("<a><b>1</b><c/></a>", #"{"a":{"b":["1"],"c":[null]}}"#, .xmltodict) {
                $0.forceList = ["*"]
            },
            OptionExample("<a><b>1</b></a>", #"{"a":{"b":[1]}}"#, .xmltodict) {
                $0.forceList = ["b"]
                $0.infersTypes = true
            },
            OptionExample("<a><!--c--><b/></a>", #"{"a":{"!":"c","b":[{}]}}"#) {
                $0.forceList = ["*"]
                $0.commentKey = "!"
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("A skipped element makes no array")
    func omitted() throws {
        for example in [
            OptionExample("<a><b/><c>t</c></a>", #"{"a":{"c":[{"text":"t"}]}}"#) {
                $0.forceList = ["*"]
                $0.empty = .omit
            },
            OptionExample(Self.one, #"{"a":{}}"#) {
                $0.forceList = ["b", "c"]
                $0.empty = .omit
            },
            OptionExample(Self.one, #"{"a":{}}"#) {
                $0.forceList = ["b"]
                $0.skip = ["b"]
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Records and selected elements are not arrays; their descendants can be", arguments: ["b", "*"])
    func records(path: String) throws {
        var options = XMLOptions()
        for paths: [XMLPath] in [[try XMLPath(path), "c"], ["*"]] {
            options.forceList = paths
            var records = try XMLReader(options).records(at: "b", in: .bytes(Array(Self.one.utf8)))
            #expect(try records.next()?.json(.compact) == #"{"c":[{}]}"#)
            #expect(try convert(Self.one, options.with { $0.select = ["b"] }) == #"[{"c":[{}]}]"#)
        }
        options.forceList = ["b"]
        var records = try XMLReader(options).records(at: "b", in: .bytes(Array("<a><b><b/></b></a>".utf8)))
        #expect(try records.next()?.json(.compact) == #"{"b":[{}]}"#)
    }

    @Test("Paths use the document's names before respelling")
    func names() throws {
        let xml = "<F xmlns:m='u'><m:Item/></F>"
        try OptionExample(xml, #"{"f":{"xmlns_m":"u","m_item":[{}]}}"#) {
            $0.forceList = ["F/m:Item"]
            $0.keyStyle = .snake
        }.check()
        try OptionExample(xml, #"{"F":{"Item":[{}]}}"#) {
            $0.forceList = ["F/Item", "m:Item/x"]
            $0.namespaces = .strip
        }.check()
        try OptionExample(xml, #"{"F":{"u:Item":[{}]}}"#) {
            $0.forceList = ["F/{u}Item"]
            $0.namespaces = .expand
            $0.namespaceDeclarations = .drop
        }.check()
    }

    @Test("Many paths with the same last name match their own elements only", arguments: [1, 40, 3000])
    func manyPaths(count: Int) throws {
        let names = (0..<count).map { "n\($0)" }
        var options = XMLOptions()
        options.forceList = try names.filter { $0 != "n0" }.map { try XMLPath("\($0)/x") }
        let xml = "<r>" + names.map { "<\($0)><x/></\($0)>" }.joined() + "</r>"
        let json = names.map { $0 == "n0" ? #""n0":{"x":{}}"# : #""\#($0)":{"x":[{}]}"# }.joined(separator: ",")
        #expect(try convert(xml, options) == "{\"r\":{\(json)}}")
    }

    // MARK: Siblings

    @Test("Siblings with one name and nothing beside them replace their parent")
    func siblings() throws {
        for example in [
            OptionExample("<a><b>1</b><b/></a>", #"{"a":[{"text":"1"},{}]}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a><b/></a>", #"{"a":{"b":{}}}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a><b/><c/></a>", #"{"a":{"b":{},"c":{}}}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a><b/><b/><c/></a>", #"{"a":{"b":[{},{}],"c":{}}}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a x='1'><b/><b/></a>", #"{"a":{"x":"1","b":[{},{}]}}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a>t<b/><b/></a>", #"{"a":{"b":[{},{}],"text":"t"}}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a><b/></a>", #"{"a":[{}]}"#) {
                $0.unwrapsSiblings = true
                $0.forceList = ["b"]
            },
            OptionExample("<a><!--c--><b/><b/></a>", #"{"a":{"!":"c","b":[{},{}]}}"#) {
                $0.unwrapsSiblings = true
                $0.commentKey = "!"
            },
            OptionExample("<a><x:b/><y:b/></a>", #"{"a":[{},{}]}"#) {
                $0.unwrapsSiblings = true
                $0.namespaces = .strip
            },
            OptionExample("<a><b/><b/><c/></a>", #"{"a":[{},{}]}"#) {
                $0.unwrapsSiblings = true
                $0.skip = ["c"]
            },
            OptionExample("<a x='1'><b/><b/></a>", #"{"a":[{},{}]}"#) {
                $0.unwrapsSiblings = true
                $0.skip = ["@x"]
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("An only child in an array keeps its name")
    func notSiblings() throws {
        for example in [
            OptionExample("<a><b><c/><c/></b></a>", #"{"a":{"b":[{},{}]}}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a><b><c/><c/></b><b><c/><c/></b></a>", #"{"a":[[{},{}],[{},{}]]}"#) {
                $0.unwrapsSiblings = true
            },
            OptionExample("<a><b><c/><c/></b></a>", #"{"a":[[{},{}]]}"#) {
                $0.unwrapsSiblings = true
                $0.forceList = ["b"]
            },
            OptionExample("<a b='1'><b/></a>", #"{"a":{"b":["1",{}]}}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a b='1'/>", #"{"a":{"b":"1"}}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a x:b='1' y:b='2'/>", #"{"a":{"b":["1","2"]}}"#) {
                $0.unwrapsSiblings = true
                $0.namespaces = .strip
            },
            OptionExample("<a><text/>t</a>", #"{"a":{"text":[{},"t"]}}"#) { $0.unwrapsSiblings = true },
            OptionExample("<a><!--x--><!--y--></a>", #"{"a":{"!":["x","y"]}}"#) {
                $0.unwrapsSiblings = true
                $0.commentKey = "!"
            },
            OptionExample("<a><!--x--><b/></a>", #"{"a":{"b":["x",{}]}}"#) {
                $0.unwrapsSiblings = true
                $0.commentKey = "b"
            },
            OptionExample("<a><?x?><?y?></a>", #"{"a":{"?":[{"x":""},{"y":""}]}}"#) {
                $0.unwrapsSiblings = true
                $0.processingInstructionKey = "?"
            },
            OptionExample("<a g='1'><g/></a>", #"{"a":{"g":[{"g":"1"},{}]}}"#) {
                $0.unwrapsSiblings = true
                $0.attributes = .group("g")
            },
            OptionExample("<a><b><c/><c/></b></a>", #"{"b":[null,null]}"#, .parker),
            OptionExample("<a>t<b/>u<b/></a>", "[null,null]", .parker),
        ] as [OptionExample] {
            try example.check()
        }
    }
}
