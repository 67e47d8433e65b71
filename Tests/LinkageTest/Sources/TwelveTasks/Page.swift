import XML2Dict

struct Page: Decodable {
    var body: Body

    struct Body: Decodable {
        var blocks: [Block]

        enum CodingKeys: String, CodingKey { case blocks = "*" }
    }

    enum Block: Decodable {
        case h1(Line)
        case p(Line)
        case hr
        case ul(List)
    }

    struct List: Decodable { var li: [Line] }

    struct Line: Decodable {
        var runs: [Run]

        enum CodingKeys: String, CodingKey { case runs = "*" }
    }

    enum Run: Decodable {
        case text(String)
        case em(Line)
        case a(Link)
        case br

        var markdown: String {
            switch self {
            case .text(let text): text
            case .em(let line): "*\(line.runs.markdown)*"
            case .a(let link): "[\(link.runs.markdown)](\(link.href))"
            case .br: "\n"
            }
        }
    }

    struct Link: Decodable {
        var href: String
        var runs: [Run]

        enum CodingKeys: String, CodingKey {
            case href
            case runs = "*"
        }
    }
}

/// The fifth task: the blocks of an XHTML page in order, with the elements inside their text.
func readPage() throws {
    var decoder = XMLDecoder()
    decoder.keepsOrder = true
    for block in try decoder.decode(Page.self, from: .string(page), root: "html").body.blocks {
        switch block {
        case .h1(let line): print("#", line.runs.markdown)
        case .p(let line): print(line.runs.markdown)
        case .hr: print("---")
        case .ul(let list): for line in list.li { print("-", line.runs.markdown) }
        }
    }
}

extension [Page.Run] {
    var markdown: String { map(\.markdown).joined() }
}

private let page = """
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>Tea</title></head><body>
      <h1>Tea</h1>
      <p>Tea of <em>green <em>leaves</em></em>, from <a href="/shop">the <em>shop</em></a>.</p>
      <hr/>
      <ul><li>hot</li><li>or <em>cold</em></li></ul>
      <p>Second</p>
    </body></html>
    """
