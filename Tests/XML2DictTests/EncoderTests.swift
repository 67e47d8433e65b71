// What an encoder writes for each kind of value.

import Testing
import XML2Dict

@Suite("Encoding types: the Encoder")
struct EncoderTests {
    private func encode(_ value: some Encodable, _ change: (inout XMLEncoder) -> Void = { _ in }) throws -> String {
        var format = XMLWriter.Format.compact
        format.hasDeclaration = false
        var encoder = XMLEncoder(format: format)
        change(&encoder)
        let text = try encoder.string(from: value, root: "r")
        #expect(text.hasSuffix("\n"))
        return String(text.dropLast())
    }

    private func fault(_ value: some Encodable, _ change: (inout XMLEncoder) -> Void = { _ in }) -> String {
        do {
            return try encode(value, change)
        } catch EncodingError.invalidValue(_, let context) {
            let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "/")
            return "\(path): \(context.debugDescription)"
        } catch {
            return "\(error)"
        }
    }

    // MARK: Keys

    private struct Price: Codable, Equatable {
        var amount = 0.55
        var currency: String? = "EUR"

        enum CodingKeys: String, CodingKey {
            case amount = ""
            case currency = "@currency"
        }
    }

    private struct Item: Codable {
        var name = "Cake"
        var price = Price()
        var id = 7
        var tag = ["a", "b"]

        enum CodingKeys: String, CodingKey {
            case name, price, tag
            case id = "@id"
        }
    }

    @Test("Keys decide about attributes, text and elements")
    func keys() throws {
        #expect(
            try encode(Item())
                == #"<r id="7"><name>Cake</name><price currency="EUR">0.55</price><tag>a</tag><tag>b</tag></r>"#
        )
    }

    @Test("Elements are indented, and elements with text are not")
    func indentation() throws {
        let text = try XMLEncoder().string(from: Item(), root: "item")
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <item id="7">
                  <name>Cake</name>
                  <price currency="EUR">0.55</price>
                  <tag>a</tag>
                  <tag>b</tag>
                </item>

                """
        )
        #expect(try XMLEncoder().bytes(from: Item(), root: "item") == Array(text.utf8))
    }

    @Test("Paths make properties attributes")
    func attributePaths() throws {
        struct Inner: Encodable { var id = 1, name = "n" }
        struct Outer: Encodable { var id = 2, inner = [Inner(), Inner()] }
        #expect(
            try encode(Outer()) { $0.attributes = ["inner/@id"] }
                == #"<r><id>2</id><inner id="1"><name>n</name></inner><inner id="1"><name>n</name></inner></r>"#
        )
        #expect(
            try encode(Outer()) { $0.attributes = ["@id"] }
                == #"<r id="2"><inner id="1"><name>n</name></inner><inner id="1"><name>n</name></inner></r>"#
        )
        #expect(
            try encode(Outer()) { $0.attributes = ["/r/@id"] }
                == "<r id=\"2\"><inner><id>1</id><name>n</name></inner><inner><id>1</id><name>n</name></inner></r>"
        )
        #expect(
            try encode(Outer()) { $0.attributes = ["*/inner/@*"] }
                == #"<r><id>2</id><inner id="1" name="n"/><inner id="1" name="n"/></r>"#
        )
        #expect(
            fault(Outer()) { $0.attributes = ["@inner"] } == "inner: an attribute is text, and this value is a list"
        )
        #expect(fault(Outer()) { $0.attributes = ["inner/id"] }.contains("does not lead to attributes"))
        #expect(fault(Outer()) { $0.attributes = ["a//@id"] }.contains("is not a path"))
    }

    @Test("A property text is text, and an element where that is impossible")
    func textKey() throws {
        struct Note<Text: Encodable>: Encodable { var id = 1, text: Text }
        #expect(try encode(Note(text: "x")) == "<r><id>1</id>x</r>")
        #expect(try encode(Note(text: "")) == "<r><id>1</id><text/></r>")
        #expect(try encode(Note(text: [1, 2])) == "<r><id>1</id><text>1</text><text>2</text></r>")
        #expect(try encode(Note(text: Note(text: 3))) == "<r><id>1</id><text><id>1</id>3</text></r>")
        #expect(try encode(Note(text: "x")) { $0.textKey = nil } == "<r><id>1</id><text>x</text></r>")
        #expect(try encode(["#text": 5]) { $0.textKey = "#text" } == "<r>5</r>")
        #expect(fault(["": "a", "text": "b"]).hasSuffix(": the element has a text already"))
    }

    @Test(
        "Keys are spelled in a style",
        arguments: [
            (XMLOptions.KeyStyle.keep, #"<r><itemPrice>1</itemPrice><m:fooBar isNew="true"/></r>"#),
            (.snake, #"<r><item_price>1</item_price><m:foo_bar is_new="true"/></r>"#),
            (.lower, #"<r><itemprice>1</itemprice><m:foobar isnew="true"/></r>"#),
        ]
    )
    func styles(style: XMLOptions.KeyStyle, expected: String) throws {
        struct Flag: Encodable {
            var isNew = true
            enum CodingKeys: String, CodingKey { case isNew = "@isNew" }
        }
        struct Shop: Encodable {
            var itemPrice = 1
            var foo = Flag()
            enum CodingKeys: String, CodingKey { case itemPrice, foo = "m:fooBar" }
        }
        let text = try encode(Shop()) {
            $0.keys = style
            $0.namespaces = ["m": "u"]
        }
        #expect(text == expected.replacing("<r>", with: #"<r xmlns:m="u">"#))
    }

    // MARK: Values

    @Test("Numbers have the shortest form that reads back")
    func numbers() throws {
        #expect(
            try encode([
                "a": [0.1, 2, -0.0, 1e-7, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 100000, 1e16]
            ]) == "<r>"
                + ["0.1", "2", "-0", "1e-07", "1e+300", "INF", "-INF", "NaN", "5e-324", "100000", "1e+16"]
                .map { "<a>\($0)</a>" }.joined() + "</r>"
        )
        #expect(try encode(["a": [Float(0.1), 16_777_216]]) == "<r><a>0.1</a><a>16777216</a></r>")
        #expect(
            try encode(["a": [Int.min, .max, 0, -9, 10]])
                == "<r><a>-9223372036854775808</a><a>9223372036854775807</a><a>0</a><a>-9</a><a>10</a></r>"
        )
        #expect(try encode(["a": [UInt64.max]]) == "<r><a>18446744073709551615</a></r>")
        #expect(try encode(["a": [Int128.min]]) == "<r><a>-170141183460469231731687303715884105728</a></r>")
        #expect(try encode(["a": [true, false]]) == "<r><a>true</a><a>false</a></r>")
        #expect(try encode(["a": [Int8(-128)]]) == "<r><a>-128</a></r>")
    }

    @Test("A root that is a single value is an element with text")
    func singleValues() throws {
        #expect(try encode("x & y") == "<r>x &amp; y</r>")
        #expect(try encode(5) == "<r>5</r>")
        #expect(try encode("") == "<r/>")
        #expect(try encode(Int?.none) == "<r/>")
        #expect(try encode(Int?.some(3)) == "<r>3</r>")
        struct Empty: Encodable {}
        #expect(try encode(Empty()) == "<r/>")
        enum Size: String, Encodable { case small }
        #expect(try encode(Size.small) == "<r>small</r>")
    }

    @Test("White space at the ends of text is kept by an attribute")
    func whiteSpace() throws {
        #expect(
            try encode(["a": [" x", "x ", "\n", "x y"]]) == """
                <r><a xml:space="preserve"> x</a><a xml:space="preserve">x </a><a xml:space="preserve">
                </a><a>x y</a></r>
                """
        )
        #expect(try encode(["": " x"]) == #"<r xml:space="preserve"> x</r>"#)
        let texts = [" x", "\tx\r\n", "\r", "a\u{A0}", "\u{2028}", "]]>", "<![CDATA[ ]]>", "&amp;", "\u{85}"]
        for format in [XMLWriter.Format.pretty, .compact] {
            let xml = try XMLEncoder(format: format).string(from: ["a": texts, "b": [" "]], root: "r")
            #expect(try XMLDecoder().decode([String: [String]].self, from: xml) == ["a": texts, "b": [" "]])
        }
        struct Marked: Encodable {
            var space = "preserve", text = " x "
            enum CodingKeys: String, CodingKey { case space = "xml:space", text = "" }
        }
        #expect(try encode(Marked()) == #"<r xml:space="preserve"> x </r>"#)
        #expect(fault(Marked(space: "default")).hasSuffix("lets readers remove it"))
        #expect(try encode(Marked(space: "default", text: "x")) == #"<r xml:space="default">x</r>"#)
    }

    @Test("Attributes keep every character")
    func attributeValues() throws {
        struct Marked: Codable, Equatable {
            var id = " a\n\t\r<&>\"'é "
            enum CodingKeys: String, CodingKey { case id = "@id" }
        }
        let text = try encode(Marked())
        #expect(text == "<r id=\" a&#10;&#9;&#13;&lt;&amp;&gt;&quot;'é \"/>")
        #expect(try XMLDecoder().decode(Marked.self, from: text) == Marked())
    }

    // MARK: Nil

    private struct Optionals: Codable, Equatable {
        var a: Int?
        var b: String?
        var c: [Int]?
        var d: Price?
        var e: [Int?] = [1, nil, 3]
        var f: Int?
        enum CodingKeys: String, CodingKey { case a, b, c, d, e, f = "@f" }
    }

    @Test("Nil is left out, empty or xsi:nil")
    func nils() throws {
        #expect(try encode(Optionals()) == "<r><e>1</e><e/><e>3</e></r>")
        #expect(try encode(Optionals()) { $0.nilStrategy = .empty } == #"<r f=""><a/><b/><d/><e>1</e><e/><e>3</e></r>"#)
        #expect(
            try encode(Optionals()) { $0.nilStrategy = .xsiNil } == #"""
                <r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><a xsi:nil="true"/><b xsi:nil="true"/>\#
                <d xsi:nil="true"/><e>1</e><e xsi:nil="true"/><e>3</e></r>
                """#
        )
        let text = try encode(Optionals()) { $0.nilStrategy = .xsiNil }
        var decoder = XMLDecoder()
        decoder.options.nilIsNull = true
        #expect(try decoder.decode(Optionals.self, from: text) == Optionals())
    }

    // MARK: Lists and choices

    private enum Shape: Codable, Equatable {
        case circle(Circle)
        case line(Int, Int)
        case box(width: Double, height: Double)
        case list([Int])
        case maybe(Int?)
        case point

        struct Circle: Codable, Equatable {
            var radius: Double
            enum CodingKeys: String, CodingKey { case radius = "@radius" }
        }
    }

    @Test("Enumerations are elements with the names of their cases, in order")
    func choices() throws {
        struct Drawing: Codable, Equatable { var shape: [Shape] }
        let drawing = Drawing(shape: [
            .circle(.init(radius: 2)), .line(1, 2), .circle(.init(radius: 1)), .box(width: 1, height: 0.5),
            .list([1, 2]),
            .list([3]), .maybe(1), .maybe(nil), .point,
        ])
        let text = try encode(drawing)
        #expect(
            text == """
                <r><shape><circle radius="2"/></shape><shape><line><_0>1</_0><_1>2</_1></line></shape>\
                <shape><circle radius="1"/></shape><shape><box><width>1</width><height>0.5</height></box></shape>\
                <shape><list><_0>1</_0><_0>2</_0></list></shape><shape><list><_0>3</_0></list></shape>\
                <shape><maybe>1</maybe></shape><shape><maybe/></shape><shape><point/></shape></r>
                """
        )
        #expect(try XMLDecoder().decode(Drawing.self, from: text) == drawing)
        #expect(try encode(Shape.point) == "<r><point/></r>")
    }

    @Test("A payload that has _0 itself stays an element")
    func payload() throws {
        struct Odd: Codable, Equatable { var _0 = 1 }
        enum Choice: Codable, Equatable { case odd(Odd) }
        let text = try encode(Choice.odd(Odd()))
        #expect(text == "<r><odd><_0><_0>1</_0></_0></odd></r>")
        #expect(try XMLDecoder().decode(Choice.self, from: text) == .odd(Odd()))
    }

    @Test("Lists are elements of one name, and empty lists are nothing")
    func lists() throws {
        struct Lists: Encodable { var a = [1], b: [Int] = [], c: Set<Int> = [2], d = [Item()].map(\.name) }
        #expect(try encode(Lists()) == "<r><a>1</a><c>2</c><d>Cake</d></r>")
        #expect(try encode(["a": 1...5]) == "<r><a>1</a><a>5</a></r>")
    }

    // MARK: Containers

    @Test("Nested containers can be filled in any order")
    func nestedContainers() throws {
        struct Nested: Encodable {
            enum Key: String, CodingKey { case a, b, c, d = "@d" }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                var a = container.nestedContainer(keyedBy: Key.self, forKey: .a)
                var c = container.nestedUnkeyedContainer(forKey: .c)
                try container.encode(1, forKey: .b)
                try a.encode(2, forKey: .b)
                try c.encode(3)
                try a.encode(4, forKey: .d)
                var item = c.nestedContainer(keyedBy: Key.self)
                try item.encode("x", forKey: .b)
                try container.encode(5, forKey: .d)
                #expect(c.count == 2)
                #expect(item.codingPath.map(\.stringValue) == ["c", "Index 1"])
            }
        }
        #expect(try encode(Nested()) == #"<r d="5"><a d="4"><b>2</b></a><b>1</b><c>3</c><c><b>x</b></c></r>"#)
    }

    @Test("A superclass with its own encoder is an element super")
    func superclasses() throws {
        class Base: Codable {
            var id = 1
        }
        final class Derived: Base {
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(2, forKey: .id)
                try super.encode(to: container.superEncoder())
            }
            enum Key: String, CodingKey { case id }
        }
        #expect(try encode(Derived()) == "<r><id>2</id><super><id>1</id></super></r>")
    }

    // MARK: Names

    @Test("The root declares the namespaces in the order of their prefixes")
    func namespaces() throws {
        struct Media: Encodable {
            var a = 1, b = 2
            enum CodingKeys: String, CodingKey { case a = "m:a", b = "@n:b" }
        }
        #expect(
            try encode(Media()) { $0.namespaces = ["n": "urn:n", "m": "urn:m", "": "urn:\"&"] }
                == #"<r xmlns="urn:&quot;&amp;" xmlns:m="urn:m" xmlns:n="urn:n" n:b="2"><m:a>1</m:a></r>"#
        )
        #expect(fault(Media()) == "m:a: the prefix 'm' is not declared; the encoder's namespaces declare it")
        #expect(
            fault(["xmlns:m": "u", "m:a": "x"]).contains(#"xmlns:m="u""#)
        )
        #expect(fault(["x": 1]) { $0.namespaces = ["a b": "u"] } == ": 'a b' is not a prefix")
        #expect(fault(["x": 1]) { $0.namespaces = ["xml": "u"] } == ": the prefix 'xml' is reserved")
        #expect(fault(["@xmlns:p": ""]) == "@xmlns:p: the declaration of a prefix needs a URI")
        #expect(fault(["@xmlns:xml": "u"]) == "@xmlns:xml: '@xmlns:xml' declares a prefix that is reserved")
        #expect(fault(["@xmlns": ""]) == #"<r xmlns=""/>"#)
        #expect(fault(["x": 1]) { $0.namespaces = ["p": ""] } == ": the prefix 'p' has no namespace")
        #expect(
            fault(["xmlns:p": "u"]) { $0.namespaces = ["p": "u"] }
                == "xmlns:p: the element has the attribute 'xmlns:p' already"
        )
    }

    // MARK: Values of XML

    @Test("An XMLValue is written as it is")
    func values() throws {
        struct Envelope: Codable, Equatable { var id = 1, body: XMLValue }
        let xml = "<e><id>1</id><body k='&lt;'><a>1</a><b c=''>x<d/><d> y</d></b><a/></body></e>"
        let envelope = try XMLDecoder().decode(Envelope.self, from: xml)
        let text = try encode(envelope)
        #expect(text == #"<r><id>1</id><body k="&lt;"><a>1</a><a/><b c=""><d/><d>y</d>x</b></body></r>"#)
        #expect(try XMLDecoder().decode(Envelope.self, from: text) == envelope)
        let read = try XMLReader().read(string: "<m id='1'><i>x</i><i/>t</m>")
        #expect(try encode(read["m"] ?? .null) == #"<r id="1"><i>x</i><i/>t</r>"#)
        let other = try XMLReader(.xmltodict).read(string: "<m id='1'><i>x</i><i/>t</m>")
        #expect(try encode(["v": other["m"]]) == #"<r><v id="1"><i>x</i><i/>t</v></r>"#)
        #expect(fault(["v": ["p:a": [:]] as XMLValue]).hasPrefix("v: the prefix 'p' is not declared"))
        #expect(fault(["v": [["a": [["b"]]] as XMLValue]]) == "v/0: an array in an array has no form in XML")
    }

    // MARK: Errors

    @Test("What XML cannot have is an error with its path")
    func errors() {
        #expect(fault(["a": ["b": "x\u{1}"]]) == "a/b: XML does not have the character U+0001")
        #expect(fault(["a": ["12345678", "1234567890\u{FFFE}"]]) == "a/1: XML does not have the character U+FFFE")
        #expect(fault(["a b": 1]) == "a b: 'a b' is not a name of XML")
        #expect(fault(["a": [1: 2]]) == "a/1: '1' is not a name of XML")
        #expect(fault(["a:b:c": 1]) == "a:b:c: 'a:b:c' is not a name of XML")
        #expect(fault(["@": 1]) == "@: '@' is not a name of XML")
        #expect(
            fault(["a": ["b": [[1]]]])
                == "a/b/0: a list in a list has no form in XML; put the inner list into a type with a property for it"
        )
        #expect(fault([1, 2]) == ": a list cannot be a document; put it into a type with a property for it")
        #expect(fault([Int]()) == ": a list cannot be a document; put it into a type with a property for it")
        #expect(fault(["@a": ["b": 1]]) == "@a: an attribute is text, and this value has parts of its own")
        #expect(
            fault(["": ["b": 1]]) == ": the text of an element is a single value, and this value has parts of its own"
        )
        #expect(
            fault(["é": 1]) { $0.format.isASCII = true }
                == "é: the name 'é' is not ASCII, and a name cannot have character references"
        )
        struct Twice: Encodable {
            enum Key: String, CodingKey { case a = "@a" }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: .a)
                try container.encode(2, forKey: .a)
            }
        }
        #expect(fault(Twice()) == "@a: the element has the attribute 'a' already")
        #expect(throws: EncodingError.self) { try XMLEncoder().string(from: 1, root: "a b") }
        #expect(throws: EncodingError.self) { try XMLEncoder().string(from: 1, root: "") }
        #expect(throws: EncodingError.self) { try XMLEncoder().string(from: 1, root: "p:a") }
    }

    @Test("Types nest 512 deep, and no deeper")
    func depth() throws {
        final class Node: Codable {
            var inner: Node?
            init(depth: Int) { if depth > 0 { inner = Node(depth: depth - 1) } }
        }
        #expect(
            try encode(Node(depth: 511)).utf8.count == 511 * "<inner></inner>".utf8.count + "<r></r>".utf8.count - 8 + 1
        )
        #expect(fault(Node(depth: 512)).hasSuffix(": types are nested more than 512 deep"))
        struct Endless: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(self)
            }
        }
        #expect(fault(Endless()).hasSuffix("which is too much for the stack of this thread"))
    }

    @Test("A type encodes itself as text")
    func textTypes() throws {
        struct Point: XMLTextEncodable {
            var x: Int, y: Int
            func xmlText(with encoder: XMLEncoder) -> String? {
                let separator: String? = encoder[strategy: Point.self]
                return x < 0 ? nil : "\(x)\(separator ?? " ")\(y)"
            }
        }
        struct Place: Encodable {
            var a: Point, b: [Point], c: Point?
            enum CodingKeys: String, CodingKey { case a = "@a", b, c }
        }
        let point = Point(x: 1, y: 2)
        #expect(try encode(Place(a: point, b: [point], c: point)) == #"<r a="1 2"><b>1 2</b><c>1 2</c></r>"#)
        #expect(try encode(point) { $0[strategy: Point.self] = "," } == "<r>1,2</r>")
        #expect(fault(["p": Point(x: -1, y: 0)]) == "p: this value of Point has no form as text")
    }
}
