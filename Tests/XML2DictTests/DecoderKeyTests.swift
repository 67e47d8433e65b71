import Testing
import XML2Dict

@Suite("Decoding by keys")
struct DecoderKeyTests {
    private struct Book: Decodable, Equatable {
        var id: Int
        var language: String
        var title: String
        var author: [String]
        var note: Note

        enum CodingKeys: String, CodingKey {
            case id, title, author, note
            case language = "xml:lang"
        }
    }

    private struct Note: Decodable, Equatable {
        var kind: String
        var text: String

        enum CodingKeys: String, CodingKey {
            case kind
            case text = ""
        }
    }

    private static let library = """
        <book id="7" xml:lang="en"><title>A</title><author>B</author><author role="x">C</author><note kind="k">D</note></book>
        """

    @Test("Very many attributes in a group are found by one index")
    func largeGroup() throws {
        struct Numbers: Decodable {
            var sum = 0

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                for key in container.allKeys where key.stringValue != "b" {
                    sum += try container.decode(Int.self, forKey: key)
                }
            }
        }
        let count = 9_000
        let xml = "<a" + (0..<count).map { " k\($0)='\($0)'" }.joined() + "><b/></a>"
        let options = XMLOptions { ($0.attributes, $0.namespaces) = (.group("attrs"), .strip) }
        #expect(try decode(Numbers.self, xml, options).sum == count * (count - 1) / 2)
    }

    /// Options for every position of attributes and text.
    private static let everyShape: [XMLOptions] =
        DecoderListTests.conventions.map { XMLOptions($0) } + [
            .init { $0.attributes = .group("attrs") },
            .init { $0.attributes = .prefix("-") },
            .init { $0.attributes = .prefix("attribute_") },
            .init(.xmltodict) { $0.attributes = .group("@") },
            .init { $0.textOnlyIsString = true },
            .init { $0.textKey = "" },
            .init { $0.textKey = "value" },
            .init { $0.keepsRoot = false },
        ]

    @Test("Attributes, elements and text decode under any option")
    func shapes() throws {
        for options in Self.everyShape {
            var options = options
            options.prefixSeparator = ":"
            #expect(
                try decode(Book.self, Self.library, options)
                    == Book(id: 7, language: "en", title: "A", author: ["B", "C"], note: Note(kind: "k", text: "D")),
                "\(options)"
            )
        }
    }

    @Test("Coding keys have the convention's prefix separator")
    func separator() throws {
        let keys = try decode([String: String].self, "<a b:c='1' xmlns:b='u'/>", .init(.gdata))
        #expect(keys == ["b$c": "1"])
    }

    @Test("A coding key may have the convention's attribute prefix")
    func prefixedKeys() throws {
        struct Both: Decodable {
            var attribute: String
            var element: String
            var text: String
            enum CodingKeys: String, CodingKey { case attribute = "@id", element = "id", text = "#text" }
        }
        let both = try decode(Both.self, "<a id='1'>t<id>2</id></a>", .init(.xmltodict))
        #expect((both.attribute, both.element, both.text) == ("1", "2", "t"))
    }

    @Test("The decoder separates an attribute from an element of the same name")
    func sharedKeys() throws {
        let xml = "<a id='1' x='3'><id>2</id></a>"
        for options in [.init(), .init(.xmltodict)] as [XMLOptions] {
            #expect(try decode([String: String].self, xml, options) == ["id": "2", "@id": "1", "x": "3"])
        }
        let grouped = try decode([String: String].self, xml, .init { $0.attributes = .group("attrs") })
        #expect(grouped == ["id": "2", "x": "3"])
        let value = try XMLReader().read(.string(xml))
        #expect(try XMLDecoder().decode([String: [String]].self, from: value.root) == ["id": ["1", "2"], "x": ["3"]])
        var records = try XMLDecoder().records(of: [String: String].self, at: "a", in: .bytes(xml.utf8))
        let record = try records.next()
        #expect(record == ["id": "2", "@id": "1", "x": "3"])
    }

    @Test("The empty key decodes text, with and without attributes")
    func onlyText() throws {
        struct Paragraph: Decodable, Equatable {
            var text: String
            var id: Int?
            enum CodingKeys: String, CodingKey { case id, text = "" }
        }
        for options in Self.everyShape {
            #expect(try decode(Paragraph.self, "<p>t</p>", options) == Paragraph(text: "t"), "\(options)")
            #expect(try decode(Paragraph.self, "<p id='1'/>", options) == Paragraph(text: "", id: 1), "\(options)")
        }
    }

    @Test("Parker's elements decode without attributes")
    func parker() throws {
        struct Person: Decodable, Equatable {
            var name: String
            var age: Int
            var phone: [String]
            var id: Int?
        }
        let xml = "<p id='1'><name lang='x'>A</name><age>5</age><phone>1</phone><phone>2</phone></p>"
        #expect(try decode(Person.self, xml, .init(.parker)) == Person(name: "A", age: 5, phone: ["1", "2"], id: nil))
        #expect(try decode([Int].self, "<l><i>1</i><i>2</i></l>", .init(.parker)) == [1, 2])
    }

    @Test("The error for JsonML explains that it has no keys")
    func jsonml() {
        let reason = "typeMismatch : elements that are arrays (JsonML) cannot be decoded"
        #expect(fault(Note.self, "<a kind='k'>t</a>", .init(.jsonml)) == "\(reason) by keys (line 1)")
        #expect(fault(String.self, "<a kind='k'>t</a>", .init(.jsonml)) == "\(reason) as text (line 1)")
    }

    // MARK: Spelling

    private struct Media: Decodable, Equatable {
        var title: String
        var url: String?
    }

    @Test("Names are found without their prefixes")
    func stripped() throws {
        for convention in [XMLOptions.Convention.xmlreader, .xmltodict] as [XMLOptions.Convention] {
            let options = XMLOptions(.init(convention)) { $0.namespaces = .strip }
            #expect(
                try decode(Media.self, "<m:a xmlns:m='u' m:url='x'><m:title>A</m:title></m:a>", options)
                    == Media(title: "A", url: "x"),
                "\(convention)"
            )
        }
    }

    @Test("One namespace loses its prefix, and other namespaces keep theirs")
    func mappedPrefix() throws {
        let options = XMLOptions { $0.namespacePrefixes = ["u": ""] }
        let xml = "<a xmlns:m='u' xmlns:n='v'><m:title>A</m:title><n:title>B</n:title></a>"
        #expect(try decode(Media.self, xml, options) == Media(title: "A"))
    }

    @Test("Snake case and others become camel case")
    func camel() throws {
        for (name, key) in [
            ("item_price", "itemPrice"), ("one_two_three", "oneTwoThree"), ("plain", "plain"),
            ("itemPrice", "itemPrice"), ("ITEM_PRICE", "itemPrice"), ("item_2", "item2"), ("prix_été", "prixÉté"),
        ] {
            let change: (inout XMLOptions) -> Void = { $0.keyStyle = .camel }
            #expect(
                try decode([String: Int].self, "<a><\(name)>1</\(name)></a>", .init(.xmlreader, change)) == [key: 1],
                "\(name)"
            )
            #expect(
                try decode([String: Int].self, "<a \(name)='1'/>", .init(.xmltodict, change)) == [key: 1],
                "\(name)"
            )
        }
    }

    // MARK: Many keys

    @Test("Elements with many different children are found by an index")
    func index() throws {
        struct Some: Decodable, Equatable {
            var n7: Int, n0: Int, n30: Int
            var absent: Int?
            var id: String
        }
        for count in [31, 32, 33, 34, 500] {
            let children = (0..<count).map { "<n\($0)>\($0)</n\($0)>" }.joined()
            let numbers = Dictionary(uniqueKeysWithValues: (0..<count).map { ("n\($0)", $0) })
            #expect(try decode([String: Int].self, "<a>\(children)</a>") == numbers, "\(count)")
            let grouped = XMLOptions { $0.attributes = .group("attrs") }
            for options in DecoderListTests.conventions.map({ XMLOptions($0) }) + [grouped] {
                let some = try decode(Some.self, "<a id='x'>\(children)</a>", options)
                #expect(some == Some(n7: 7, n0: 0, n30: 30, absent: nil, id: "x"), "\(count)")
            }
        }
    }

    @Test("Names that become equal fold, among few elements and many")
    func firstOfAlike() throws {
        struct Titles: Decodable { var title: [String] }
        for count in [2, 40] {
            let others = (0..<count).map { "<n\($0)/>" }.joined()
            let xml = "<a xmlns:m='u'><x:title xmlns:x='v'>X</x:title>\(others)<m:title>M</m:title></a>"
            #expect(try decode(Titles.self, xml, .init { $0.namespaces = .strip }).title == ["X", "M"], "\(count)")
        }
    }

    @Test("Among 50,000 different children, each is found")
    func veryMany() throws {
        struct Last: Decodable {
            var found: [Int?]

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                found = try ["n0", "n49999", "n50000"].map { name in
                    try container.decodeIfPresent(Int.self, forKey: AnyKey(name))
                }
                found.append(container.allKeys.count)
            }
        }
        let xml = "<a>" + (0..<50_000).map { "<n\($0)>1</n\($0)>" }.joined() + "</a>"
        #expect(try decode(Last.self, xml).found == [1, 1, nil, 50_000])
    }

    // MARK: Containers

    @Test("A container lists its keys under every convention")
    func allKeys() throws {
        struct Keys: Decodable {
            var all: [String]
            var contains: [Bool]
            var isNil: Bool

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                all = container.allKeys.map(\.stringValue)
                contains = ["id", "b", "c"].map { container.contains(AnyKey($0)) }
                isNil = try container.decodeNil(forKey: AnyKey("b"))
            }
        }
        for options in Self.everyShape {
            let keys = try decode(Keys.self, "<a id='1'><b>2</b><b/></a>", options)
            #expect(keys.all == ["id", "b"] && keys.contains == [true, true, false] && !keys.isNil, "\(options)")
        }
    }

    @Test("Keys are compared by their bytes")
    func bytes() throws {
        struct Accents: Decodable {
            var composed: String
            var combined: String
            enum CodingKeys: String, CodingKey { case composed = "\u{E9}", combined = "e\u{301}" }
        }
        let accents = try decode(Accents.self, "<a><e\u{301}>2</e\u{301}><\u{E9}>1</\u{E9}></a>")
        #expect((accents.composed, accents.combined) == ("1", "2"))
    }

    @Test("Property lists of any depth are dictionaries")
    func propertyLists() throws {
        #expect(
            try decode(
                [String: [String: [Double]]].self,
                "<a><b><x>1</x><x>2</x></b><c y='3'/><d/></a>"
            ) == ["b": ["x": [1, 2]], "c": ["y": [3]], "d": [:]]
        )
        enum Color: String, Decodable, CodingKeyRepresentable { case red, blue }
        #expect(try decode([Color: Int].self, "<a red='1'><blue>2</blue></a>") == [.red: 1, .blue: 2])
    }
}

/// A key that is any text.
struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ stringValue: String) { self.stringValue = stringValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
