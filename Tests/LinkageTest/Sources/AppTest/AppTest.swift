import Foundation
import XML2Dict
import XML2DictFoundation

/// A program that uses every part of the library with Foundation, as an app does.
///
/// It builds in two modes: in Swift 5 mode, and in Swift 6 mode with all of its declarations on the main actor.
@main
struct AppTest {
    struct Feed: Decodable {
        var updated: String
        var entry: [Quake]
    }

    static func main() async throws {
        let url = URL(fileURLWithPath: CommandLine.arguments[1])
        try readDocument(url)
        try changeValue(url)
        try readRecords(url)
        try pushChunks(url)
        try await readChunks(url)
        await reportErrors(url)
    }

    private static func readDocument(_ url: URL) throws {
        let feed = try XMLDecoder().decode(Feed.self, from: .file(url))
        print(feed.updated, feed.entry.map { $0.date.timeIntervalSince1970 })
        print(try XMLDecoder().decode(Feed.self, from: Data(contentsOf: url)).entry.count)
        var options = XMLOptions.xmltodict
        options.keyStyle = .snake
        options.skip = ["entry/date"]
        options.infersTypes = true
        let value = try XMLReader(options).read(.file(url))
        print(value.root.list("entry").map { $0.json(.compact) })
        print(try value.root.dictionary().keys.sorted())
    }

    private static func changeValue(_ url: URL) throws {
        var value = try XMLReader(.xmltodict).read(.file(url))
        value["feed"]?["entry"]?[0] = ["title": "Hawaii"]
        try value.set("2026-02-04", at: "feed/@updated", creating: true)
        print(value["feed"]?["entry"]?[0]?.json(.compact) ?? "", value["feed"]?["@updated"]?.text ?? "")
        try value.set(nil, at: "feed/@updated")
        print(value.root.keys, value.root.list("entry").count)
    }

    private static func readRecords(_ url: URL) throws {
        var values = try XMLReader().records(at: "feed/entry", in: .file(url))
        while let entry = try values.next() { print(entry.line ?? entry.origin?.line ?? 0, entry["id"]?.int ?? 0) }
        var quakes = try XMLDecoder().records(of: Quake.self, at: "feed/entry", in: .file(url))
        while let quake = try quakes.next() { print(quake.title, quake.magnitude) }
    }

    private static func pushChunks(_ url: URL) throws {
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
        let loader = QuakeLoader()
        try await loader.load(from: url)
        print(await loader.quakes.map(\.id))
        // Reading on another thread needs no record type.
        print(try await Task.detached { try XMLReader().read(.file(url.path)).root.keys }.value)
    }

    private static func reportErrors(_ url: URL) async {
        let list = QuakeList()
        await list.load(url.appendingPathExtension("missing"))
        print(list.message.isEmpty)
        do {
            _ = try XMLReader().read(.file(url.appendingPathExtension("missing")))
        } catch {
            print(error.code)
        }
        do {
            _ = try XMLDecoder().decode([String: [Date]].self, from: .string("<feed><date>today</date></feed>"))
        } catch let error as DecodingError {
            print(error.xmlSummary)
        } catch {
            print("another error: \(error)")
        }
        do {
            _ = try await XMLReader().read(AsyncStream<[UInt8]> { $0.finish() })
        } catch {
            print("\((error as? XMLError)?.code as Any)")
        }
    }
}
