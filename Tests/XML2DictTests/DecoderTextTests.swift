// Text as strings, numbers, booleans and enumerations.

import Testing
import XML2Dict
import XML2DictWriting

@Suite("Decoding text")
struct DecoderTextTests {
    private func value<Decoded: Decodable>(_ text: String, _ type: Decoded.Type = Decoded.self) throws -> Decoded {
        try decode(type, "<v>\(text)</v>")
    }

    @Test("An element's text decodes with and without attributes")
    func besideAttributes() throws {
        struct Fields: Decodable, Equatable {
            var s: String
            var i: Int
            var d: Double
            var b: Bool
            var c: Color
            var n: Level
        }
        enum Color: String, Decodable { case red }
        enum Level: Int, Decodable { case low = 1, high }
        let expected = Fields(s: "a b", i: -7, d: 0.5, b: true, c: .red, n: .high)
        let documents = [
            "<m><s>a b</s><i>-7</i><d>0.5</d><b>true</b><c>red</c><n>2</n></m>",
            "<m><s x='1'>a b</s><i x='1'>-7</i><d x='1'> 0.5 </d><b x='1'>\n1</b><c y='1' x='2'>red</c><n x='1'>2</n></m>",
            "<m s='a b' i='-7' d=' 0.5' b='1' c='red' n='2'/>",
        ]
        for convention in DecoderListTests.conventions {
            for xml in documents {
                #expect(try decode(Fields.self, xml, .init(convention)) == expected, "\(convention): \(xml)")
            }
        }
    }

