import Foundation
import XML2Dict

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Decodes the items of the document `feed` into structs, and prints their number and the checksum of their fields.
///
///     decode-records records feed.xml            typed records of XML2Dict
///     decode-records parser feed.xml             Foundation's XMLParser, whose delegate fills the structs
///     decode-records json feed.jsonl             Foundation's JSONDecoder on the same items, one JSON object a line
@main
enum DecodeRecords {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let decode = ways[arguments[1]] else {
            print("usage: decode-records \(ways.keys.sorted().joined(separator: "|")) FILE")
            exit(64)
        }
        do {
            let checksum = try decode(arguments[2])
            print(checksum.itemCount, String(checksum.value, radix: 16))
        } catch {
            print("\(error)")
            exit(65)
        }
    }

    private static let ways: [String: @Sendable (String) throws -> Checksum] = [
        "records": decodeRecords, "parser": runParser, "json": decodeLines,
    ]

    @Sendable
    private static func decodeRecords(_ file: String) throws -> Checksum {
        var checksum = Checksum()
        var items = try XMLDecoder().records(of: Item.self, at: "channel/item", in: .file(file))
        while let item = try items.next() { checksum.add(item) }
        return checksum
    }

    @Sendable
    private static func runParser(_ file: String) throws -> Checksum {
        // XMLParser reads a stream in pieces, and a URL as a whole.
        guard let stream = InputStream(fileAtPath: file) else { throw CocoaError(.fileNoSuchFile) }
        let parser = XMLParser(stream: stream)
        let delegate = ItemDelegate()
        parser.delegate = delegate
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
        return delegate.checksum
    }

    @Sendable
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
            // A copy lets the decoded bytes go.
            rest = Data(rest)
        }
        return checksum
    }
}
