import Foundation
import XML2Dict
import XML2DictFoundation

/// A program in Swift 5 mode, with complete checks of concurrency.
@main
struct Swift5Test {
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
        reportErrors(url)
    }

    private static func readDocument(_ url: URL) throws {
        let feed = try XMLDecoder().decode(Feed.self, from: Data(contentsOf: url))
        print(feed.updated, feed.entry.map { $0.date.timeIntervalSince1970 })
        var options = XMLOptions.xmltodict
        options.infersTypes = true
        let value = try XMLReader(options).read(.file(url))
        print(value.root.list("entry").compactMap { $0["magnitude"]?.double })
        print(try value.root.dictionary().keys.sorted())
    }

    private static func changeValue(_ url: URL) throws {
        var value = try XMLReader(.xmltodict).read(.file(url))
        value["feed"]?["entry"]?[0] = ["title": "Hawaii"]
        try value.set("2026-02-04", at: "feed/@updated")
        print(value["feed"]?["entry"]?[0]?.json(.compact) ?? "", value["feed"]?["@updated"]?.text ?? "")
    }

    private static func readRecords(_ url: URL) throws {
        var values = try XMLReader().records(at: "feed/entry", in: .file(url))
        while let entry = try values.next() { print(entry.line ?? entry.origin?.line ?? 0, entry["id"]?.int ?? 0) }
        var quakes = try XMLDecoder().records(of: Quake.self, at: "feed/entry", in: .file(url))
        while let quake = try quakes.next() { print(quake.title, quake.magnitude) }
    }

    private static func pushPieces(_ url: URL) throws {
        var push = try XMLPushReader()
        try push.feed(Data(contentsOf: url))
        print(try push.finish().root.list("entry").count)
        var records = try XMLPushRecords(of: Quake.self, at: "feed/entry")
        try records.feed(Data(contentsOf: url))
        records.finish()
        while let quake = try records.next() { print(quake.title) }
    }

    private static func readChunks(_ url: URL) async throws {
        print(try await XMLReader().read(.url(url)).root.keys)
        let loader = QuakeLoader()
        try await loader.load(from: url)
        print(await loader.quakes.map(\.id))
        let batches = try XMLDecoder().records(of: Quake.self, at: "feed/entry", in: .url(url)).batches(of: 2)
        for try await batch in batches { print(batch.map(\.title)) }
        let task = Task { try await XMLReader().read(.url(url)) }
        print(try await task.value.root["updated"]?.text ?? "")
    }

    private static func reportErrors(_ url: URL) {
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
    }
}
