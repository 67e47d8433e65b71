import Foundation
import XML2Dict
import XML2DictFoundation

/// A program whose declarations all belong to the main actor, as those of a new app do.
@main
struct MainActorTest {
    struct Feed: Decodable {
        var updated: String
        var entry: [Quake]
    }

    static func main() async throws {
        let url = URL(fileURLWithPath: CommandLine.arguments[1])
        try readDocument(url)
        try changeValue(url)
        try readRecords(url)
        try pushPieces(url)
        try await readChunks(url)
        await reportErrors(url)
    }

    private static func readDocument(_ url: URL) throws {
        let feed = try XMLDecoder().decode(Feed.self, from: .file(url))
        print(feed.updated, feed.entry.map { $0.date.timeIntervalSince1970 })
        var options = XMLOptions.xmltodict
        options.keys = .snake
        options.skip = ["entry/date"]
        print(try XMLReader(options).read(.file(url)).root.list("entry").map { $0.json(.compact) })
    }

    private static func changeValue(_ url: URL) throws {
        var value = try XMLReader(.xmltodict).read(.file(url))
        value["feed"]?["entry"]?[0] = ["title": "Hawaii"]
        try value.set(nil, at: "feed/@updated")
        print(value.root.keys, value.root.list("entry").count)
    }

    private static func readRecords(_ url: URL) throws {
        var values = try XMLReader().records(at: "feed/entry", in: .file(url))
        while let entry = try values.next() { print(entry["id"]?.int ?? 0) }
        var quakes = try XMLDecoder().records(of: Quake.self, at: "feed/entry", in: .file(url))
        while let quake = try quakes.next() { print(quake.title, quake.magnitude) }
    }

    private static func pushPieces(_ url: URL) throws {
        var push = try XMLPushReader()
        try push.feed(Data(contentsOf: url))
        print(try push.finish().root.list("entry").count)
        let list = QuakeList()
        try list.receive(Data(contentsOf: url))
        print(list.quakes.map(\.title))
    }

    private static func readChunks(_ url: URL) async throws {
        print(try await XMLDecoder().decode(Feed.self, from: .url(url)).entry.count)
        let list = QuakeList()
        await list.load(url)
        await list.loadInBatches(url)
        print(list.quakes.map(\.id), list.parsed.map(\.date.timeIntervalSince1970), list.message.isEmpty)
        // Reading on another thread needs no record type.
        print(try await Task.detached { try XMLReader().read(.file(url.path)).root.keys }.value)
    }

    private static func reportErrors(_ url: URL) async {
        let list = QuakeList()
        await list.load(url.appendingPathExtension("missing"))
        print(list.message.isEmpty)
        do {
            _ = try XMLDecoder().decode(Quake.self, from: "<quake id='1'><title/><magnitude>big</magnitude></quake>")
        } catch let error as DecodingError {
            print(error.xmlSummary)
        } catch {
            print("another error: \(error)")
        }
        do {
            _ = try await XMLReader().read(AsyncStream<[UInt8]> { $0.finish() })
        } catch {
            print("\((error as? XMLReaderError)?.code as Any)")
        }
    }
}
