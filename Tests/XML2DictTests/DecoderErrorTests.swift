// The errors of a decoder: kind, coding path, found and expected values, and line.

import Testing
import XML2Dict

@Suite("Errors of decoding")
struct DecoderErrorTests {
    private struct Feed: Decodable {
        var title: String
        var item: [Item]
    }

    private struct Item: Decodable {
        var id: UInt8
        var price: Double?
        var tags: Tags?
        var flag: Bool?
    }

    private struct Tags: Decodable {
        var tag: [String]
        var first: Int
    }

    @Test("An error names the path, the line, the found and the expected")
    func messages() {
        let messages: KeyValuePairs = [
            "<feed>\n<item id='1'/></feed>":
                "keyNotFound : there is no attribute or element 'title'; there are 'item' (line 1)",
            "<!DOCTYPE feed [\n<!ELEMENT feed ANY>\n]>\n<!-- \n -->\n<feed x='1'/>":
                "keyNotFound : there is no attribute or element 'title'; there are 'x' (line 6)",
            "<feed>\n<title>t</title>\n<item/>\n</feed>":
                "keyNotFound item/0: there is no attribute or element 'id'; the element has nothing in it (line 3)",
            "<feed>\n<title>t</title>\n<item id='1'/>\n<item id='-1'/>\n</feed>":
                "dataCorrupted item/1/id: '-1' is out of the range of UInt8 (line 4)",
            "<feed>\r\n<title>t</title>\r\n<item id='1'/>\r\n<item id='2'>\r\n<price>1,50</price></item>\r\n</feed>":
                "dataCorrupted item/1/price: expected a number for Double, found '1,50' (line 5)",
            "<feed>\r<title>t</title>\r<item id='2'>\r<price>x</price></item>\r</feed>":
                "dataCorrupted item/0/price: expected a number for Double, found 'x' (line 4)",
            "<feed>\n<title>t</title><item id='1'>\n<price>1</price>\n<price>2</price></item></feed>":
                "typeMismatch item/0/price: expected one Double, found 2 of this name; an array takes them all (line 3)",
            "<feed>\n<title>\n<b>t</b> <i/><b/></title></feed>":
                "typeMismatch title: expected text for String, found child elements: <b>, <i> (line 2)",
            "<feed>\n<title>t</title>\n<item id='1'><tags>\n<tag>1</tag></tags>\n<tags first='1'/></item></feed>":
                "typeMismatch item/0/tags: expected one element, found 2 of this name; an array takes them all (line 3)",
            "<feed>\n<title>t</title>\n<item id='1'><tags first=''>\n<tag>1</tag></tags></item></feed>":
                "dataCorrupted item/0/tags/first: expected a whole number for Int, found '' (line 3)",
            "<feed><title>t</title>\n<item id='1'>\n<flag>yes</flag></item></feed>":
                "dataCorrupted item/0/flag: expected true, false, 1 or 0, found 'yes' (line 3)",
            "<feed><title>t</title>\n<item id='1'>\n<tags>text</tags></item></feed>":
                "keyNotFound item/0/tags: there is no attribute or element 'first'; there are 'text' (line 3)",
            "<feed a='' b='' c='' d='' e='' f='' g='' h='' i=''/>":
                "keyNotFound : there is no attribute or element 'title'; there are 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', … (line 1)",
        ]
        for (xml, message) in messages { #expect(fault(Feed.self, xml) == message) }
    }

    @Test("Child elements do not decode as text, under any convention")
    func childElements() {
        for options in (DecoderListTests.conventions + [.parker]).map({ XMLOptions($0) }) {
            for child in ["<b>1</b>", "<b x='1'>1</b>", "<b><c/></b>", "<b/>"] {
                let text = fault([String: String].self, "<r><x/><a>\(child)</a></r>", options)
                #expect(text == "typeMismatch a: expected text for String, found child elements: <b> (line 1)")
                let number = fault([String: Int].self, "<r><a>\(child)</a><x/></r>", options)
                #expect(number == "typeMismatch a: expected text for Int, found child elements: <b> (line 1)")
            }
        }
    }

    @Test("Mixed content does not decode as text; the error names the elements")
    func mixedContent() throws {
        struct Tea: Decodable, Equatable {
            var text: String
            var b: String
            enum CodingKeys: String, CodingKey { case text = "", b }
        }
        let waysOut = "decode an XMLValue, or a type with a property 'b' and the text under the empty key (line 1)"
        for convention in DecoderListTests.conventions {
            let options = XMLOptions(convention)
            for child in ["<b>green</b>", "<b/>", "<b x='1'>green</b>"] {
                for (type, name) in [([String: String].self, "String"), ([String: Int].self, "Int")]
                    as [(any Decodable.Type, String)]
                {
                    let text = fault(type, "<r><a y='1'>Tea of \(child) leaves</a><c/></r>", options)
                    let expected = "typeMismatch a: expected text for \(name), found text around child elements: <b>"
                    #expect(text == "\(expected); \(waysOut)", "\(convention)")
                }
            }
            #expect(throws: DecodingError.self) { try decode([String: [String]].self, "<r><a>x<b/>y</a></r>", options) }
            let tea = try decode([String: Tea].self, "<r><a>Tea <b>green</b> leaves</a></r>", options)
            #expect(tea["a"]?.b == "green")
        }
    }

    @Test("Text around CDATA sections with a key does not decode as text")
    func cdataSections() throws {
        struct Tea: Decodable { var a: String? }
        let end = "found text around CDATA sections; without cdataKey they are one text (line 1)"
        for convention in DecoderListTests.conventions {
            let options = XMLOptions(convention).with { $0.cdataKey = "#cdata" }
            for attribute in ["", " x='1'"] {
                let xml = "<r><a\(attribute)>Tea <![CDATA[of]]> leaves</a><c/></r>"
                #expect(fault(Tea.self, xml, options) == "typeMismatch a: expected text for String, \(end)")
                #expect(fault([String: Int].self, xml, options) == "typeMismatch a: expected text for Int, \(end)")
            }
            #expect(try decode(Tea.self, "<r><a><![CDATA[of]]></a></r>", options).a == "of")
            #expect(
                fault(Tea.self, "<r><a><![CDATA[x]]><![CDATA[y]]></a></r>", options)
                    == "typeMismatch a: expected one String, found 2 things under the key '#cdata' (line 1)"
            )
        }
    }

