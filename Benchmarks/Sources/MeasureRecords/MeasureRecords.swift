import Foundation
import XML2Dict
import XML2DictWriting

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Decodes the items of the document `feed` into structs, and prints their number and the checksum of their fields; or
/// encodes them and as many values of numbers, and prints the best time of each way.
///
///     measure-records records feed.xml            typed records of XML2Dict
///     measure-records parser feed.xml             Foundation's XMLParser, whose delegate fills the structs
///     measure-records json feed.jsonl             Foundation's JSONDecoder on the same items, one JSON object a line
///     measure-records encode feed.xml ROUNDS
@main
enum MeasureRecords {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        do {
            switch (arguments.first, arguments.count) {
            case ("records", 2): report(try decodeRecords(arguments[2]))
            case ("parser", 2): report(try runParser(arguments[2]))
            case ("json", 2): report(try decodeLines(arguments[2]))
            case ("encode", 3): try encode(arguments[2], rounds: Int(arguments[3]) ?? 1)
            default:
                print("usage: measure-records records|parser|json FILE, or encode FILE ROUNDS")
                exit(64)
            }
        } catch {
            print("\(error)")
            exit(65)
        }
    }

    private static func report(_ checksum: Checksum) {
        print(checksum.itemCount, String(checksum.value, radix: 16))
    }

    // MARK: Decoding

    private static func decodeRecords(_ file: String) throws -> Checksum {
        var checksum = Checksum()
        var items = try XMLDecoder().records(of: Item.self, at: "channel/item", in: .file(file))
        while let item = try items.next() { checksum.add(item) }
        return checksum
    }

    private static func runParser(_ file: String) throws -> Checksum {
        // XMLParser reads a stream in chunks, and a URL whole.
        guard let stream = InputStream(fileAtPath: file) else { throw CocoaError(.fileNoSuchFile) }
        let parser = XMLParser(stream: stream)
        let delegate = ItemDelegate()
        parser.delegate = delegate
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
        return delegate.checksum
    }

    private static func decodeLines(_ file: String) throws -> Checksum {
        var checksum = Checksum()
        let decoder = JSONDecoder()
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
        var rest = Data()
        while let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty {
            rest += chunk
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                checksum.add(try decoder.decode(Item.self, from: rest[..<end]))
                rest = rest[(end + 1)...]
            }
            // A copy does not retain the decoded bytes.
            rest = Data(rest)
        }
        return checksum
    }

    // MARK: Encoding

    private static func encode(_ file: String, rounds: Int) throws {
        var items: [Item] = []
        var records = try XMLDecoder().records(of: Item.self, at: "channel/item", in: .file(file))
        while let item = try records.next() { items.append(item) }
        try measure("items", items, rounds)
        try measure("measurements", items.indices.map(Measurement.init), rounds)
    }

    /// All values as one document.
    private struct Whole<Value: Encodable>: Encodable {
        var value: [Value]
    }

    private static func measure(_ name: String, _ values: [some Encodable], _ rounds: Int) throws {
        let whole = Whole(value: values)
        try compare("\(values.count) \(name) in one document", rounds) {
            _ = try JSONEncoder().encode(whole)
        } xml: {
            _ = try encoder.bytes(from: whole, root: "values")
        }
        try compare("\(values.count) \(name) one by one", rounds) {
            let encoder = JSONEncoder()
            for value in values { _ = try encoder.encode(value) }
        } xml: {
            let file = open("/dev/null", O_WRONLY)
            defer { close(file) }
            var writer = try XMLRecordWriter(root: "values", encoder: encoder, to: file)
            for value in values { try writer.write(value, as: "value") }
            try writer.finish()
        }
    }

    private static func compare(_ name: String, _ rounds: Int, json: () throws -> Void, xml: () throws -> Void) throws {
        var best = (json: Duration.seconds(1_000_000), xml: Duration.seconds(1_000_000))
        for _ in 0..<rounds {
            best.json = min(best.json, try ContinuousClock().measure(json))
            best.xml = min(best.xml, try ContinuousClock().measure(xml))
        }
        let (json, xml) = (best.json / .milliseconds(1), best.xml / .milliseconds(1))
        let figures = String(format: "JSONEncoder %.0f ms, XMLEncoder %.0f ms, ratio %.2f", json, xml, xml / json)
        print("\(name): \(figures)")
    }

    private static var encoder: XMLEncoder {
        var encoder = XMLEncoder(format: .compact)
        encoder.namespaceURIs = ["media": "http://search.yahoo.com/mrss/"]
        return encoder
    }
}

/// Fills items from the events of Foundation's XMLParser.
///
/// It is minimal: it does not trim text, and leaves missing fields empty.
private final class ItemDelegate: NSObject, XMLParserDelegate {
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
