// URLs, decimal numbers and bytes in text.

import Foundation
import Testing
import XML2Dict
import XML2DictFoundation

@Suite("Decoding URLs, decimal numbers and bytes")
struct TextTypeTests {
    private func fault<Decoded: Decodable>(_ type: Decoded.Type, _ text: String, _ decoder: XMLDecoder = XMLDecoder())
        -> String
    {
        do {
            return "\(try decoder.decode(type, from: "<v>\(text)</v>"))"
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {
            return "\(error)"
        }
    }

    private func decode<Decoded: Decodable>(_ type: Decoded.Type, _ text: String, _ decoder: XMLDecoder = XMLDecoder())
        throws -> Decoded
    {
        try decoder.decode(type, from: "<v>\(text)</v>")
    }

    // MARK: Addresses

    @Test("Text decodes as a URL")
    func urls() throws {
        for text in [
            "https://example.org/a?b=c&amp;d=e#f", "http://user:pw@example.org:8080/", "urn:isbn:0451450523",
            "mailto:a@example.org", "../a/b.xml",
            "a", "//example.org/x", "file:///a%20b",
        ] {
            let plain = text.replacingOccurrences(of: "&amp;", with: "&")
            #expect(try decode(URL.self, " \(text)\n") == URL(string: plain), "\(text)")
            #expect(try decode(URL.self, text).absoluteString == plain, "\(text)")
        }
    }

    @Test("Text that is not a URL is refused; missing text is nil")
    func noURLs() throws {
        for text in ["http://[", "http://a:b/"] {
            #expect(fault(URL.self, text) == "expected an address (URL), found '\(text)' (line 1)", "\(text)")
            #expect(fault(URL.self, "") == "expected an address (URL), found '' (line 1)", "\(text)")
            #expect(
                try XMLDecoder().decode([String: [URL?]].self, from: .string("<m><u/><u>a</u></m>")) == [
                    "u": [nil, URL(string: "a")]
                ],
                "\(text)"
            )
        }
    }

    // MARK: Decimal numbers

    @Test("Decimal numbers keep their digits")
    func decimals() throws {
        for (text, digits) in [
            ("0.1", "0.1"), ("-12.50", "-12.5"), ("+3", "3"), ("007", "7"), ("1e3", "1000"), ("1.5E-3", "0.0015"),
            (".5", "0.5"), ("5.", "5"), ("-.5", "-0.5"),
            ("0", "0"), ("-0", "0"), ("0.0000", "0"),
            ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
            ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
            (
                "0.00000000000000000000000000000000000000000000000001",
                "0.00000000000000000000000000000000000000000000000001"
            ),
            (" 1.10 ", "1.1"), ("1e127", "1" + String(repeating: "0", count: 127)),
            ("1e-127", "0." + String(repeating: "0", count: 126) + "1"),
            ("9007199254740993", "9007199254740993"), ("0.30000000000000004", "0.30000000000000004"),
        ] {
            #expect(try decode(Decimal.self, text).description == digits, "\(text)")
        }
    }

    @Test("A number that Decimal rounds is refused")
    func noDecimals() {
        for text in [
            "1,5", "1.2.3", "x", "1x", "INF", "NaN", "1e400", "1e200", "1e-200", "1e-400",
            "0.123456789012345678901234567890123456789",
            "0x10", "1 000", "--1", "1e", "e5", ".", "-", "١", "1e99999999999999999999", "1e-99999999999999999999",
            "399999999999999999999999999999999999999", "10000000000000000000000000000000000000000.0",
        ] {
            #expect(
                fault(Decimal.self, text) == "expected a decimal number of at most 38 digits, found '\(text)' (line 1)",
                "\(text)"
            )
        }
    }

    @Test("A thousand random decimals survive encoding and decoding")
    func randomDecimals() throws {
        for number in 0..<1000 {
            let digits = "\(number &* 7_919 &+ 1)\(number &* 104_729 &+ 3)\(number)7"
            let cut = digits.index(digits.startIndex, offsetBy: 1 + number % (digits.count - 1))
            let text = "\(number % 2 == 0 ? "-" : "")\(digits[..<cut]).\(digits[cut...])"
            #expect(try Decimal.decode(xmlText: text, with: XMLDecoder())?.description == text)
        }
    }

    // MARK: Bytes

    @Test("Bytes decode from base64 with white space anywhere")
    func base64() throws {
        #expect(try decode(Data.self, "SGVsbG8=") == Data("Hello".utf8))
        #expect(try decode(Data.self, "\nSGVs\n\tbG8 =\r\n") == Data("Hello".utf8))
        #expect(try decode(Data.self, "+/8=") == Data([0xFB, 0xFF]))
        for text in ["SGVsbG8", "SGVsbG8*", "-_8=", "=", "Ä"] {
            #expect(
                fault(Data.self, text) == "expected bytes as base64 (dataDecodingStrategy), found '\(text)' (line 1)"
            )
        }
    }

    @Test("A strategy decodes bytes from hexadecimal digits")
    func hex() throws {
        var decoder = XMLDecoder()
        decoder.dataDecodingStrategy = .hex
        #expect(try decode(Data.self, "00fF 1a\n2B", decoder) == Data([0, 255, 26, 43]))
        for text in ["0", "000", "0g", "0x00", "٠٠", "-1"] {
            #expect(
                fault(Data.self, text, decoder)
                    == "expected bytes as pairs of hexadecimal digits (dataDecodingStrategy), found '\(text)' (line 1)"
            )
        }
    }

    @Test("Empty data decodes as empty bytes, optional or not")
    func empty() throws {
        struct Files: Decodable, Equatable {
            var one: Data
            var other: Data?
        }
        #expect(
            try XMLDecoder().decode(Files.self, from: .string("<f><one/><other/></f>"))
                == Files(one: Data(), other: Data())
        )
        var decoder = XMLDecoder()
        decoder.dataDecodingStrategy = .hex
        #expect(
            try decoder.decode(Files.self, from: .string("<f one='' other='0a'/>"))
                == Files(one: Data(), other: Data([10]))
        )
    }

    @Test("URLs, decimals and bytes decode under every convention")
    func properties() throws {
        for convention in XMLOptions.Convention.allCases where ![.parker, .jsonml].contains(convention) {
            struct Product: Decodable, Equatable {
                var url: URL
                var price: Decimal
                var icon: Data?
                var added: Date
                var tags: [URL]
            }
            let product = try XMLDecoder(.init(convention)).decode(
                Product.self,
                from: Data(
                    "<p url='a:b' added='1970-01-01'><price currency='EUR'>9.99</price><icon>AA==</icon><tags>c:d</tags></p>"
                        .utf8
                )
            )
            #expect(product.url.absoluteString == "a:b", "\(convention)")
            #expect(product.price.description == "9.99", "\(convention)")
            #expect(product.icon == Data([0]), "\(convention)")
            #expect(product.added == Date(timeIntervalSince1970: 0), "\(convention)")
            #expect(product.tags.map(\.absoluteString) == ["c:d"], "\(convention)")
        }
    }
}
