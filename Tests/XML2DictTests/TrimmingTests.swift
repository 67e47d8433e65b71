// White space in text: trimming, xml:space, CDATA sections, separators.

import TestSupport
import Testing
import XML2Dict

@Suite("White space")
struct TrimmingTests {
    private static let spaces =
        "<a> x \t y\n<b xml:space='preserve'> p  q <c xml:space='default'> r  s </c> </b>&#13; z&#9;</a>"

    @Test("White space is trimmed, collapsed or kept, unless xml:space preserves it")
    func trimming() throws {
        for (trimming, honors, a, b, c) in [
            (XMLOptions.Trim.ends, true, "x \\t y\\n\\r z", " p  q  ", "r  s"),
            (.ends, false, "x \\t y\\n\\r z", "p  q", "r  s"),
            (.collapse, true, "x y z", " p  q  ", "r s"), (.collapse, false, "x y z", "p q", "r s"),
            (.none, true, " x \\t y\\n\\r z\\t", " p  q  ", " r  s "),
            (.none, false, " x \\t y\\n\\r z\\t", " p  q  ", " r  s "),
        ] as [(XMLOptions.Trim, Bool, String, String, String)] {
            try OptionExample(Self.spaces, #"{"a":{"b":{"c":{"text":"\#(c)"},"text":"\#(b)"},"text":"\#(a)"}}"#) {
                $0.trim = trimming
                $0.honorsXMLSpace = honors
                $0.attributes = .discard
            }.check()
        }
    }

