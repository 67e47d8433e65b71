// The conventions: each rule as exact JSON, and their options.

import Testing
import XML2Dict

@Suite("The rules of conventions")
struct ConventionRuleTests {
    /// A document that each convention converts differently.
    private static let large = """
        <?xml version="1.0" encoding="UTF-8"?>
        <n:a xmlns:n="u" xmlns="v" id="1"><!-- c --> s <b>x</b><b> y </b><c/><d xml:space="preserve"> z </d><e><f/><f/></e></n:a>
        """

    @Test("Each convention has its own rules for text, emptiness, prefixes and order")
    func everything() throws {
        for example in [
            OptionExample(
                Self.large,
                #"{"n:a":{"xmlns:n":"u","xmlns":"v","id":"1","b":[{"text":"x"},{"text":"y"}],"c":{},"#
                    + #""d":{"xml:space":"preserve","text":" z "},"e":{"f":[{},{}]},"text":"s"}}"#,
                .xmlreader
            ),
            OptionExample(
                Self.large,
                ##"{"n:a":{"@xmlns:n":"u","@xmlns":"v","@id":"1","b":["x","y"],"c":null,"##
                    + ##""d":{"@xml:space":"preserve","#text":"z"},"e":{"f":[null,null]},"#text":"s"}}"##,
                .xmltodict
            ),
            OptionExample(
                Self.large,
                #"{"n:a":{"@id":"1","@xmlns":{"n":"u","$":"v"},"b":[{"@xmlns":{"n":"u","$":"v"},"$":"x"},"#
                    + #"{"@xmlns":{"n":"u","$":"v"},"$":"y"}],"c":{"@xmlns":{"n":"u","$":"v"}},"#
                    + #""d":{"@xml:space":"preserve","@xmlns":{"n":"u","$":"v"},"$":"z"},"#
                    + #""e":{"@xmlns":{"n":"u","$":"v"},"f":[{"@xmlns":{"n":"u","$":"v"}},{"@xmlns":{"n":"u","$":"v"}}]},"#
                    + #""$":"s"}}"#,
                .badgerfish
            ),
            OptionExample(Self.large, #"{"b":["x","y"],"c":null,"d":"z","e":[null,null]}"#, .parker),
            OptionExample(
                Self.large,
                #"{"version":"1.0","encoding":"UTF-8","n$a":{"xmlns$n":"u","xmlns":"v","id":"1","b":[{"$t":"x"},"#
                    + #"{"$t":"y"}],"c":{},"d":{"xml$space":"preserve","$t":"z"},"e":{"f":[{},{}]},"$t":"s"}}"#,
                .gdata
            ),
            OptionExample(
                Self.large,
                #"["n:a",{"xmlns:n":"u","xmlns":"v","id":"1"}," s ",["b","x"],["b"," y "],["c"],"#
                    + #"["d",{"xml:space":"preserve"}," z "],["e",["f"],["f"]]]"#,
                .jsonml
            ),
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("BadgerFish keeps its nine rules")
    func badgerfish() throws {
        for (xml, json) in [
            ("<alice>bob</alice>", #"{"alice":{"$":"bob"}}"#),
            (
                "<alice><bob>charlie</bob><david>edgar</david></alice>",
                #"{"alice":{"bob":{"$":"charlie"},"david":{"$":"edgar"}}}"#
            ),
            (
                "<alice><bob>charlie</bob><bob>david</bob></alice>",
                #"{"alice":{"bob":[{"$":"charlie"},{"$":"david"}]}}"#
            ),
            (#"<alice charlie="david">bob</alice>"#, #"{"alice":{"@charlie":"david","$":"bob"}}"#),
            (
                #"<alice xmlns="http://some-namespace">bob</alice>"#,
                #"{"alice":{"@xmlns":{"$":"http://some-namespace"},"$":"bob"}}"#
            ),
            (
                #"<alice xmlns="http://some-namespace" xmlns:charlie="http://some-other-namespace">bob</alice>"#,
                #"{"alice":{"@xmlns":{"$":"http://some-namespace","charlie":"http://some-other-namespace"},"$":"bob"}}"#
            ),
            (
                #"<alice xmlns="http://some-namespace" xmlns:charlie="http://some-other-namespace"><bob>david</bob>"#
                    + "<charlie:edgar>frank</charlie:edgar></alice>",
                #"{"alice":{"@xmlns":{"$":"http://some-namespace","charlie":"http://some-other-namespace"},"#
                    + #""bob":{"@xmlns":{"$":"http://some-namespace","charlie":"http://some-other-namespace"},"$":"david"},"#
                    + #""charlie:edgar":{"@xmlns":{"$":"http://some-namespace","#
                    + #""charlie":"http://some-other-namespace"},"$":"frank"}}}"#
            ),
        ] as [(String, String)] {
            try OptionExample(xml, json, .badgerfish).check()
        }
    }

    @Test("xmltodict's own examples convert as in its documentation")
    func xmltodict() throws {
        for (xml, json) in [
            (#"<a><b>1</b><b>2</b></a>"#, #"{"a":{"b":["1","2"]}}"#),
            (#"<a prop="x"><b>1</b><b>2</b></a>"#, #"{"a":{"@prop":"x","b":["1","2"]}}"#),
            (#"<a href="xyz">123</a>"#, ##"{"a":{"@href":"xyz","#text":"123"}}"##),
            ("<a/>", #"{"a":null}"#), ("<a> </a>", #"{"a":null}"#), ("<a>abc</a>", #"{"a":"abc"}"#),
            ("<a>abc<b/>def</a>", ##"{"a":{"b":null,"#text":"abcdef"}}"##),
            ("<a><b/></a>", #"{"a":{"b":null}}"#), ("<a><b/><c/></a>", #"{"a":{"b":null,"c":null}}"#),
        ] as [(String, String)] {
            try OptionExample(xml, json, .xmltodict).check()
        }
    }

    @Test("Parker drops the root, attributes, and text beside elements")
    func parker() throws {
        for (xml, json) in [
            ("<root>test</root>", #""test""#), ("<root/>", "null"),
            ("<root><name>Xml</name><encoding>ASCII</encoding></root>", #"{"name":"Xml","encoding":"ASCII"}"#),
            ("<root><item>1</item><item>2</item><item>three</item></root>", #"["1","2","three"]"#),
            ("<root><item>1</item><item>2</item><x/></root>", #"{"item":["1","2"],"x":null}"#),
            ("<root version='1.0'>testing<!--comment--><element test='true'>1</element></root>", #"{"element":"1"}"#),
            ("<root><list><item/><item/></list></root>", #"{"list":[null,null]}"#),
        ] as [(String, String)] {
            try OptionExample(xml, json, .parker).check()
        }
    }

    @Test("JsonML keeps the order of all nodes")
    func jsonml() throws {
        for example in [
            OptionExample(
                "<ul>\n<li style='color:red'>First</li> <li>2<b>nd</b> item</li></ul>",
                #"["ul","\n",["li",{"style":"color:red"},"First"]," ",["li","2",["b","nd"]," item"]]"#,
                .jsonml
            ),
            OptionExample("<a/>", #"["a"]"#, .jsonml),
            OptionExample("<a x='1'/>", #"["a",{"x":"1"}]"#, .jsonml),
            OptionExample("<a>x<![CDATA[y]]>&amp;z</a>", #"["a","xy&z"]"#, .jsonml),
            OptionExample("<a x='1'>t</a>", #"["a","t"]"#, .jsonml) { $0.attributes = .discard },
            OptionExample("<a x='1'>t</a>", #"["a",{"@x":"1"},"t"]"#, .jsonml) { $0.attributes = .prefix("@") },
            OptionExample("<a>t<b/></a>", #"{"a":["a","t",["b"]]}"#, .jsonml) { $0.keepsRoot = true },
        ] as [OptionExample] {
            try example.check()
        }
    }

    private static let mixed = "<a> x  y <b> p  q </b> <c/> z\n<d/> </a>"

    @Test("With order kept, trimming affects an element's ends and blank runs")
    func orderedTrimming() throws {
        for example in [
            OptionExample(Self.mixed, #"["a","x  y ",["b","p  q"],["c"]," z\n",["d"]]"#, .jsonml) { $0.trim = .ends },
            OptionExample(Self.mixed, #"["a","x y ",["b","p q"],["c"]," z ",["d"]]"#, .jsonml) { $0.trim = .collapse },
            OptionExample(Self.mixed, #"["a"," x  y ",["b"," p  q "]," ",["c"]," z\n",["d"]," "]"#, .jsonml),
            OptionExample("<a> <b/> x <!--c--> y <b/> </a>", #"[["a",["b"]," x ",["!","c"]," y ",["b"]]]"#, .jsonml) {
                $0.trim = .ends
                $0.commentKey = "!"
            },
            OptionExample("<a> \n </a>", #"["a"]"#, .jsonml) { $0.trim = .ends },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Any convention can drop the root's name and everything beside the root")
    func root() throws {
        for example in [
            OptionExample("<!--c--><a x='1'><b/></a>", #"{"x":"1","b":{}}"#) {
                $0.keepsRoot = false
                $0.commentKey = "!"
            },
            OptionExample("<a>t</a>", #"{"text":"t"}"#) { $0.keepsRoot = false },
            OptionExample("<a>t</a>", #""t""#, .xmltodict) { $0.keepsRoot = false },
            OptionExample("<a>1</a>", "1", .xmltodict) {
                $0.keepsRoot = false
                $0.infersTypes = true
            },
            OptionExample("<a/>", "null", .xmltodict) { $0.keepsRoot = false },
            OptionExample("<a/>", #""""#) {
                $0.keepsRoot = false
                $0.empty = .string
            },
            OptionExample("<a/>", "{}") {
                $0.keepsRoot = false
                $0.empty = .omit
            },
            OptionExample("<a x='1'/>", #"{"a":null}"#, .parker) { $0.keepsRoot = true },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Without a key for text, only elements of text alone keep it")
    func noTextKey() throws {
        for example in [
            OptionExample("<a x='1'>t<b>u</b><c>v<d/></c></a>", #"{"a":{"x":"1","b":"u","c":{"d":{}}}}"#) {
                $0.textKey = nil
                $0.textOnlyIsString = true
            },
            OptionExample("<a><b>t<!--c--></b><b>t</b></a>", #"{"a":{"b":[{"!":"c"},"t"]}}"#) {
                $0.textKey = nil
                $0.textOnlyIsString = true
                $0.commentKey = "!"
            },
            OptionExample("<a x='1'>t</a>", #"{"a":"t"}"#) {
                $0.textKey = nil
                $0.textOnlyIsString = true
                $0.attributes = .discard
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("forceText keeps an element of only text a dictionary")
    func forceText() throws {
        try OptionExample(
            "<a><b>1</b><c>2</c><d><b>3</b></d></a>",
            ##"{"a":{"b":{"#text":"1"},"c":"2","d":{"b":"3"}}}"##,
            .xmltodict
        ) {
            $0.forceText = ["a/b"]
        }.check()
        try OptionExample("<a>t</a>", #"{"a":{"text":"t"}}"#) {
            $0.textOnlyIsString = true
            $0.forceText = ["/a"]
        }.check()
        try OptionExample("<a><b/><b x=''/></a>", #"{"a":{"b":[null,{"x":""}]}}"#) {
            $0.textOnlyIsString = true
            $0.empty = .null
            $0.forceText = ["b"]
        }.check()
    }

    @Test("Both forms of an empty element have the same value")
    func empty() throws {
        for (option, json) in [
            (XMLOptions.Empty.dictionary, "{}"), (.null, "null"), (.string, #""""#), (.omit, ""),
        ] as [(XMLOptions.Empty, String)] {
            let xml = "<a><b/><b></b><b> </b><b><!-- --></b><b><c/></b><b x=''/><b><![CDATA[]]></b>t</a>"
            let one = json.isEmpty ? [] : [json]
            let all = [one, one, one, one, one, one, one].flatMap { $0 }
            let list = all.isEmpty ? "" : #""b":[\#(all.joined(separator: ","))],"#
            try OptionExample(xml, #"{"a":{\#(list)"text":"t"}}"#) {
                $0.empty = option
                $0.attributes = .discard
                $0.skip = ["c"]
            }.check()
        }
    }
}
