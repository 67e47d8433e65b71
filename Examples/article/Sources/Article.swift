/// An article: its blocks, in the order of the document.
///
/// The coding key `*` is the content of an element in order. Each type has it for its own element.
struct Article: Codable {
    var language: String
    var blocks: [Block]

    enum CodingKeys: String, CodingKey {
        case language = "@lang"
        case blocks = "*"
    }
}

/// A child element of the article; the cases have the names of the elements.
enum Block: Codable {
    case title(String)
    case p(Line)
    case figure(Figure)
}

/// An image with a line below it.
struct Figure: Codable {
    var source: String
    var line: [Inline]

    enum CodingKeys: String, CodingKey {
        case source = "@src"
        case line = "*"
    }
}

/// An element that contains text and other elements.
struct Line: Codable {
    var content: [Inline]

    enum CodingKeys: String, CodingKey { case content = "*" }
}

/// A part of a line: text, or an element inside it.
enum Inline: Codable {
    case text(String)
    case em(Line)
    case strong(Line)
    case a(Link)
    case br
}

struct Link: Codable {
    var address: String
    var content: [Inline]

    enum CodingKeys: String, CodingKey {
        case address = "@href"
        case content = "*"
    }
}