    @Test("Layout is white space beside child elements, and is dropped alone")
    func layout() throws {
        for (xml, json) in [
            ("<a>\n <b> x </b>\n <b> </b>\n</a>", #"{"a":{"b":[" x "," "]}}"#),
            ("<a> x <b/> </a>", ##"{"a":{"b":null,"#text":" x  "}}"##),
            ("<a> <b/>&#32;</a>", ##"{"a":{"b":null,"#text":"  "}}"##),
            ("<a>&#9;<b/></a>", ##"{"a":{"b":null,"#text":"\t"}}"##),
            ("<a><![CDATA[ ]]><b/>\n</a>", ##"{"a":{"b":null,"#text":" \n"}}"##),
            ("<a><![CDATA[]]><b/> </a>", ##"{"a":{"b":null,"#text":" "}}"##),
            ("<a> <!-- x --> </a>", ##"{"a":{"!":" x ","#text":"  "}}"##),
            ("<a> <!-- x --> <b/></a>", ##"{"a":{"!":" x ","b":null}}"##),
            ("<a> <s/> </a>", #"{"a":null}"#),
            ("<a>&#32;x&#13;</a>", #"{"a":" x\r"}"#),
            ("<a i='1'> </a>", ##"{"a":{"@i":"1","#text":" "}}"##),
            ("<!DOCTYPE a [<!ENTITY e ' '>]><a>&e;<b/></a>", ##"{"a":{"b":null,"#text":" "}}"##),
            ("<!DOCTYPE a [<!ENTITY e '<b/> '>]><a>&e;\n</a>", ##"{"a":{"b":null,"#text":" \n"}}"##),
            ("<a xml:space='preserve'> <b/> </a>", ##"{"a":{"@xml:space":"preserve","b":null,"#text":"  "}}"##),
            (
                "<a xml:space='preserve'><c xml:space='default'> <b/></c></a>",
                #"{"a":{"@xml:space":"preserve","c":{"@xml:space":"default","b":null}}}"#
            ),
        ] as [(String, String)] {
            for size in [1, xml.utf8.count] {
                let options = XMLOptions.xmltodict.with {
                    ($0.trim, $0.honorsXMLSpace, $0.commentKey, $0.skip) = (.layout, true, "!", ["s"])
                }
                let value = try XMLPushReader.read(Array(xml.utf8), options, inChunksOf: size)
                #expect(value.json(.compact) == json, "\(xml)")
            }
        }
        try OptionExample(
            "<a> <b/>\n<c> x <d/> </c>&#32;</a>",
            #"["a"," ",["b"],"\n",["c"," x ",["d"]," "]," "]"#,
            .jsonml
        ) {
            $0.trim = .layout
        }.check()
        try OptionExample("<a> <b/>\n<c> x <d/> </c> </a>", #"["a",["b"],["c"," x ",["d"]," "]]"#, .jsonml) {
            $0.trim = .layout
        }.check()
        try OptionExample(
            "<a> <b/>\n<c> x <d/> </c> </a>",
            ##"{"a":{"b":null,"c":{"d":null,"#text":[" x "," "],"#order":["#text","d","#text"]}}}"##,
            .xmltodict
        ) {
            ($0.trim, $0.orderKey) = (.layout, "#order")
        }.check()
    }

    @Test("With an order and without trimming, white space is beside the root")
    func outerSpace() throws {
        for (xml, json) in [
            ("<a/>", #"{"a":null}"#),
            ("<a/>\r\n", ##"{"a":null,"#text":"\n"}"##),
            ("\n<a/>", ##"{"a":null,"#text":"\n","#order":["#text","a"]}"##),
            (
                "<?xml version='1.0' standalone='no'?>\r\r\n<!--c--> <a/>\t",
                ##"{"version":"1.0","standalone":"no","#comment":"c","a":null,"#text":["\n\n"," ","\t"],"##
                    + ##""#order":["version","standalone","#text","#comment","#text","a","#text"]}"##
            ),
            (
                "<!DOCTYPE a [ <!-- x --> ] > <a/>",
                ##"{"#doctype":"a [ <!-- x --> ]","a":null,"#text":" ","#order":["#doctype","#text","a"]}"##
            ),
        ] as [(String, String)] {
            for size in [1, 2, 3, xml.utf8.count] {
                let value = try XMLPushReader.read(Array(xml.utf8), .faithful, inChunksOf: size)
                #expect(value.json(.compact) == json, "\(xml)")
                #expect(value.root == .null)
            }
        }
        for change in [{ $0.trim = .layout }, { $0.orderKey = nil }, { $0.textKey = nil }]
            as [(inout XMLOptions) -> Void]
        {
            try OptionExample("<a/>\n", #"{"a":null}"#, .faithful, change).check()
        }
        var documents = try XMLReader(.faithful).documents(in: .string("<a/>\n<b/>\n"))
        #expect(try documents.next()?.json(.compact) == ##"{"a":null,"#text":"\n"}"##)
        #expect(try documents.next()?.json(.compact) == ##"{"b":null,"#text":"\n"}"##)
    }

    @Test("Only XML's white space is white space")
    func otherSpace() throws {
        for space in ["\u{A0}", "\u{2003}", "\u{85}", "\u{2028}", "\u{3000}", "\u{FEFF}", "\u{7F}"] as [String] {
            for trimming in [XMLOptions.Trim.ends, .collapse] {
                let text = try XMLReader(.init().with { $0.trim = trimming })
                    .read(.string("<a> \(space)\(space) x \(space) </a>"))["a"]?["text"]?.string
                #expect(text.map { Array($0.utf8) } == Array("\(space)\(space) x \(space)".utf8), "\(space)")
            }
        }
    }

    @Test("xml:space holds until set again, and other values are ignored")
    func xmlSpace() throws {
        for example in [
            OptionExample(
                "<a xml:space='preserve'><b> x <c> y </c></b></a>",
                #"{"a":{"b":{"c":{"text":" y "},"text":" x "}}}"#
            ) {
                $0.attributes = .discard
            },
            OptionExample(
                "<a xml:space='preserve'><b xml:space='default'><c> y </c></b></a>",
                #"{"a":{"b":{"c":{"text":"y"}}}}"#
            ) {
                $0.attributes = .discard
            },
            OptionExample("<a xml:space='preserve'><b xml:space='other'> x </b></a>", #"{"a":{"b":{"text":" x "}}}"#) {
                $0.attributes = .discard
            },
            OptionExample("<a><b xml:space='preserve'/><c> x </c></a>", #"{"a":{"b":{},"c":{"text":"x"}}}"#) {
                $0.attributes = .discard
            },
            OptionExample("<a space='preserve'> x </a>", #"{"a":{"text":"x"}}"#) { $0.attributes = .discard },
            OptionExample(
                "<!DOCTYPE a [<!ATTLIST a xml:space (default|preserve) 'preserve'>]><a> x </a>",
                #"{"a":{"text":" x "}}"#
            ) {
                $0.skip = ["@xml:space"]
            },
            OptionExample("<a xml:space='preserve'> x </a>", #"{"a":{"space":"preserve","text":" x "}}"#) {
                $0.namespaces = .strip
            },
            OptionExample(
                "<a xml:space='preserve'> x <b/> </a>",
                #"["a",{"xml:space":"preserve"}," x ",["b"]," "]"#,
                .jsonml
            ) {
                $0.trim = .ends
                $0.honorsXMLSpace = true
            },
            OptionExample(
                "<a xml:space='preserve'> x <b/> </a>",
                #"["a",{"xml:space":"preserve"},"x ",["b"]]"#,
                .jsonml
            ) {
                $0.trim = .ends
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    private static let sections = "<a> \n<![CDATA[ \t\n x  y ]]> z  w <b/> <![CDATA[ ]]>\n</a>"

    @Test("White space in CDATA sections is trimmed with the text around it")
    func cdata() throws {
        for example in [
            OptionExample(Self.sections, #"{"a":{"b":{},"text":"x  y  z  w"}}"#),
            OptionExample(Self.sections, #"{"a":{"b":{},"text":"x y z w"}}"#) { $0.trim = .collapse },
            OptionExample(Self.sections, #"{"a":{"b":{},"text":" \n \t\n x  y  z  w   \n"}}"#) { $0.trim = .none },
            OptionExample(Self.sections, #"["a","x  y  z  w ",["b"]]"#, .jsonml) { $0.trim = .ends },
            OptionExample("<a>&#13;<![CDATA[\r\n \t]]>&#13;</a>", #"{"a":{}}"#),
            OptionExample("<a><![CDATA[  ]]></a>", #"{"a":{}}"#),
            OptionExample("<a><![CDATA[ 1 ]]></a>", #"{"a":{"text":1}}"#) { $0.infersTypes = true },
        ] as [OptionExample] {
            try example.check()
        }
    }

    private static let parted = "<a> <b/>x <c/> <d/> y <e/> </a>"

    @Test("The separator joins runs of text; blank runs count only untrimmed")
    func separator() throws {
        for example in [
            OptionExample(Self.parted, "x   y"),
            OptionExample(Self.parted, "x | y") { $0.textSeparator = "|" },
            OptionExample(Self.parted, #" |x | | y | "#) {
                $0.textSeparator = "|"
                $0.trim = .none
            },
            OptionExample(Self.parted, "x | y") {
                $0.textSeparator = "|"
                $0.trim = .collapse
            },
            OptionExample(Self.parted, #"x \n y"#) {
                $0.textSeparator = "\n"
                $0.trim = .collapse
            },
            OptionExample(Self.parted, "x <br/> y") { $0.textSeparator = "<br/>" },
            OptionExample(Self.parted, #"x \u0001\u0005\u0002 y"#) { $0.textSeparator = "\u{1}\u{5}\u{2}" },
            OptionExample(Self.parted, #"x \n  \t y"#) {
                $0.textSeparator = "\n  \t"
                $0.trim = .collapse
            },
            OptionExample("<a> x\n y<b/> <c/></a>", "x y") {
                $0.textSeparator = "\n"
                $0.trim = .collapse
            },
            OptionExample("<a><b/>x<c/><d/>y<e/></a>", "x|y") {
                $0.textSeparator = "|"
                $0.trim = .none
            },
            OptionExample("<a>x<b/>y<c/>z</a>", "x|y|z") { $0.textSeparator = "|" },
            OptionExample("<a>x<b/></a>", "x") { $0.textSeparator = "|" },
            OptionExample("<a><b/>x</a>", "x") { $0.textSeparator = "|" },
            OptionExample("<a>x&amp;<![CDATA[y]]>&#32;<!-- -->z<b/>w</a>", "x&y z|w") { $0.textSeparator = "|" },
            OptionExample("<a><![CDATA[ ]]><b/><![CDATA[ x ]]><c/> </a>", "x") { $0.textSeparator = "|" },
            OptionExample("<a>é<b/>é</a>", "ééé") { $0.textSeparator = "é" },
        ] as [OptionExample] {
            let value = try XMLReader(example.options).read(.string(example.xml))
            #expect(value["a"]?["text"]?.json(.compact) == "\"\(example.json)\"", "\(example.xml)")
        }
    }

    @Test("Runs of text belong to their own element")
    func nestedSeparator() throws {
        let xml = "<a>1<b>2<c>3<d/>4</c>5<c/>6</b>7<b/>8</a>"
        try OptionExample(xml, #"{"a":{"b":[{"c":[{"d":{},"text":"3,4"},{}],"text":"2,5,6"},{}],"text":"1,7,8"}}"#) {
            $0.textSeparator = ","
        }.check()
        try OptionExample(
            "<a xml:space='preserve'> <b> <c xml:space='default'> <d/> x <d/>y</c> </b></a>",
            #"{"b":{"c":{"d":[{},{}],"text":"x ,y"},"text":" , "},"text":" "}"#
        ) {
            $0.textSeparator = ","
            $0.attributes = .discard
            $0.keepsRoot = false
        }.check()
    }

    @Test("Many runs of text take linear time")
    func manyChunks() throws {
        let xml = "<a>" + String(repeating: "x<b/> <c/>", count: 100_000) + "</a>"
        let text = try XMLReader(.init().with { $0.textSeparator = "--" }).read(.string(xml))["a"]?["text"]?.string
        #expect(text == String(repeating: "x--", count: 99_999) + "x")
    }
}
