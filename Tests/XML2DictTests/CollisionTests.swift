// Different things under one key: nothing is overwritten, and all of it can be refused.

import Testing
import XML2Dict

@Suite("Collisions")
struct CollisionTests {
    /// A document in which things fall together by the options, those options, what they fold to, and what is said when that is refused.
    struct Collision: Sendable, CustomTestStringConvertible {
        let example: OptionExample
        let message: String
        let path: String

        init(
            _ xml: String,
            _ json: String,
            _ message: String,
            path: String = "/a",
            _ convention: XMLOptions.Convention = .xmlreader,
            _ change: (inout XMLOptions) -> Void = { _ in }
        ) {
            example = OptionExample(xml, json, convention, change)
            self.message = message
            self.path = path
        }

        var testDescription: String { example.xml }
    }

    @Test(
        "Nothing is overwritten; an error names element, key and both sources",
        arguments: [
            Collision(
                "<a b='1'><b/></a>",
                #"{"a":{"b":["1",{}]}}"#,
                "in <a>, the attribute b and the element <b> share the key 'b'"
            ),
            Collision(
                "<a text='1'>2</a>",
                #"{"a":{"text":["1","2"]}}"#,
                "in <a>, the attribute text and the text share the key 'text'"
            ),
            Collision(
                "<a>1<text/></a>",
                #"{"a":{"text":[{},"1"]}}"#,
                "in <a>, the element <text> and the text share the key 'text'"
            ),
            Collision(
                "<r><a><x:b/><y:b/></a></r>",
                #"{"r":{"a":{"b":[{},{}]}}}"#,
                "in <a>, the element <x:b> and the element <y:b> share the key 'b'",
                path: "/r/a"
            ) { $0.namespaces = .strip },
            Collision(
                "<a x:b='1' y:b='2'/>",
                #"{"a":{"b":["1","2"]}}"#,
                "in <a>, the attribute x:b and the attribute y:b share the key 'b'"
            ) { $0.namespaces = .strip },
            Collision(
                "<a x:b='1' y:b='2'/>",
                #"{"a":{"g":{"b":["1","2"]}}}"#,
                "in <a>, the attribute x:b and the attribute y:b share the key 'b'"
            ) {
                $0.namespaces = .strip
                $0.attributes = .group("g")
            },
            Collision(
                "<a x:b='1' y:b='2'><b/><b/></a>",
                #"["a",{"b":["1","2"]},["b"],["b"]]"#,
                "in <a>, the attribute x:b and the attribute y:b share the key 'b'",
                .jsonml
            ) { $0.namespaces = .strip },
            Collision(
                "<a><b-c/><bC/></a>",
                #"{"a":{"b_c":[{},{}]}}"#,
                "in <a>, the element <b-c> and the element <bC> share the key 'b_c'"
            ) { $0.keys = .snake },
            Collision(
                "<a><b-c/><bC/></a>",
                #"{"a":{"bC":[{},{}]}}"#,
                "in <a>, the element <b-c> and the element <bC> share the key 'bC'"
            ) { $0.keys = .camel },
            Collision(
                "<a><B/><b/></a>",
                #"{"a":{"b":[{},{}]}}"#,
                "in <a>, the element <B> and the element <b> share the key 'b'"
            ) {
                $0.keys = .lower
            },
            Collision(
                "<a><m:b/><m_b/></a>",
                #"{"a":{"m_b":[{},{}]}}"#,
                "in <a>, the element <m:b> and the element <m_b> share the key 'm_b'"
            ) { $0.prefixSeparator = "_" },
            Collision(
                "<a c='1'><bc/></a>",
                #"{"a":{"bc":["1",{}]}}"#,
                "in <a>, the attribute c and the element <bc> share the key 'bc'"
            ) {
                $0.attributes = .prefix("b")
            },
            Collision(
                "<a c='1'><b/></a>",
                #"{"a":{"b":[{"c":"1"},{}]}}"#,
                "in <a>, the attributes and the element <b> share the key 'b'"
            ) {
                $0.attributes = .group("b")
            },
            Collision(
                "<a><!--c--><b/></a>",
                #"{"a":{"b":["c",{}]}}"#,
                "in <a>, a comment and the element <b> share the key 'b'"
            ) {
                $0.commentKey = "b"
            },
            Collision(
                "<a><b/><?c?></a>",
                #"{"a":{"b":[{},{"c":""}]}}"#,
                "in <a>, the element <b> and a processing instruction share the key 'b'"
            ) { $0.processingInstructionKey = "b" },
            Collision(
                "<a>1<![CDATA[2]]></a>",
                #"{"a":{"text":["2","1"]}}"#,
                "in <a>, a CDATA section and the text share the key 'text'"
            ) {
                $0.cdataKey = "text"
            },
            Collision("<!--c--><a/>", #"{"a":["c",{}]}"#, "a comment and the element <a> share the key 'a'", path: "") {
                $0.commentKey = "a"
            },
            Collision(
                "<!DOCTYPE a><a/>",
                #"{"a":["a",{}]}"#,
                "the document type declaration and the element <a> share the key 'a'",
                path: ""
            ) { $0.doctypeKey = "a" },
            Collision(
                "<?xml version='1.0'?><version/>",
                #"{"version":["1.0",{}]}"#,
                "the XML declaration and the element <version> share the key 'version'",
                path: "",
                .gdata
            ),
            Collision(
                "<a xmlns='u' xmlns:d='v'/>",
                #"{"a":{"xmlns":{"d":["u","v"]}}}"#,
                "in <a>, the default namespace and the declaration of the prefix d share the key 'd'"
            ) {
                $0.namespaceDeclarations = .collect
                $0.defaultNamespaceKey = "d"
            },
            Collision(
                "<a xmlns='u'><b/><p:b xmlns:p='v'/></a>",
                #"{"a":{"xmlns":"u","b":[{},{"xmlns:p":"v"}]}}"#,
                "in <a>, the element <b> and the element <p:b> share the key 'b'"
            ) { $0.namespacePrefixes = ["u": "", "v": ""] },
        ]
    )
    func collisions(_ collision: Collision) throws {
        try collision.example.check()
        let options = collision.example.options.with { $0.onCollision = .error }
        let error = try #require(throws: XMLReaderError.self) { try convert(collision.example.xml, options) }
        #expect(error.code == .collision)
        #expect(error.message == collision.message + "; onCollision = .fold makes an array of them")
        #expect(error.path == collision.path)
    }

