import XML2Dict

/// A program in Swift 6 mode that uses every part of the library without Foundation.
@main
struct LinkageTest {
    struct Item: Decodable {
        var id: Int
        var price: Double
    }

    private static let xml =
        "<items><item id='1'><price>0.50</price></item><item id='2'><price>1.25</price></item></items>"

    static func main() async throws {
        try readDocument()
        try changeValue()
        try readRecords()
        try pushChunks()
        try await readChunks()
        reportErrors()
    }

    private static func readDocument() throws {
        var options = XMLOptions.xmltodict
        print(try XMLReader(options).read(.string(xml)).json(.compact))
        options.forceList = ["items/item/price"]
        options.attributes = .discard
        options.limits[.depth] = 3
        print(try XMLReader(options).read(.string(xml)).json(.compact))
        let items = try XMLDecoder().decode([String: [Item]].self, from: xml)
        print(items["item"]?.map(\.price) ?? [])
    }

    private static func changeValue() throws {
        let read = try XMLReader(.xmltodict).read(.bytes(Array(xml.utf8)))
        var value = read
        value["items"]?["item"]?[1]?["price"] = "1.50"
        value["items"]?["count"] = 2
        try value.set(nil, at: "items/item/@id")
        print(value.json(.compact))
        print(read[path: "items/item/price"]?.double ?? 0, read.descendants(at: "price").map(\.text))
    }

    private static func readRecords() throws {
        var values = try XMLReader().records(at: "items/item", in: .string(xml))
        while let item = try values.next() { print(item.origin?.path ?? "", item.json(.compact)) }
        var items = try XMLDecoder().records(of: Item.self, at: "items/item", in: .string(xml))
        while let item = try items.next() { print(item) }
    }

    private static func pushChunks() throws {
        let bytes = Array(xml.utf8)
        var push = try XMLPushReader(.xmltodict)
        for start in stride(from: 0, to: bytes.count, by: 10) { try push.feed(bytes[start...].prefix(10)) }
        print(try push.finish().root.list("item").count)
        var records = try XMLPushRecords(of: Item.self, at: "items/item")
        try records.feed(bytes)
        while let item = try records.next() { print(item) }
        records.finish()
        print(try records.next() == nil)
    }

    private static func readChunks() async throws {
        for try await item in try XMLDecoder().records(of: Item.self, at: "items/item", in: chunks(xml)) {
            print(item.id, item.price)
        }
        for try await batch in try XMLReader().records(at: "items/item", in: chunks(xml)).batches(of: 5) {
            print(batch.map { $0.json(.compact) })
        }
        print(try await XMLReader(.parker).read(chunks(xml)).json(.compact))
    }

    private static func chunks(_ xml: String) -> AsyncStream<[UInt8]> {
        AsyncStream { stream in
            stream.yield(Array(xml.utf8))
            stream.finish()
        }
    }

    private static func reportErrors() {
        do {
            _ = try XMLReader().read(.string("<items></item>"))
        } catch {
            print(error.code, error.line ?? 0, error)
        }
        do {
            _ = try XMLDecoder().decode(Item.self, from: "<item id='1'><price>free</price></item>")
        } catch let error as DecodingError {
            print(error.xmlSummary)
        } catch {
            print("another error: \(error)")
        }
    }
}
