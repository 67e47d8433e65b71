import Foundation
import XML2Dict

/// Prints the menu of a donut shop from the dictionary of its XML: first selected values, then all of them.
@main
struct Menu {
    static func main() {
        guard CommandLine.arguments.count == 2 else { fail("usage: menu FILE") }
        do {
            let menu = try XMLReader().read(.file(CommandLine.arguments[1]))
            try printPrices(menu)
            try printBatters(menu)
            walk("menu", menu)
        } catch {
            fail("\(error)")
        }
    }

    /// Prints a price list: a value that may be missing is an optional; an invalid path is an error.
    private static func printPrices(_ menu: XMLValue) throws {
        // A list contains none, one or many values. text, double, int and bool read an element or an attribute.
        for item in menu[path: "items/item"]?.list ?? [] {
            let name = item["name"]?.text ?? "?"
            let price = item["ppu"]?.double ?? 0
            let toppings = item.list("topping").compactMap(\.text).joined(separator: ", ")
            print("\(name), $\(String(format: "%.2f", price))\(item["soldout"] != nil ? ", sold out" : "")")
            if !toppings.isEmpty { print("  with \(toppings)") }
        }
    }

    /// Prints all values at a path: the batters of all items.
    private static func printBatters(_ menu: XMLValue) throws {
        let batters = Set(menu.descendants(at: "batters/batter").compactMap(\.text))
        print("\nbatters: \(batters.sorted().joined(separator: ", "))\n")
    }

    /// Prints any value: a dictionary, an array or text.
    private static func walk(_ key: String, _ value: XMLValue, depth: Int = 0) {
        let indentation = String(repeating: "  ", count: depth)
        switch value.kind {
        case .dictionary:
            print("\(indentation)\(key):")
            for (key, value) in value.entries { walk(key, value, depth: depth + 1) }
        case .array:
            for (number, value) in zip(1..., value.list) { walk("\(key) \(number)", value, depth: depth) }
        case .string, .number, .boolean, .null:
            print("\(indentation)\(key): \(value.string ?? "nothing")")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("menu: \(message)\n".utf8))
        exit(1)
    }
}
