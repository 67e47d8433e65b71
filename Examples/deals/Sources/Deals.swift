import Foundation
import XML2Dict
import XML2DictFoundation

/// Prints the sale of a shop.
@main
struct Deals {
    static func main() {
        guard CommandLine.arguments.count == 2 else { fail("usage: deals FILE") }
        do {
            try printItems(of: CommandLine.arguments[1])
        } catch {
            // The file cannot be opened, or is broken: the error contains the place.
            fail("\(error)")
        }
    }

    private static func printItems(of file: String) throws {
        // RSS uses the dates of RFC 822.
        var decoder = XMLDecoder()
        decoder.dateDecodingStrategy = .rfc822

        var items = try decoder.records(of: SaleItem.self, at: "channel/item", in: .file(file))
        while true {
            do {
                guard let item = try items.next() else { return }
                show(item)
            } catch DecodingError.dataCorrupted(let context) {
                // A field does not fit its type: the program reports it, and continues with the next item.
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
