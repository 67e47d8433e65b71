import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Fills items from the events of Foundation's XMLParser.
///
/// It does the least that works: it does not trim texts, and leaves missing fields empty.
final class ItemDelegate: NSObject, XMLParserDelegate {
    private(set) var checksum = Checksum()
    private var item = Item()
    private var text = ""

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        switch name {
        case "item":
            item = Item()
        case "media:thumbnail":
            guard let url = attributes["url"], let width = attributes["width"].flatMap({ Int($0) }),
                let height = attributes["height"].flatMap({ Int($0) })
            else { return parser.abortParsing() }
            item.thumbnail = Item.Thumbnail(url: url, width: width, height: height)
        default:
            break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        text += String(decoding: block, as: UTF8.self)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        switch name {
        case "title": item.title = text
        case "link": item.link = text
        case "guid": item.guid = text
        case "pubDate": item.date = text
        case "category": item.categories.append(text)
        case "author": item.author = text
        case "description": item.description = text
        case "item": checksum.add(item)
        default: break
        }
        text = ""
    }
}
