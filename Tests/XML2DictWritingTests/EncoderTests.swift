// The XML of each kind of encoded value.

import Testing
import XML2Dict

@testable import XML2DictWriting

@Suite("Encoding types")
struct EncoderTests {
    private func encode(_ value: some Encodable, _ change: (inout XMLEncoder) -> Void = { _ in }) throws -> String {
        var format = XMLWriter.Format.compact
        format.hasDeclaration = false
        var encoder = XMLEncoder(format: format)
        change(&encoder)
        let text = try encoder.string(from: value, root: "r")
        #expect(text.hasSuffix("\n"))
        // The encoded value equals the value that a reader reads.
        var options = XMLOptions.xmltodict
        if encoder.writesXMLSpace { options.honorsXMLSpace = true } else { options.trim = .none }
        #expect(try encoder.value(of: value, root: "r") == XMLReader(options).read(.string(text)))
        return String(text.dropLast())
    }

    private func fault(_ value: some Encodable, _ change: (inout XMLEncoder) -> Void = { _ in }) -> String {
        do {
            return try encode(value, change)
        } catch {
            var encoder = XMLEncoder(format: .compact)
            change(&encoder)
            #expect(throws: (any Error).self) { try encoder.value(of: value, root: "r") }
            guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
            let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "/")
            return "\(path): \(context.debugDescription)"
        }
    }

    // MARK: Settings

    @Test("A kept encoder follows each change of its settings")
    func settings() throws {
        struct Item: Encodable {
            var id = 1, itemName = " x ", text = "t"
            var none: String?

            func encode(to encoder: any Encoder) throws {
                var keyed = encoder.container(keyedBy: CodingKeys.self)
                try keyed.encode(id, forKey: .id)
                try keyed.encode(itemName, forKey: .itemName)
                try keyed.encode(text, forKey: .text)
                try keyed.encode(none, forKey: .none)
            }

            enum CodingKeys: String, CodingKey { case id, itemName, text, none }
        }
        var format = XMLWriter.Format.compact
        format.hasDeclaration = false
        var encoder = XMLEncoder(format: format)
        let changes: [((inout XMLEncoder) -> Void, String)] = [
            ({ _ in }, "<r><id>1</id><itemName> x </itemName>t</r>"),
            ({ $0.attributePaths = ["@id"] }, #"<r id="1"><itemName> x </itemName>t</r>"#),
            ({ $0.keyStyle = .snake }, #"<r id="1"><item_name> x </item_name>t</r>"#),
            ({ $0.textKey = nil }, #"<r id="1"><item_name> x </item_name><text>t</text></r>"#),
            (
                { $0.writesXMLSpace = true },
                #"<r id="1"><item_name xml:space="preserve"> x </item_name><text>t</text></r>"#
            ),
            (
                { $0.namespaceURIs = ["": "urn:a"] },
                #"<r xmlns="urn:a" id="1"><item_name xml:space="preserve"> x </item_name><text>t</text></r>"#
            ),
            (
                { $0.nilStrategy = .xsiNil },
                #"<r xmlns="urn:a" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="1"><item_name xml:space="preserve"> x </item_name><text>t</text><none xsi:nil="true"/></r>"#
            ),
            (
                { $0.nilStrategy = .omit },
                #"<r xmlns="urn:a" id="1"><item_name xml:space="preserve"> x </item_name><text>t</text></r>"#
            ),
            (
                { $0.format.hasDeclaration = true },
                #"<?xml version="1.0" encoding="UTF-8"?>\#n<r xmlns="urn:a" id="1"><item_name xml:space="preserve"> x </item_name><text>t</text></r>"#
            ),
        ]
        for (change, xml) in changes {
            change(&encoder)
            #expect(try encoder.string(from: Item(), root: "r") == xml + "\n")
            let copy = encoder
            #expect(try copy.plan() === encoder.plan())
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

    @Test("A type encodes as attributes, elements and text")
    func value() throws {
        let value = try XMLEncoder().value(of: Item(), root: "r")
        #expect(
            value.json(.compact)
                == ##"{"r":{"@id":"7","name":"Cake","price":{"@currency":"EUR","#text":"0.55"},"tag":["a","b"]}}"##
        )
        #expect(try XMLDecoder().decode(Price.self, from: #require(value["r"]?["price"])) == Price())
    }

    @Test("Several texts of an element are joined")
    func textsOfValue() throws {
        var options = XMLOptions.xmltodict
        options.cdataKey = "#cdata"
        let value = try XMLReader(options).read(.string("<r><![CDATA[a]]>b</r>"))["r"]
        #expect(try encode(value) == "<r><![CDATA[a]]>b</r>")
        #expect(try XMLEncoder().value(of: value, root: "r").json(.compact) == #"{"r":"ab"}"#)
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
        struct Outer: Encodable { var id = 2, inner = [Inner()] }
        let paths: [(XMLPath, String)] = [
            ("inner/@id", #"<r><id>2</id><inner id="1"><name>n</name></inner></r>"#),
            ("@id", #"<r id="2"><inner id="1"><name>n</name></inner></r>"#),
            ("/r/@id", #"<r id="2"><inner><id>1</id><name>n</name></inner></r>"#),
            ("*/inner/@*", #"<r><id>2</id><inner id="1" name="n"/></r>"#),
            ("@inner", "inner: an attribute is text, and this value is a list"),
        ]
        for (path, text) in paths { #expect(fault(Outer()) { $0.attributePaths = [path] } == text) }
        #expect(fault(Outer()) { $0.attributePaths = ["inner/id"] }.contains("does not lead to attributes"))
        #expect(fault(Outer()) { $0.attributePaths = [XMLPath(unchecked: "a//@id")] }.contains("is not a path"))
    }

    @Test("A path that nearly matches an encoded key is an error")
    func missedPaths() throws {
        struct Item: Encodable { var id = 1, ids: String?, name = "n" }
        struct Feed: Encodable { var item = [Item()] }
        func result(_ paths: XMLPath...) -> String { fault(Feed()) { $0.attributePaths = paths } }
        let message = #"nothing matches attributePaths = "item/@idd" (the value has id)"#
        #expect(result("item/@idd") == message)
        #expect(result("item/@name", "/r/item/@idd|item/@idd") == message.replacing("item/@idd", with: "/r/item/@idd"))
        // An absent optional, other elements, other names, any element, and a key that is an attribute.
        let plain = "<r><item><id>1</id><name>n</name></item></r>"
        for path: XMLPath in ["item/@ids", "itme/@id", "entry/@idd", "item/@price", "@idd", "*/@idd"] {
            #expect(result(path) == plain, "\(path)")
        }
        #expect(result("item/@id", "item/@idd") == #"<r><item id="1"><name>n</name></item></r>"#)
    }

    @Test("A property named text is text, or an element if necessary")
    func textKey() throws {
        struct Note<Text: Encodable>: Encodable { var id = 1, text: Text }
        let notes: [(any Encodable, String)] = [
            (Note(text: "x"), "<id>1</id>x"), (Note(text: ""), "<id>1</id><text/>"),
            (Note(text: [1, 2]), "<id>1</id><text>1</text><text>2</text>"),
            (Note(text: Note(text: 3)), "<id>1</id><text><id>1</id>3</text>"),
        ]
        for (note, content) in notes { #expect(try encode(note) == "<r>\(content)</r>") }
        #expect(try encode(Note(text: "x")) { $0.textKey = nil } == "<r><id>1</id><text>x</text></r>")
        #expect(try encode(["#text": 5]) { $0.textKey = "#text" } == "<r>5</r>")
        #expect(fault(["": "a", "text": "b"]).hasSuffix(": the element has a text already"))
    }

    @Test("Keys are spelled in a style")
    func styles() throws {
        struct Flag: Encodable {
            var isNew = true
            enum CodingKeys: String, CodingKey { case isNew = "@isNew" }
        }
        struct Shop: Encodable {
            var itemPrice = 1
            var foo = Flag()
            enum CodingKeys: String, CodingKey { case itemPrice, foo = "m:fooBar" }
        }
        let styles: [(XMLOptions.KeyStyle, String)] = [
            (.keep, #"<itemPrice>1</itemPrice><m:fooBar isNew="true"/>"#),
            (.snake, #"<item_price>1</item_price><m:foo_bar is_new="true"/>"#),
            (.lower, #"<itemprice>1</itemprice><m:foobar isnew="true"/>"#),
        ]
        for (style, elements) in styles {
            let text = try encode(Shop()) { ($0.keyStyle, $0.namespaceURIs) = (style, ["m": "u"]) }
            #expect(text == #"<r xmlns:m="u">\#(elements)</r>"#)
        }
    }

    @Test("A key {URI}name gets the prefix of its namespace")
    func expandedNames() throws {
        let value = ["{urn:m}a": "1", "{urn:d}a": "2", "@{urn:m}b": "3", "{urn:m}itemPrice": "4", "{}c": "5"]
        func line(_ key: String, _ namespaces: [String: String]) throws -> String {
            try encode([key: value[key]]) { ($0.namespaceURIs, $0.keyStyle) = (namespaces, .snake) }
        }
        #expect(try line("{urn:m}a", ["m": "urn:m"]) == #"<r xmlns:m="urn:m"><m:a>1</m:a></r>"#)
        #expect(try line("{urn:d}a", ["": "urn:d"]) == #"<r xmlns="urn:d"><a>2</a></r>"#)
        let both = ["": "urn:m", "m": "urn:m"]
        #expect(try line("@{urn:m}b", both) == #"<r xmlns="urn:m" xmlns:m="urn:m" m:b="3"/>"#)
        #expect(
            try line("{urn:m}itemPrice", ["m": "urn:m"]) == #"<r xmlns:m="urn:m"><m:item_price>4</m:item_price></r>"#
        )
        #expect(try line("{}c", [:]) == "<r><c>5</c></r>")
        #expect(try encode(["@{http://www.w3.org/XML/1998/namespace}lang": "en"]) == #"<r xml:lang="en"/>"#)
    }

    @Test("A key {URI}name without a prefix is an error")
    func undeclaredNames() {
        let remedy = "is not declared; the encoder's namespaceURIs declare it with a prefix"
        #expect(fault(["{urn:m}a": 1]) == "{urn:m}a: the namespace of '{urn:m}a' \(remedy)")
        // The default namespace applies to elements without a prefix, and not to attributes.
        #expect(
            fault(["@{urn:m}a": 1]) { $0.namespaceURIs = ["": "urn:m"] }
                == "@{urn:m}a: the namespace of '@{urn:m}a' \(remedy)"
        )
        #expect(fault(["{}a": 1]) { $0.namespaceURIs = ["": "urn:m"] } == "{}a: the namespace of '{}a' \(remedy)")
        #expect(fault(["{urn:m}": 1]) { $0.namespaceURIs = ["m": "urn:m"] } == "{urn:m}: '{urn:m}' is not an XML name")
    }

    // MARK: Values

    @Test("Numbers have the shortest form that reads back")
    func numbers() throws {
        func texts(_ numbers: [some Encodable]) throws -> String {
            try encode(["a": numbers]).replacing("<a>", with: "").replacing("</a>", with: " ")
        }
        let doubles = [0.1, 2, -0.0, 1e-7, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 100000, 1e16]
        #expect(try texts(doubles) == "<r>0.1 2 -0 1e-07 1e+300 INF -INF NaN 5e-324 100000 1e+16 </r>")
        #expect(try texts([Float(0.1), 16_777_216]) == "<r>0.1 16777216 </r>")
        #expect(try texts([Int.min, .max, 0, -9, 10]) == "<r>-9223372036854775808 9223372036854775807 0 -9 10 </r>")
        #expect(try texts([UInt64.max]) == "<r>18446744073709551615 </r>")
        #expect(try texts([Int128.min]) == "<r>-170141183460469231731687303715884105728 </r>")
        #expect(try texts([true, false]) == "<r>true false </r>")
        #expect(try texts([Int8(-128)]) == "<r>-128 </r>")
    }

    @Test("A single value as root is an element with text")
    func singleValues() throws {
        struct Empty: Encodable {}
        enum Size: String, Encodable { case small }
        let values: [(any Encodable, String)] = [
            ("x & y", "<r>x &amp; y</r>"), (5, "<r>5</r>"), ("", "<r/>"), (Int?.none, "<r/>"),
            (Int?.some(3), "<r>3</r>"), (Empty(), "<r/>"), (Size.small, "<r>small</r>"),
        ]
        for (value, xml) in values { #expect(try encode(value) == xml) }
    }

    @Test("White space at the ends of text is written as it is")
    func whiteSpace() throws {
        #expect(try encode(["a": [" x", "x ", "\n"]]) == "<r><a> x</a><a>x </a><a>\n</a></r>")
        #expect(try encode(["": " x"]) == "<r> x</r>")
        let spaced = [" x", "\tx\r\n", " "]
        let xml = try XMLEncoder().string(from: ["a": spaced], root: "r")
        var decoder = XMLDecoder()
        decoder.options.trim = .none
        struct Texts: Decodable { var a: [String] }
        #expect(try decoder.decode(Texts.self, from: xml).a == spaced)
    }

    @Test("An option keeps white space with xml:space")
    func markedWhiteSpace() throws {
        func encode(_ value: some Encodable) throws -> String { try self.encode(value) { $0.writesXMLSpace = true } }
        #expect(
            try encode(["a": [" x", "x ", "\n", "x y"]]) == """
                <r><a xml:space="preserve"> x</a><a xml:space="preserve">x </a><a xml:space="preserve">
                </a><a>x y</a></r>
                """
        )
        #expect(try encode(["": " x"]) == #"<r xml:space="preserve"> x</r>"#)
        let texts = [" x", "\tx\r\n", "\r", "a\u{A0}", "\u{2028}", "]]>", "<![CDATA[ ]]>", "&amp;", "\u{85}"]
        for format in [XMLWriter.Format.pretty, .compact] {
            var encoder = XMLEncoder(format: format)
            encoder.writesXMLSpace = true
            let xml = try encoder.string(from: ["a": texts, "b": [" "]], root: "r")
            #expect(try XMLDecoder().decode([String: [String]].self, from: xml) == ["a": texts, "b": [" "]])
        }
        struct Marked: Encodable {
            var space = "preserve", text = " x "
            enum CodingKeys: String, CodingKey { case space = "xml:space", text = "" }
        }
        #expect(try encode(Marked()) == #"<r xml:space="preserve"> x </r>"#)
        #expect(fault(Marked(space: "default")) { $0.writesXMLSpace = true }.hasSuffix("lets readers remove it"))
        #expect(try self.encode(Marked(space: "default")) == #"<r xml:space="default"> x </r>"#)
        #expect(try encode(Marked(space: "default", text: "x")) == #"<r xml:space="default">x</r>"#)
    }

    @Test("Attributes keep every character")
    func attributeValues() throws {
        struct Marked: Codable, Equatable {
            var id = " a\n\t\r<&>\"'é "
            enum CodingKeys: String, CodingKey { case id = "@id" }
        }
        let text = try encode(Marked())
        #expect(text == "<r id=\" a&#10;&#9;&#13;&lt;&amp;>&quot;'é \"/>")
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
        #expect(try XMLDecoder().decode(Optionals.self, from: text) == Optionals())
    }

    /// A type that passes its optionals to `encode` and `decode`, as with `JSONEncoder`.
    private struct Passing: Codable, Equatable {
        var a: Int?
        var b: String?
        enum CodingKeys: String, CodingKey { case a, b }
        init() {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            a = try container.decode(Int?.self, forKey: .a)
            b = try container.decode(String?.self, forKey: .b)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(a, forKey: .a)
            try container.encodeNil(forKey: .b)
        }
    }

    @Test("Nil has one rule, however a type encodes it")
    func passedNils() throws {
        #expect(try encode(Passing()) == "<r/>")
        #expect(try encode(["a": Int?.none, "b": 1]) == "<r><b>1</b></r>")
        #expect(try encode([String: Int?](dictionaryLiteral: ("a", nil))) { $0.nilStrategy = .empty } == "<r><a/></r>")
        #expect(try encode(Passing()) { $0.nilStrategy = .empty } == "<r><a/><b/></r>")
        #expect(try XMLDecoder().decode(Passing.self, from: encode(Passing())) == Passing())
    }

    @Test("The keys of a dictionary are sorted by their bytes")
    func dictionaries() throws {
        let keys = (0..<40).map { "k\($0)" } + ["é", "Z", "@b", "@a"]
        let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, ["1"]) }.filter { $0.0.first != "@" })
        let expected = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "<\($0)>1</\($0)>" }
            .joined()
        #expect(try encode(values) == "<r>\(expected)</r>")
        let texts = Dictionary(uniqueKeysWithValues: ["@b", "c", "@a", "b", "a"].map { ($0, "1") })
        #expect(try encode(texts) == #"<r a="1" b="1"><a>1</a><b>1</b><c>1</c></r>"#)
        #expect(try encode(["b": [3, 1, 2], "a": [9]]) == "<r><a>9</a><b>3</b><b>1</b><b>2</b></r>")
    }

    @Test("Numbers that are not finite have the texts of XML Schema")
    func notFinite() throws {
        #expect(try encode(["n": [Double.infinity, -.infinity, .nan]]) == "<r><n>INF</n><n>-INF</n><n>NaN</n></r>")
        #expect(try encode(["n": [1, -Float.infinity]]) == "<r><n>1</n><n>-INF</n></r>")
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

    @Test("A payload with its own key _0 stays an element")
    func payload() throws {
        struct Odd: Codable, Equatable { var _0 = 1 }
        enum Choice: Codable, Equatable { case odd(Odd) }
        let text = try encode(Choice.odd(Odd()))
        #expect(text == "<r><odd><_0><_0>1</_0></_0></odd></r>")
        #expect(try XMLDecoder().decode(Choice.self, from: text) == .odd(Odd()))
    }

    @Test("Lists are repeated elements, and empty lists are omitted")
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
        let faults: [(any Encodable, [String: String], String)] = [
            (
                Media(), ["n": "urn:n", "m": "urn:m", "": "urn:\"&"],
                #"<r xmlns="urn:&quot;&amp;" xmlns:m="urn:m" xmlns:n="urn:n" n:b="2"><m:a>1</m:a></r>"#
            ),
            (Media(), [:], "m:a: the prefix 'm' is not declared; the encoder's namespaceURIs declare it"),
            (["x": 1], ["a b": "u"], ": 'a b' is not a prefix"),
            (["x": 1], ["xml": "u"], ": the prefix 'xml' is reserved"),
            (["x": 1], ["p": ""], ": the prefix 'p' has no namespace"),
            (["@xmlns:p": ""], [:], "@xmlns:p: the declaration of a prefix needs a URI"),
            (["@xmlns:xml": "u"], [:], "@xmlns:xml: '@xmlns:xml' declares a prefix that is reserved"),
            (["@xmlns": ""], [:], #"<r xmlns=""/>"#),
            (["xmlns:p": "u"], ["p": "u"], "xmlns:p: the element has the attribute 'xmlns:p' already"),
        ]
        for (value, namespaces, text) in faults {
            #expect(fault(value) { $0.namespaceURIs = namespaces } == text)
        }
        #expect(fault(["xmlns:m": "u", "m:a": "x"]).contains(#"xmlns:m="u""#))
        // The root declares `xsi` only where no other prefix has its namespace.
        let undeclared = fault(["xsi:a": "x"]) {
            $0.nilStrategy = .xsiNil
            $0.namespaceURIs = ["i": "http://www.w3.org/2001/XMLSchema-instance"]
        }
        #expect(undeclared == "xsi:a: the prefix 'xsi' is not declared; the encoder's namespaceURIs declare it")
    }

    // MARK: Values of XML

    @Test("An XMLValue is written unchanged")
    func values() throws {
        struct Envelope: Codable, Equatable { var id = 1, body: XMLValue }
        let xml = "<e><id>1</id><body k='&lt;'><a>1</a><b c=''>x<d/><d> y</d></b><a/></body></e>"
        let envelope = try XMLDecoder().decode(Envelope.self, from: xml)
        let text = try encode(envelope)
        #expect(text == #"<r><id>1</id><body k="&lt;"><a>1</a><a/><b c=""><d/><d>y</d>x</b></body></r>"#)
        #expect(try XMLDecoder().decode(Envelope.self, from: text) == envelope)
        let read = try XMLReader().read(.string("<m id='1'><i>x</i><i/>t</m>"))
        #expect(try encode(read["m"] ?? .null) == #"<r id="1"><i>x</i><i/>t</r>"#)
        let other = try XMLReader(.xmltodict).read(.string("<m id='1'><i>x</i><i/>t</m>"))
        #expect(try encode(["v": other["m"]]) == #"<r><v id="1"><i>x</i><i/>t</v></r>"#)
        #expect(
            try encode(["v": ["a": 1, "b": "x", "c": [.null, true]] as XMLValue])
                == "<r><v><a>1</a><b>x</b><c/><c>true</c></v></r>"
        )
        #expect(try encode(["text": "t" as XMLValue]) == "<r>t</r>")
        #expect(try encode(["text": ["text": "t"] as XMLValue]) == "<r><text><text>t</text></text></r>")
    }

    @Test("An XMLValue keeps the order and the kinds of its nodes", arguments: ["m", "p:m"])
    func nodesOfValues(name: String) throws {
        let content = "<!--c-->t<a/><?p x?><a>1</a><?p y?>u<![CDATA[<]]><b/><p:b p:k=\"v\"/>"
        let xml = "<\(name) xmlns:p=\"urn:p\">\(content)</\(name)>"
        let value = try XMLReader(.faithful).read(.string(xml))[name]
        #expect(try encode(value) == "<r xmlns:p=\"urn:p\">\(content)</r>")
        #expect(try encode([name: value]) { $0.namespaceURIs = ["p": "urn:q"] } == "<r xmlns:p=\"urn:q\">\(xml)</r>")
    }

    @Test("LINEAR-TIME: Many attributes and prefixed elements of a value are encoded", .timeLimit(.minutes(1)))
    func wideValue() throws {
        let attributes = (0..<50_000).map { "a\($0)=''" }.joined(separator: " ")
        let content = String(repeating: "<p:b></p:b>", count: 50_000)
        var options = XMLOptions.faithful
        options.limits[.attributes] = .max
        let value = try XMLReader(options).read(.string("<r \(attributes) xmlns:p='urn:p'>\(content)</r>"))["r"]
        let text = try XMLEncoder(format: .compact).string(from: value, root: "r")
        #expect(
            text.utf8.count == 39 + "<r  xmlns:p='urn:p'></r>\n".utf8.count + attributes.utf8.count + 50_000
                * "<p:b/>".utf8.count
        )
    }

    @Test("An XMLValue that XML cannot represent is an error with its path")
    func faultsOfValues() throws {
        let list = "a list in a list has no form in XML; put the inner list into a type with a property for it"
        let faults: [(XMLValue, String)] = [
            (["p:a": [:]], "the prefix 'p' is not declared; the encoder's namespaceURIs declare it"),
            (["a": [["b"]]], "an array in an array has no form in XML"), (["a"], list),
            (["a><b": [:]], "'a><b' is not an XML name"), (["a": ["\u{1}"]], "XML does not allow the character U+0001"),
            (["#b": [:]], "'#b' is not an XML name"),
        ]
        for (value, message) in faults { #expect(fault(["v": [value]]) == "v/0: \(message)") }
        let read = try XMLReader(.faithful).read(.string("<m><!--c--></m>"))["m"] ?? .null
        func faultOf(_ key: String, _ inner: XMLValue) -> String {
            var value = read
            value[key] = inner
            return fault(["v": value])
        }
        #expect(faultOf("#comment", "a--b") == "v: a comment cannot contain two hyphens, or end with one")
        #expect(faultOf("#comment", ["a": "b"]) == "v: the value of '#comment' must be a comment: a string")
        #expect(faultOf("#pi", ["xml": "a"]) == "v: 'xml' cannot be the target of an instruction")
        #expect(faultOf("#cdata", "\r") == "v: a carriage return has no escape here, and would become a line feed")
        #expect(faultOf("@a", ["b": "c"]) == "v: an attribute is a text, and @a is a dictionary")
        #expect(
            fault(["@a": read]) == "@a: an attribute, or the text of an element, is text, and this value is not"
        )
        let ordered = try XMLReader(.jsonml).read(.string("<m>t</m>"))
        let ownNames = "v: elements that are arrays (JsonML) have their names in them; XMLWriter writes them"
        #expect(fault(["v": ordered]) == ownNames)
    }

    // MARK: Errors

    @Test("Text and names that XML forbids are errors with their paths")
    func errors() {
        let list = "a list cannot be a document; put it into a type with a property for it"
        let faults: [(any Encodable, String)] = [
            (["a": ["b": "x\u{1}"]], "a/b: XML does not allow the character U+0001"),
            (["a": ["12345678", "1234567890\u{FFFE}"]], "a/1: XML does not allow the character U+FFFE"),
            (["a b": 1], "a b: 'a b' is not an XML name"), (["a": [1: 2]], "a/1: '1' is not an XML name"),
            (["a:b:c": 1], "a:b:c: 'a:b:c' is not a qualified name"), (["@": 1], "@: '@' is not an XML name"),
            (
                ["a": ["b": [[1]]]],
                "a/b/0: a list in a list has no form in XML; put the inner list into a type with a property for it"
            ),
            ([1, 2], ": \(list)"), ([Int](), ": \(list)"),
            (["@a": ["b": 1]], "@a: an attribute is text, and this value has parts of its own"),
            (["": ["b": 1]], ": the text of an element is a single value, and this value has parts of its own"),
        ]
        for (value, message) in faults { #expect(fault(value) == message) }
        let ascii = fault(["é": 1]) { $0.format.isASCII = true }
        #expect(ascii == "é: the name 'é' is not ASCII, and a name cannot have character references")
        struct Twice: Encodable {
            enum Key: String, CodingKey { case a = "@a" }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: .a)
                try container.encode(2, forKey: .a)
            }
        }
        #expect(fault(Twice()) == "@a: the element has the attribute 'a' already")
        for root in ["a b", "", "p:a"] {
            #expect(throws: EncodingError.self, "\(root)") { try XMLEncoder().string(from: 1, root: root) }
        }
    }

    @Test("Types nest 512 deep, and no deeper")
    func depth() throws {
        final class Node: Codable {
            var inner: Node?
            init(depth: Int) { if depth > 0 { inner = Node(depth: depth - 1) } }
        }
        #expect(
            try encode(Node(depth: 511)).utf8.count == 510 * "<inner></inner>".utf8.count + "<r><inner/></r>".utf8.count
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
            static let separator = CodingUserInfoKey(rawValue: "separator")
            var x: Int, y: Int
            func xmlText(with encoder: XMLEncoder) -> String? {
                let separator = Point.separator.flatMap { encoder.userInfo[$0] } as? String
                return x < 0 ? nil : "\(x)\(separator ?? " ")\(y)"
            }
        }
        struct Place: Encodable {
            var a: Point, b: [Point], c: Point?
            enum CodingKeys: String, CodingKey { case a = "@a", b, c }
        }
        let point = Point(x: 1, y: 2)
        #expect(try encode(Place(a: point, b: [point], c: point)) == #"<r a="1 2"><b>1 2</b><c>1 2</c></r>"#)
        let separator = try #require(Point.separator)
        #expect(try encode(point) { $0.userInfo[separator] = "," } == "<r>1,2</r>")
        #expect(fault(["p": Point(x: -1, y: 0)]) == "p: this value of Point has no form as text")
    }

    @Test("An error has the value that failed, and its path")
    func failedValues() throws {
        struct Pair: Encodable {
            var lists: [[Int]]?
            var attribute: [Int]?
            var spaced: String?
            var prefixed: [String: Int]?
            enum CodingKeys: String, CodingKey {
                case lists
                case attribute = "@a"
                case spaced = "not a name"
                case prefixed = "p:x"
            }
        }
        for (pair, path, value) in [
            (Pair(lists: [[1], [2]]), ["lists", "Index 0"], "[1]"), (Pair(attribute: [3]), ["@a"], "[3]"),
            (Pair(spaced: "x"), ["not a name"], "x"), (Pair(prefixed: ["y": 1]), ["p:x"], #"["y": 1]"#),
            (Pair(lists: [[]], attribute: []), ["lists", "Index 0"], "[]"),
        ] {
            let error = #expect(throws: EncodingError.self) { try XMLEncoder().string(from: ["k": pair], root: "r") }
            guard case .invalidValue(let found, let context)? = error else { continue }
            #expect("\(found)" == value)
            #expect(context.codingPath.map(\.stringValue) == ["k"] + path)
        }
        let error = #expect(throws: EncodingError.self) { try XMLEncoder().string(from: [1, 2], root: "r") }
        if case .invalidValue(let found, _)? = error { #expect("\(found)" == "[1, 2]") }
        let root = #expect(throws: EncodingError.self) { try XMLEncoder().string(from: 7, root: "a b") }
        if case .invalidValue(let found, _)? = root { #expect(found as? Int == 7) }
    }

    @Test("The encoder of an error stays until the error has its value")
    func failedEncoderStays() {
        // Another encoder in the memory of the freed one would put its value into the error.
        struct Text: Encodable {
            func encode(to encoder: any Encoder) {
                var container = encoder.container(keyedBy: AnyCodingKey.self)
                weak var failed: AnyObject?
                do {
                    let text = container.superEncoder(forKey: AnyCodingKey(stringValue: ""))
                    _ = text.container(keyedBy: AnyCodingKey.self)
                    failed = text as AnyObject
                }
                #expect(failed != nil)
            }
        }
        #expect(throws: EncodingError.self) { try XMLEncoder().string(from: Text(), root: "r") }
    }

    @Test("Of two errors, the first one keeps its path and value")
    func firstFailedValue() {
        enum Part: Encodable {
            case text(String)
            enum CodingKeys: String, CodingKey { case text = "" }
        }
        struct NoText: Encodable {
            enum CodingKeys: CodingKey {}
            func encode(to encoder: any Encoder) { _ = encoder.container(keyedBy: CodingKeys.self) }
        }
        struct Mixed: Encodable {
            var parts = [Part.text("x")], language = NoText()
            enum CodingKeys: String, CodingKey { case parts = "b", language = "@xml:lang" }
        }
        let error = #expect(throws: EncodingError.self) { try XMLEncoder().string(from: Mixed(), root: "r") }
        guard case .invalidValue(let value, let context)? = error else { return }
        #expect(value is Mixed && context.codingPath.map(\.stringValue) == ["b", "Index 0", ""])
    }
}
