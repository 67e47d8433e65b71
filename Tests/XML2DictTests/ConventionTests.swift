// The conventions: a few documents in all of them, and their published rules and examples.

import Foundation
import TestModel
import TestSupport
import Testing
import XML2Dict

@Suite("Conventions")
struct ConventionTests {
    private func convert(_ xml: String, _ convention: XMLOptions.Convention) throws -> String {
        try XML2DictTests.convert(xml, XMLOptions(convention))
    }

    // MARK: Each convention

    /// Attributes, prefixes, mixed content, CDATA, repeats, an empty element, white space, a comment.
    private static let feed = """
        <?xml version="1.0" encoding="UTF-8"?>
        <feed xmlns="urn:feed" xmlns:m="urn:media" xml:lang="en">
          <m:count>2</m:count>
          <!-- two -->
          <entry id="1"><title type="html">A &amp; <b>B</b> <![CDATA[<C>]]></title><m:x m:y="z"/></entry>
          <entry/>
        </feed>
        """

    /// Text beside elements, white space, empty elements alone and in a list, a prefix on the root.
    private static let large = """
        <?xml version="1.0" encoding="UTF-8"?>
        <n:a xmlns:n="u" xmlns="v" id="1"><!-- c --> s <b>x</b><b> y </b><c/><d xml:space="preserve"> z </d><e><f/><f/></e></n:a>
        """

    private static let space = #"<a xml:space="preserve"> x </a>"#

    /// The static member of a convention, and the JSON of the documents.
    private struct Expected {
        let options: XMLOptions
        let feed: String
        let large: String
        let space: String
        /// Whether the model counts the convention as one that keeps enough to write a document back.
        var isReversible = true
    }