    @Test("Elements with the names of the XML declaration are child elements")
    func namesOfDeclaration() throws {
        for name in ["version", "encoding", "standalone"] {
            let text = fault([String: String].self, "<r><a>x<\(name)>y</\(name)></a><b/></r>", .faithful)
            #expect(
                text.hasPrefix("typeMismatch a: expected text for String, found text around child elements: <\(name)>")
            )
        }
    }

    @Test("An error counts the elements of one name")
    func several() {
        let error = "typeMismatch x: expected one Int, found 2 of this name; an array takes them all (line 1)"
        #expect(fault([String: Int].self, "<a><x>2</x><x>3</x></a>") == error)
    }

    @Test("An attribute with the key of text has its own key")
    func attributeText() throws {
        struct Both: Decodable {
            var attribute: String, text: String
            enum CodingKeys: String, CodingKey { case attribute = "@text", text }
        }
        let both = try decode(Both.self, "<a text='x'>y</a>")
        #expect((both.attribute, both.text) == ("x", "y"))
    }

    private enum Shape: Decodable {
        case circle(Radius), square(Radius)
        struct Radius: Decodable { var radius: Double? }
    }

    private enum Listed: Decodable {
        case circle, square
        enum CodingKeys: String, CodingKey, CaseIterable { case circle, square }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard let key = container.allKeys.first, container.allKeys.count == 1 else {
                let words = "Invalid number of keys found, expected one."
                throw DecodingError.typeMismatch(
                    Listed.self,
                    .init(codingPath: decoder.codingPath, debugDescription: words)
                )
            }
            self = key == .circle ? .circle : .square
        }
    }

    @Test("The error of a choice lists the elements and the cases")
    func choices() {
        let expected = "typeMismatch shape: expected one child element for Shape, with the name of a case, found"
        for (xml, found) in [
            ("<circle/><square/>", "'circle', 'square'"), ("<triangle/>", "'triangle'"),
            ("", "nothing"),
        ] {
            #expect(fault([String: Shape].self, "<d>\n<shape>\(xml)</shape></d>") == "\(expected) \(found) (line 2)")
        }
        #expect(
            fault(Listed.self, "<d><x/></d>")
                == "typeMismatch : expected one child element for Listed, with the name of a case (circle, square), found 'x' (line 1)"
        )
    }

    @Test("A root with another name is an error that names both")
    func roots() throws {
        let page = "<html>\n<body>404</body></html>"
        struct Feed: Decodable { var item: [String] }
        let expected = "typeMismatch : expected the root element 'rss', found 'html' (line 1)"
        #expect(try XMLDecoder().decode(Feed.self, from: page).item == [])
        var decoder = XMLDecoder()
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Feed.self, from: page, root: "rss") }
        #expect(error?.text == expected)
        #expect(try decoder.decode(Feed.self, from: page, root: "html").item == [])
        decoder.rootName = "rss"
        for options in DecoderListTests.conventions.map({ XMLOptions($0) }) + [.init { $0.keepsRoot = false }] {
            decoder.options = options
            let set = #expect(throws: DecodingError.self) { try decoder.decode(Feed.self, from: page) }
            #expect(set?.text == expected)
            #expect(try decoder.decode(Feed.self, from: "<rss><item>1</item></rss>").item == ["1"])
            #expect(try decoder.decode(Feed.self, from: page, root: "html").item == [])
        }
        let document = try XMLReader().read(.string("<rss><item>1</item></rss>"))
        let whole = #expect(throws: DecodingError.self) { try decoder.decode(Feed.self, from: document) }
        #expect(
            whole?.text
                == "typeMismatch : expected the root element 'rss', found a whole document; pass the value's 'root' to decode it"
        )
        #expect(try decoder.decode(Feed.self, from: document.root).item == ["1"])
        var documents = try decoder.documents(of: Feed.self, in: .string("<rss/><html/>"))
        #expect(try documents.next()?.item == [])
        #expect(throws: DecodingError.self) { try documents.next() }
        // A record has the name in its path.
        var records = try decoder.records(of: String.self, at: "a/b", in: .string("<a><b>1</b></a>"))
        #expect(try records.next() == "1")
    }

    @Test("A list or a map with an element points to the article")
    func wrappers() {
        let end = "needs a type of its own: see 'Lists and maps inside an element' in the article Decoding (line 1)"
        #expect(
            fault([String: [String]].self, "<r><tags><tag>a</tag><tag>b</tag></tags></r>")
                == "typeMismatch tags/0: expected text for String, found child elements: <tag>; a list inside an element \(end)"
        )
        let entry = "<entry><key>k</key><value>1</value></entry>"
        #expect(
            fault([String: [String: Int]].self, "<r><map>\(entry)</map></r>")
                == "typeMismatch map/entry: expected text for Int, found child elements: <key>, <value>; a map inside an element \(end)"
        )
        let two = "found 2 of this name; a map inside an element \(end)"
        #expect(
            fault([String: [String: Int]].self, "<r><map>\(entry)\(entry)</map></r>")
                == "typeMismatch map/entry: expected one Int, \(two)"
        )
        #expect(
            fault([String: [String: String]].self, "<r>\(entry)\(entry)</r>")
                == "typeMismatch entry: expected one element, \(two)"
        )
    }

    @Test("Grouped attributes are not child elements")
    func groups() throws {
        let options = XMLOptions { $0.attributes = .group("attrs") }
        #expect(try decode([String: String].self, "<r><a x='1'/></r>", options) == ["a": ""])
        let text = options.with { $0.textOnlyIsString = true }
        let error = fault([String: String].self, "<r><a x='1'><b>1</b></a></r>", text)
        #expect(error == "typeMismatch a: expected text for String, found child elements: <b> (line 1)")
    }

    @Test("Text in errors is quoted, cut, and without control characters")
    func quoting() {
        func quoted(_ text: String) -> String {
            fault(Int.self, "<v>\(text)</v>").replacing(
                "dataCorrupted : expected a whole number for Int, found ",
                with: ""
            )
        }
        #expect(quoted("a\u{85}b\u{202E}c\u{2028}&#9;d") == #"'a\u{85}b\u{202e}c\u{2028}\u{9}d' (line 1)"#)
        for (character, count) in [("x", 61), ("😀", 61), ("é", 100), ("a😀", 60)] {
            let text = String(repeating: character, count: count)
            let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
            #expect(quoted(text) == "'\(cut)…' (line 1)")
        }
        let sixty = String(repeating: "😀", count: 60)
        #expect(quoted(sixty) == "'\(sixty)' (line 1)")
    }

    @Test("Errors name the requested type")
    func types() {
        let mismatch = #expect(throws: DecodingError.self) { try decode([Int8].self, "<v><a/></v>") }
        if case .typeMismatch(let type, _)? = mismatch { #expect("\(type)" == "Int8") }
        #expect(mismatch?.text.hasPrefix("typeMismatch ") == true)
        let null = #expect(throws: DecodingError.self) {
            try decode([String: UInt].self, "<v><a/></v>", .init(.xmltodict))
        }
        if case .valueNotFound(let type, _)? = null { #expect("\(type)" == "UInt") }
        #expect(null?.text.hasPrefix("valueNotFound ") == true)
        #expect(null?.xmlUnderlyingError == nil)
    }

    @Test("Errors have line numbers if the value or its parent keeps them")
    func keptLines() throws {
        let value = try XMLReader(.init { $0.keepsLines = true }).read(.string("<v>\n<a>\n<b>x</b></a></v>"))
        let part = try #require(value[path: "v/a"])
        let error = #expect(throws: DecodingError.self) { try XMLDecoder().decode([String: Int].self, from: part) }
        #expect(error?.text == "dataCorrupted b: expected a whole number for Int, found 'x' (line 3)")
        let other = try XMLReader().read(.string("<v>\n<a>x</a></v>")).root
        #expect(other.line == nil)
        let lineless = #expect(throws: DecodingError.self) { try XMLDecoder().decode([String: Int].self, from: other) }
        #expect(lineless?.text == "dataCorrupted a: expected a whole number for Int, found 'x'")
        #expect(lineless?.xmlSummary == "a: expected a whole number for Int, found 'x'")
        #expect(lineless?.xmlLine == nil)
    }

    @Test("An empty root has a line")
    func emptyRoot() {
        let reason = "keyNotFound : there is no attribute or element 'title'; the element has nothing in it"
        #expect(fault(Feed.self, "<?xml version='1.0'?>\n\n<feed/>") == "\(reason) (line 3)")
        #expect(fault(Feed.self, "\n<feed/>", .init(.xmltodict)) == "\(reason) (line 2)")
    }

    @Test("An element has its line if the option keeps lines")
    func lines() throws {
        let xml = "<?xml version='1.0'?>\n<r>\n<a>1</a>\n<b x='1'>\n2</b><c>\n<d>3</d></c>\n<e>4</e>\n<e>5</e><f/></r>"
        for convention in DecoderListTests.conventions + [.parker] {
            let options = XMLOptions(.init(convention)) { ($0.keepsLines, $0.keepsRoot) = (true, false) }
            let value = try XMLReader(options).read(.string(xml))
            let elements = [value, value["a"], value["b"], value["c"], value["c"]?["d"], value["e"]]
            #expect(elements.map { $0?.line } == [2, 3, 4, 5, 6, 7], "\(convention)")
            #expect([value["e"]?[0]?.line, value["e"]?[1]?.line] == [7, 8], "\(convention)")
        }
    }

    // MARK: The line as a value

    private func thrown<Decoded: Decodable>(_ type: Decoded.Type, _ xml: String) -> DecodingError? {
        #expect(throws: DecodingError.self) { try decode(type, xml) }
    }

    @Test("Every kind of error has its line as a value")
    func lineValues() {
        #expect(thrown(Feed.self, "<feed>\n<item id='1'/></feed>")?.xmlLine == 1)
        #expect(thrown(Feed.self, "<feed><title>t</title>\n<item id='x'/></feed>")?.xmlLine == 2)
        #expect(thrown([String: Int].self, "<r>\n\n<a><b/></a></r>")?.xmlLine == 3)
        #expect(thrown([String: Choice].self, "<r>\n<a>x</a></r>")?.xmlLine == 2)
        let null = #expect(throws: DecodingError.self) {
            try decode([String: Int].self, "<r>\n<a/></r>", .init(.xmltodict))
        }
        #expect(null?.xmlLine == 2)
    }

    private enum Choice: String, Decodable { case a }

    private struct Reason: Error, Equatable {
        var code: Int
    }

    /// A type whose own error has an underlying error.
    private struct Picky: Decodable {
        init(from decoder: any Decoder) throws {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "refused (line of thought)",
                underlyingError: Reason(code: 7)
            )
            throw DecodingError.dataCorrupted(context)
        }
    }

    @Test("The line does not replace a type's own underlying error")
    func underlyingErrors() throws {
        let error = try #require(thrown([String: Picky].self, "<r>\n<a/></r>"))
        #expect(error.xmlSummary == "a: refused (line of thought) (line 2)")
        #expect(error.xmlLine == 2)
        #expect(error.xmlUnderlyingError as? Reason == Reason(code: 7))
        let context = DecodingError.Context(codingPath: [], debugDescription: "x", underlyingError: Reason(code: 1))
        #expect(DecodingError.dataCorrupted(context).xmlLine == nil)
        #expect(DecodingError.dataCorrupted(context).xmlUnderlyingError as? Reason == Reason(code: 1))
    }
}
