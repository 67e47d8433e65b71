// Values made in code: written as XML and JSON, and read again.

import TestModel
import XML2Dict
import XML2DictWriting

extension Trial {
    static let values = [
        Trial(
            "ROUND-TRIP: A random value is written, read, and written the same",
            12_000,
            isRandom: true,
            quick: 600,
            seeing: ["compared": 0.25]
        ) { try rewritten($0) },
        Trial(
            "ROUND-TRIP: Hostile keys and texts are refused, or read back the same",
            40_000,
            isRandom: true,
            quick: 10_000,
            seeing: ["written": 0.2, "encoded": 0.2, "refused": 0.2]
        ) { try hostile($0) },
        Trial("ROUND-TRIP: Every character is written and read in each context", 0x11_0000 / 0x40, quick: 120) {
            try characters(from: UInt32($0) * 0x40)
        },
        Trial("ROUND-TRIP: A random value is the same after JSON", 12_000, isRandom: true, quick: 200) { seed in
            var random = RandomSource(seed: seed, for: .edits)
            return try changedByJSON(.init(random: &random, depth: 0))
        },
        Trial(
            "VALID-JSON: An inferred number survives a double",
            60_000,
            isRandom: true,
            quick: 1_200,
            seeing: ["number": 0.2, "string": 0.2]
        ) { try inferredNumber($0) },
        Trial("VALID-JSON: Every character is strict JSON, as text and as key", 0x11_0000 / 0x40, quick: 120) {
            number in
            let text = String(scalars: (0..<0x40).compactMap { Unicode.Scalar(UInt32(number * 0x40 + $0)) })
            var ascii = XMLValue.JSONFormat.compact
            ascii.isASCII = true
            let value: XMLValue = [text: XMLValue(text)]
            return try JSONCheck.finding(value, .compact) ?? JSONCheck.finding(value, ascii) ?? changedByJSON(value)
        },
        Trial(
            "ROUND-TRIP: Random types encode and decode to equal values",
            60 * RandomExample.all.count,
            isRandom: true,
            quick: 300
        ) {
            try RandomExample.difference($0)
        },
        Trial(
            "ROUND-TRIP: Random names and texts are encoded well-formed, or errors",
            8_000,
            isRandom: true,
            quick: 300,
            seeing: ["encoded": 0.05, "refused": 0.25]
        ) { try encodedMarkup($0) },
    ]

    /// Infers types of random digits, some of which are not a number.
    ///
    /// A program that reads an inferred number into a double must get the same number.
    private static func inferredNumber(_ seed: Int) throws -> Verdict {
        var random = RandomSource(seed: seed, for: .document)
        func digits(_ most: Int) -> String {
            let digits = random.one(of: ["0123456789", "0", "09"])
            return String((0..<random.number(below: most)).map { _ in random.one(of: Array(digits)) })
        }
        var text = random.one(of: ["", "", "", "-", "+"]) + random.one(of: ["0", "", "1", "9"]) + digits(22)
        if random.happens(inHundred: 60) { text += "." + digits(random.one(of: [4, 18, 30, 400])) + digits(3) }
        if random.happens(inHundred: 10) { text += random.one(of: ["e", "E", "e-", "e+0"]) + digits(4) }
        var options = XMLOptions.xmltodict
        options.infersTypes = true
        let value = try XMLReader(options).read(.string("<a>\(text)</a>"))["a"]
        guard value?.kind == .number else { return .holds(["string"]) }
        guard value?.json(.compact) == text, let number = Double(text) else { return .fails("\(text) is no number") }
        let isSame = ModelDecimal(text) == ModelDecimal("\(number)")
        return isSame ? .holds(["number"]) : .fails("\(text) is \(number) for other programs")
    }

    /// A generator of values with valid and invalid names and texts.
    private struct ValueGenerator {
        var random: RandomSource
        var rest = 40

        static let names = [
            "a", "b", "item", "é", "x:y", "@id", "@xml:space", "#comment", "a b", "", "<", "1",
        ]

        mutating func name() -> String {
            // Most names are valid, so that most values can be written.
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

        /// An item of an array, which is rarely an array itself.
        private mutating func item(depth: Int) -> XMLValue {
            let value = value(depth: depth + 1)
            return value.list.count == 1 || random.happens(inHundred: 2) ? value : .null
        }
    }

    private static let untrimmed: XMLOptions = {
        var options = XMLOptions.xmltodict
        options.trim = .none
        options.commentKey = "#comment"
        return options
    }()

