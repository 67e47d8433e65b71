import XML2Dict

/// Uses every part of the library that may drag something in: reading, records, decoding, numbers, errors, JSON.
@main
struct LinkageTest {
    struct Item: Decodable {
        var id: Int
        var price: Double
    }

    static func main() async throws {
        let xml = "<items><item id='1'><price>0.50</price></item><item id='2'><price>1.25</price></item></items>"
        print(try XMLReader(.xmltodict).read(string: xml).json(.compact))

        let chunks = AsyncStream<[UInt8]> { stream in
            stream.yield(Array(xml.utf8))
            stream.finish()
        }
        for try await item in try XMLDecoder().records(of: Item.self, at: "items/item", in: chunks) {
            print(item.id, item.price)
        }
        do {
            _ = try XMLReader().read(string: "<items></item>")
        } catch {
            print(error)
        }
    }
}
