// How coding keys find attributes, elements and text.

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
        let count = 9_000
        let xml = "<a" + (0..<count).map { " k\($0)='\($0)'" }.joined() + "><b/></a>"
        var decoder = XMLDecoder(.init { $0.attributes = .group("attrs") })
        decoder.options.namespaces = .strip
        struct Numbers: Decodable {
            var sum = 0

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Name.self)
                for key in container.allKeys where key.stringValue != "b" {
                    sum += try container.decode(Int.self, forKey: key)
                }
            }
        }
        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        #expect(try decoder.decode(Numbers.self, from: .string(xml)).sum == count * (count - 1) / 2)
    }

    /// Options that give attributes and text every place that they can have.
    private static let everyShape: [XMLOptions] =
        DecoderListTests.conventions.map { XMLOptions($0) } + [
            .init { $0.attributes = .group("attrs") },
            .init { $0.attributes = .prefix("-") },
            .init { $0.attributes = .prefix("attribute_") },
            .init(.xmltodict) { $0.attributes = .group("@") },
            .init { $0.textOnly = .string },
            .init { $0.textKey = "" },
            .init { $0.textKey = "value" },
            .init { $0.keepsRoot = false },
        ]

    @Test("Attributes, elements and text are properties wherever the options put them", arguments: everyShape)
    func shapes(options: XMLOptions) throws {
        var options = options
        options.prefixSeparator = ":"
        #expect(
            try decode(Book.self, Self.library, options)
                == Book(id: 7, language: "en", title: "A", author: ["B", "C"], note: Note(kind: "k", text: "D"))
        )
    }

    @Test("Where the convention writes prefixes its own way, keys do too")
    func separator() throws {
        #expect(
            try decode([String: String].self, "<a b:c='1' xmlns:b='u'/>", .init(.gdata)) == [
                "b$c": "1", "xmlns$b": "u",
            ]
        )
    }

    @Test("An attribute's key can also be written as the convention has it")
    func prefixedKeys() throws {
        struct Both: Decodable, Equatable {
            var attribute: String
            var element: String
            var text: String

            enum CodingKeys: String, CodingKey {
                case attribute = "@id"
                case element = "id"
                case text = "#text"
            }
        }
        #expect(
            try decode(Both.self, "<a id='1'>t<id>2</id></a>", .init(.xmltodict))
                == Both(attribute: "1", element: "2", text: "t")
        )
    }

    @Test(
        "The decoder separates an attribute from an element of the same name"
    )
    func sharedKeys() throws {
        let xml = "<a id='1'><id>2</id></a>"
        #expect(try decode([String: String].self, xml) == ["id": "2", "@id": "1"])
        let value = try XMLReader().read(string: xml)
        #expect(try XMLDecoder().decode([String: [String]].self, from: value.root) == ["id": ["1", "2"]])
        var records = try XMLDecoder().records(of: [String: String].self, at: "a", in: .bytes(xml.utf8))
        let record = try records.next()
        #expect(record == ["id": "2", "@id": "1"])
    }

    @Test("A dictionary has an attribute and a same-named element under different keys")
    func dictionaries() throws {
        #expect(
            try decode([String: String].self, "<a id='1'><id>2</id></a>", .init(.xmltodict)) == ["id": "2", "@id": "1"]
        )
        #expect(
            try decode(
                [String: String].self,
                "<a id='1' x='3'><id>2</id></a>",
                .init { $0.attributes = .group("attrs") }
            )
                == ["id": "2", "x": "3"]
        )
    }

    @Test("The empty key decodes an element without text as an empty string")
    func noText() throws {
        for options in Self.everyShape {
            #expect(
                try decode(Note.self, "<note kind='k'/>", options) == Note(kind: "k", text: ""),
                "\(options)"
            )
        }
    }

    @Test("An element with nothing but text has a key for it", arguments: everyShape)
    func onlyText(options: XMLOptions) throws {
        struct Paragraph: Decodable {
            var text: String
            var id: Int?

            enum CodingKeys: String, CodingKey {
                case text = ""
                case id
            }
        }
        let decoded = try decode(Paragraph.self, "<p>t</p>", options)
        #expect(decoded.text == "t")
        #expect(decoded.id == nil)
    }

    @Test("Parker has elements without attributes")
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

    @Test("JsonML has no keys, and that is what the error says")
    func jsonml() {
        #expect(
            fault(Note.self, "<a kind='k'>t</a>", .init(.jsonml))
                == "typeMismatch : elements that are arrays (JsonML) cannot be decoded by keys (line 1)"
        )
        #expect(
            fault(String.self, "<a kind='k'>t</a>", .init(.jsonml))
                == "typeMismatch : elements that are arrays (JsonML) cannot be decoded as text (line 1)"
        )
    }

    // MARK: Spelling

    private struct Media: Decodable, Equatable {
        var title: String
        var url: String?
    }

    @Test("Names are found without their prefixes", arguments: [XMLOptions.Convention.xmlreader, .xmltodict])
    func stripped(convention: XMLOptions.Convention) throws {
        let options = XMLOptions(convention) { $0.namespaces = .strip }
        #expect(
            try decode(Media.self, "<m:a xmlns:m='u' m:url='x'><m:title>A</m:title></m:a>", options)
                == Media(title: "A", url: "x")
        )
    }

    @Test("One namespace loses its prefix, and others stay apart")
    func mappedPrefix() throws {
        let options = XMLOptions { $0.namespacePrefixes = ["u": ""] }
        let xml = "<a xmlns:m='u' xmlns:n='v'><m:title>A</m:title><n:title>B</n:title></a>"
        #expect(try decode(Media.self, xml, options) == Media(title: "A"))
    }

    @Test(
        "Snake case and others become camel case",
        arguments: [
            ("item_price", "itemPrice"), ("one_two_three", "oneTwoThree"), ("plain", "plain"),
            ("itemPrice", "itemPrice"), ("ITEM_PRICE", "itemPrice"), ("item_2", "item2"), ("prix_été", "prixÉté"),
        ]
    )
    func camel(name: String, key: String) throws {
        let change: (inout XMLOptions) -> Void = { $0.keys = .camel }
        #expect(try decode([String: Int].self, "<a><\(name)>1</\(name)></a>", .init(.xmlreader, change)) == [key: 1])
        #expect(try decode([String: Int].self, "<a \(name)='1'/>", .init(.xmltodict, change)) == [key: 1])
    }

    // MARK: Many keys

    @Test("Elements with many different children are found by an index", arguments: [31, 32, 33, 34, 500])
    func index(count: Int) throws {
        let children = (0..<count).map { "<n\($0)>\($0)</n\($0)>" }.joined()
        let numbers = Dictionary(uniqueKeysWithValues: (0..<count).map { ("n\($0)", $0) })
        #expect(try decode([String: Int].self, "<a>\(children)</a>") == numbers)
        struct Some: Decodable, Equatable {
            var n7: Int, n0: Int, n30: Int
            var absent: Int?
            var id: String
        }
        for convention in DecoderListTests.conventions {
            #expect(
                try decode(Some.self, "<a id='x'>\(children)</a>", .init(convention))
                    == Some(n7: 7, n0: 0, n30: 30, absent: nil, id: "x")
            )
        }
        #expect(
            try decode(
                Some.self,
                "<a id='x'>\(children)</a>",
                .init { $0.attributes = .group("attrs") }
            )
                == Some(n7: 7, n0: 0, n30: 30, absent: nil, id: "x")
        )
    }

    @Test("Names that become equal fold, among few and many", arguments: [2, 40])
    func firstOfAlike(count: Int) throws {
        let others = (0..<count).map { "<n\($0)/>" }.joined()
        let xml = "<a xmlns:m='u'><x:title xmlns:x='v'>X</x:title>\(others)<m:title>M</m:title></a>"
        struct Titles: Decodable { var title: [String] }
        #expect(try decode(Titles.self, xml, .init { $0.namespaces = .strip }).title == ["X", "M"])
    }

    @Test("Finding 200,000 different children takes linear time")
    func veryMany() throws {
        let count = 200_000
        var xml = "<a>"
        for number in 0..<count { xml += "<n\(number)>1</n\(number)>" }
        xml += "</a>"
        struct Last: Decodable {
            var first: Int
            var last: Int
            var absent: Int?
            var keyCount: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                first = try container.decode(Int.self, forKey: AnyKey("n0"))
                last = try container.decode(Int.self, forKey: AnyKey("n199999"))
                absent = try container.decodeIfPresent(Int.self, forKey: AnyKey("n200000"))
                keyCount = container.allKeys.count
            }
        }
        let last = try decode(Last.self, xml)
        #expect(last.first == 1)
        #expect(last.last == 1)
        #expect(last.absent == nil)
        #expect(last.keyCount == count)
    }

    // MARK: Containers

    @Test("A container knows its keys, whichever convention", arguments: everyShape)
    func allKeys(options: XMLOptions) throws {
        struct Keys: Decodable {
            var all: [String]
            var isFound: Bool
            var isLost: Bool
            var isNil: Bool

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                all = container.allKeys.map(\.stringValue)
                isFound = container.contains(AnyKey("id")) && container.contains(AnyKey("b"))
                isLost = container.contains(AnyKey("c"))
                isNil = try container.decodeNil(forKey: AnyKey("b"))
            }
        }
        let keys = try decode(Keys.self, "<a id='1'><b>2</b><b/></a>", options)
        #expect(keys.all == ["id", "b"])
        #expect(keys.isFound)
        #expect(!keys.isLost)
        #expect(!keys.isNil)
    }

    @Test("Keys are compared by their bytes")
    func bytes() throws {
        struct Accents: Decodable {
            var composed: String
            var combined: String

            enum CodingKeys: String, CodingKey {
                case composed = "\u{E9}"
                case combined = "e\u{301}"
            }
        }
        let accents = try decode(Accents.self, "<a><e\u{301}>2</e\u{301}><\u{E9}>1</\u{E9}></a>")
        #expect(accents.composed == "1")
        #expect(accents.combined == "2")
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
