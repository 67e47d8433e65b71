import Foundation
import XML2Dict
import XML2DictFoundation

/// Prints what a shop has on sale.
@main
struct Deals {
    static func main() {
        guard CommandLine.arguments.count == 2 else { fail("usage: deals FILE") }
        do {
            try printItems(of: CommandLine.arguments[1])
        } catch {
            // The file cannot be opened, or it is broken: the error says where.
            fail("\(error)")
        }
    }

    private static func printItems(of file: String) throws {
        // RSS writes its dates by RFC 822.
        var decoder = XMLDecoder()
        decoder.dateDecodingStrategy = .rfc822

        var items = try XMLReader().records(of: SaleItem.self, at: "channel/item", contentsOf: file, decoder: decoder)
        while true {
            do {
                guard let item = try items.next() else { return }
                show(item)
            } catch DecodingError.dataCorrupted(let context) {
                // A field with something else in it than the type wants: it is told, and the next item is read all the same.
                let field = context.codingPath.map(\.stringValue).joined(separator: "/")
                print("left out: \(field): \(context.debugDescription)")
            }
        }
    }

    private static func show(_ item: SaleItem) {
        print(item.title)
        if let subtitle = item.subtitle, !subtitle.isEmpty {
            print("  \(subtitle)")
        }
        print("  \(item.condition), \(item.price.dollars.formatted(dollars)), shipping: \(item.shipping)")
        if item.isSoldOut {
            print("  sold out")
        } else if let percent = item.percentSold {
            print("  \(percent) % sold")
        }
        for product in item.products {
            print("  \(product.quantity) × \(product.name)")
        }
        for photo in item.photos {
            print("  \(photo)")
        }
        print("  since \(item.published.formatted(.iso8601)): \(item.link)\n")
    }

    private static let dollars = Decimal.FormatStyle.Currency(code: "USD", locale: Locale(identifier: "en_US"))

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("deals: \(message)\n".utf8))
        exit(1)
    }
}
