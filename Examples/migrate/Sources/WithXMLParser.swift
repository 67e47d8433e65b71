import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads the books with Foundation's XMLParser.
///
/// The parser reports tags and pieces of text one by one. So the delegate has to remember its position, to join the
/// pieces of text, to trim and convert it, and to detect missing fields.
func booksWithXMLParser(_ data: Data) throws -> [Book] {
    let delegate = BookDelegate()
    let parser = XMLParser(data: data)
    parser.delegate = delegate
    guard parser.parse() else {
        throw delegate.fault ?? BookFault(line: parser.lineNumber, message: "the XML is broken")
    }
    return delegate.books
}

struct BookFault: Error {
    let line: Int
    let message: String
}

private final class BookDelegate: NSObject, XMLParserDelegate {
    private(set) var books: [Book] = []
    private(set) var fault: BookFault?

    // The fields of the open book, as far as they are known.
    private var id: Int?
    private var isLent: Bool?
    private var title: String?
    private var authors: [String] = []
    private var pages: Int?
    private var note: String?

    private var text = ""

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        guard name == "book" else { return }
        id = attributes["id"].flatMap { Int($0) }
        isLent = attributes["lent"].flatMap { Bool($0) }
        title = nil
        authors = []
        pages = nil
        note = nil
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        text += String(decoding: block, as: UTF8.self)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        let content = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch name {
        case "dc:title": title = content
        case "dc:creator": authors.append(content)
        case "pages": pages = Int(content)
        case "note": note = content
        case "book": finishBook(parser)
        default: break
        }
        text = ""
    }

    private func finishBook(_ parser: XMLParser) {
        guard let id, let isLent, let title, let pages else {
            fault = BookFault(line: parser.lineNumber, message: "this book lacks something, or it is no number")
            parser.abortParsing()
            return
        }
        books.append(Book(id: id, isLent: isLent, title: title, authors: authors, pages: pages, note: note))
    }
}
