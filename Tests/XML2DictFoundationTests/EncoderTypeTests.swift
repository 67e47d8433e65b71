// Dates, URLs, decimal numbers and bytes as text.

import Foundation
import Testing
import XML2Dict
import XML2DictFoundation
import XML2DictWriting

@Suite("Encoding dates, URLs, decimal numbers and bytes")
struct EncoderTypeTests {
    private func encode(_ value: some Encodable, _ change: (inout XMLEncoder) -> Void = { _ in }) throws -> String {
        var format = XMLWriter.Format.compact
        format.hasDeclaration = false
        var encoder = XMLEncoder(format: format)
        change(&encoder)
        let text = String(decoding: try encoder.data(from: value, root: "v"), as: UTF8.self)
        return try #require(text.wholeMatch(of: /<v>(.*)<\/v>\n/)).1.description
    }

    @Test("Dates are ISO 8601")
    func dates() throws {
        for (interval, expected) in [
            (0.0, "2001-01-01T00:00:00Z"), (736_259_400, "2024-05-01T12:30:00Z"),
            (736_259_400.25, "2024-05-01T12:30:00.25Z"), (0.1, "2001-01-01T00:00:00.1Z"),
            (736_259_400.123456, "2024-05-01T12:30:00.123456Z"), (-0.5, "2000-12-31T23:59:59.5Z"),
            (-978_307_200, "1970-01-01T00:00:00Z"), (-978_307_201, "1969-12-31T23:59:59Z"),
            (-63_113_904_000, "0001-01-01T00:00:00Z"), (-26_524_800, "2000-02-29T00:00:00Z"),
        ] as [(Double, String)] {
            let date = Date(timeIntervalSinceReferenceDate: interval)
            #expect(try encode(date) == expected, "\(interval)")
            #expect(try XMLDecoder().decode(Date.self, from: "<v>\(expected)</v>") == date, "\(interval)")
        }
    }

    @Test("Dates with any fraction of a second are read back exactly")
    func fractions() throws {
        for span in [1.0, 1e3, 1e6, 1e9, 1e10] as [Double] {
            for number in 0..<100 {
                // Multiples of the golden ratio have fractions without a pattern.
                let part = (Double(number) * 0.618_033_988_749_894_9).truncatingRemainder(dividingBy: 1)
                let date = Date(timeIntervalSinceReferenceDate: span * (2 * part - 1))
                let text = try encode(date)
                #expect(try XMLDecoder().decode(Date.self, from: "<v>\(text)</v>") == date, "\(text)")
            }
        }
    }

    @Test("Dates have the format of the strategy")
    func strategies() throws {
        let date = Date(timeIntervalSince1970: 1_714_566_600)
        #expect(try encode(date) { $0.dateEncodingStrategy = .rfc822 } == "Wed, 01 May 2024 12:30:00 GMT")
        #expect(
            try encode(["d": date, "e": date]) { encoder in
                encoder.dateEncodingStrategy = .custom { date, encoder in
                    var container = encoder.singleValueContainer()
                    let name = encoder.codingPath.map(\.stringValue).joined()
                    try container.encode("\(name) \(date.timeIntervalSince1970)")
                }
            } == "<d>d 1714566600.0</d><e>e 1714566600.0</e>"
        )
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "dd.MM.yyyy"
        #expect(try encode(date) { $0.dateEncodingStrategy = .formatted(formatter) } == "01.05.2024")
        var decoder = XMLDecoder()
        decoder.dateDecodingStrategy = .rfc822
        for day in stride(from: -700_000.0, to: 2_900_000, by: 777) {
            let date = Date(timeIntervalSince1970: day * 86_400 + 3_661)
            let text = try encode(date) { $0.dateEncodingStrategy = .rfc822 }
            #expect(try decoder.decode(Date.self, from: "<v>\(text)</v>") == date)
        }
    }

    @Test("Dates that a format cannot write are errors")
    func wrongDates() {
        for interval in [Double.nan, .infinity, -1e11, 1e17, 1e300] {
            #expect(throws: EncodingError.self) { try encode(Date(timeIntervalSinceReferenceDate: interval)) }
        }
        #expect(throws: EncodingError.self) {
            try encode(Date(timeIntervalSince1970: 1e12)) { $0.dateEncodingStrategy = .rfc822 }
        }
    }

    @Test("Bytes, URLs and decimal numbers are text")
    func others() throws {
        #expect(try encode(Data([0, 255, 16])) == "AP8Q")
        #expect(try encode(Data([0, 255, 16])) { $0.dataEncodingStrategy = .hex } == "00ff10")
        #expect(
            try encode(try #require(URL(string: "https://example.org/?a=b&c=d"))) == "https://example.org/?a=b&amp;c=d"
        )
        for text in ["0.1", "-12.50", "99999999999999999999999999999999999999", "1e100", "-3e-120", "0", "123e40"] {
            let number = try #require(Decimal(string: text))
            #expect(try XMLDecoder().decode(Decimal.self, from: "<v>\(try encode(number))</v>") == number, "\(text)")
        }
        #expect(try encode(try #require(Decimal(string: "0.1"))) == "0.1")
        #expect(throws: EncodingError.self) { try encode(Decimal.nan) }
    }

    @Test("Foundation types encode as elements and attributes")
    func properties() throws {
        struct News: Codable, Equatable {
            var date = Date(timeIntervalSince1970: 1_714_566_600)
            var link = URL(string: "https://example.org")
            var images = [URL(string: "a"), URL(string: "b")].compactMap(\.self)
            var price: Decimal? = 5
            enum CodingKeys: String, CodingKey { case date = "@date", link, images = "image", price }
        }
        let text = try XMLEncoder(format: .compact).string(from: News(), root: "n")
        #expect(
            text.hasSuffix(
                """
                <n date="2024-05-01T12:30:00Z"><link>https://example.org</link><image>a</image><image>b</image>\
                <price>5</price></n>

                """
            )
        )
        #expect(try XMLDecoder().decode(News.self, from: text) == News())
    }
}
