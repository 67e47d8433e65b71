// Dates in the formats of documents.

import Foundation
import Testing
import XML2Dict
import XML2DictFoundation

@Suite("Decoding dates")
struct DateDecodingTests {
    private func decode(_ text: String, _ strategy: XMLDecoder.DateDecodingStrategy) throws -> Date {
        var decoder = XMLDecoder()
        decoder.dateDecodingStrategy = strategy
        return try decoder.decode(Date.self, from: .string("<d>\(text)</d>"))
    }

    private func fault(_ text: String, _ strategy: XMLDecoder.DateDecodingStrategy) -> String {
        do {
            return "\(try decode(text, strategy)) is no date"
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {
            return "\(error)"
        }
    }

    // MARK: ISO 8601

    @Test("ISO 8601 dates decode, without optional parts")
    func iso8601() throws {
        for (text, seconds) in [
            ("2024-05-01T12:30:00Z", 1_714_566_600), ("2024-05-01T12:30:00.25Z", 1_714_566_600.25),
            ("2024-05-01T12:30:00,5Z", 1_714_566_600.5),
            ("2024-05-01T12:30:00.123456789Z", 1_714_566_600.123457), ("2024-05-01T14:30:00+02:00", 1_714_566_600),
            ("2024-05-01T14:30:00+0200", 1_714_566_600), ("2024-05-01T14:30:00+02", 1_714_566_600),
            ("2024-05-01T07:00:00-05:30", 1_714_566_600),
            ("2024-05-01T12:30:00-00:00", 1_714_566_600), ("2024-05-01T12:30:00", 1_714_566_600),
            ("2024-05-01T12:30", 1_714_566_600),
            ("2024-05-01T12:30Z", 1_714_566_600), ("2024-05-01 12:30:00", 1_714_566_600),
            ("2024-05-01t12:30:00z", 1_714_566_600),
            (" 2024-05-01T12:30:00Z\n", 1_714_566_600), ("2024-05-01", 1_714_521_600), ("2024-05-01Z", 1_714_521_600),
            ("2024-05-01+02:00", 1_714_514_400), ("2024-04-30T24:00:00Z", 1_714_521_600),
            ("2024-04-30T24:00", 1_714_521_600),
            ("2023-12-31T24:00:00.000Z", 1_704_067_200), ("2024-02-29T00:00:00Z", 1_709_164_800),
            ("2000-02-29", 951_782_400),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.5Z", -0.5),
            ("1900-03-01", -2_203_891_200), ("0001-01-01T00:00:00Z", -62_135_596_800), ("0000-03-01", -62_162_035_200),
            ("0000-01-01", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("12024-01-01", 317_273_587_200),
        ] as [(String, Double)] {
            let date = try decode(text, .iso8601)
            #expect(date.timeIntervalSince1970 == seconds, "\(text)")
        }
    }

    @Test("Text that is not an ISO 8601 date is refused")
    func noISO8601() {
        for text in [
            "2024-13-01", "2024-00-01", "2024-04-31", "2024-02-30", "2023-02-29", "1900-02-29", "2024-01-00",
            "2024-01-32", "2024-1-1", "24-01-01",
            "2024-05", "2024", "2024-05-01T", "2024-05-01T12", "2024-05-01T1:30", "2024-05-01T12:3",
            "2024-05-01T25:00:00", "2024-05-01T24:00:01",
            "2024-05-01T24:01", "2024-05-01T12:60:00", "2024-05-01T12:00:61", "2024-05-01T12:30:00.Z",
            "2024-05-01T12:30:00 Z", "2024-05-01T12:30:00+2",
            "2024-05-01T12:30:00+02:", "2024-05-01T12:30:00+02:0", "2024-05-01T12:30:00+24:00",
            "2024-05-01T12:30:00+02:60", "2024-05-01T12:30:00GMT",
            "20240501T123000Z", "2024-W18-3", "2024-122", "-2024-05-01", "+2024-05-01", "2024/05/01", "01.05.2024",
            "Wed, 01 May 2024 12:30:00 GMT",
            "1714566600", "2024-05-01T12:30:00ZZ", "２０２４-05-01", "2024-05-01T12:30:00.5.5Z", "99999999999-01-01",
            "today",
        ] {
            #expect(
                fault(text, .iso8601)
                    == "expected a date as ISO 8601 writes it, such as 2024-05-01T12:30:00Z (dateDecodingStrategy), found '\(text)' (line 1)",
                "\(text)"
            )
        }
    }

    // MARK: RFC 822

    @Test("RFC 822 dates of feeds and mail decode")
    func rfc822() throws {
        for (text, seconds) in [
            ("Wed, 01 May 2024 12:30:00 GMT", 1_714_566_600), ("Wed, 1 May 2024 12:30:00 +0000", 1_714_566_600),
            ("01 May 2024 12:30:00 GMT", 1_714_566_600), ("1 May 24 12:30 UT", 1_714_566_600),
            ("Wed, 01 May 2024 14:30:00 +0200", 1_714_566_600),
            ("Wed, 01 May 2024 14:30:00 +02:00", 1_714_566_600), ("Wed, 01 May 2024 07:00:00 -0530", 1_714_566_600),
            ("Wed, 01 May 2024 08:30:00 EDT", 1_714_566_600), ("Wed, 01 May 2024 07:30:00 EST", 1_714_566_600),
            ("Wed, 01 May 2024 07:30:00 CDT", 1_714_566_600), ("Wed, 01 May 2024 06:30:00 CST", 1_714_566_600),
            ("Wed, 01 May 2024 06:30:00 MDT", 1_714_566_600), ("Wed, 01 May 2024 05:30:00 MST", 1_714_566_600),
            ("Wed, 01 May 2024 05:30:00 PDT", 1_714_566_600), ("Wed, 01 May 2024 04:30:00 PST", 1_714_566_600),
            ("Wed, 01 May 2024 12:30:00 Z", 1_714_566_600), ("Wed, 01 May 2024 12:30:00 utc", 1_714_566_600),
            ("Wed, 01 May 2024 12:30:00 -0000", 1_714_566_600), ("Wed, 01 May 2024 12:30:00", 1_714_566_600),
            ("WED, 01 MAY 2024 12:30:00 GMT", 1_714_566_600), ("Wed,01 May 2024 12:30:00 GMT", 1_714_566_600),
            ("Wed,  01  May  2024  12:30:00  GMT", 1_714_566_600), ("Wednesday, 01-May-24 12:30:00 GMT", 1_714_566_600),
            ("Wed, 01 May 2024 12:30:00 +0000 (UTC)", 1_714_566_600), ("Wed 01 May 2024 12:30:00 GMT", 1_714_566_600),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("06 Nov 94 08:49:37 GMT", 784_111_777),
            ("06 Nov 50 00:00 Z", -604_454_400),
            ("01 Jan 49 00:00 Z", 2_493_072_000), ("29 Feb 2024 00:00:00 GMT", 1_709_164_800),
            ("1 September 2024 00:00 GMT", 1_725_148_800),
            ("1 Sept 2024 00:00 GMT", 1_725_148_800), ("31 Dec 2016 23:59:60 GMT", 1_483_228_800),
            ("1 Jan 124 00:00 GMT", 1_704_067_200),
        ] as [(String, Double)] {
            #expect(try decode(text, .rfc822).timeIntervalSince1970 == seconds, "\(text)")
        }
    }

    @Test("Text that is not an RFC 822 date is refused")
    func noRFC822() {
        for text in [
            "32 May 2024 12:30:00 GMT", "00 May 2024 12:30:00 GMT", "31 Apr 2024 12:30:00 GMT",
            "29 Feb 2023 12:30:00 GMT", "01 Foo 2024 12:30:00 GMT",
            "01 Junk 2024 12:30:00 GMT", "01 Ma 2024 12:30:00 GMT", "01 Marvel 2024 12:30:00 GMT", "01 May 2024",
            "01 May 2024 25:00:00 GMT",
            "01 May 2024 12:60:00 GMT", "01 May 2024 12:30:61 GMT", "01 May 2024 12:30:00 XYZ",
            "01 May 2024 12:30:00 CEST", "01 May 2024 12:30:00 +2",
            "01 May 2024 12:30:00 GMT x", "01 May 4 12:30:00 GMT", "May 01 2024 12:30:00 GMT", "2024-05-01T12:30:00Z",
            "Wed, May 2024", "Wed", "now",
            "01 May 2024 12:30:00 +0000 (UTC", "01 05 2024 12:30:00 GMT",
        ] {
            #expect(
                fault(text, .rfc822)
                    == "expected a date as RFC 822 writes it, such as Wed, 01 May 2024 12:30:00 GMT (dateDecodingStrategy), found '\(text)' (line 1)",
                "\(text)"
            )
        }
    }

