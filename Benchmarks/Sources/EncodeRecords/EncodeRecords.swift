import Foundation
import XML2Dict

/// Decodes the items of the document `feed` into structs, and then measures how long encoding them takes.
///
///     encode-records feed.xml 5
///
/// Each round encodes all items in each way: all in one document, and each one by itself. It prints the best time of
/// each way in milliseconds, the bytes, and the ratio to Foundation's JSONEncoder.
@main
enum EncodeRecords {
    struct Channel: Codable {
        var item: [Item]
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let rounds = Int(arguments[2]), rounds > 0 else {
            print("usage: encode-records FILE ROUNDS")
            exit(64)
        }
        var channel = Channel(item: [])
        var items = try XMLDecoder().records(of: Item.self, at: "channel/item", in: .file(arguments[1]))
        while let item = try items.next() { channel.item.append(item) }
        print("\(channel.item.count) items")
        for (name, json, xml) in [("one document", wholeJSON, wholeXML), ("one by one", singleJSON, singleXML)] {
            var best = (json: Duration.seconds(1_000_000), xml: Duration.seconds(1_000_000))
            var bytes = (json: 0, xml: 0)
            for _ in 0..<rounds {
                let clock = ContinuousClock()
                try best.json = min(best.json, clock.measure { bytes.json = try json(channel) })
                try best.xml = min(best.xml, clock.measure { bytes.xml = try xml(channel) })
            }
            let ratio = String(format: "%.2f", best.xml / best.json)
            print("\(name), JSONEncoder: \(show(best.json, bytes.json))")
            print("\(name), XMLEncoder: \(show(best.xml, bytes.xml)), ratio \(ratio)")
        }
    }

    private static func show(_ time: Duration, _ bytes: Int) -> String {
        "\(time.formatted(.units(allowed: [.milliseconds]))) for \(bytes) bytes"
    }

    private static func wholeJSON(_ channel: Channel) throws -> Int {
        try JSONEncoder().encode(channel).count
    }

    private static func wholeXML(_ channel: Channel) throws -> Int {
        try encoder.bytes(from: channel, root: "channel").count
    }

    private static func singleJSON(_ channel: Channel) throws -> Int {
        let encoder = JSONEncoder()
        return try channel.item.reduce(0) { try $0 + encoder.encode($1).count }
    }

    private static func singleXML(_ channel: Channel) throws -> Int {
        let file = open("/dev/null", O_WRONLY)
        defer { close(file) }
        var writer = try XMLRecordWriter(root: "channel", encoder: encoder, to: file)
        for item in channel.item { try writer.write(item, as: "item") }
        try writer.finish()
        return 0
    }

    private static var encoder: XMLEncoder {
        var encoder = XMLEncoder(format: .compact)
        encoder.namespaces = ["media": "http://search.yahoo.com/mrss/"]
        return encoder
    }
}
