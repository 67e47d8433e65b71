// The seven conventions: one document in all of them, and their published rules and examples.

import Testing
import XML2Dict

@Suite("Conventions")
struct ConventionTests {
    private func convert(_ xml: String, _ convention: XMLOptions.Convention) throws -> String {
        try XML2DictTests.convert(xml, XMLOptions(convention))
    }

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

    @Test("Each convention converts one document as recorded")
    func oneDocument() throws {
        for (convention, json) in [
            (
                XMLOptions.Convention.xmlreader,
                #"{"feed":{"xmlns":"urn:feed","xmlns:m":"urn:media","xml:lang":"en","m:count":{"text":"2"},"#
                    + #""entry":[{"id":"1","title":{"type":"html","b":{"text":"B"},"text":"A &  <C>"},"#
                    + #""m:x":{"m:y":"z"}},{}]}}"#
            ),
            (
                .xmltodict,
                ##"{"feed":{"@xmlns":"urn:feed","@xmlns:m":"urn:media","@xml:lang":"en","m:count":"2","##
                    + ##""entry":[{"@id":"1","title":{"@type":"html","b":"B","#text":"A &  <C>"},"##
                    + ##""m:x":{"@m:y":"z"}},null]}}"##
            ),
            (
                .badgerfish,
                #"{"feed":{"@xml:lang":"en","@xmlns":{"$":"urn:feed","m":"urn:media"},"#
                    + #""m:count":{"@xmlns":{"$":"urn:feed","m":"urn:media"},"$":"2"},"#
                    + #""entry":[{"@id":"1","@xmlns":{"$":"urn:feed","m":"urn:media"},"#
                    + #""title":{"@type":"html","@xmlns":{"$":"urn:feed","m":"urn:media"},"#
                    + #""b":{"@xmlns":{"$":"urn:feed","m":"urn:media"},"$":"B"},"$":"A &  <C>"},"#
                    + #""m:x":{"@m:y":"z","@xmlns":{"$":"urn:feed","m":"urn:media"}}},"#
                    + #"{"@xmlns":{"$":"urn:feed","m":"urn:media"}}]}}"#
            ),
            (.parker, #"{"m:count":"2","entry":[{"title":{"b":"B"},"m:x":null},null]}"#),
            (
                .gdata,
                #"{"version":"1.0","encoding":"UTF-8","feed":{"xmlns":"urn:feed","xmlns$m":"urn:media","xml$lang":"en","#
                    + #""m$count":{"$t":"2"},"entry":[{"id":"1","title":{"type":"html","b":{"$t":"B"},"$t":"A &  <C>"},"#
                    + #""m$x":{"m$y":"z"}},{}]}}"#
            ),
            (
                .jsonml,
                #"["feed",{"xmlns":"urn:feed","xmlns:m":"urn:media","xml:lang":"en"},"\n  ",["m:count","2"],"#
                    + #""\n  \n  ",["entry",{"id":"1"},["title",{"type":"html"},"A & ",["b","B"]," <C>"],"#
                    + #"["m:x",{"m:y":"z"}]],"\n  ",["entry"],"\n"]"#
            ),
            (
                .faithful,
                ##"{"version":"1.0","encoding":"UTF-8","feed":{"@xmlns":"urn:feed","@xmlns:m":"urn:media","##
                    + ##""@xml:lang":"en","m:count":"2","#comment":" two ","##
                    + ##""entry":[{"@id":"1","title":{"@type":"html","b":"B","#cdata":"<C>","#text":["A & "," "],"##
                    + ##""#order":["#text","b","#text","#cdata"]},"m:x":{"@m:y":"z"}},null],"##
                    + ##""#text":["\n  ","\n  ","\n  ","\n  ","\n"],"##
                    + ##""#order":["#text","m:count","#text","#comment","#text","entry","#text","entry","#text"]},"##
                    + ##""#text":"\n","#order":["version","encoding","#text","feed"]}"##
            ),
        ] as [(XMLOptions.Convention, String)] {
            #expect(try convert(Self.feed, convention) == json, "\(json)")
        }
    }

    @Test("All seven conventions have their names, and are tested")
    func names() {
        let names = ["xmlreader", "xmltodict", "badgerfish", "parker", "gdata", "jsonml", "faithful"]
        #expect(XMLOptions.Convention.allCases.map(\.rawValue) == names)
    }

    @Test("The table of the documentation is true")
    func table() throws {
        let expected: [XMLOptions.Convention: String] = [
            .xmlreader: #"{"a":{"id":"1","b":[{"text":"x"},{}]}}"#,
            .xmltodict: #"{"a":{"@id":"1","b":["x",null]}}"#,
            .badgerfish: #"{"a":{"@id":"1","b":[{"$":"x"},{}]}}"#,
            .parker: #"["x",null]"#,
            .gdata: #"{"a":{"id":"1","b":[{"$t":"x"},{}]}}"#,
            .jsonml: #"["a",{"id":"1"},["b","x"],["b"]]"#,
            .faithful: #"{"a":{"@id":"1","b":["x",null]}}"#,
        ]
        for convention in XMLOptions.Convention.allCases {
            #expect(try convert(#"<a id="1"><b>x</b><b/></a>"#, convention) == expected[convention])
        }
    }

    @Test("Only xmlreader honors xml:space=\"preserve\"; jsonml does not trim")
    func space() throws {
        let xml = #"<a xml:space="preserve"> x </a>"#
        #expect(try convert(xml, .xmlreader) == #"{"a":{"xml:space":"preserve","text":" x "}}"#)
        #expect(try convert(xml, .xmltodict) == ##"{"a":{"@xml:space":"preserve","#text":"x"}}"##)
        #expect(try convert(xml, .badgerfish) == #"{"a":{"@xml:space":"preserve","$":"x"}}"#)
        #expect(try convert(xml, .parker) == #""x""#)
        #expect(try convert(xml, .gdata) == #"{"a":{"xml$space":"preserve","$t":"x"}}"#)
        #expect(try convert(xml, .jsonml) == #"["a",{"xml:space":"preserve"}," x "]"#)
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

    @Test("Parker: no root, text as strings, null when empty, arrays of siblings")
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
            ("<p>a &lt; <![CDATA[b]]><!-- c --> &#38;</p>", #"["p","a < b &"]"#),
        ] as [(String, String)] {
            #expect(try convert(xml, .jsonml) == json, "\(xml)")
        }
    }
}