    private static func rewritten(_ seed: Int) throws -> Verdict {
        var generator = ValueGenerator(random: RandomSource(seed: seed, for: .document))
        let value: XMLValue = ["r": generator.value(depth: 0)]
        var options = untrimmed
        options.orderKey = "#order"
        let writer = XMLWriter(options, format: seed.isMultiple(of: 2) ? .compact : .pretty)
        guard let written = try? writer.string(from: value) else { return .nothing }
        let read = try XMLReader(options).read(.string(written))
        let again = try writer.string(from: read)
        if again != written { return .fails("\(value.json(.compact))\nwritten as \(written)\nand as \(again)") }
        let hasTexts = texts(in: read) == texts(in: value)
        return hasTexts ? .compared : .fails("other texts: \(value.json(.compact))\n\(written)")
    }

    // MARK: Hostile values

    private static let hostileNames = [
        "a><b", "a b='c'", "a/", "<", "&amp;", "", "1", "-", "\0", "a\u{FFFE}", "x:y", "a:b:c", "xmlns", "xmlns:x",
        "@xmlns",
        "@xmlns:x", "@x:y", "@xml:space", "xml", "@a='b'", "@", "#text", "#comment", "#pi", "#cdata", "#doctype",
        "#order",
        "version",
    ]
    private static let hostileChunks = [
        "x", "x", "<b>", "</r>", "<!--", "-->", "--", "-", "]]>", "]", "?>", "&amp;", "&#0;", "&", "\"", "'", ">", "\r",
        "\n",
        "\t", " ", "\u{85}", "\u{2028}", "\0", "\u{FFFE}", "urn:x",
    ]

    private static func hostileValue(_ random: inout RandomSource, depth: Int = 0) -> XMLValue {
        func text() -> XMLValue {
            XMLValue((0..<random.number(below: 4)).map { _ in random.one(of: hostileChunks) }.joined())
        }
        switch random.number(below: depth > 3 ? 4 : 8) {
        case 0...3: return text()
        case 4: return XMLValue((0..<2).map { _ in hostileValue(&random, depth: depth + 1) })
        default:
            var value: XMLValue = [:]
            for _ in 0..<random.number(below: 4) {
                let isHostile = random.happens(inHundred: 30)
                let name = random.one(of: isHostile ? hostileNames : ["a", "b", "@id", "#text", "#comment", "#cdata"])
                value[name] = "@#".contains(name.prefix(1)) ? text() : hostileValue(&random, depth: depth + 1)
            }
            return value
        }
    }

    /// Writes and encodes a value, reads it again, and compares.
    private static func hostile(_ seed: Int) throws -> Verdict {
        var random = RandomSource(seed: seed, for: .document)
        let value = hostileValue(&random), reader = XMLReader(.faithful)
        var seen: Set<String> = []
        func difference(_ word: String, _ write: () throws -> String) throws -> String? {
            let xml: String
            do { xml = try write() } catch is XMLError { return nil } catch is EncodingError { return nil }
            seen.insert(word)
            let read = try reader.read(.string(xml))
            let isSame = nodes(of: read["r"] ?? .null) == nodes(of: value)
            return isSame ? nil : "\(value.json(.compact))\n\(word) as \(xml)\nread as \(read.json(.compact))"
        }
        let format = XMLWriter.Format.compact
        if let problem = try difference(
            "written",
            { try XMLWriter(.faithful, format: format).string(from: ["r": value]) }
        ) {
            return .fails(problem)
        }
        let problem = try difference("encoded") {
            try XMLEncoder(format: format).string(from: value.written(with: .faithful), root: "r")
        }
        return problem.map { .fails($0) } ?? .holds(seen.count < 2 ? seen.union(["refused"]) : seen)
    }

    /// The nodes of an element with their texts, sorted, because the order of nodes with different keys is free.
    private static func nodes(of value: XMLValue, under key: String = "r") -> [String] {
        if let items = value.array { return items.flatMap { nodes(of: $0, under: key) }.sorted() }
        guard !value.entries.isEmpty else {
            let text = value.text ?? ""
            if "@#".contains(key.prefix(1)), key != "" { return key == "#text" && text == "" ? [] : [key + "=" + text] }
            return text == "" ? [key] : [key + "(#text=" + text + ")"]
        }
        var inner: [String] = []
        for (key, value) in value.entries where key != "#order" {
            // A CDATA section whose text contains `]]>` becomes two sections.
            let isJoined = key == "#text" || key == "#cdata"
            let text = isJoined ? value.list.compactMap(\.text).joined() : ""
            inner += isJoined ? text == "" ? [] : [key + "=" + text] : nodes(of: value, under: key)
        }
        return [inner.isEmpty ? key : key + "(" + inner.sorted().joined(separator: ", ") + ")"]
    }

    /// All texts of a value that are not empty, sorted.
    ///
    /// Writing may move texts, but must neither lose nor add one.
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

    // MARK: Characters

    /// Whether XML 1.0 allows a character (production 2).
    static func isXML(_ scalar: Unicode.Scalar) -> Bool {
        [0x9, 0xA, 0xD].contains(scalar.value) || scalar.value >= 0x20 && ![0xFFFE, 0xFFFF].contains(scalar.value)
    }