    @Test(
        "What repeats is no collision",
        arguments: [
            OptionExample("<a><b/><b>1</b><b/></a>", #"{"a":{"b":[{},{"text":"1"},{}]}}"#),
            OptionExample("<a b='1'><b/></a>", #"{"a":{"@b":"1","b":{}}}"#) { $0.attributes = .prefix("@") },
            OptionExample("<a b='1'><b/></a>", #"["a",{"b":"1"},["b"]]"#, .jsonml),
            OptionExample("<a><x:b/><y:b/></a>", #"{"a":{"x:b":{},"y:b":{}}}"#),
            OptionExample("<a>1<b/>2<b/></a>", #"{"a":{"b":[{},{}],"text":"12"}}"#),
            OptionExample(
                "<a><!--1--><!--2--><?p?><?p?><![CDATA[3]]><![CDATA[4]]></a>",
                #"{"a":{"!":["1","2"],"?":[{"p":""},{"p":""}],"c":["3","4"]}}"#
            ) {
                $0.commentKey = "!"
                $0.processingInstructionKey = "?"
                $0.cdataKey = "c"
            },
            OptionExample("<a><b c='1'/><c/><b><c/></b></a>", #"{"a":{"b":[{"c":"1"},{"c":{}}],"c":{}}}"#),
            OptionExample("<a><b/></a>", #"{"a":{"b":[{}]}}"#) { $0.forceList = ["b"] },
            OptionExample("<a text='1'><b/></a>", #"{"a":{"text":"1","b":{}}}"#),
            OptionExample("<a text='1'/>", #"{"a":{"text":"1"}}"#),
            OptionExample("<a b='1'><b/></a>", #"{"a":{"b":{}}}"#) { $0.skip = ["@b"] },
            OptionExample("<a b='1'><b/></a>", #"{"a":{"b":"1"}}"#) { $0.skip = ["b"] },
        ]
    )
    func repeats(_ example: OptionExample) throws {
        var options = example.options
        options.onCollision = .error
        #expect(try convert(example.xml, options) == example.json)
    }

    @Test("Elements of one namespace repeat under whatever prefixes, where namespaces are known")
    func prefixes() throws {
        let xml = "<x:a xmlns:x='u'><x:b/><y:b xmlns:y='u'/><b xmlns='u'/></x:a>"
        try OptionExample(xml, #"{"u:a":{"u:b":[{},{},{}]}}"#) {
            $0.namespaces = .expand
            $0.namespaceDeclarations = .drop
            $0.onCollision = .error
        }.check()
        try OptionExample(xml, #"{"a":{"b":[{},{},{}]}}"#) {
            $0.namespacePrefixes = ["u": ""]
            $0.namespaceDeclarations = .drop
            $0.onCollision = .error
        }.check()
        let other = try OptionExample("<a><p:b xmlns:p='u'/><p:b xmlns:p='v'/></a>", "") {
            $0.namespacePrefixes = ["u": "p", "v": "p"]
            $0.namespaceDeclarations = .drop
            $0.onCollision = .error
        }.failure()
        #expect(other.code == .collision)
    }

    @Test("In records the fault comes behind the records before it")
    func records() throws {
        var options = XMLOptions()
        options.onCollision = .error
        var records = try XMLReader(options).records(at: "b", in: .bytes(Array("<a><b/><b c='1'><c/></b></a>".utf8)))
        #expect(try records.next()?.json(.compact) == "{}")
        do {
            _ = try records.next()
            Issue.record("an error was expected")
        } catch {
            #expect((error.code, error.path, error.line, error.column) == (.collision, "/a/b", 1, 17))
        }
        // Outside of records nothing is built, and so nothing shares a key.
        var outside = try XMLReader(options).records(at: "b", in: .bytes(Array("<a b='1'><b/></a>".utf8)))
        #expect(try outside.next()?.json(.compact) == "{}")
        #expect(try outside.next() == nil)
    }
}
