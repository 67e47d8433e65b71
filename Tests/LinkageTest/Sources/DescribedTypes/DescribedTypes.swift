import XML2Dict

/// Decodes a document into the types of ShopCatalog.swift, which `xml2dict --describe=swift` has made of it.
@main
struct Main {
    static func main() throws {
        let catalog = try XMLDecoder().decode(ShopCatalog.self, from: .file(CommandLine.arguments[1]))
        print(catalog.version, catalog.`open`, catalog.`default`, catalog.string.a, catalog.p)
        for item in catalog.item {
            print(item.id, item.id2, item.soldOut, item.price, item.count ?? -1, item.size, item.mediaUrl ?? "none")
        }
    }
}
