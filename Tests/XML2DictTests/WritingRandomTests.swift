// Random values are written or refused; what was written is read as the same value.

import Testing

@testable import XML2Dict

@Suite("Writing random values")
struct WritingRandomTests {
    /// A generator of values as people and programs make them, with names and texts that XML has or has not.
    private struct ValueGenerator {
        var random: RandomSource
        var rest = 40

        static let names = [
            "a", "b", "item", "é", "x:y", "@id", "@xml:space", "#comment", "a b", "", "<", "1",
        ]

        mutating func name() -> String {
            // Most names are good ones, so that most values can be written.
            random.happens(inHundred: 97) ? random.one(of: Array(Self.names.prefix(4))) : random.one(of: Self.names)
        }

        mutating func text() -> String {
            let count = random.one(of: [0, 1, 2, 5, 20])
            return String(scalars: (0..<count).map { _ in scalar() })
        }

        private mutating func scalar() -> Unicode.Scalar {
            let range = random.one(of: [
                0x20..<0x7F, 0x20..<0x7F, 0x20..<0x7F, 0x80..<0x300, 0xE000..<0x1_0000, 0x1_0000..<0x11_0000,
            ])
            if random.number(below: 400) == 0 { return Unicode.Scalar(UInt8(random.number(below: 0x20))) }
            let value = range.lowerBound + random.number(below: range.count)
            return Unicode.Scalar(UInt32(value)) ?? " "
        }

        mutating func value(depth: Int) -> XMLValue {
            rest -= 1
            switch random.number(below: depth > 6 || rest < 0 ? 5 : 10) {
            case 0: return .null
            case 1: return XMLValue(random.number(below: 1_000_000))
            case 2: return XMLValue(random.happens(inHundred: 50))
            case 3, 4: return XMLValue(text())
            case 5:
                let items = (0..<random.one(of: [2, 3])).map { _ in item(depth: depth) }
                return XMLValue(items)
            default:
                var value: XMLValue = [:]
                for _ in 0..<random.one(of: [1, 2, 4]) { value[name()] = self.value(depth: depth + 1) }
                if random.happens(inHundred: 20) { value["@id"] = XMLValue(text()) }
                if random.happens(inHundred: 20) { value["#text"] = XMLValue(text()) }
                return value
            }
        }

        /// An item of an array, which is rarely an array.
        private mutating func item(depth: Int) -> XMLValue {
            let value = value(depth: depth + 1)
            return value.list.count == 1 || random.happens(inHundred: 2) ? value : .null
        }
    }

    @Test("ROUND-TRIP: A random value is written, read, and written the same", arguments: 0..<12)
    func values(part: Int) throws {
        var writtenCount = 0
        for number in 0..<RandomCount.values {
            let seed = part * RandomCount.values + number
            var generator = ValueGenerator(random: RandomSource(seed: seed, for: .document))
            let value: XMLValue = ["r": generator.value(depth: 0)]
            var options = XMLOptions.xmltodict
            options.trim = .none
            options.commentKey = "#comment"
            options.orderKey = "#order"
            let writer = XMLWriter(options, format: number.isMultiple(of: 2) ? .compact : .pretty)
            guard let written = try? writer.string(from: value) else { continue }
            let read = try XMLReader(options).read(.string(written))
            let again = try writer.string(from: read)
            #expect(again == written, "seed \(seed): \(value.json(.compact))")
            #expect(
                Self.texts(in: read) == Self.texts(in: value),
                "seed \(seed): \(value.json(.compact))\n\(written)"
            )
            writtenCount += 1
        }
        // Values that are refused test little.
        #expect(writtenCount > RandomCount.values / 4)
    }

    /// All texts of a value that are not empty, sorted: writing may change where they are, but loses and adds none.
    private static func texts(in value: XMLValue) -> [String] {
        var texts: [String] = []
        var rest = [value]
        while let value = rest.popLast() {
            if let items = value.array {
                rest += items
            } else if !value.entries.isEmpty {
                rest += value.entries.filter { $0.key != "#order" }.map(\.value)
            } else if let text = value.text, !text.isEmpty {
                texts.append(text)
            }
        }
        return texts.sorted()
    }

    @Test("Every character that XML has is written and read, in each place", arguments: [false, true])
    func characters(isASCII: Bool) throws {
        var options = XMLOptions.xmltodict
        options.trim = .none
        options.commentKey = "#comment"
        options.processingInstructionKey = "#pi"
        options.cdataKey = "#cdata"
        var writer = XMLWriter(options)
        writer.format.isASCII = isASCII
        var refused: [UInt32] = []
        for first in stride(from: UInt32(0), to: 0x11_0000, by: 0x40) {
            let scalars = (first..<first + 0x40).compactMap(Unicode.Scalar.init).filter { scalar in
                let isXML =
                    [0x9, 0xA, 0xD].contains(scalar.value)
                    || scalar.value >= 0x20 && ![0xFFFE, 0xFFFF].contains(scalar.value)
                if !isXML { refused.append(scalar.value) }
                return isXML
            }
            let text = String(scalars: scalars.map { $0 })
            guard !text.isEmpty else { continue }
            let value: XMLValue = ["a": ["@b": XMLValue(text), "#text": XMLValue(text)]]
            #expect(try XMLReader(options).read(.string(try writer.string(from: value))) == value)
            guard !isASCII, !text.contains("\r"), first > 0x40 else { continue }
            let node = XMLValue(text)
            let nodes: XMLValue = ["a": ["#comment": node, "#pi": ["p": node], "#cdata": node]]
            #expect(try XMLReader(options).read(.string(try writer.string(from: nodes))) == nodes)
        }
        for scalar in refused {
            let text = XMLValue(String(scalars: [Unicode.Scalar(scalar) ?? " "]))
            for value: XMLValue in [
                ["a": text], ["a": ["@b": text]], ["a": ["#comment": text]], ["a": ["#cdata": text]],
            ] {
                let error = #expect(throws: XMLWriterError.self) { try writer.string(from: value) }
                #expect(error?.code == .invalidCharacter)
            }
        }
    }
}
