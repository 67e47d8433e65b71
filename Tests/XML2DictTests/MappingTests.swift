// The convention `xmlreader`: each of its seven rules, as exact JSON.

import Testing
import XML2Dict

@Suite("The default mapping")
struct MappingTests {
    @Test("Rule 1: attributes in order, children by first appearance, then text")
    func order() throws {
        for (xml, json) in [
            (#"<a y="1" x="2"/>"#, #"{"a":{"y":"1","x":"2"}}"#),
            (#"<a x="1">t<c/><b/></a>"#, #"{"a":{"x":"1","c":{},"b":{},"text":"t"}}"#),
            (#"<a><c/><b/><c/></a>"#, #"{"a":{"c":[{},{}],"b":{}}}"#),
        ] as [(String, String)] {
            #expect(try convert(xml) == json, "\(xml)")
        }
    }

    @Test("Rule 2: values with one key form an array at its position")
    func folding() throws {
        for (xml, json) in [
            (#"<a id="1"><x/><id>2</id></a>"#, #"{"a":{"id":["1",{"text":"2"}],"x":{}}}"#),
            (#"<a text="1">2</a>"#, #"{"a":{"text":["1","2"]}}"#),
            (#"<a>1<text>2</text></a>"#, #"{"a":{"text":[{"text":"2"},"1"]}}"#),
            (#"<a text="0">1<text>2</text><b/></a>"#, #"{"a":{"text":["0",{"text":"2"},"1"],"b":{}}}"#),
            (#"<a><b>1</b><b>2</b><b/></a>"#, #"{"a":{"b":[{"text":"1"},{"text":"2"},{}]}}"#),
            (#"<a><a><a/><a/></a><a/></a>"#, #"{"a":{"a":[{"a":[{},{}]},{}]}}"#),
        ] as [(String, String)] {
            #expect(try convert(xml) == json, "\(xml)")
        }
    }

    @Test("Rule 3: an element's own text is joined, then trimmed once")
    func text() throws {
        for (xml, json) in [
            ("<a> x <b>y</b> z </a>", #"{"a":{"b":{"text":"y"},"text":"x  z"}}"#),
            ("<a>\n\t<b/>\r\n</a>", #"{"a":{"b":{}}}"#),
            ("<a> x<b/> <b/>y </a>", #"{"a":{"b":[{},{}],"text":"x y"}}"#),
            ("<a><![CDATA[ 1 < 2 ]]>&amp;&#51;</a>", #"{"a":{"text":"1 < 2 &3"}}"#),
            ("<a>&#160;x&#160;</a>", "{\"a\":{\"text\":\"\u{A0}x\u{A0}\"}}"),
            ("<a>&#32;&#9;</a>", #"{"a":{}}"#),
            ("<a>line 1\r\nline 2</a>", #"{"a":{"text":"line 1\nline 2"}}"#),
            (
                "<a>1<b>2<c>3</c>4</b>5<b>6</b>7</a>",
                #"{"a":{"b":[{"c":{"text":"3"},"text":"24"},{"text":"6"}],"text":"157"}}"#
            ),
        ] as [(String, String)] {
            #expect(try convert(xml) == json, "\(xml)")
        }
    }

    @Test("Rule 3: xml:space=\"preserve\" holds for its element until set again")
    func space() throws {
        for (xml, json) in [
            (#"<a xml:space="preserve"> x </a>"#, #"{"a":{"xml:space":"preserve","text":" x "}}"#),
            (#"<a xml:space="preserve"><b> </b></a>"#, #"{"a":{"xml:space":"preserve","b":{"text":" "}}}"#),
            (
                #"<a xml:space="preserve"> <b xml:space="default"> x </b> </a>"#,
                #"{"a":{"xml:space":"preserve","b":{"xml:space":"default","text":"x"},"text":"  "}}"#
            ),
            (
                #"<a><b xml:space="preserve"> </b> <c> </c></a>"#,
                #"{"a":{"b":{"xml:space":"preserve","text":" "},"c":{}}}"#
            ),
            (#"<a xml:space="other"> x </a>"#, #"{"a":{"xml:space":"other","text":"x"}}"#),
        ] as [(String, String)] {
            #expect(try convert(xml) == json, "\(xml)")
        }
    }

    @Test("Rule 4: an empty element becomes an empty dictionary")
    func empty() throws {
        for xml in ["<a/>", "<a></a>", "<a> </a>", "<a><!-- --></a>"] as [String] {
            #expect(try convert(xml) == #"{"a":{}}"#, "\(xml)")
        }
    }

    @Test("Rule 5: the result has one key, the root element's name")
    func root() throws {
        let value = try XMLReader().read(.string("<?xml version='1.0'?><!-- x --><root/><?y?>"))
        #expect(value.entries.map(\.key) == ["root"])
    }

    @Test("Rule 6: names stay; comments, processing instructions and the DOCTYPE go")
    func names() throws {
        for (xml, json) in [
            (#"<a:b xmlns:a="u"><a:c/></a:b>"#, #"{"a:b":{"xmlns:a":"u","a:c":{}}}"#),
            ("<!DOCTYPE a><a><!-- c --><?p i?>x<!-- c -->y</a>", #"{"a":{"text":"xy"}}"#),
            ("<é>ü</é>", #"{"é":{"text":"ü"}}"#),
        ] as [(String, String)] {
            #expect(try convert(xml) == json, "\(xml)")
        }
    }

    @Test("Rule 7: default attributes of an internal subset appear like written ones")
    func defaults() throws {
        let xml = #"<!DOCTYPE a [<!ATTLIST a x CDATA "1" y CDATA #IMPLIED><!ENTITY e "<b/>t">]><a z="0">&e;</a>"#
        #expect(try convert(xml) == #"{"a":{"z":"0","x":"1","b":{},"text":"t"}}"#)
    }

    @Test("EXACT-NAMES: Canonically equivalent names with different bytes are two keys")
    func exactNames() throws {
        #expect(try convert("<a \u{E9}='1' e\u{301}='2'/>") == "{\"a\":{\"\u{E9}\":\"1\",\"e\u{301}\":\"2\"}}")
    }

    @Test("The example of the README is true")
    func donuts() throws {
        let xml = """
            <items><item id="0001" type="donut"><name>Cake</name><ppu>0.55</ppu>
             <batters><batter id="1001">Regular</batter><batter id="1002">Chocolate</batter></batters></item></items>
            """
        let json =
            #"{"items":{"item":{"id":"0001","type":"donut","name":{"text":"Cake"},"ppu":{"text":"0.55"},"#
            + #""batters":{"batter":[{"id":"1001","text":"Regular"},{"id":"1002","text":"Chocolate"}]}}}}"#
        #expect(try convert(xml) == json)
    }
}

/// A document's compact JSON.
func convert(_ xml: String, _ options: XMLOptions = .init()) throws -> String {
    try XMLReader(options).read(.string(xml)).json(.compact)
}
