import TestModel
import XML2Dict
import XML2DictWriting

/// A type with random values for the round trips of the encoder.
struct RandomExample: Sendable {
    /// Encodes and decodes a random value.
    ///
    /// Returns the text if the values differ.
    private let run: @Sendable (inout RandomSource, XMLEncoder, XMLDecoder) throws -> String?
    /// Whether the names of the type stay the same after the key style `.snake` of writing and `.camel` of reading.
    private let hasCamelKeys: Bool

    private init<Value: Codable & Equatable & SendableMetatype>(
        hasCamelKeys: Bool = true,
        _ make: @escaping @Sendable (inout RandomSource) -> Value
    ) {
        self.hasCamelKeys = hasCamelKeys
        run = { dice, encoder, decoder in
            let value = make(&dice)
            let text = try encoder.string(from: value, root: "root")
            if let difference = try encoder.formDifference(of: value) { return difference }
            do {
                let decoded = try decoder.decode(Value.self, from: text)
                return decoded == value ? nil : "\(text)\n\(value)\n\(decoded)"
            } catch let error as DecodingError {
                return "\(text)\n\(value)\n\(error.xmlSummary)"
            }
        }
    }

    /// Encodes and decodes a value of one of the examples, and returns the text when the values differ.
    static func difference(_ number: Int) throws -> String? {
        let example = all[number % all.count], seed = number / all.count
        var dice = RandomSource(seed: number, for: .document)
        var encoder = XMLEncoder(format: seed % 2 == 0 ? .pretty : .compact)
        encoder.format.isASCII = seed % 3 == 0
        encoder.writesXMLSpace = true
        encoder.format.hasLongEmptyTags = seed % 5 == 0
        encoder.namespaceURIs = ["": "urn:example", "media": "http://search.yahoo.com/mrss/", "woot": "urn:woot"]
        encoder.namespaceURIs["soap"] = "http://schemas.xmlsoap.org/soap/envelope/"
        encoder.namespaceURIs["dc"] = "http://purl.org/dc/elements/1.1/"
        encoder.namespaceURIs["georss"] = "http://www.georss.org/georss"
        if seed % 7 == 0 { encoder.attributePaths = ["site/@id", "point/@x", "/root/@lent"] }
        if seed % 4 == 1 { encoder.nilStrategy = .xsiNil }
        var decoder = XMLDecoder()
        if seed % 3 == 1, example.hasCamelKeys {
            encoder.keyStyle = .snake
            decoder.options.keyStyle = .camel
        }
        return try example.run(&dice, encoder, decoder)
    }

    // MARK: Types of their own

    private struct Scalars: Codable, Equatable {
        var int: Int, int8: Int8, uint64: UInt64, wide: Int128, double: Double, float: Float, flag: Bool, string: String
    }

    private struct Optionals: Codable, Equatable {
        var int: Int?, double: Double?, flag: Bool?, string: String?, point: Point?, shape: Shape?, uint: UInt16?
    }

    private struct Point: Codable, Equatable, Hashable {
        var x: Double, y: Double
    }

    private enum Color: String, Codable, Equatable, CaseIterable {
        case red, lightGreen = "light green", blue = " blue "
    }
    private enum Level: Int, Codable, Equatable, CaseIterable { case low = -1, high = 7 }