    private static func expected(_ convention: XMLOptions.Convention) -> Expected {
        switch convention {
        case .xmlreader:
            Expected(
                options: .xmlreader,
                feed: #"{"feed":{"xmlns":"urn:feed","xmlns:m":"urn:media","xml:lang":"en","m:count":{"text":"2"},"#
                    + #""entry":[{"id":"1","title":{"type":"html","b":{"text":"B"},"text":"A &  <C>"},"#
                    + #""m:x":{"m:y":"z"}},{}]}}"#,
                large: #"{"n:a":{"xmlns:n":"u","xmlns":"v","id":"1","b":[{"text":"x"},{"text":"y"}],"c":{},"#
                    + #""d":{"xml:space":"preserve","text":" z "},"e":{"f":[{},{}]},"text":"s"}}"#,
                space: #"{"a":{"xml:space":"preserve","text":" x "}}"#
            )
        case .xmltodict:
            Expected(
                options: .xmltodict,
                feed: ##"{"feed":{"@xmlns":"urn:feed","@xmlns:m":"urn:media","@xml:lang":"en","m:count":"2","##
                    + ##""entry":[{"@id":"1","title":{"@type":"html","b":"B","#text":"A &  <C>"},"##
                    + ##""m:x":{"@m:y":"z"}},null]}}"##,
                large: ##"{"n:a":{"@xmlns:n":"u","@xmlns":"v","@id":"1","b":["x","y"],"c":null,"##
                    + ##""d":{"@xml:space":"preserve","#text":"z"},"e":{"f":[null,null]},"#text":"s"}}"##,
                space: ##"{"a":{"@xml:space":"preserve","#text":"x"}}"##
            )
        case .badgerfish:
            Expected(
                options: .badgerfish,
                feed: #"{"feed":{"@xml:lang":"en","@xmlns":{"$":"urn:feed","m":"urn:media"},"#
                    + #""m:count":{"@xmlns":{"$":"urn:feed","m":"urn:media"},"$":"2"},"#
                    + #""entry":[{"@id":"1","@xmlns":{"$":"urn:feed","m":"urn:media"},"#
                    + #""title":{"@type":"html","@xmlns":{"$":"urn:feed","m":"urn:media"},"#
                    + #""b":{"@xmlns":{"$":"urn:feed","m":"urn:media"},"$":"B"},"$":"A &  <C>"},"#
                    + #""m:x":{"@m:y":"z","@xmlns":{"$":"urn:feed","m":"urn:media"}}},"#
                    + #"{"@xmlns":{"$":"urn:feed","m":"urn:media"}}]}}"#,
                large: #"{"n:a":{"@id":"1","@xmlns":{"n":"u","$":"v"},"b":[{"@xmlns":{"n":"u","$":"v"},"$":"x"},"#
                    + #"{"@xmlns":{"n":"u","$":"v"},"$":"y"}],"c":{"@xmlns":{"n":"u","$":"v"}},"#
                    + #""d":{"@xml:space":"preserve","@xmlns":{"n":"u","$":"v"},"$":"z"},"#
                    + #""e":{"@xmlns":{"n":"u","$":"v"},"f":[{"@xmlns":{"n":"u","$":"v"}},{"@xmlns":{"n":"u","$":"v"}}]},"#
                    + #""$":"s"}}"#,
                space: #"{"a":{"@xml:space":"preserve","$":"x"}}"#
            )
        case .parker:
            Expected(
                options: .parker,
                feed: #"{"m:count":"2","entry":[{"title":{"b":"B"},"m:x":null},null]}"#,
                large: #"{"b":["x","y"],"c":null,"d":"z","e":[null,null]}"#,
                space: #""x""#,
                isReversible: false
            )
        case .gdata:
            Expected(
                options: .gdata,
                feed:
                    #"{"version":"1.0","encoding":"UTF-8","feed":{"xmlns":"urn:feed","xmlns$m":"urn:media","xml$lang":"en","#
                    + #""m$count":{"$t":"2"},"entry":[{"id":"1","title":{"type":"html","b":{"$t":"B"},"$t":"A &  <C>"},"#
                    + #""m$x":{"m$y":"z"}},{}]}}"#,
                large:
                    #"{"version":"1.0","encoding":"UTF-8","n$a":{"xmlns$n":"u","xmlns":"v","id":"1","b":[{"$t":"x"},"#
                    + #"{"$t":"y"}],"c":{},"d":{"xml$space":"preserve","$t":"z"},"e":{"f":[{},{}]},"$t":"s"}}"#,
                space: #"{"a":{"xml$space":"preserve","$t":"x"}}"#
            )
        case .jsonml:
            Expected(
                options: .jsonml,
                feed: #"["feed",{"xmlns":"urn:feed","xmlns:m":"urn:media","xml:lang":"en"},"\n  ",["m:count","2"],"#
                    + #""\n  \n  ",["entry",{"id":"1"},["title",{"type":"html"},"A & ",["b","B"]," <C>"],"#
                    + #"["m:x",{"m:y":"z"}]],"\n  ",["entry"],"\n"]"#,
                large: #"["n:a",{"xmlns:n":"u","xmlns":"v","id":"1"}," s ",["b","x"],["b"," y "],["c"],"#
                    + #"["d",{"xml:space":"preserve"}," z "],["e",["f"],["f"]]]"#,
                space: #"["a",{"xml:space":"preserve"}," x "]"#
            )
        case .faithful:
            Expected(
                options: .faithful,
                feed: ##"{"version":"1.0","encoding":"UTF-8","feed":{"@xmlns":"urn:feed","@xmlns:m":"urn:media","##
                    + ##""@xml:lang":"en","m:count":"2","#comment":" two ","##
                    + ##""entry":[{"@id":"1","title":{"@type":"html","b":"B","#cdata":"<C>","#text":["A & "," "],"##
                    + ##""#order":["#text","b","#text","#cdata"]},"m:x":{"@m:y":"z"}},null],"##
                    + ##""#text":["\n  ","\n  ","\n  ","\n  ","\n"],"##
                    + ##""#order":["#text","m:count","#text","#comment","#text","entry","#text","entry","#text"]},"##
                    + ##""#text":"\n","#order":["version","encoding","#text","feed"]}"##,
                large: ##"{"version":"1.0","encoding":"UTF-8","n:a":{"@xmlns:n":"u","@xmlns":"v","@id":"1","##
                    + ##""#comment":" c ","b":["x"," y "],"c":null,"d":{"@xml:space":"preserve","#text":" z "},"##
                    + ##""e":{"f":[null,null]},"#text":" s ","#order":["#comment","#text","b","b","c","d","e"]},"##
                    + ##""#text":"\n","#order":["version","encoding","#text","n:a"]}"##,
                space: ##"{"a":{"@xml:space":"preserve","#text":" x "}}"##
            )
        }
    }

