// XMLWriter: the XML of values, and the values that it refuses.

import TestModel
import Testing
import XML2Dict
import XML2DictWriting

@Suite("Writing XML")
struct WriterTests {
    // MARK: Options

    @Test("A writer without options uses the options of the value")
    func optionsOfValue() throws {
        let xml = "<m:r xmlns:m=\"u\" id=\"1\"><a>x</a><a/>y</m:r>"
        for options in XMLOptions.Convention.allCases.map({ XMLOptions($0) }) where options.isReversible {
            let value = try XMLReader(options).read(.string(xml))
            let text = try XMLWriter(format: .compact).string(from: value)
            #expect(try text == XMLWriter(options, format: .compact).string(from: value), "\(options)")
            #expect(try XMLReader(options).read(.string(text)) == value, "\(options)")
        }
        var value = try XMLReader(.xmltodict).read(.string("<r id='1'/>"))
        value["r"]?["a"] = ["x", "y"]
        #expect(try XMLWriter(format: .compact).string(from: value).hasSuffix("<r id=\"1\"><a>x</a><a>y</a></r>\n"))
    }

    @Test("A remedy names the options of the value")
    func remedyOfValue() throws {
        var value = try XMLReader().read(.string("<r><a/></r>"))
        value["r"]?["@b"] = "x"
        value["r"]?["b"]?[1] = "y"
        let error = #expect(throws: XMLError.self) { try XMLWriter().string(from: value) }
        #expect(error?.code == .invalidValue)
        #expect(error?.remedy == nil)
        value["r"]?["a"] = ["x", "y"]
        value["r"]?["b"] = nil
        #expect(try XMLWriter(format: .compact).string(from: value).hasSuffix("<r><a>x</a><a>y</a></r>\n"))
    }

