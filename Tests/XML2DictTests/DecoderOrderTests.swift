import Testing
import XML2Dict

@Suite("XMLDecoder: content in order")
struct DecoderOrderTests {
    private struct Article: Decodable, Equatable {
        var id: Int
        var blocks: [Block]

        enum CodingKeys: String, CodingKey {
            case id = "@id"
            case blocks = "*"
        }
    }

    private enum Block: Decodable, Equatable {
        case p(Paragraph)
        case img(src: String)
    }

    private struct Paragraph: Decodable, Equatable {
        var content: [Inline]

        enum CodingKeys: String, CodingKey { case content = "*" }
    }

    private indirect enum Inline: Decodable, Equatable {
        case b(Paragraph)
        case br
        case text(String)
    }

    private func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        _ xml: String,
        _ options: XMLOptions = .xmlreader
    ) throws -> Decoded {
        var decoder = XMLDecoder(options)
        decoder.keepsOrder = true
        return try decoder.decode(type, from: .string(xml))
    }

    @Test("The key * is the content of an element, in order")
    func content() throws {
        let xml = """
            <article id="1"><p>One <b>two</b> three<br/></p><img src="a.png"/><p/> <p><b>x<b>y</b></b></p></article>
            """
        let nested = Paragraph(content: [.text("x"), .b(Paragraph(content: [.text("y")]))])
        let expected = Article(
            id: 1,
            blocks: [
                .p(Paragraph(content: [.text("One "), .b(Paragraph(content: [.text("two")])), .text(" three"), .br])),
                .img(src: "a.png"), .p(Paragraph(content: [])), .p(Paragraph(content: [.b(nested)])),
            ]
        )
        let strings = XMLOptions(.xmltodict) { $0.empty = .string }
        for options in DecoderListTests.conventions.map({ XMLOptions($0) }) + [strings] {
            #expect(try decode(Article.self, xml, options) == expected, "\(options)")
        }
    }

    @Test("One element decodes like several")
    func one() throws {
        #expect(try decode(Article.self, "<a id='1'><p/></a>").blocks == [.p(Paragraph(content: []))])
        #expect(try decode(Article.self, "<a id='1'/>").blocks.isEmpty)
        #expect(try decode(Article.self, "<a id='1'>text</a>").blocks.isEmpty)
    }

    @Test("A case with the key * decodes each other element")
    func otherElements() throws {
        enum Part: Decodable, Equatable {
            case p(String)
            case other(XMLValue)

            enum CodingKeys: String, CodingKey {
                case p
                case other = "*"
            }
        }
        struct Page: Decodable {
            var parts: [Part]
            enum CodingKeys: String, CodingKey { case parts = "*" }
        }
        let parts = try decode(Page.self, "<a><p>x</p>text<img src='a'/><p>y</p><br/></a>").parts
        #expect(parts == [.p("x"), .other(["@src": "a"]), .p("y"), .other([:])])
    }

    @Test("A case can name a namespace; lists of lists are errors")
    func namesAndLists() throws {
        enum Part: Decodable, Equatable {
            case p(String)
            case q(String)

            enum CodingKeys: String, CodingKey {
                case p = "{urn:h}p"
                case q = "{urn:m}q"
            }
        }
        struct Page<Item: Decodable>: Decodable {
            var parts: [Item]
            enum CodingKeys: String, CodingKey { case parts = "*" }
        }
        let xml = "<a xmlns='urn:h' xmlns:m='urn:m'><p>x</p><m:q>y</m:q></a>"
        let options = XMLOptions(.xmlreader) { $0.namespaces = .expand }
        #expect(try decode(Page<Part>.self, xml, options).parts == [.p("x"), .q("y")])
        #expect(throws: DecodingError.self) { try decode(Page<[String]>.self, xml) }
    }

    @Test("Records have their content in order")
    func records() throws {
        var decoder = XMLDecoder()
        decoder.keepsOrder = true
        let xml = "<r>" + (0..<3).map { "<a id='\($0)'><p>\($0)</p><img src=''/><p/></a>" }.joined() + "</r>"
        var records = try decoder.records(of: Article.self, at: "r/a", in: .string(xml))
        var found: [Article] = []
        while let record = try records.next() { found.append(record) }
        #expect(found.map(\.id) == [0, 1, 2])
        #expect(found.last?.blocks.first == .p(Paragraph(content: [.text("2")])))
        #expect(found.last?.blocks.count == 3)
    }

    @Test("Without keepsOrder, the key * is an error that names it")
    func notKept() throws {
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(Article.self, from: .string("<a id='1'><p/></a>"))
        }
        #expect(
            error.xmlSummary
                == "the key '*' is the content of an element in document order, which XMLDecoder.keepsOrder keeps (line 1)"
        )
    }

    @Test("An element without a case is an error that names it")
    func noCase() throws {
        let error = try #require(throws: DecodingError.self) { try decode(Article.self, "<a id='1'>\n<table/>\n</a>") }
        #expect(
            error.xmlSummary
                == "*[0]: expected one child element for Block, with the name of a case, found 'table' (line 2)"
        )
    }

    @Test("Values without names are an error for the key *", arguments: ["<a>x</a>", "<a><b>x</b></a>"])
    func values(xml: String) throws {
        struct Values: Decodable {
            var content: [XMLValue]

            enum CodingKeys: String, CodingKey { case content = "*" }
        }
        let error = try #require(throws: DecodingError.self) { try decode(Values.self, xml) }
        #expect(
            error.xmlSummary
                == "*[0]: the key '*' takes an array of an enumeration with a case for each element (line 1)"
        )
    }

    @Test("The key of order is not content")
    func orderKey() throws {
        #expect(
            try decode([String: [String]].self, "<a><x>1</x><y>2</y><x>3</x></a>") == ["x": ["1", "3"], "y": ["2"]]
        )
    }
}