    private indirect enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case square(Point)
        case pair(Int, String)
        case group([Shape], name: String)
        case text(String)
        case nothing
    }

    private struct Lists: Codable, Equatable {
        var numbers: [Int], texts: [String], points: [Point], colors: [Color], shapes: [Shape], set: Set<Int>
        var optionals: [Int?]
    }

    private struct Attributes: Codable, Equatable {
        var id: Int, name: String, color: Color?, text: String
        enum CodingKeys: String, CodingKey {
            case id = "@id", name = "@fullName", color = "@color", text = ""
        }
    }

    private struct Both: Codable, Equatable {
        var attribute: Int, element: Int
        enum CodingKeys: String, CodingKey { case attribute = "@id", element = "id" }
    }

    private struct TextKey: Codable, Equatable {
        var text: String, id: Int
    }

    private struct TextList: Codable, Equatable {
        var text: [String]
    }

    private final class Tree: Codable, Equatable {
        var label: String, children: [Tree]
        init(_ dice: inout RandomSource, _ depth: Int) {
            label = RandomExample.text(&dice)
            var children: [Tree] = []
            for _ in 0..<(depth > 0 ? dice.number(below: 4) : 0) { children.append(Tree(&dice, depth - 1)) }
            self.children = children
        }
        static func == (one: Tree, other: Tree) -> Bool { one.label == other.label && one.children == other.children }
    }

    private struct Wrapped: Codable, Equatable {
        struct Money: Codable, Equatable {
            var cents: Int
            init(cents: Int) { self.cents = cents }
            init(from decoder: any Decoder) throws { cents = try decoder.singleValueContainer().decode(Int.self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(cents)
            }
        }
        var price: Money, prices: [Money], best: Money?
    }

    private struct Flat: Codable, Equatable {
        var x: Int, y: String
        enum Outer: String, CodingKey { case inner, list }
        enum Inner: String, CodingKey { case x = "@x" }
        init(x: Int, y: String) { (self.x, self.y) = (x, y) }
        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Outer.self)
            x = try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner).decode(Int.self, forKey: .x)
            var list = try outer.nestedUnkeyedContainer(forKey: .list)
            y = try list.decode(String.self)
            _ = try list.decode(Int.self)
        }
        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Outer.self)
            var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .inner)
            var list = outer.nestedUnkeyedContainer(forKey: .list)
            try list.encode(y)
            try inner.encode(x, forKey: .x)
            try list.encode(1)
        }
    }

    private class Base: Codable {
        var id: Int
        init(id: Int) { self.id = id }
    }

    private final class Derived: Base, Equatable {
        var name: String
        enum Key: String, CodingKey { case name }
        init(id: Int, name: String) {
            self.name = name
            super.init(id: id)
        }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name, forKey: .name)
            try super.encode(to: container.superEncoder())
        }
        static func == (one: Derived, other: Derived) -> Bool { one.id == other.id && one.name == other.name }
    }

    private struct Coordinates: XMLTextDecodable, XMLTextEncodable, Equatable {
        var numbers: [Int]
        static func decode(xmlText text: String, with decoder: XMLDecoder) -> Coordinates? {
            Coordinates(numbers: text.split(separator: " ").compactMap { Int($0) })
        }
        func xmlText(with encoder: XMLEncoder) -> String? { numbers.map { "\($0)" }.joined(separator: " ") }
    }

    private struct Envelope: Codable, Equatable {
        var value: XMLValue
    }

    // MARK: Types of the examples

    private struct FeedItem: Codable, Equatable {
        var title: String?, link: String?, categories: [String], thumbnails: [Media], description: String?
        struct Media: Codable, Equatable { var url: String }
        enum CodingKeys: String, CodingKey {
            case title, link, description
            case categories = "category"
            case thumbnails = "media:thumbnail"
        }
    }

    private struct SaleItem: Codable, Equatable {
        var subtitle: String?, condition: Condition, isSoldOut: Bool, percentSold: Double?, products: [Product]
        enum Condition: String, Codable, CaseIterable { case new = "New", refurbished = "Refurbished" }
        struct Product: Codable, Equatable {
            var quantity: Int, name: String
            enum CodingKeys: String, CodingKey { case quantity, name = "text" }
        }
        enum CodingKeys: String, CodingKey {
            case subtitle = "woot:subtitle"
            case condition = "woot:condition"
            case isSoldOut = "woot:soldout"
            case percentSold = "woot:soldoutpercentage"
            case products = "woot:product"
        }
    }

    private struct Quake: Codable, Equatable {
        var title: String, point: Coordinates?, elevation: Double?
        enum CodingKeys: String, CodingKey { case title, point = "georss:point", elevation = "georss:elev" }
    }

    private struct Book: Codable, Equatable {
        var id: Int, isLent: Bool, title: String, authors: [String], pages: Int, note: String?
        enum CodingKeys: String, CodingKey {
            case id, pages, note, isLent = "lent", title = "dc:title", authors = "dc:creator"
        }
    }

    private struct Answer: Codable, Equatable {
        var body: Body
        enum CodingKeys: String, CodingKey { case body = "soap:Body" }
        enum Body: Codable, Equatable {
            case sites(Sites)
            case fault(Fault)
            enum CodingKeys: String, CodingKey { case sites = "GetSiteListResponse", fault = "soap:Fault" }
        }
        struct Sites: Codable, Equatable {
            var result: Result
            enum CodingKeys: String, CodingKey { case result = "GetSiteListResult" }
            struct Result: Codable, Equatable { var site: [Site] }
        }
        struct Site: Codable, Equatable { var id: Int, name: String }
        struct Fault: Codable, Equatable {
            var code: String, message: String, detail: Detail?
            enum CodingKeys: String, CodingKey { case code = "faultcode", message = "faultstring", detail }
            struct Detail: Codable, Equatable { var reason: String? }
        }
    }

    // MARK: Random parts

    private static let letters: [Character] = [
        "a", "b", "Z", "0", " ", " ", "\n", "\t", "\r", "&", "<", ">", "\"", "'", "é", "😀", "]", "\u{A0}", "\u{85}",
        "-",
        "\u{301}", "\u{FFFD}", "=", "/",
    ]

    private static func text(_ dice: inout RandomSource) -> String {
        String((0..<dice.number(below: 9)).map { _ in dice.one(of: letters) })
    }

    private static func name(_ dice: inout RandomSource) -> String {
        String((0...dice.number(below: 4)).map { _ in dice.one(of: ["a", "b", "c", "d"]) })
    }

    private static func number(_ dice: inout RandomSource) -> Double {
        dice.one(of: [0, -0.0, 1, 0.1, -2.5, 1e-9, 1e22, .infinity, -.infinity, Double(bitPattern: 7), .pi])
    }

    private static func maybe<Value>(_ dice: inout RandomSource, _ make: (inout RandomSource) -> Value) -> Value? {
        dice.happens(inHundred: 60) ? make(&dice) : nil
    }

    private static func list<Value>(_ dice: inout RandomSource, _ make: (inout RandomSource) -> Value) -> [Value] {
        (0..<dice.number(below: 4)).map { _ in make(&dice) }
    }

    private static func point(_ dice: inout RandomSource) -> Point { Point(x: number(&dice), y: number(&dice)) }
    private static func integer(_ dice: inout RandomSource) -> Int { dice.one(of: [0, 1, -1, .max, .min, 42]) }

    private static func shape(_ dice: inout RandomSource, _ depth: Int = 2) -> Shape {
        switch dice.number(below: depth > 0 ? 6 : 5) {
        case 0: .circle(radius: number(&dice))
        case 1: .square(point(&dice))
        case 2: .pair(integer(&dice), text(&dice))
        case 3: .text(text(&dice))
        case 4: .nothing
        default: .group(list(&dice) { shape(&$0, depth - 1) }, name: text(&dice))
        }
    }

    private static func value(_ dice: inout RandomSource) -> XMLValue {
        var depth = 3
        func element(_ dice: inout RandomSource) -> String {
            depth -= 1
            defer { depth += 1 }
            let name = name(&dice)
            var xml = "<\(name)"
            for attribute in Set(list(&dice) { Self.name(&$0) }).sorted() { xml += " \(attribute)='\(integer(&dice))'" }
            xml += ">" + dice.one(of: ["", "x", "&lt; y", "&#13;"])
            if depth > 0 { for _ in 0..<dice.number(below: 4) { xml += element(&dice) } }
            return xml + "</\(name)>"
        }
        struct Holder: Decodable { var value: XMLValue }
        let xml = "<r><value>\(element(&dice))</value></r>"
        return (try? XMLDecoder().decode(Holder.self, from: xml))?.value ?? .null
    }

    // MARK: Examples

    static let all: [RandomExample] = [
        RandomExample { dice in
            Scalars(
                int: integer(&dice),
                int8: dice.one(of: [.min, .max, 0]),
                uint64: dice.one(of: [.max, 0, 10]),
                wide: dice.one(of: [.min, .max, 5]),
                double: number(&dice),
                float: dice.one(of: [0.1, .infinity, -3, .leastNonzeroMagnitude, .greatestFiniteMagnitude]),
                flag: dice.happens(inHundred: 50),
                string: text(&dice)
            )
        },
        RandomExample { dice in
            Optionals(
                int: maybe(&dice, integer),
                double: maybe(&dice, number),
                flag: maybe(&dice) { $0.happens(inHundred: 50) },
                string: maybe(&dice, text),
                point: maybe(&dice, point),
                shape: maybe(&dice) { shape(&$0) },
                uint: maybe(&dice) { _ in 7 }
            )
        },
        RandomExample { shape(&$0) },
        RandomExample { dice in
            Lists(
                numbers: list(&dice, integer),
                texts: list(&dice, text),
                points: list(&dice, point),
                colors: list(&dice) { $0.one(of: Color.allCases) },
                shapes: list(&dice) { shape(&$0) },
                set: Set(list(&dice, integer)),
                optionals: list(&dice) { maybe(&$0, integer) }
            )
        },
        RandomExample { dice in
            Attributes(
                id: integer(&dice),
                name: text(&dice),
                color: maybe(&dice) { $0.one(of: Color.allCases) },
                text: text(&dice)
            )
        },
        RandomExample { Both(attribute: integer(&$0), element: integer(&$0)) },
        RandomExample { TextKey(text: text(&$0), id: integer(&$0)) },
        RandomExample { TextList(text: list(&$0, text)) },
        RandomExample { Tree(&$0, 4) },
        RandomExample { dice in
            let money = { (dice: inout RandomSource) in Wrapped.Money(cents: integer(&dice)) }
            return Wrapped(price: money(&dice), prices: list(&dice, money), best: maybe(&dice, money))
        },
        RandomExample { Flat(x: integer(&$0), y: text(&$0)) },
        RandomExample { Derived(id: integer(&$0), name: text(&$0)) },
        RandomExample { dice in Dictionary(list(&dice) { (name(&$0), point(&$0)) }) { one, _ in one }.wrapped },
        RandomExample { dice in
            Dictionary(list(&dice) { (name(&$0), list(&$0, text)) }) { one, _ in one }.filter { !$0.value.isEmpty }
                .wrapped
        },
        RandomExample { dice in ["a": Coordinates(numbers: list(&dice, integer))].wrapped },
        RandomExample { dice in
            Dictionary([(point(&dice), text(&dice))] + list(&dice) { (point(&$0), text(&$0)) }) { one, _ in one }
                .wrapped
        },
        RandomExample { dice in text(&dice) },
        RandomExample { dice in integer(&dice) },
        RandomExample { dice in Inside(value: maybe(&dice, number)) },
        RandomExample { dice in dice.one(of: Color.allCases) },
        RandomExample { dice in dice.one(of: Level.allCases) },
        RandomExample(hasCamelKeys: false) { Envelope(value: value(&$0)) },
        RandomExample { dice in
            FeedItem(
                title: maybe(&dice, text),
                link: maybe(&dice, text),
                categories: list(&dice, text),
                thumbnails: list(&dice) { FeedItem.Media(url: text(&$0)) },
                description: maybe(&dice, text)
            )
        }.keepingKeys,
        RandomExample { dice in
            SaleItem(
                subtitle: maybe(&dice, text),
                condition: dice.one(of: SaleItem.Condition.allCases),
                isSoldOut: dice.happens(inHundred: 50),
                percentSold: maybe(&dice, number),
                products: list(&dice) { SaleItem.Product(quantity: integer(&$0), name: text(&$0)) }
            )
        }.keepingKeys,
        RandomExample { dice in
            Quake(
                title: text(&dice),
                point: maybe(&dice) { _ in Coordinates(numbers: [1, -2]) },
                elevation: maybe(&dice, number)
            )
        }.keepingKeys,
        RandomExample { dice in
            Book(
                id: integer(&dice),
                isLent: dice.happens(inHundred: 50),
                title: text(&dice),
                authors: list(&dice, text),
                pages: integer(&dice),
                note: maybe(&dice, text)
            )
        }.keepingKeys,
        RandomExample { dice in
            dice.happens(inHundred: 50)
                ? Answer(
                    body: .sites(.init(result: .init(site: list(&dice) { .init(id: integer(&$0), name: text(&$0)) })))
                )
                : Answer(
                    body: .fault(
                        .init(code: text(&dice), message: text(&dice), detail: maybe(&dice) { _ in .init(reason: "x") })
                    )
                )
        }.keepingKeys,
    ]

    /// This example without a style of keys, because a style changes prefixes.
    private var keepingKeys: RandomExample {
        RandomExample(hasCamelKeys: false, run: run)
    }

    private init(
        hasCamelKeys: Bool,
        run: @escaping @Sendable (inout RandomSource, XMLEncoder, XMLDecoder) throws -> String?
    ) {
        self.hasCamelKeys = hasCamelKeys
        self.run = run
    }
}

/// A value inside the root, because a dictionary as the root would take namespace declarations for its values.
private struct Inside<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value
}

extension Dictionary where Key: Codable, Value: Codable & Equatable {
    fileprivate var wrapped: Inside<Self> { Inside(value: self) }
}

extension Dictionary {
    fileprivate init(_ pairs: [(Key, Value)], _ combine: (Value, Value) -> Value) {
        self.init(pairs, uniquingKeysWith: combine)
    }
}

extension XMLEncoder {
    /// Returns the values that `value(of:)` makes and that a reader makes of the text, if they differ.
    func formDifference(of value: some Encodable) throws -> String? {
        var encoder = self
        encoder.format.indent = .none
        var options = XMLOptions.xmltodict
        options.trim = .none
        let read = try XMLReader(options).read(.string(encoder.string(from: value, root: "root")))
        let made = try self.value(of: value, root: "root")
        return made == read ? nil : "\(made.json(.compact))\nis read as\n\(read.json(.compact))"
    }
}