    @Test("White space around a case of an enumeration is ignored")
    func spacedEnumerations() throws {
        enum Color: String, Decodable { case red, blank = " " }
        enum Level: Int, Decodable { case low = 1 }
        for trim in [XMLOptions.Trim.none, .layout, .ends] {
            let options = XMLOptions { $0.trim = trim }
            let colors = try decode([String: [Color]].self, "<v><c> red\n</c><c x='1'>red </c></v>", options)
            #expect(colors == ["c": [.red, .red]])
            #expect(try decode([String: Level].self, "<v a=' 1'><b>\n1</b></v>", options) == ["a": .low, "b": .low])
        }
        #expect(try decode(Color.self, "<v> </v>", .init { $0.trim = .none }) == .blank)
        #expect(
            fault(Color.self, "<v> re d </v>", .init { $0.trim = .none }).contains("from invalid String value re d")
        )
    }

    @Test("A document may decode as one text, trimmed by the options")
    func documents() throws {
        #expect(try value("a &amp; <![CDATA[<b>]]>", String.self) == "a & <b>")
        #expect(try value(" 12 ", Int.self) == 12)
        #expect(try decode(Bool.self, "<v x='1'>false</v>") == false)
        #expect(try decode(String.self, "<v x='1'/>") == "")
        #expect(try decode([Int].self, "<v>3</v>") == [3])
        #expect(try decode(String.self, "<v> a </v>") == "a")
        #expect(try decode(String.self, "<v> a </v>", .init { $0.trim = .none }) == " a ")
        #expect(try decode(Int.self, "<v>\n 5\t</v>", .init { $0.trim = .none }) == 5)
        #expect(try decode([String: String].self, "<v a=' x '/>") == ["a": " x "])
    }

    // MARK: Whole numbers

    private func bounds<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws {
        #expect(try value("\(Number.min)", type) == .min)
        #expect(try value("\(Number.max)", type) == .max)
        #expect(try value("+\(Number.max)", type) == .max)
        #expect(try value("000\(Number.max)", type) == .max)
        #expect(try value("-0", type) == 0)
        #expect(try decode([String: Number].self, "<m a='\(Number.max)'/>") == ["a": .max])
        #expect(try decode([Number].self, "<m>\(Number.max)</m>") == [.max])
        let above = UInt128(Number.max) + 1
        let below = Number.isSigned ? "-\(UInt128(Number.min.magnitude) + 1)" : "-1"
        for text in ["\(above)", below, "1\(Number.max)", String(repeating: "9", count: 100)] {
            let quoted = text.count > 60 ? "\(text.prefix(60))…" : text
            #expect(
                fault(type, "<v>\(text)</v>") == "dataCorrupted : '\(quoted)' is out of the range of \(type) (line 1)"
            )
        }
    }

    @Test("Integers of every width have their bounds")
    func integers() throws {
        let types: [any (FixedWidthInteger & Decodable).Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
        ]
        for type in types { try bounds(type) }
        #expect(try value("\(Int128.min)", Int128.self) == .min)
        #expect(try value("\(UInt128.max)", UInt128.self) == .max)
    }

    private struct Numbers: Codable, Equatable {
        var a: Int8, b: Int16, c: Int32, d: Int64, e: UInt, f: UInt8, g: UInt16, h: UInt32, i: UInt64, j: Int128,
            k: UInt128
        var l: Float
        var optionals: Optionals

        struct Optionals: Codable, Equatable {
            var a: Int8?, b: Int16?, c: Int32?, d: Int64?, e: UInt?, f: UInt8?, g: UInt16?, h: UInt32?, i: UInt64?,
                j: Int128?
            var k: UInt128?
            var l: Float?, m: Double?, n: Bool?, o: Int?
        }
    }

    @Test("Numbers of every width decode, also as optionals")
    func properties() throws {
        let values = [-1, -2, -3, -4, 5, 6, 7, 8, 9, -10, 11].map { "\($0)" } + ["0.5"]
        let pairs = zip("abcdefghijkl", values)
        let attributes = pairs.map { " \($0)='\($1)'" }.joined(),
            elements = pairs.map { "<\($0)>\($1)</\($0)>" }.joined()
        let xml = "<m\(attributes)><optionals\(attributes) m='1' n='0' o='2'/></m>"
        let written = try XMLEncoder(format: .compact).string(from: decode(Numbers.self, xml), root: "r")
        let optionals = "<optionals>\(elements)<m>1</m><n>false</n><o>2</o></optionals>"
        #expect(written.hasSuffix("<r>\(elements)\(optionals)</r>\n"))
        #expect(try decode(Numbers.self, "<m\(attributes)><optionals/></m>").optionals == Numbers.Optionals())
    }

    // MARK: Floating-point numbers

    @Test("Floating-point numbers are the nearest ones")
    func doubles() throws {
        for (text, number) in [
            ("0.1", 0.1), ("-0.0", -0.0), ("5.", 5), (".5", 0.5), ("+1.5E-3", 0.0015), ("1e5", 100_000),
            ("00012.50", 12.5), ("9007199254740993", 9_007_199_254_740_992),
            ("9007199254740993.00000001", 9_007_199_254_740_994),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("4.9e-324", .leastNonzeroMagnitude), ("1e-400", 0),
            ("2.2250738585072014e-308", .leastNormalMagnitude), ("0e99999", 0), ("0.30000000000000004", 0.1 + 0.2),
            (" INF ", .infinity), ("+INF", .infinity), ("-INF", -.infinity), ("Infinity", .infinity),
            ("+Infinity", .infinity), ("-Infinity", -.infinity),
        ] as [(String, Double)] {
            let decoded = try value(text, Double.self)
            #expect(decoded.bitPattern == number.bitPattern, "\(text)")
        }
    }

    @Test("A number of 10,000 digits is read to its last digit")
    func longNumbers() throws {
        let half = "9007199254740993"
        let zeros = String(repeating: "0", count: 10_000)
        #expect(try value("\(half).\(zeros)", Double.self) == 9_007_199_254_740_992)
        #expect(try value("\(half).\(zeros)1", Double.self) == 9_007_199_254_740_994)
    }

    @Test("Decimals of a few digits are the nearest double")
    func shortDecimals() throws {
        for index in 1...2_000 as ClosedRange<UInt64> {
            let digits = String(index &* 0x9E37_79B9_7F4A_7C15 >> (index % 60)), point = Int(index % 19)
            let padded = String(repeating: "0", count: max(0, point - digits.count)) + digits
            let text = "\(padded.dropLast(point)).\(padded.suffix(point))"
            #expect(try value(text, Double.self) == Double(text), "\(text)")
        }
        #expect(try value("-0.00", Double.self).sign == .minus)
    }

    @Test("Floats are rounded once, not through Double")
    func floats() throws {
        #expect(try value("0.1", Float.self) == 0.1)
        #expect(try value("3.4028235e38", Float.self) == .greatestFiniteMagnitude)
        #expect(try value("1e-46", Float.self) == 0)
        #expect(try value("INF", Float.self) == .infinity)
        // Slightly above the midpoint of two floats, which a Double cannot represent.
        #expect(try value("1.00000005960464477539062500000001", Float.self) == Float(1).nextUp)
        #expect(try value("1.000000059604644775390625", Float.self) == 1)
        #expect(try value("NaN", Float.self).isNaN)
        #expect(fault(Float.self, "<v>1e39</v>") == "dataCorrupted : '1e39' is out of the range of Float (line 1)")
    }

    @Test("Number formats of other languages and locales are refused")
    func noNumbers() {
        expectFaults(
            Int.self,
            "expected a whole number for Int, found #",
            ["1.0", "1e3", "0x10", "1_000", "1,000", "1 000", "", "+", "-", "--1", "+-1", "١٢", "１２", "a", "12a", "½"]
        )
        expectFaults(
            Double.self,
            "expected a number for Double, found #",
            [
                "0x1p3", "0x10", "inf", "Inf", "infinity", "+infinity", "nan", "NAN", "-NaN", "nan(1)", "1,5",
                "1.000,5",
                "1.2.3", ".", "-", "+.", "e5", ".e5", "1e", "1e+", "1e5.5", "1 2", "1d3", "1f", "١", "½", "1'000", "",
            ]
        )
        expectFaults(Double.self, "# is out of the range of Double", ["1e400", "-1e400", "1e99999999999999999999"])
    }

    /// Expects that texts do not decode, for a reason in which `#` is the quoted text.
    private func expectFaults(_ type: any Decodable.Type, _ reason: String, _ texts: [String]) {
        for text in texts {
            let reason = reason.replacing("#", with: "'\(text)'")
            #expect(fault(type, "<v>\(text)</v>") == "dataCorrupted : \(reason) (line 1)")
        }
    }

    // MARK: Booleans and enumerations

    @Test("Booleans are true, false, 1 and 0, and nothing else")
    func booleans() throws {
        for (text, flag) in [("true", true), ("1", true), (" false\n", false), ("0", false)] {
            #expect(try value(text, Bool.self) == flag, "\(text)")
        }
        let others = ["True", "TRUE", "yes", "no", "on", "2", "01", "t"]
        expectFaults(Bool.self, "expected true, false, 1 or 0, found #", others)
    }

    private enum Size: String, Decodable { case small, large }
    private enum Port: UInt16, Decodable { case web = 80 }
    private enum Ratio: Double, Decodable { case half = 0.5 }

    @Test("Enumerations have raw values of every type")
    func enumerations() throws {
        #expect(try decode([Size].self, "<v>small</v>") == [.small])
        #expect(try value(" 80 ", Port.self) == .web)
        #expect(try value("5e-1", Ratio.self) == .half)
        #expect(try decode([String: [Size]].self, "<m><s>small</s><s u='1'>large</s></m>") == ["s": [.small, .large]])
        #expect(
            fault([String: Size].self, "<m>\n<s>huge</s></m>").hasPrefix(
                "dataCorrupted s: Cannot initialize Size from invalid String value huge"
            )
        )
        #expect(
            fault(Port.self, "<v>65536</v>") == "dataCorrupted : '65536' is out of the range of UInt16 (line 1)"
        )
    }

    @Test("Types that wrap one value decode as that value does")
    func wrappers() throws {
        struct Identifier: Decodable, Hashable {
            var value: Int
            init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
            init(_ value: Int) { self.value = value }
        }
        #expect(try decode([String: [Identifier]].self, "<m><i>1</i><i a=''>2</i></m>") == ["i": [.init(1), .init(2)]])
        #expect(try decode([String: Identifier?].self, "<m><i/></m>") == ["i": nil])
    }

    // MARK: Types with rules of their own

    struct Money: XMLTextDecodable, Equatable {
        var amount: Int
        var currency: String

        static let fallback = CodingUserInfoKey(rawValue: "fallback")

        init(amount: Int, currency: String) {
            self.amount = amount
            self.currency = currency
        }

        init(from decoder: any Decoder) throws {
            Issue.record("the type's own rule has to come first")
            self.init(amount: 0, currency: "")
        }

        static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Money? {
            let parts = text.split(separator: " ")
            guard parts.count == 2, let amount = Int(parts[0]) else { return nil }
            if amount < 0 { throw Debt(amount: amount) }
            let fallback = Money.fallback.flatMap { decoder.userInfo[$0] } as? String
            return Money(amount: amount, currency: parts[1] == "?" ? fallback ?? "XXX" : String(parts[1]))
        }
    }

    struct Debt: Error, Equatable { var amount: Int }

    @Test("A type with a rule for text decodes at every position")
    func textTypes() throws {
        struct Prices: Decodable, Equatable {
            var one: Money
            var many: [Money]
            var none: Money?
            var empty: Money?
        }
        let one = Money(amount: 1, currency: "EUR"), two = Money(amount: 2, currency: "USD")
        let xml = "<m one=' 1 EUR '><many x=''>2 USD</many><many>1 EUR</many><empty/></m>"
        #expect(try decode(Prices.self, xml) == Prices(one: one, many: [two, one]))
        #expect(try decode(Money.self, "<m>2 USD</m>") == two)
        #expect(try decode([String: [Money?]].self, "<m><a>2 USD</a><a/></m>") == ["a": [two, nil]])
    }

    @Test("The message and the error of a text type reach the caller")
    func textTypeFaults() throws {
        #expect(fault([Money].self, "<m>\n</m>") == "dataCorrupted 0: expected Money, found '' (line 1)")
        let text = fault([String: Money].self, "<m>\n<a>many</a></m>")
        #expect(text == "dataCorrupted a: expected Money, found 'many' (line 2)")
        let element = fault([String: Money].self, "<m>\n<a><b/></a></m>")
        #expect(element == "typeMismatch a: expected text for Money, found child elements: <b> (line 2)")
        #expect(throws: Debt(amount: -1)) { try decode(Money.self, "<m>-1 EUR</m>") }
    }

    @Test("A type that is decoded from text reads the decoder's userInfo")
    func textTypeSettings() throws {
        let key = try #require(Money.fallback)
        var decoder = XMLDecoder()
        decoder.userInfo[key] = "EUR"
        #expect(try decoder.decode(Money.self, from: .string("<m>1 ?</m>")).currency == "EUR")
        decoder.userInfo[key] = nil
        #expect(try decoder.decode(Money.self, from: .string("<m>1 ?</m>")).currency == "XXX")
    }

    @Test("An element with xsi:nil decodes as nil only if it is empty")
    func saysNil() throws {
        struct Row: Decodable, Equatable { var n: Int? }
        let xsi = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
        #expect(try decode(Row.self, "<r><n \(xsi) xsi:nil='true'/></r>") == Row(n: nil))
        #expect(try decode(Row.self, "<r \(xsi)><n xsi:nil='1'/></r>") == Row(n: nil))
        #expect(try decode(Row.self, "<r \(xsi)><n xsi:nil='false'>7</n></r>") == Row(n: 7))
        #expect(try decode(Row.self, "<r \(xsi)><n unit='m' xsi:nil='true'/></r>") == Row(n: nil))
        #expect(try decode(Row.self, "<r \(xsi)><n unit='m' xsi:nil='true'>7</n></r>") == Row(n: 7))
    }
}