    // MARK: Against Foundation

    /// A sequence that is the same in every run.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        }
    }

    @Test("A thousand random dates match Foundation's formatters")
    func random() throws {
        for offset in [0, 3_600, -16_200, 46_800] {
            var dice = Dice(state: UInt64(bitPattern: Int64(offset)))
            let zone = try #require(TimeZone(secondsFromGMT: offset))
            let iso = ISO8601DateFormatter()
            iso.timeZone = zone
            let mail = DateFormatter()
            mail.locale = Locale(identifier: "en_US_POSIX")
            mail.timeZone = zone
            mail.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
            for _ in 0..<250 {
                // From 1600 to 9999.
                let date = Date(
                    timeIntervalSince1970: Double(Int.random(in: -11_676_096_000..<253_402_000_000, using: &dice))
                )
                let text = iso.string(from: date)
                #expect(try decode(text, .iso8601) == date, "\(text)")
                let other = mail.string(from: date)
                #expect(try decode(other, .rfc822) == date, "\(other)")
            }
        }
    }

    @Test("Every day of four centuries is the day after the last one")
    func days() throws {
        let calendar = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var expected = -11_676_096_000.0
        for year in 1600..<2000 {
            for (month, count) in calendar.enumerated() {
                let isLong = month == 1 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                // The first and the last day of each month.
                for day in [1, count + (isLong ? 1 : 0)] {
                    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
                    let text = "\(year)-\(two(month + 1))-\(two(day))"
                    let date = try Date.decode(xmlText: text, with: XMLDecoder())
                    #expect(date?.timeIntervalSince1970 == expected + Double(day - 1) * 86_400, "\(text)")
                }
                expected += Double(count + (isLong ? 1 : 0)) * 86_400
            }
        }
        #expect(expected == 946_684_800)
    }

    // MARK: Other strategies

    @Test("A formatter decodes dates in its format")
    func formatted() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "dd.MM.yyyy HH:mm"
        #expect(try decode("01.05.2024 12:30", .formatted(formatter)).timeIntervalSince1970 == 1_714_566_600)
        #expect(
            fault("2024-05-01", .formatted(formatter))
                == "expected a date in the format 'dd.MM.yyyy HH:mm' (dateDecodingStrategy), found '2024-05-01' (line 1)"
        )
    }

    @Test("A function gets the decoder, as with JSONDecoder")
    func custom() throws {
        struct Refusal: Error {}
        struct Event: Decodable, Equatable {
            var day: Date
            var seconds: [Date]
            var none: Date?
        }
        let strategy = XMLDecoder.DateDecodingStrategy.custom { decoder in
            let container = try decoder.singleValueContainer()
            if decoder.codingPath.first?.stringValue == "seconds" {
                return Date(timeIntervalSince1970: try container.decode(Double.self))
            }
            let text = try container.decode(String.self)
            if text == "no" { throw Refusal() }
            guard text == "epoch" else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date: \(text)")
            }
            return Date(timeIntervalSince1970: 0)
        }
        #expect(try decode("epoch", strategy) == Date(timeIntervalSince1970: 0))
        #expect(fault("x", strategy) == "no date: x (line 1)")
        #expect(throws: Refusal.self) { try decode("no", strategy) }
        var refusing = XMLDecoder()
        refusing.dateDecodingStrategy = .custom { _ in throw Refusal() }
        #expect(throws: Refusal.self) { try refusing.decode([String: Date?].self, from: "<e><d/></e>") }
        var decoder = XMLDecoder()
        decoder.dateDecodingStrategy = strategy
        let event = try decoder.decode(
            Event.self,
            from: "<e day='epoch'><seconds>1</seconds><seconds>2</seconds><none/></e>"
        )
        let dates = [0, 1, 2].map { Date(timeIntervalSince1970: $0) }
        #expect(event == Event(day: dates[0], seconds: [dates[1], dates[2]]))
    }

    @Test("One feed may mix formats of dates")
    func internet() throws {
        for text in ["2024-05-01T12:30:00Z", "Wed, 01 May 2024 12:30:00 GMT", "1714566600", "1 May 24 12:30 UT"] {
            #expect(try decode(text, .internet).timeIntervalSince1970 == 1_714_566_600, "\(text)")
        }
        #expect(try decode(" 1714566600.5 ", .internet).timeIntervalSince1970 == 1_714_566_600.5)
        #expect(try decode("-1", .internet).timeIntervalSince1970 == -1)
        for text in ["", "soon", "1,5", "INF", "NaN", "1e400"] {
            #expect(
                fault(text, .internet)
                    == "expected a date as ISO 8601 or RFC 822 writes it, or seconds since 1970 (dateDecodingStrategy), found '\(text)' (line 1)"
            )
        }
    }

    @Test("Bytes of an empty element are empty")
    func bytes() throws {
        struct Blob: Decodable, Equatable { var data: Data?, date: Date?, link: URL? }
        for options in [XMLOptions.xmlreader, .xmltodict] as [XMLOptions] {
            let blob = try XMLDecoder(options).decode(Blob.self, from: "<b xmlns='u'><data/><date/><link/></b>")
            #expect(blob == Blob(data: Data()))
            #expect(try XMLDecoder(options).decode([String: Data].self, from: "<b><data/></b>") == ["data": Data()])
        }
    }

    @Test("Dates decode in lists, optionals, attributes and elements")
    func properties() throws {
        struct Event: Decodable, Equatable {
            var start: Date
            var other: [Date]
            var end: Date?
            var empty: Date?
            var blank: Date?
        }
        let event = try XMLDecoder().decode(
            Event.self,
            from:
                "<e start='1970-01-01T00:00:01Z' blank=' '><other tz='x'>1970-01-01</other><other>1970-01-02</other><empty/></e>"
        )
        #expect(
            event
                == Event(
                    start: Date(timeIntervalSince1970: 1),
                    other: [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 86_400)]
                )
        )
    }

    @Test("The error for a wrong date format names path, line and formats")
    func error() {
        struct Channel: Decodable { var item: [Item] }
        struct Item: Decodable { var pubDate: Date }
        do {
            _ = try XMLDecoder().decode(
                Channel.self,
                from: .string("<c><item pubDate='2024-05-01'/>\n<item>\n<pubDate>Wed, 01 May 2024</pubDate></item></c>")
            )
            Issue.record("an error was expected")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.codingPath.map(\.stringValue) == ["item", "Index 1", "pubDate"])
            #expect(
                context.debugDescription
                    == "expected a date as ISO 8601 writes it, such as 2024-05-01T12:30:00Z (dateDecodingStrategy), found 'Wed, 01 May 2024' (line 3)"
            )
        } catch {
            Issue.record("\(error)")
        }
    }
}