    private static func characters(from first: UInt32) throws -> String? {
        var options = untrimmed
        options.processingInstructionKey = "#pi"
        options.cdataKey = "#cdata"
        let scalars = (first..<first + 0x40).compactMap(Unicode.Scalar.init)
        let text = String(scalars: scalars.filter(isXML))
        for isASCII in [false, true] {
            var writer = XMLWriter(options)
            writer.format.isASCII = isASCII
            let node = XMLValue(text)
            var values: [XMLValue] = [["a": ["@b": node, "#text": node]]]
            // Comments, instructions and sections have no references, and ASCII punctuation may end them.
            if !isASCII, first > 0x40 { values.append(["a": ["#comment": node, "#pi": ["p": node], "#cdata": node]]) }
            for value in values where !text.isEmpty {
                let read = try XMLReader(options).read(.string(try writer.string(from: value)))
                if read != value { return "\(value.json(.compact)) is read as \(read.json(.compact))" }
            }
            for scalar in scalars where !isXML(scalar) {
                let text = XMLValue(String(scalar))
                for value: XMLValue in [
                    ["a": text], ["a": ["@b": text]], ["a": ["#comment": text]], ["a": ["#cdata": text]],
                ] {
                    do throws(XMLError) {
                        return "\(value.json(.compact)) is written as \(try writer.string(from: value))"
                    } catch {
                        if error.code != .invalidValue { return "\(value.json(.compact)): \(error)" }
                    }
                }
            }
        }
        return nil
    }

    // MARK: JSON

    private static func changedByJSON(_ value: XMLValue) throws -> String? {
        for format in [XMLValue.JSONFormat.compact, .pretty] {
            let text = value.json(format)
            let read = try XMLValue(json: text)
            if read != value || read.json(format) != text { return "\(text)\nis read as \(read.json(format))" }
        }
        return nil
    }

    // MARK: The encoder

    private static func encodedMarkup(_ seed: Int) throws -> Verdict {
        var dice = RandomSource(seed: seed, for: .damage)
        let letters: [Character] = [
            "a", "b", ":", "@", "-", "1", "é", " ", "<", "&", "\"", "]", ">", "\0", "\u{FFFE}", "_", "x",
        ]
        func text(_ most: Int) -> String {
            String((0..<dice.number(below: most)).map { _ in dice.one(of: letters) })
        }
        var value: [String: [String: String]] = [:]
        for _ in 0...dice.number(below: 2) {
            let name = dice.happens(inHundred: 60) ? "a" : text(5)
            value[name, default: [:]][dice.happens(inHundred: 40) ? "xmlns:a" : text(5)] = text(7)
        }
        let encoder = XMLEncoder(format: seed.isMultiple(of: 2) ? .pretty : .compact)
        let xml: String
        do {
            xml = try encoder.string(from: value, root: "r")
        } catch is EncodingError {
            let made = try? encoder.value(of: value, root: "r")
            return made.map { .fails("\(value) has no text, and became \($0.json(.compact))") } ?? .holds(["refused"])
        }
        if let difference = try encoder.formDifference(of: value) { return .fails(difference) }
        // A reader of expanded names also checks the prefixes.
        var options = XMLOptions()
        options.namespaces = .expand
        let read = try XMLReader(options).read(.string(xml))
        return read.entries.count == 1 ? .holds(["encoded"]) : .fails("\(value) became \(xml)")
    }
}

extension XMLValue {
    /// A random value of all kinds.
    fileprivate init(random dice: inout RandomSource, depth: Int) {
        switch dice.number(below: depth > 4 ? 6 : 9) {
        case 0: self = .null
        case 1: self.init(dice.number(below: 2) == 0)
        case 2: self.init(Int(truncatingIfNeeded: dice.next()))
        case 3: self.init(Double(dice.number(below: 10_000)) / 7)
        case 4, 5: self.init(Self.text(&dice))
        case 6: self.init((0..<dice.number(below: 5)).map { _ in Self(random: &dice, depth: depth + 1) })
        default:
            self.init(
                (0..<dice.number(below: 6)).map { index in
                    let key = dice.number(below: 4) == 0 ? "text" : "\(index)" + Self.text(&dice)
                    return (key, Self(random: &dice, depth: depth + 1))
                }
            )
        }
    }

    private static let chunks = [
        "a", "long plain text ", "é", "日本", "😀", "\"", "\\", "\n", "\u{1}", "\0", "/", "\u{7F}", "{}[],:",
    ]

    private static func text(_ dice: inout RandomSource) -> String {
        (0..<dice.number(below: 6)).map { _ in chunks[dice.number(below: chunks.count)] }.joined()
    }
}