    @Test("Options that differ from the value's are refused")
    func optionsOfAnother() throws {
        let value = try XMLReader(.xmltodict).read(.string("<r id='1'>x</r>"))
        let error = #expect(throws: XMLError.self) { try XMLWriter(.badgerfish).string(from: value) }
        #expect(error?.code == .invalidOptions)
        #expect(
            error?.words.description
                == "the value was read with other options (textKey); leave out the writer's options, or give it those of the reader"
        )
        var options = XMLOptions.xmltodict
        options.forceList = ["a"]
        options.commentKey = "#comment"
        #expect(try XMLWriter(options, format: .compact).string(from: value).hasSuffix("<r id=\"1\">x</r>\n"))
    }

    @Test("A writer ignores options that only a reader uses")
    func optionsForReadingAlone() throws {
        var options = XMLOptions()
        options.prefixSeparator = "_"
        let value = try XMLReader(options).read(.string("<a><b>x</b></a>"))
        #expect(try XMLWriter(format: .compact).string(from: value).hasSuffix("<a><b>x</b></a>\n"))
        #expect(try XMLWriter(.xmlreader, format: .compact).string(from: value).hasSuffix("<a><b>x</b></a>\n"))
        options = .xmltodict
        options.originKey = "origin"
        var records = try XMLReader(options).records(at: "r/i", in: .string("<r><i id='1'/></r>"))
        var writer = XMLWriter(format: .compact)
        writer.rootName = "i"
        let record = try records.next()
        #expect(try writer.string(from: #require(record)).contains("<i id=\"1\""))
        let bare = try XMLReader(.parker).read(.string("<r><a>x</a></r>"))
        writer = XMLWriter(.xmltodict, format: .compact)
        writer.rootName = "r"
        #expect(try writer.string(from: bare).hasSuffix("<r><a>x</a></r>\n"))
    }

    @Test("A root named version keeps its position in the order")
    func orderOfVersion() throws {
        var options = XMLOptions.gdata
        options.commentKey = "#comment"
        options.orderKey = "#order"
        let xml = "<?xml version=\"1.0\"?>\n<!--c--><version><b/></version>\n"
        let value = try XMLReader(options).read(.string(xml))
        let text = try XMLWriter(options, format: .compact).string(from: value)
        #expect(text == xml)
    }

    @Test("A typed value is written with its own options")
    func optionsOfType() throws {
        let value = try XMLEncoder().value(of: ["a": [1, 2]], root: "r")
        #expect(try XMLWriter(format: .compact).string(from: value).hasSuffix("<r><a>1</a><a>2</a></r>\n"))
    }

    @Test("Each convention writes attributes, text and elements")
    func conventions() throws {
        for example in [
            WritingExample(
                #"{"a":{"id":"1","b":{"text":"x"},"c":{},"text":"t"}}"#,
                #"<a id="1"><b>x</b><c/>t</a>"#,
                .xmlreader
            ),
            WritingExample(##"{"a":{"@id":"1","b":["x",null],"#text":"t"}}"##, #"<a id="1"><b>x</b><b/>t</a>"#),
            WritingExample(
                #"{"a":{"@id":"1","@xmlns":{"$":"u","p":"v"},"p:b":{"@xmlns":{"$":"u","p":"v"},"$":"x"}}}"#,
                #"<a xmlns="u" xmlns:p="v" id="1"><p:b>x</p:b></a>"#,
                .badgerfish
            ),
            WritingExample(
                #"{"version":"1.0","a$b":{"xmlns$a":"u","id":"1","$t":"x"}}"#,
                #"<a:b xmlns:a="u" id="1">x</a:b>"#,
                .gdata
            ),
            WritingExample(
                ##"["a",{"id":"1"},"x",["b"],["#comment","c"],"y"]"##,
                #"<a id="1">x<b/><!--c-->y</a>"#,
                .jsonml
            ) {
                $0.options.commentKey = "#comment"
            },
            WritingExample(#"{"b":["x",null],"c":"y"}"#, "<r><b>x</b><b/><c>y</c></r>", .parker) { $0.rootName = "r" },
        ] as [WritingExample] { try example.check() }
    }

    @Test("Arrays are repeated elements, and null is an empty element")
    func arrays() throws {
        for example in [
            WritingExample(
                #"{"a":{"b":["x",2,true,null,{"c":"y"}]}}"#,
                "<a><b>x</b><b>2</b><b>true</b><b/><b><c>y</c></b></a>"
            ),
            WritingExample(#"{"a":{"b":[]}}"#, "<a/>"),
            WritingExample(#"{"a":null}"#, "<a/>"),
            WritingExample(
                #"{"a":{"b":null}}"#,
                #"<a><b xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></a>"#
            ) {
                $0.options.nilIsNull = true
            },
            WritingExample(
                #"{"a":{"@xmlns:i":"http://www.w3.org/2001/XMLSchema-instance","b":null}}"#,
                #"<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><b i:nil="true"/></a>"#
            ) { $0.options.nilIsNull = true },
            WritingExample(
                #"{"a":{"@xmlns:i":"http://www.w3.org/2001/XMLSchema-instance","u:b":[null,null]}}"#,
                #"<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><ns1:b xmlns:ns1="u" i:nil="true"/>"#
                    + #"<ns1:b xmlns:ns1="u" i:nil="true"/></a>"#
            ) { ($0.options.namespaces, $0.options.nilIsNull) = (.expand, true) },
            WritingExample("[1,[2,3]]", "<r><i>1</i><i><i>2</i><i>3</i></i></r>") {
                ($0.rootName, $0.itemName) = ("r", "i")
            },
            WritingExample("[[1],[[2]],[]]", "<r><i><i>1</i></i><i><i><i>2</i></i></i><i/></r>") {
                ($0.rootName, $0.itemName) = ("r", "i")
            },
            WritingExample(#"{"a":1,"b":2}"#, "<r><a>1</a><b>2</b></r>") { $0.rootName = "r" },
            WritingExample("7", "<r>7</r>") { $0.rootName = "r" },
        ] as [WritingExample] { try example.check() }
    }

    @Test("AMPLIFY-BOUND: Each item of an array gets 5 bytes and its key twice")
    func keysOfItems() throws {
        let key = String(repeating: "k", count: 1000),
            items = [String](repeating: "1", count: 50).joined(separator: ",")
        let value = try XMLValue(json: #"{"a":{"\#(key)":[\#(items)]}}"#)
        let document = try XMLWriter(format: .compact).string(from: value)
        let around = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a></a>\n"
        let added = 50 * (1 + 5 + 2 * 1000)
        #expect(document.utf8.count == around.utf8.count + added)
    }

    @Test("A string is an attribute unless the convention allows an element")
    func mergedAttributes() throws {
        for example in [
            WritingExample(
                #"{"a":{"b":"x","c":{"text":"y"},"d":["z",{}]}}"#,
                #"<a b="x" d="z"><c>y</c><d/></a>"#,
                .xmlreader
            ),
            WritingExample(
                #"{"a":{"b":"x","xml:lang":"en","xmlns":"u"}}"#,
                #"<a xml:lang="en" xmlns="u"><b>x</b></a>"#,
                .xmlreader
            ) {
                $0.options.textOnlyIsString = true
            },
            WritingExample(#"{"a":{"b":"x","c":"y"}}"#, #"<a b="x"><c>y</c></a>"#, .xmlreader) {
                $0.options.textOnlyIsString = true
                $0.attributeNames = ["b"]
            },
            WritingExample(#"{"a":{"b":"","c":""}}"#, #"<a b=""><c/></a>"#, .xmlreader) {
                $0.options.empty = .string
                $0.attributeNames = ["b"]
            },
        ] as [WritingExample] { try example.check() }
    }

    @Test("Under a shared key, numbers and booleans are attributes only with types")
    func typedAttributes() throws {
        let json = #"{"a":{"b":1,"c":true,"d":null,"e":"x"}}"#
        for example in [
            WritingExample(json, #"<a e="x"><b>1</b><c>true</c><d/></a>"#, .xmlreader),
            WritingExample(json, #"<a b="1" e="x"><c>true</c><d/></a>"#, .xmlreader) { $0.attributeNames = ["b"] },
            WritingExample(json, #"<a b="1" c="true" e="x"><d/></a>"#, .xmlreader) { $0.options.infersTypes = true },
            WritingExample(json, #"<a b="1" c="true" e="x"><d/></a>"#, .xmlreader) {
                $0.options.typesByPath = ["z": .number]
            },
            WritingExample(#"{"a":{"@b":1,"@c":null}}"#, #"<a b="1" c=""/>"#),
        ] as [WritingExample] { try example.check() }
    }

    @Test("An element may have the name xmlns, but not the prefix")
    func elementNamedXMLNS() throws {
        try WritingExample(#"{"a":{"xmlns":{}}}"#, "<a><xmlns/></a>", .xmlreader).check()
        try WritingExample(#"{"a":{"xmlns":"x"}}"#, "<a><xmlns>x</xmlns></a>").check()
        let value = try XMLValue(json: #"{"a":{"xmlns:b":{}}}"#)
        #expect(throws: XMLError.self) { try XMLWriter().string(from: value) }
    }

    @Test("Without indentation, white space is kept and none is added")
    func layout() throws {
        for (xml, written) in [
            ("<a>\n <b> x </b>\n</a>", "<a>\n  <b> x </b>\n</a>"),
            ("<a> <b/>&#32;</a>", "<a>&#32; <b/></a>"),
            ("<a>&#10;<b/>x</a>", "<a>\n<b/>x</a>"),
            ("<a><![CDATA[ ]]><b/></a>", "<a><![CDATA[ ]]><b/></a>"),
            ("<a xml:space='preserve'>&#32;<b/></a>", #"<a xml:space="preserve"> <b/></a>"#),
            ("<a><!-- x --></a>", "<a><!-- x --></a>"),
            ("<a><!-- x --><b/></a>", "<a>\n  <!-- x -->\n  <b/>\n</a>"),
        ] as [(String, String)] {
            for convention in [XMLOptions.Convention.xmltodict, .jsonml] {
                var options = XMLOptions(convention)
                (options.trim, options.honorsXMLSpace) = (.layout, true)
                (options.commentKey, options.cdataKey) = ("#comment", "#cdata")
                if convention == .xmltodict { options.orderKey = "#order" }
                let value = try XMLReader(options).read(.string(xml))
                var writer = XMLWriter()
                writer.format.hasDeclaration = false
                let text = try writer.string(from: value)
                #expect(try XMLReader(options).read(.string(text)) == value, "\(xml)")
                guard convention == .xmltodict, xml != "<a> <b/>&#32;</a>" else { continue }
                #expect(text == written + "\n", "\(xml)")
            }
        }
    }

    @Test("ROUND-TRIP: A faithful document keeps its bytes")
    func faithful() throws {
        for xml in [
            "<a/>", "<a/>\n", "\n\n<a/>", "<a> <b/>x > y<c d=\"1 > 2 'x' &quot;\"/> </a>\n",
            "<?xml version=\"1.0\"?><a/>", "<?xml version=\"1.1\" encoding=\"utf-8\" standalone=\"no\"?>\n<a/>\n",
            "<?p x?>\n<!--c--> <!DOCTYPE a>\n<a><!----><?p?><![CDATA[ ]]>&amp;]]&gt;<![CDATA[]]></a>\n<?q?>",
            "<a>\n  <b>1</b>\n  <c>2</c>\n  <b>3</b>\n</a>",
        ] as [String] {
            let json = try XMLReader(.faithful).read(.string(xml)).json()
            #expect(try XMLWriter(.faithful).string(from: XMLValue(json: json)) == xml)
        }
    }

    @Test("Characters that are markup, or that parsers change, are escaped")
    func escapes() throws {
        for example in [
            WritingExample(
                ##"{"a":{"@b":"<&>\"'\r\n\t","#text":"<&>\"'\r\n\t]]>"}}"##,
                "<a b=\"&lt;&amp;>&quot;'&#13;&#10;&#9;\">&lt;&amp;>\"'&#13;\n\t]]&gt;</a>"
            ),
            WritingExample(
                ##"{"a":{"b":">","c":"]]>","d":"]>","#text":["]]",">]","]>"]}}"##,
                "<a><b>></b><c>]]&gt;</c><d>]></d>]]&gt;]]&gt;</a>"
            ),
            WritingExample(##"{"a":{"#cdata":" x]]>y\n"}}"##, "<a><![CDATA[ x]]]]><![CDATA[>y\n]]></a>") {
                $0.options.cdataKey = "#cdata"
            },
            WritingExample(##"{"a":{"@b":"é","#text":"😀<"}}"##, #"<a b="&#xE9;">&#x1F600;&lt;</a>"#) {
                $0.format.isASCII = true
            },
        ] as [WritingExample] { try example.check() }
    }

    @Test("Namespaces get a prefix in force, or a new one")
    func namespaces() throws {
        for example in [
            WritingExample(
                #"{"u:a":{"@xmlns:p":"u","v:b":{},"u:c":null}}"#,
                #"<p:a xmlns:p="u"><ns1:b xmlns:ns1="v"/><p:c/></p:a>"#
            ) {
                $0.options.namespaces = .expand
            },
            WritingExample(
                #"{"r":{"@xmlns:p":"u","a":{"@xmlns:p":"v","u:x":null,"b":{"@xmlns:p":"u","u:y":null}},"u:z":null}}"#,
                #"<r xmlns:p="u"><a xmlns:p="v"><ns1:x xmlns:ns1="u"/><b xmlns:p="u"><p:y/></b></a><p:z/></r>"#
            ) {
                $0.options.namespaces = .expand
            },
            WritingExample(
                #"{"r":{"a":{"@xmlns:ns1":"v","u:x":null,"w:y":null},"u:x":null,"w:y":null}}"#,
                #"<r><a xmlns:ns1="v"><ns2:x xmlns:ns2="u"/><ns3:y xmlns:ns3="w"/></a><ns2:x xmlns:ns2="u"/><ns3:y xmlns:ns3="w"/></r>"#
            ) {
                $0.options.namespaces = .expand
            },
            WritingExample(
                #"{"u:a":{"@xmlns":"u","b":{},"@u:i":"1"}}"#,
                #"<a xmlns="u" xmlns:ns1="u" ns1:i="1"><b xmlns=""/></a>"#
            ) {
                $0.options.namespaces = .expand
            },
            WritingExample(#"{"p:a":{"p:b":null,"q:c":null}}"#, #"<p:a xmlns:p="u" xmlns:q="v"><p:b/><q:c/></p:a>"#) {
                $0.options.namespacePrefixes = ["u": "p", "v": "q"]
                $0.declaresNamespaces = true
            },
            WritingExample(#"{"a":{"b":null}}"#, #"<a xmlns="u"><b/></a>"#) {
                $0.options.namespacePrefixes = ["u": ""]
                $0.declaresNamespaces = true
            },
            WritingExample(#"{"p:a":{"@xmlns:z":"u"}}"#, #"<z:a xmlns:z="u"/>"#) {
                $0.options.namespacePrefixes = ["u": "p"]
            },
        ] as [WritingExample] { try example.check() }
    }

    @Test("An element is written in its order, also after an edit")
    func order() throws {
        let examples = [
            WritingExample(
                ##"{"a":{"b":["1","2"],"c":"3","#text":["x","y"],"#order":["#text","b","c","#text","b"]}}"##,
                "<a>x<b>1</b><c>3</c>y<b>2</b></a>"
            ),
            WritingExample(
                ##"{"a":{"b":["1","2","n"],"c":"3","d":"4","#order":["b","c","b"]}}"##,
                "<a><b>1</b><c>3</c><b>2</b><b>n</b><d>4</d></a>"
            ),
            WritingExample(##"{"a":{"b":"2","#order":["b","c","b"]}}"##, "<a><b>2</b></a>"),
            WritingExample(##"{"#comment":"x","a":null,"#order":["a","#comment"]}"##, "<a/><!--x-->"),
            WritingExample(##"{"a":{"#order":{"b":"1"}}}"##, "<a><order><b>1</b></order></a>") {
                $0.options.orderKey = "order"
            },
        ].map { example in
            guard example.writer.options.orderKey == nil else {
                return WritingExample(##"{"a":{"order":{"b":"1"}}}"##, example.xml) { $0.options.orderKey = "order" }
            }
            return WritingExample(example.json, example.xml) {
                $0.options.orderKey = "#order"
                $0.options.commentKey = "#comment"
            }
        }
        for example in examples { try example.check() }
    }

    @Test("An array is one element if the order names its key once")
    func arraysInOrder() throws {
        let value = ##"{"r":{"e":["1","2"],"#text":["x","y"],"#order":["#text","e","#text"]}}"##
        for example in [
            WritingExample(value, "<r>x<e><i>1</i><i>2</i></e>y</r>") { $0.itemName = "i" },
            WritingExample(value, "<r>x<e>1</e><e>2</e>y</r>"),
            WritingExample(
                ##"{"r":{"e":[["1","2"],"3"],"#text":"x","#order":["e","#text","e"]}}"##,
                "<r><e><i>1</i><i>2</i></e>x<e>3</e></r>"
            ) { $0.itemName = "i" },
            WritingExample(##"{"r":{"e":["1"],"#text":"x","#order":["#text","e"]}}"##, "<r>x<e>1</e></r>") {
                $0.itemName = "i"
            },
            // The first item is an attribute.
            WritingExample(
                ##"{"r":{"e":["1",{}],"#text":["x","y"],"#order":["#text","e","#text"]}}"##,
                #"<r e="1">x<e/>y</r>"#
            ) {
                ($0.options.attributes, $0.options.textOnlyIsString, $0.itemName) = (.merge, false, "i")
            },
        ] as [WritingExample] {
            var writer = example.writer
            (writer.options.orderKey, writer.options.unwrapsSiblings) = ("#order", true)
            try WritingExample(example.json, example.xml) { $0 = writer }.check()
        }
    }

    @Test("Comments, instructions and CDATA sections are written back")
    func nodes() throws {
        let examples = [
            WritingExample(
                ##"{"#doctype":"a [<!ENTITY e \"x\">]","#pi":[{"p":"d"},{"q":""}],"a":{"#comment":["x","y"]}}"##,
                "<!DOCTYPE a [<!ENTITY e \"x\">]><?p d?><?q?><a><!--x--><!--y--></a>"
            ),
            WritingExample(##"[["#comment","x"],["a"],["#pi",{"p":"d"}]]"##, "<!--x--><a/><?p d?>", .jsonml),
        ].map { example in
            WritingExample(example.json, example.xml, example.writer.options) {
                $0.options.commentKey = "#comment"
                $0.options.processingInstructionKey = "#pi"
                $0.options.doctypeKey = "#doctype"
            }
        }
        for example in examples { try example.check() }
    }

    // MARK: Errors

    private static let refusals: [WritingRefusal] = [
        WritingRefusal(#"{"a":{"b c":1}}"#, "/a/b c: 'b c' is not an XML name"),
        WritingRefusal(#"{"a":{"b":[{},{"1":2}]}}"#, "/a/b/1/1: '1' is not an XML name"),
        WritingRefusal(#"{"a":{"":1}}"#, "/a/: a name cannot be empty"),
        WritingRefusal(#"{"a":{"b:c:d":1}}"#, "/a/b:c:d: 'b:c:d' is not a qualified name"),
        WritingRefusal(#"{"a><b/><a":1}"#, "/a><b~1><a: 'a><b/><a' is not an XML name"),
        WritingRefusal(#"{"a":{"@x=\"1\" y":1}}"#, "/a/@x=\"1\" y: 'x=\"1\" y' is not an XML name"),
        WritingRefusal(
            #"{"a":{"@id":1}}"#,
            "/a/@id: '@id' is not an XML name; if it is an attribute, use options = .xmltodict",
            .xmlreader
        ),
        WritingRefusal(
            ##"{"a":{"#text":"x","b":{}}}"##,
            "/a/#text: '#text' is not an XML name; if it is text, use options = .xmltodict",
            .badgerfish
        ),
        WritingRefusal(
            ##"{"a":{"#cdata":"x"}}"##,
            "/a/#cdata: '#cdata' is not an XML name; use options = .faithful for all such keys, or cdataKey = \"#cdata\" for this one"
        ),
        WritingRefusal(
            ##"{"a":null,"#text":"x"}"##,
            "/#text: text beside the root can only be spaces, tabs and line feeds",
            .faithful
        ),
        WritingRefusal(
            #"{"version":"1.0","standalone":"maybe","a":null}"#,
            "standalone is yes or no, not 'maybe'",
            .faithful
        ),
        WritingRefusal(#"{"xmlns:a":1}"#, "/xmlns:a: the name xmlns:a is for declarations of namespaces"),
        WritingRefusal(
            #"{"é":1}"#,
            "/é: the name é is not ASCII, and a name cannot have character references"
        ) { $0.format.isASCII = true },
        WritingRefusal(#"{"a":{"b":"x\u0001"}}"#, "/a/b: XML does not allow the character U+0001"),
        WritingRefusal(#"{"a":{"@b":"\uFFFE"}}"#, "/a/@b: XML does not allow the character U+FFFE"),
        WritingRefusal(
            ##"{"a":{"#comment":"\r"}}"##,
            "/a/#comment: a carriage return has no escape here, and would become a line feed"
        ),
        WritingRefusal(
            #"{"p:a":{}}"#,
            #"/p:a: the prefix of p:a is not declared; declaresNamespaces and namespacePrefixes = ["URI": "p"] declare it"#
        ),
        WritingRefusal(
            #"{"p:a":{}}"#,
            "/p:a: the prefix of p:a is not declared; declaresNamespaces declares the prefixes of namespacePrefixes"
        ) { $0.options.namespacePrefixes = ["u": "p"] },
        WritingRefusal(
            #"["r",["a",{"xmlns:p":"u"}],["p:b"]]"#,
            #"/2: the prefix of p:b is not declared; declaresNamespaces and namespacePrefixes = ["URI": "p"] declare it"#,
            .jsonml
        ),
        WritingRefusal(
            #"{"a":{"@p:b":"x"}}"#,
            #"/a/@p:b: the prefix of @p:b is not declared; declaresNamespaces and namespacePrefixes = ["URI": "p"] declare it"#
        ),
        WritingRefusal(
            #"{"a":{"@xmlns:p":""}}"#,
            #"/a/@xmlns:p: the declaration of a prefix needs a URI; skip = "@xmlns:p" leaves it out in reading"#
        ),
        WritingRefusal(
            #"{"a":{"@xmlns:xml":"u"}}"#,
            "/a/@xmlns:xml: the prefix xml and its namespace belong together"
        ),
        WritingRefusal(
            #"{"a":{"@xmlns:p":"http://www.w3.org/2000/xmlns/"}}"#,
            "/a/@xmlns:p: the prefix xmlns and its namespace cannot be declared"
        ),
        WritingRefusal(
            #"{"a":{"@b":["1","2"]}}"#,
            "/a/@b: an element has an attribute only once, and @b is there several times"
        ),
        WritingRefusal(
            #"{"a":{"b":["1","2"]}}"#,
            "/a/b: an element has an attribute only once, and b is there already; with options = .xmltodict strings are elements",
            .xmlreader
        ),
        WritingRefusal(
            #"{"a":{"@xmlns:p":"u","@xmlns:q":"u","@p:b":"1","@q:b":"2"}}"#,
            "/a/@q:b: an element has an attribute only once, and q:b is there already"
        ),
        WritingRefusal(#"{"a":{"@b":{}}}"#, "/a/@b: an attribute is a text, and @b is a dictionary"),
        WritingRefusal(
            ##"{"a":{"#comment":"x--y"}}"##,
            "/a/#comment: a comment cannot contain two hyphens, or end with one"
        ),
        WritingRefusal(
            ##"{"a":{"#comment":["x","y--z"]}}"##,
            "/a/#comment/1: a comment cannot contain two hyphens, or end with one"
        ),
        WritingRefusal(##"{"a":{"#pi":{"p":"x?>y"}}}"##, "/a/#pi: an instruction cannot contain ?>"),
        WritingRefusal(
            ##"{"a":{"#pi":{"p":" x"}}}"##,
            "/a/#pi: the text of an instruction cannot begin with white space"
        ),
        WritingRefusal(
            ##"{"a":{"#pi":{"XML":"x"}}}"##,
            "/a/#pi: 'XML' cannot be the target of an instruction"
        ),
        WritingRefusal(
            ##"{"#doctype":"a [","a":{}}"##,
            "/#doctype: this is not the content of a DOCTYPE"
        ),
        WritingRefusal(
            ##"{"#doctype":"a><!--x--","a":{}}"##,
            "/#doctype: this is not the content of a DOCTYPE"
        ),
        WritingRefusal(#"{}"#, "a document needs an element; rootName makes one of the whole value"),
        WritingRefusal(
            #"{"a":1,"b":2}"#,
            "a document has one root, and this has 2 elements: 'a', 'b'; rootName puts them into one"
        ),
        WritingRefusal(
            #"{"a":[1,2]}"#,
            "a document has one root, and this has 2 elements: 'a'; rootName puts them into one"
        ),
        WritingRefusal(
            "[1]",
            "a document cannot be an array; rootName and itemName name a root and its elements"
        ),
        WritingRefusal("[1]", "the items of this array have no name; itemName gives one") {
            $0.rootName = "r"
        },
        WritingRefusal(
            #"{"a":{"b":[[1]]}}"#,
            "/a/b/0: an array in an array has no form in XML; itemName makes an element of it"
        ),
        WritingRefusal(
            #"{"a":{}}"#,
            "the value does not have the name of its root; rootName gives it",
            .parker
        ),
        WritingRefusal(
            #"{"version":"2.0","a":{}}"#,
            "'2.0' is not a version of XML, such as 1.0",
            .gdata
        ),
        WritingRefusal(
            #"{"a":{"@xmlns:m":"x","@xmlns":{"m":"y"}}}"#,
            "/a/@xmlns:m: an element has an attribute only once, and xmlns:m is there already",
            .badgerfish
        ),
        WritingRefusal(#"{"a":{"@xmlns":{"a:b":"y"}}}"#, "/a: 'a:b' is not an XML name", .badgerfish),
        WritingRefusal(
            ##"{"a":{},"#doctype":"a"}"##,
            "/#doctype: a document has one DOCTYPE at most, before its root"
        ),
        WritingRefusal(
            ##"{"#doctype":["a","a"],"a":{}}"##,
            "/#doctype/1: a document has one DOCTYPE at most, before its root"
        ),
        WritingRefusal(
            #"{"r":{"@xmlns:m":"o","@xmlns:x":"u","m:b":"1"}}"#,
            "/r/m:b: the prefix of m:b has one namespace in the value and another one in namespacePrefixes"
        ) { $0.options.namespacePrefixes = ["u": "m"] },
        WritingRefusal(
            #"{"r":{"@xmlns:m":"o","m:b":"1"}}"#,
            "/r: the root declares the prefix 'm' for another namespace"
        ) {
            $0.options.namespacePrefixes = ["u": "m"]
            $0.declaresNamespaces = true
        },
        WritingRefusal(#"["a",{"b":"1"},[]]"#, "/2: the first item of an element is its name", .jsonml),
        WritingRefusal(
            #"["a",{"@b c":"1"}]"#,
            "/1/@b c: 'b c' is not an XML name",
            .jsonml
        ) { $0.options.attributes = .prefix("@") },
        WritingRefusal(
            #"["a",{"b":"\u0001"}]"#,
            "/1/b: XML does not allow the character U+0001",
            .jsonml
        ),
        WritingRefusal(
            #"{"a":{"b":{"%":{"c d":"x"}}}}"#,
            "/a/b/%/c d: 'c d' is not an XML name"
        ) { $0.options.attributes = .group("%") },
        WritingRefusal(
            ##"["#comment","x"]"##,
            "a document needs an element; rootName makes one of the whole value",
            .jsonml
        ) { $0.options.commentKey = "#comment" },
        WritingRefusal(
            #"{"a":["b","x"],"c":"y"}"#,
            "an element is an array here: its name, its attributes and its content",
            .jsonml
        ) { $0.rootName = "r" },
        WritingRefusal(
            ##"{"#text":1}"##,
            "/#text: text cannot be beside the root; rootName makes an element of the whole value"
        ),
        WritingRefusal(
            ##"{"a":{"b":{},"#comment":{"c":1}}}"##,
            "/a/#comment: the value of '#comment' must be a comment: a string"
        ),
        WritingRefusal(
            #"{"version":"x"}"#,
            "a document needs an element, and 'version' is a key of the XML declaration here; options = .xmltodict has no such key",
            .faithful
        ),
        WritingRefusal(
            #"{"version":["1.0","1.1"],"a":null}"#,
            "an XML declaration has one version, one encoding and one standalone",
            .gdata
        ),
        WritingRefusal(
            #"{"encoding":"UTF-8","a":null}"#,
            "an XML declaration needs a version",
            .gdata
        ),
        WritingRefusal(
            #"{"a":[{},{}]}"#,
            "the items of this array have no name; itemName gives one"
        ) { $0.options.unwrapsSiblings = true },
        WritingRefusal(#"{"a":1}"#, code: .invalidOptions, "'a b' (rootName) is not an XML name") {
            $0.rootName = "a b"
        },
        WritingRefusal(#"{"a":1}"#, code: .invalidOptions, "'1' (itemName) is not an XML name") { $0.itemName = "1" },
        WritingRefusal(#"{"a":1}"#, code: .invalidOptions, "'@id' (attributeNames) is not an XML name") {
            $0.attributeNames = ["@id"]
        },
        WritingRefusal(
            #"{"a":1}"#,
            code: .invalidOptions,
            "a root declares one default namespace, and several have no prefix (namespacePrefixes)"
        ) {
            $0.options.namespacePrefixes = ["u": "", "v": ""]
            $0.declaresNamespaces = true
        },
        WritingRefusal(
            ##"{"#doctype":"a [<!ENTITY a \"x\"><!ENTITY b \"x\">]","a":null}"##,
            "/#doctype: this is not the content of a DOCTYPE"
        ) { $0.options.limits[.entities] = 1 },
    ]

    @Test("A kept writer follows settings that are equal with different bytes")
    func spellings() throws {
        let value = try XMLReader(.xmltodict).read(.string("<a/>"))
        var writer = XMLWriter(.xmltodict, format: .compact)
        writer.format.hasDeclaration = false
        for name in ["caf\u{E9}", "cafe\u{301}"] {
            writer.rootName = name
            #expect(Array(try writer.string(from: value).utf8) == Array("<\(name)><a/></\(name)>\n".utf8))
        }
        var own = XMLWriter(format: .compact)
        own.format.hasDeclaration = false
        for key in ["caf\u{E9}", "cafe\u{301}"] {
            var options = XMLOptions.xmlreader
            options.textKey = key
            let read = try XMLReader(options).read(.string("<a>x</a>"))
            #expect(try own.string(from: read) == "<a>x</a>\n")
        }
    }

    @Test("Eight threads share a writer and an encoder")
    func threads() async throws {
        var writer = XMLWriter(format: .compact)
        writer.format.hasDeclaration = false
        let shared = writer, encoder = XMLEncoder(format: writer.format), xml = "<a><b>1</b></a>\n"
        let values = try [XMLOptions.xmltodict, .faithful, .jsonml].map { try XMLReader($0).read(.string(xml)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        #expect(try shared.string(from: values[(thread + round) % 3]).hasPrefix(xml.dropLast()))
                        var own = encoder
                        if round % 2 == 0 { own.attributePaths = ["@b"] }
                        let written = try own.string(from: ["b": "1"], root: "a")
                        #expect(written == (round % 2 == 0 ? "<a b=\"1\"/>\n" : xml))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("ROUND-TRIP: A value that cannot be written is an error with its path")
    func cannotBeWritten() throws {
        for refusal in Self.refusals {
            var writer = refusal.writer
            if !writer.options.elementsAreArrays {
                writer.options.commentKey = "#comment"
                writer.options.processingInstructionKey = "#pi"
                if writer.options.keepsRoot { writer.options.doctypeKey = "#doctype" }
            }
            let value = try XMLValue(json: refusal.json)
            let error = #expect(throws: XMLError.self, "\(refusal)") { try writer.string(from: value) }
            #expect(error?.description == refusal.error, "\(refusal)")
            #expect(error?.code == refusal.code, "\(refusal)")
        }
    }

    @Test("Null, text and comments keep their positions and names")
    func places() throws {
        for example in [
            WritingExample(
                #"{"xsi:a":{"@xmlns:xsi":"o","xsi:b":null,"c":null}}"#,
                #"<xsi:a xmlns:xsi="o"><xsi:b xmlns:ns1="http://www.w3.org/2001/XMLSchema-instance" ns1:nil="true"/>"#
                    + #"<c xmlns:ns1="http://www.w3.org/2001/XMLSchema-instance" ns1:nil="true"/></xsi:a>"#
            ) { $0.options.nilIsNull = true },
            WritingExample(
                ##"{"p":{"b":["1","2"],"i":"3","#text":"new","#order":["b","i","b"]}}"##,
                "<p><b>1</b><i>3</i><b>2</b>new</p>"
            ) {
                $0.options.orderKey = "#order"
            },
            WritingExample(##"{"a":{"#comment":"x-"}}"##, "<a><!--x- --></a>") { $0.options.commentKey = "#comment" },
            WritingExample(#"{"a":{"@xmlns:c":"1"}}"#, #"<a xmlns:ns1="xmlns" ns1:c="1"/>"#) {
                $0.options.namespaces = .expand
                $0.options.namespaceDeclarations = .drop
            },
            WritingExample(#"{"a":{"@b":[],"c":[]}}"#, "<a/>"),
            WritingExample("[]", "<r/>") { $0.rootName = "r" },
            WritingExample(#"{"encoding":["encoding",["b"]]}"#, "<encoding><b/></encoding>", .gdata) {
                $0.options.elementsAreArrays = true
            },
            WritingExample(
                ##"{"version":["1.0",{"b":{}}],"#comment":"c","#order":["#comment","version"]}"##,
                "<?xml version=\"1.0\"?>\n<!--c--><version><b/></version>",
                .gdata
            ) {
                $0.options.commentKey = "#comment"
                $0.options.orderKey = "#order"
                $0.format.hasDeclaration = true
            },
            WritingExample(
                ##"{"a":{"@b":"\u009b","#text":"\u202ex\u007f>é"}}"##,
                #"<a b="&#x9B;">&#x202E;x&#x7F;>é</a>"#
            ) {
                $0.format.isForTerminal = true
            },
            WritingExample(
                ##"{"a":{"!":"\u202eé","c":"\u009b","?":{"p":"\u2066"}}}"##,
                "<a><!--&#x202E;é--><![CDATA[&#x9B;]]><?p &#x2066;?></a>"
            ) {
                $0.format.isForTerminal = true
                $0.options.commentKey = "!"
                $0.options.cdataKey = "c"
                $0.options.processingInstructionKey = "?"
            },
            WritingExample(#"{"xml:a":{"@xml:c":"1"}}"#, #"<ns1:a xmlns:ns1="xml" ns1:c="1"/>"#) {
                $0.options.namespaces = .expand
            },
        ] as [WritingExample] { try example.check() }
    }

    // MARK: Format

    @Test("Elements are indented, except beside text and under xml:space")
    func indentation() throws {
        let json = ##"{"a":{"b":{"c":null},"d":{"e":null,"#text":"x"},"f":{"@xml:space":"preserve","g":{"h":null}}}}"##
        let value = try XMLValue(json: json)
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <a>
              <b>
                <c/>
              </b>
              <d><e/>x</d>
              <f xml:space="preserve"><g><h/></g></f>
            </a>

            """
        var writer = XMLWriter(.xmltodict)
        #expect(try writer.string(from: value) == xml)
        writer.format.indent = .tab
        writer.format.hasLongEmptyTags = true
        writer.format.hasDeclaration = false
        let long = """
            <a>
            \t<b>
            \t\t<c></c>
            \t</b>
            \t<d><e></e>x</d>
            \t<f xml:space="preserve"><g><h></h></g></f>
            </a>

            """
        #expect(try writer.string(from: value) == long)
        writer.options.trim = .none
        #expect(try writer.string(from: value).count { $0 == "\n" } == 1)
    }

    @Test("A changed value is written like one that was read")
    func changed() throws {
        var value = try XMLReader(.xmltodict).read(.string("<a><b>1</b><b>2</b></a>"))
        value["a"]?["b"]?[0] = "<new>"
        value["a"]?["@id"] = "7"
        var writer = XMLWriter(.xmltodict, format: .compact)
        writer.format.hasDeclaration = false
        #expect(try writer.string(from: value) == "<a id=\"7\"><b>&lt;new></b><b>2</b></a>\n")
    }
}
