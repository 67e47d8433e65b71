// Selected elements, and skipped elements and attributes.

import Testing
import XML2Dict

@Suite("Selected and skipped parts")
struct SelectionTests {
    private static let feed = "<r><t>T</t><i n='1'>a</i><x><i n='2'/></x><i n='3'><i n='4'/>b</i></r>"

    @Test("The result is an array of the selected elements in document order")
    func select() throws {
        for (paths, json) in [
            (["i"], #"[{"n":"1","text":"a"},{"n":"2"},{"n":"3","i":{"n":"4"},"text":"b"}]"#),
            (["x/i"], #"[{"n":"2"}]"#), (["/r/i"], #"[{"n":"1","text":"a"},{"n":"3","i":{"n":"4"},"text":"b"}]"#),
            (["i/i", "t"], #"[{"text":"T"},{"n":"4"}]"#), (["t", "i/i"], #"[{"text":"T"},{"n":"4"}]"#),
            (["x", "i"], #"[{"n":"1","text":"a"},{"i":{"n":"2"}},{"n":"3","i":{"n":"4"},"text":"b"}]"#),
            (
                ["*/i", "i", "/r/*"],
                #"[{"text":"T"},{"n":"1","text":"a"},{"i":{"n":"2"}},{"n":"3","i":{"n":"4"},"text":"b"}]"#
            ),
            (["z"], "[]"), (["/i", "I", "i/t"], "[]"),
            (
                ["/r"],
                #"[{"t":{"text":"T"},"i":[{"n":"1","text":"a"},{"n":"3","i":{"n":"4"},"text":"b"}],"x":{"i":{"n":"2"}}}]"#
            ),
        ] as [([XMLPath], String)] {
            try OptionExample(Self.feed, json) { $0.select = paths }.check()
            try OptionExample(Self.feed, json) {
                $0.select = paths
                $0.keepsRoot = false
            }.check()
        }
    }

    @Test("Selected elements look like records: never omitted, never a single-element array")
    func shape() throws {
        for example in [
            OptionExample("<a><b/><b><c/></b>t<b>x</b></a>", #"[{},{},"x"]"#) {
                $0.select = ["b"]
                $0.empty = .omit
                $0.textOnlyIsString = true
                $0.forceList = ["*"]
            },
            OptionExample("<a><b>x</b><b><c/><c/></b></a>", #"["x",[null,null]]"#, .parker) { $0.select = ["b"] },
            OptionExample("<a><b>x</b><b><c/></b></a>", #"[["b","x"],["b",["c"]]]"#, .jsonml) { $0.select = ["b"] },
            OptionExample("<a/>", "[{}]") { $0.select = ["a"] },
            OptionExample("<a xml:space='preserve'> <b> x </b></a>", #"[{"text":" x "}]"#) { $0.select = ["b"] },
            OptionExample(
                "<!DOCTYPE a [<!ENTITY e '<b>1</b><b>2</b>'>]><a>&e;<b>3</b>&e;</a>",
                #"["1","2","3","1","2"]"#
            ) {
                $0.select = ["b"]
                $0.textOnlyIsString = true
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Unselected elements are not built, but must be well-formed")
    func unbuilt() throws {
        for xml in ["<a><b/>", "<a><b/>&x;</a>", "<a><b/></c>"] as [String] {
            _ = try OptionExample(xml, "") { $0.select = ["b"] }.failure()
            _ = try OptionExample(xml, "") { $0.skip = ["b"] }.failure()
        }
    }

    @Test("Skipped content takes no memory", arguments: [true, false])
    func room(isSkipped: Bool) throws {
        let part = "<s>" + String(repeating: "text ", count: 20) + "<u v='w'/></s>"
        let xml = "<a>" + String(repeating: part, count: 1000) + "<b>x</b></a>"
        let options = XMLOptions().with {
            if isSkipped { $0.skip = ["s"] } else { $0.select = ["b"] }
        }
        let json = isSkipped ? #"{"a":{"b":{"text":"x"}}}"# : #"[{"text":"x"}]"#
        #expect(try convert(xml, options) == json)
    }

    @Test("Elements and attributes are skipped with all their content")
    func skip() throws {
        for example in [
            OptionExample(Self.feed, #"{"r":{"t":{"text":"T"},"x":{}}}"#) { $0.skip = ["i"] },
            OptionExample(
                Self.feed,
                #"{"r":{"t":{"text":"T"},"i":[{"n":"1","text":"a"},{"n":"3","i":{"n":"4"},"text":"b"}],"x":{}}}"#
            ) {
                $0.skip = ["x/i"]
            },
            OptionExample(
                Self.feed,
                #"{"r":{"t":{"text":"T"},"i":[{"text":"a"},{"i":{"n":"4"},"text":"b"}],"x":{"i":{"n":"2"}}}}"#
            ) {
                $0.skip = ["/r/i/@n"]
            },
            OptionExample(Self.feed, #"{"r":{"t":{"text":"T"},"i":[{"text":"a"},{"i":{},"text":"b"}],"x":{"i":{}}}}"#) {
                $0.skip = ["@n"]
            },
            OptionExample(Self.feed, #"{"r":{"i":[{"text":"a"},{"text":"b"}]}}"#) {
                $0.skip = ["@*", "t", "x", "i/i", "nothing", "/i"]
            },
            OptionExample("<a><b/></a>", "{}") { $0.skip = ["a"] },
            OptionExample("<a><b/></a>", "{}") {
                $0.skip = ["/*"]
                $0.keepsRoot = false
            },
            OptionExample("<!--c--><a><b/></a><!--d-->", #"{"!":["c","d"]}"#) {
                $0.skip = ["a"]
                $0.commentKey = "!"
            },
            OptionExample("<a><b><!--x--><![CDATA[y]]><?z?>t<b/></b>u</a>", #"{"a":{"text":"u"}}"#) {
                $0.skip = ["b"]
                $0.commentKey = "!"
                $0.cdataKey = "c"
                $0.processingInstructionKey = "?"
            },
            OptionExample("<a x='1' y='2'/>", #"{"a":{"g":{"y":"2"}}}"#) {
                $0.skip = ["@x"]
                $0.attributes = .group("g")
            },
            OptionExample("<a x='1'/>", #"{"a":null}"#) {
                $0.skip = ["@x"]
                $0.attributes = .group("g")
                $0.empty = .null
            },
            OptionExample("<a xmlns='u' x='1'/>", #"{"a":{"x":"1"}}"#) { $0.skip = ["@xmlns"] },
            OptionExample("<a x='1'>t</a>", #"{"a":"t"}"#) {
                $0.skip = ["@x"]
                $0.textOnlyIsString = true
            },
            OptionExample("<a x='1'><b/>t</a>", #"["a","t"]"#, .jsonml) { $0.skip = ["@*", "b"] },
            OptionExample("<a x='1'><b/>t<b/>u</a>", #"["a",{"x":"1"},"t","u"]"#, .jsonml) { $0.skip = ["b"] },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Text around a skipped element is joined like around any child")
    func textAround() throws {
        for example in [
            OptionExample("<a> x <b>y</b> z </a>", #"{"a":{"text":"x  z"}}"#) { $0.skip = ["b"] },
            OptionExample("<a>x<b>y<b/>w</b>z</a>", #"{"a":{"text":"x|z"}}"#) {
                $0.skip = ["b"]
                $0.textSeparator = "|"
            },
            OptionExample("<a>x<b>y</b></a>", #"{"a":"x"}"#) {
                $0.skip = ["b"]
                $0.textOnlyIsString = true
            },
            OptionExample("<a><b xml:space='preserve'> y </b> z </a>", #"{"a":{"text":"z"}}"#) { $0.skip = ["b"] },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Skipping precedes selecting, and applies inside of selected elements")
    func both() throws {
        let xml = "<a><s><b>1</b></s><b n='2'><s/><c/></b><b/></a>"
        try OptionExample(xml, #"[{"c":{}},{}]"#) {
            $0.select = ["b"]
            $0.skip = ["s", "@n"]
        }.check()
        try OptionExample(xml, "[]") {
            $0.select = ["b"]
            $0.skip = ["b"]
        }.check()
        var records = try XMLReader(.init().with { $0.skip = ["s"] }).records(at: "b", in: .bytes(Array(xml.utf8)))
        #expect(try records.next()?.json(.compact) == #"{"n":"2","c":{}}"#)
        #expect(try records.next()?.json(.compact) == "{}")
        #expect(try records.next() == nil)
        var none = try XMLReader(.init().with { $0.skip = ["a"] }).records(at: "b", in: .bytes(Array(xml.utf8)))
        #expect(try none.next() == nil)
    }

    @Test("Waiting records from an entity survive a later skipped element")
    func entities() throws {
        let xml = "<!DOCTYPE a [<!ENTITY e '<b>1</b><s>x</s><b>2</b>'>]><a>&e;<c><b>3<s/></b></c>&e;</a>"
        var records = try XMLReader(.init().with { $0.skip = ["s"] }).records(at: "b", in: .bytes(Array(xml.utf8)))
        var texts = ""
        while let record = try records.next() { texts += record["text"]?.string ?? "?" }
        #expect(texts == "12312")
    }
}
