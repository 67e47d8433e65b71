// Several values under one key: none is overwritten.

import Testing
import XML2Dict

@Suite("Collisions")
struct CollisionTests {
    @Test("No value is overwritten: values that share a key form an array")
    func collisions() throws {
        for example in [
            OptionExample("<a b='1'><b/></a>", #"{"a":{"b":["1",{}]}}"#),
            OptionExample("<a text='1'>2</a>", #"{"a":{"text":["1","2"]}}"#),
            OptionExample("<a>1<text/></a>", #"{"a":{"text":[{},"1"]}}"#),
            OptionExample("<r><a><x:b/><y:b/></a></r>", #"{"r":{"a":{"b":[{},{}]}}}"#) { $0.namespaces = .strip },
            OptionExample("<a x:b='1' y:b='2'/>", #"{"a":{"b":["1","2"]}}"#) { $0.namespaces = .strip },
            OptionExample("<a x:b='1' y:b='2'/>", #"{"a":{"g":{"b":["1","2"]}}}"#) {
                $0.namespaces = .strip
                $0.attributes = .group("g")
            },
            OptionExample("<a x:b='1' y:b='2'><b/><b/></a>", #"["a",{"b":["1","2"]},["b"],["b"]]"#, .jsonml) {
                $0.namespaces = .strip
            },
            OptionExample("<a><b-c/><bC/></a>", #"{"a":{"b_c":[{},{}]}}"#) { $0.keyStyle = .snake },
            OptionExample("<a><b-c/><bC/></a>", #"{"a":{"bC":[{},{}]}}"#) { $0.keyStyle = .camel },
            OptionExample("<a><B/><b/></a>", #"{"a":{"b":[{},{}]}}"#) { $0.keyStyle = .lower },
            OptionExample("<a><m:b/><m_b/></a>", #"{"a":{"m_b":[{},{}]}}"#) { $0.prefixSeparator = "_" },
            OptionExample("<a c='1'><bc/></a>", #"{"a":{"bc":["1",{}]}}"#) { $0.attributes = .prefix("b") },
            OptionExample("<a c='1'><b/></a>", #"{"a":{"b":[{"c":"1"},{}]}}"#) { $0.attributes = .group("b") },
            OptionExample("<a><!--c--><b/></a>", #"{"a":{"b":["c",{}]}}"#) { $0.commentKey = "b" },
            OptionExample("<a><b/><?c?></a>", #"{"a":{"b":[{},{"c":""}]}}"#) { $0.processingInstructionKey = "b" },
            OptionExample("<a>1<![CDATA[2]]></a>", #"{"a":{"text":["2","1"]}}"#) { $0.cdataKey = "text" },
            OptionExample("<!--c--><a/>", #"{"a":["c",{}]}"#) { $0.commentKey = "a" },
            OptionExample("<!DOCTYPE a><a/>", #"{"a":["a",{}]}"#) { $0.doctypeKey = "a" },
            OptionExample("<?xml version='1.0'?><version/>", #"{"version":["1.0",{}]}"#, .gdata),
            OptionExample("<a xmlns='u'><b/><p:b xmlns:p='v'/></a>", #"{"a":{"xmlns":"u","b":[{},{"xmlns:p":"v"}]}}"#) {
                $0.namespacePrefixes = ["u": "", "v": ""]
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Repeated elements form an array, and different keys stay apart")
    func repeats() throws {
        for example in [
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
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("With expanded names, elements of one namespace repeat under different prefixes")
    func prefixes() throws {
        let xml = "<x:a xmlns:x='u'><x:b/><y:b xmlns:y='u'/><b xmlns='u'/></x:a>"
        try OptionExample(xml, #"{"u:a":{"u:b":[{},{},{}]}}"#) {
            $0.namespaces = .expand
            $0.namespaceDeclarations = .drop
        }.check()
        try OptionExample(xml, #"{"a":{"b":[{},{},{}]}}"#) {
            $0.namespacePrefixes = ["u": ""]
            $0.namespaceDeclarations = .drop
        }.check()
    }
}
