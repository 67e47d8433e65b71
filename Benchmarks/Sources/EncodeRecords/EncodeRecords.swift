import Foundation
import XML2Dict

/// Measures how long it takes to encode the items of the document `feed`, and as many values of numbers.
///
///     encode-records feed.xml 5
///
/// Each round encodes all values in each way: all in one document, and each one by itself. It prints the best time of
/// each way, and its ratio to that of Foundation's JSONEncoder on the same values.
@main
enum EncodeRecords {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let rounds = Int(arguments[2]), rounds > 0 else {
            print("usage: encode-records FILE ROUNDS")
            exit(64)
        }
        var items: [Item] = []
        var records = try XMLDecoder().records(of: Item.self, at: "channel/item", in: .file(arguments[1]))
        while let item = try records.next() { items.append(item) }
        try measure("items", items, rounds)
        try measure("measurements", items.indices.map(Measurement.init), rounds)
    }

    /// All values as one document.
    private struct Whole<Value: Encodable>: Encodable {
        var value: [Value]
    }

    private static func measure(_ name: String, _ values: [some Encodable], _ rounds: Int) throws {
        let whole = Whole(value: values)
        try compare("\(values.count) \(name) in one document", rounds) {
            try JSONEncoder().encode(whole).count
        } xml: {
            try encoder.bytes(from: whole, root: "values").count
        }
        try compare("\(values.count) \(name) one by one", rounds) {
            let encoder = JSONEncoder()
            return try values.reduce(0) { try $0 + encoder.encode($1).count }
        } xml: {
            try writeRecords(values)
        }
    }

    /// Writes values as records to a file that takes everything; returns the number of values.
    private static func writeRecords(_ values: [some Encodable]) throws -> Int {
        let file = open("/dev/null", O_WRONLY)
        defer { close(file) }
        var writer = try XMLRecordWriter(root: "values", encoder: encoder, to: file)
        for value in values { try writer.write(value, as: "value") }
        try writer.finish()
        return values.count
    }

    private static func compare(_ name: String, _ rounds: Int, json: () throws -> Int, xml: () throws -> Int) throws {
        let clock = ContinuousClock()
        var best: (json: Duration, xml: Duration)?
        for _ in 0..<rounds {
            var count = 0
            let one = try clock.measure { count = try json() }
            let other = try clock.measure { count = min(count, try xml()) }
            guard count > 0 else { throw CocoaError(.coderInvalidValue) }
            best = (min(best?.json ?? one, one), min(best?.xml ?? other, other))
        }
        guard let best else { return }
        let ratio = String(format: "%.2f", best.xml / best.json)
        print("\(name): JSONEncoder \(milliseconds(best.json)), XMLEncoder \(milliseconds(best.xml)), ratio \(ratio)")
    }

    private static func milliseconds(_ time: Duration) -> String {
        String(format: "%.0f ms", time / .milliseconds(1))
    }

    private static var encoder: XMLEncoder {
        var encoder = XMLEncoder(format: .compact)
        encoder.namespaces = ["media": "http://search.yahoo.com/mrss/"]
        return encoder
    }
}