    @Test("A convention has its options, and converts documents as recorded", arguments: XMLOptions.Convention.allCases)
    func each(convention: XMLOptions.Convention) throws {
        let expected = Self.expected(convention)
        #expect(XMLOptions(convention) == expected.options)
        #expect(try convert(Self.feed, convention) == expected.feed)
        #expect(try convert(Self.large, convention) == expected.large)
        // Only xmlreader honors xml:space, and jsonml and faithful do not trim.
        #expect(try convert(Self.space, convention) == expected.space)
        #expect(XMLOptions(convention).isReversible == expected.isReversible)
    }

    // MARK: The pages

    private static let names = XMLOptions.Convention.allCases.map(\.rawValue)

    private static func page(_ name: String) throws -> String {
        try String(contentsOf: CorporaFolder.packageRoot.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("The table of README.md has each convention with its JSON")
    func table() throws {
        let table = try #require(try Self.page("README.md").firstMatch(of: #/(?s)\| `--convention` \|(.*?)\n\n/#))
        let rows = table.1.matches(of: #/\n\| `(\w+)` \| `(.*?)` \|/#).map { (name: String($0.1), json: String($0.2)) }
        #expect(rows.map(\.name) == Self.names)
        for row in rows {
            let convention = try #require(XMLOptions.Convention(rawValue: row.name))
            let json = try convert(#"<a id="1"><b>x</b><b/></a>"#, convention)
            #expect(json == row.json.filter { $0 != " " }, "\(row.name)")
        }
    }

    @Test("Pages about all conventions name each one")
    func pages() throws {
        for (name, words) in [
            ("Sources/XML2Dict/XML2Dict.docc/Conventions.md", "| `NAME` |"),
            ("Sources/XML2Dict/XML2Dict.docc/Conventions.md", "\n### NAME\n"),
            ("Sources/XML2Dict/XML2Dict.docc/Symbols/XMLOptions.md", "\n- ``NAME``\n"),
            ("Sources/XML2DictWriting/XML2DictWriting.docc/WritingXML.md", "`NAME`"), ("CHANGELOG.md", "`NAME`"),
        ] {
            let page = try Self.page(name)
            let missing = Self.names.filter { !page.contains(words.replacing("NAME", with: $0)) }
            #expect(missing == [], "\(name) lacks \(words)")
        }
    }

    // MARK: xmltodict

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

    // MARK: BadgerFish, http://www.sklar.com/badgerfish/

    @Test("BadgerFish rules 1 to 5: keys, text, nesting, arrays and attributes")
    func badgerFish() throws {
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
        ] as [(String, String)] {
            #expect(try convert(xml, .badgerfish) == json, "\(xml)")
        }
    }

    @Test("BadgerFish rules 6 to 9: @xmlns lists the namespaces in scope")
    func badgerFishNamespaces() throws {
        for (xml, json) in [
            (
                #"<alice xmlns="http://some-namespace">bob</alice>"#,
                #"{"alice":{"@xmlns":{"$":"http://some-namespace"},"$":"bob"}}"#
            ),
            (
                #"<alice xmlns="http://some-namespace" xmlns:charlie="http://some-other-namespace">bob</alice>"#,
                #"{"alice":{"@xmlns":{"$":"http://some-namespace","charlie":"http://some-other-namespace"},"$":"bob"}}"#
            ),
            (
                #"<alice xmlns="http://some-namespace" xmlns:charlie="http://some-other-namespace">"#
                    + "<bob>david</bob><charlie:edgar>frank</charlie:edgar></alice>",
                #"{"alice":{"@xmlns":{"$":"http://some-namespace","charlie":"http://some-other-namespace"},"#
                    + #""bob":{"@xmlns":{"$":"http://some-namespace","charlie":"http://some-other-namespace"},"$":"david"},"#
                    + #""charlie:edgar":{"@xmlns":{"$":"http://some-namespace","charlie":"http://some-other-namespace"},"#
                    + #""$":"frank"}}}"#
            ),
        ] as [(String, String)] {
            #expect(try convert(xml, .badgerfish) == json, "\(xml)")
        }
    }

    @Test("BadgerFish: new declarations hold in their element and its descendants")
    func badgerFishScopes() throws {
        let xml = #"<a xmlns="u" xmlns:p="v"><b xmlns="" xmlns:p="w"><c/></b><d/></a>"#
        let json =
            #"{"a":{"@xmlns":{"$":"u","p":"v"},"b":{"@xmlns":{"$":"","p":"w"},"c":{"@xmlns":{"$":"","p":"w"}}},"#
            + #""d":{"@xmlns":{"$":"u","p":"v"}}}}"#
        #expect(try convert(xml, .badgerfish) == json)
    }

    // MARK: Parker

    @Test("Parker: no root, no attributes, strings, null when empty, arrays of siblings")
    func parker() throws {
        for (xml, json) in [
            ("<root>test</root>", #""test""#),
            ("<root><name>Xml</name><encoding>ASCII</encoding></root>", #"{"name":"Xml","encoding":"ASCII"}"#),
            ("<root>Quote: &quot; New-line:\n.</root>", #""Quote: \" New-line:\n.""#),
            ("<root><nil/><empty></empty></root>", #"{"nil":null,"empty":null}"#),
            ("<root><item>1</item><item>2</item><item>three</item></root>", #"["1","2","three"]"#),
            ("<root xml:lang='nl'><!-- Comments and attributes --><text>ABC</text></root>", #"{"text":"ABC"}"#),
            (
                "<root xmlns:ding='http://zanstra.com/ding'> <ding:dong>binnen</ding:dong> </root>",
                #"{"ding:dong":"binnen"}"#
            ),
            ("<root/>", "null"), ("<root>text <b>beside</b> an element</root>", #"{"b":"beside"}"#),
            ("<root version='1.0'>testing<!--comment--><element test='true'>1</element></root>", #"{"element":"1"}"#),
            ("<root><item>1</item><item>2</item><x/></root>", #"{"item":["1","2"],"x":null}"#),
            ("<root><list><item/><item/></list></root>", #"{"list":[null,null]}"#),
            ("<root><a>1</a><b>2</b><a>3</a></root>", #"{"a":["1","3"],"b":"2"}"#),
        ] as [(String, String)] {
            #expect(try convert(xml, .parker) == json, "\(xml)")
        }
    }

    @Test("Parker: numbers and booleans have types if JSON can write them")
    func parkerTypes() throws {
        var options = XMLOptions.parker
        options.infersTypes = true
        let xml = "<root><age>12</age><height>1.73</height><yes>true</yes><no>false</no><shouted>TRUE</shouted></root>"
        let json = #"{"age":12,"height":1.73,"yes":true,"no":false,"shouted":"TRUE"}"#
        #expect(try XML2DictTests.convert(xml, options) == json)
        #expect(
            try XML2DictTests.convert("<root><item>1</item><item>2</item><item>three</item></root>", options)
                == #"[1,2,"three"]"#
        )
    }

    @Test("Parker: an only child that is an array itself keeps its name")
    func parkerOnlyChild() throws {
        for (xml, json) in [
            ("<x><a><b>1</b><b>2</b></a></x>", #"{"a":["1","2"]}"#),
            ("<x><a><b><c>1</c><c/></b></a></x>", #"{"a":{"b":["1",null]}}"#),
            ("<x><a><b>1</b><b>2</b></a><a/></x>", #"[["1","2"],null]"#),
            ("<x><a><b>1</b><b>2</b></a><c/></x>", #"{"a":["1","2"],"c":null}"#),
        ] as [(String, String)] {
            #expect(try convert(xml, .parker) == json, "\(xml)")
        }
    }

    @Test("Parker: an only child on the list becomes an array like several")
    func parkerForcedList() throws {
        var options = XMLOptions.parker
        options.forceList = ["a"]
        #expect(try XML2DictTests.convert("<x><a>1</a></x>", options) == #"["1"]"#)
        #expect(try XML2DictTests.convert("<x><a><b>1</b><b>2</b></a></x>", options) == #"[["1","2"]]"#)
    }

    @Test("Parker: only child elements turn their parent into an array")
    func siblingsAreElements() throws {
        for (xml, json) in [
            ("<x><i>1</i><i/></x>", #"{"x":[{"text":"1"},{}]}"#),
            (#"<x i="1"><i>2</i></x>"#, #"{"x":{"i":["1",{"text":"2"}]}}"#),
            (#"<x i="1"><i/><i/></x>"#, #"{"x":{"i":["1",{},{}]}}"#),
            ("<x>1<text>2</text></x>", #"{"x":{"text":[{"text":"2"},"1"]}}"#),
            ("<x><!--1--><!--2--></x>", ##"{"x":{"#comment":["1","2"]}}"##),
            ("<x><?p 1?><?p 2?></x>", #"{"x":{"?":[{"p":"1"},{"p":"2"}]}}"#),
            ("<x><![CDATA[1]]><![CDATA[2]]></x>", #"{"x":{"cdata":["1","2"]}}"#),
            ("<x><y><!--1--></y><y/></x>", ##"{"x":[{"#comment":"1"},{}]}"##),
        ] as [(String, String)] {
            var options = XMLOptions()
            options.unwrapsSiblings = true
            options.commentKey = "#comment"
            options.processingInstructionKey = "?"
            options.cdataKey = "cdata"
            #expect(try XML2DictTests.convert(xml, options) == json, "\(xml)")
        }
    }

    // MARK: GData, https://developers.google.com/gdata/docs/json

    @Test("GData: version and encoding, if written, are beside the root")
    func gdataDeclaration() throws {
        for (xml, json) in [
            (#"<?xml version="1.0" encoding="utf-8"?><a/>"#, #"{"version":"1.0","encoding":"utf-8","a":{}}"#),
            (#"<?xml version="1.0"?><a/>"#, #"{"version":"1.0","a":{}}"#), ("<a/>", #"{"a":{}}"#),
        ] as [(String, String)] {
            #expect(try convert(xml, .gdata) == json, "\(xml)")
        }
    }

    @Test("GData: attributes are strings, elements dictionaries with $t, and ns:element is ns$element")
    func gdata() throws {
        let xml = """
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:gCal="http://schemas.google.com/gCal/2005">
              <title type="text">Events</title>
              <gCal:timezone value="America/Los_Angeles"/>
              <link rel="self" href="a"/>
              <link rel="next" href="b"/>
            </feed>
            """
        let json =
            #"{"feed":{"xmlns":"http://www.w3.org/2005/Atom","xmlns$gCal":"http://schemas.google.com/gCal/2005","#
            + #""title":{"type":"text","$t":"Events"},"gCal$timezone":{"value":"America/Los_Angeles"},"#
            + #""link":[{"rel":"self","href":"a"},{"rel":"next","href":"b"}]}}"#
        #expect(try convert(xml, .gdata) == json)
    }

    // MARK: JsonML, http://www.jsonml.org

    @Test("JsonML: the name, any attributes, then text and elements in order")
    func jsonML() throws {
        for (xml, json) in [
            ("<br/>", #"["br"]"#), (#"<a href="x"/>"#, #"["a",{"href":"x"}]"#), ("<p> </p>", #"["p"," "]"#),
            (
                #"<ul><li style="color:red">First</li><li title="" style="x"><b>Third</b> item</li></ul>"#,
                #"["ul",["li",{"style":"color:red"},"First"],["li",{"title":"","style":"x"},["b","Third"]," item"]]"#
            ),
            ("<p>1<b/>2<b/>3</p>", #"["p","1",["b"],"2",["b"],"3"]"#),
            (
                "<ul>\n<li style='color:red'>First</li> <li>2<b>nd</b> item</li></ul>",
                #"["ul","\n",["li",{"style":"color:red"},"First"]," ",["li","2",["b","nd"]," item"]]"#
            ),
            ("<a>x<![CDATA[y]]>&amp;z</a>", #"["a","xy&z"]"#),
            ("<p>a &lt; <![CDATA[b]]><!-- c --> &#38;</p>", #"["p","a < b &"]"#),
        ] as [(String, String)] {
            #expect(try convert(xml, .jsonml) == json, "\(xml)")
        }
    }

    @Test("JsonML: attributes and the root follow their options")
    func jsonMLOptions() throws {
        for example in [
            OptionExample("<a x='1'>t</a>", #"["a","t"]"#, .jsonml) { $0.attributes = .discard },
            OptionExample("<a x='1'>t</a>", #"["a",{"@x":"1"},"t"]"#, .jsonml) { $0.attributes = .prefix("@") },
            OptionExample("<a>t<b/></a>", #"{"a":["a","t",["b"]]}"#, .jsonml) { $0.keepsRoot = true },
        ] {
            try example.check()
        }
    }

    // MARK: Options that all conventions share

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
