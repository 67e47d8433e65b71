import Foundation
import XML2Dict

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads one small document COUNT times, and prints a sum over the results, so that the optimizer removes no work.
///
///     measure-small read 1000 menu.xml          a kept reader
///     measure-small json 1000 menu.xml          the same, and compact JSON
///     measure-small decode 1000 menu.xml        a kept decoder, into a struct without properties
///     measure-small new 1000 menu.xml           XMLReader() for each document
///     measure-small new-xmltodict 1000 menu.xml XMLReader(.xmltodict) for each document
///     measure-small xmltodict 1000 menu.xml     a kept XMLReader(.xmltodict)
///     measure-small parser 1000 menu.xml        Foundation's XMLParser, whose delegate builds dictionaries
@main
enum MeasureSmall {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[2]), let read = Self.ways[arguments[1]] else {
            print("usage: measure-small \(ways.keys.sorted().joined(separator: "|")) COUNT FILE")
            exit(64)
        }
        do {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: arguments[3])))
            let once = try read()
            var sum = 0
            for _ in 0..<count { sum &+= try once(bytes) }
            print(sum)
        } catch {
            print("\(error)")
            exit(65)
        }
    }

    /// The ways to read a document; each makes what is kept, and returns the function for one document.
    private static let ways: [String: @Sendable () throws -> ([UInt8]) throws -> Int] = [
        "read": {
            let reader = XMLReader()
            return { try reader.read(.bytes($0)).isEmpty ? 0 : 1 }
        },
        "json": {
            let reader = XMLReader()
            return { try reader.read(.bytes($0)).json(.compact).utf8.count }
        },
        "decode": {
            let decoder = XMLDecoder()
            return { bytes in
                _ = try decoder.decode(Nothing.self, from: .bytes(bytes))
                return 1
            }
        },
        "new": { { try XMLReader().read(.bytes($0)).isEmpty ? 0 : 1 } },
        "new-xmltodict": { { try XMLReader(.xmltodict).read(.bytes($0)).isEmpty ? 0 : 1 } },
        "xmltodict": {
            let reader = XMLReader(.xmltodict)
            return { try reader.read(.bytes($0)).isEmpty ? 0 : 1 }
        },
        "parser": { { try DictionaryBuilder.read(Data($0)).count } },
    ]

    private struct Nothing: Decodable {}
}

/// Builds dictionaries from the events of Foundation's XMLParser, as apps do by hand.
private final class DictionaryBuilder: NSObject, XMLParserDelegate {
    private var open: [[String: Any]] = [[:]]
    private var texts = [""]

    static func read(_ data: Data) throws -> [String: Any] {
        let builder = DictionaryBuilder(), parser = XMLParser(data: data)
        parser.delegate = builder
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        return builder.open[0]
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(attributes)
        texts.append("")
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        texts[texts.count - 1] += text
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        var element = open.removeLast()
        let text = texts.removeLast().trimmingCharacters(in: .whitespacesAndNewlines)
        if !text.isEmpty { element["text"] = text }
        switch open[open.count - 1][name] {
        case nil: open[open.count - 1][name] = element
        case let list as [Any]: open[open.count - 1][name] = list + [element]
        case let first?: open[open.count - 1][name] = [first, element]
        }
    }
}
