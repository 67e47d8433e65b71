import Testing
import XML2Dict
import XML2DictWriting

@Suite("XMLEncoder: content in order")
struct EncoderOrderTests {
    private struct Article: Codable, Equatable {
        var id: Int
        var blocks: [Block]

        enum CodingKeys: String, CodingKey {
            case id = "@id"
            case blocks = "*"
        }
    }

    private indirect enum Block: Codable, Equatable {
        case p(Article)
        case img(src: String)
        case br
        case text(String)
    }

    private let article = Article(
        id: 1,
        blocks: [
            .p(Article(id: 2, blocks: [.text("One "), .br, .text(" <two>")])), .img(src: "a.png"),
            .p(Article(id: 3, blocks: [])), .img(src: "b.png"),
        ]
    )

    @Test("The key * is written in order, and reads back")
    func roundTrip() throws {
        let compact = try XMLEncoder(format: .compact).string(from: article, root: "a")
        let expected =
            #"<a id="1"><p id="2">One <br/> &lt;two></p><img><src>a.png</src></img><p id="3"/><img><src>b.png</src></img></a>"#
        #expect(compact.split(separator: "\n").last.map(String.init) == expected)
        var decoder = XMLDecoder()
        decoder.keepsOrder = true
        for format in [XMLWriter.Format.compact, .pretty] {
            let xml = try XMLEncoder(format: format).string(from: article, root: "a")
            #expect(try decoder.decode(Article.self, from: .string(xml)) == article)
        }
    }

    @Test("A case with the key * has no name to write")
    func otherElement() {
        enum Part: Encodable {
            case other(String)
            enum CodingKeys: String, CodingKey { case other = "*" }
        }
        struct Page: Encodable {
            var parts = [Part.other("x")]
            enum CodingKeys: String, CodingKey { case parts = "*" }
        }
        let error = #expect(throws: EncodingError.self) { try XMLEncoder().string(from: Page(), root: "a") }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.debugDescription == "the case with the key '*' is of any element, which has no name here")
    }

    @Test("The key * requires a list")
    func noList() throws {
        struct Wrong<Content: Encodable>: Encodable {
            var content: Content

            enum CodingKeys: String, CodingKey { case content = "*" }
        }
        let message = "the key '*' takes an array of an enumeration with a case for each element"
        func fault(_ value: some Encodable) -> String? {
            do {
                return try XMLEncoder().string(from: value, root: "a")
            } catch EncodingError.invalidValue(_, let context) {
                return context.debugDescription
            } catch {
                return "\(error)"
            }
        }
        #expect(fault(Wrong(content: "x")) == message)
        #expect(fault(Wrong(content: Block.br)) == message)
        #expect(fault(Wrong(content: ["x", "y"]))?.contains("<a>xy</a>") == true)
        #expect(fault(Wrong(content: [[Block.br]]))?.hasPrefix("a list in a list") == true)
    }
}
