// Bytes that may be ill-formed, compared with Swift's own decoders.

import TestSupport
import XML2Dict

extension Trial {
    static let encodings = [
        Trial("STRICT-ENCODING: Three bytes with a non-ASCII start are text, or an error", 128 * 256, quick: 12) {
            number in
            utf8Difference(first: UInt8(0x80 + number / 256), second: UInt8(number % 256))
        },
        Trial("STRICT-ENCODING: Every UTF-16 code unit is its text, or an error", 0x1_0000, quick: 100) { number in
            let unit = UInt16(number)
            let seconds: [UInt16?] = [nil, 0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFE]
            return seconds.lazy.compactMap { second in
                utf16Difference([unit] + (second.map { [$0] } ?? []))
            }.first
        },
        Trial("STRICT-ENCODING: Every UTF-32 number below 0x120000 is its character, or an error", 0x12_00, quick: 8) {
            number in
            (0..<0x100).lazy.compactMap { utf32Difference(UInt32(number * 0x100 + $0)) }.first
        },
        Trial(
            "STRICT-ENCODING: No byte or pair of a multi-byte encoding is a control character",
            multibyteNames.count * 0x80,
            quick: 12
        ) { number in
            controlCharacter(multibyteNames[number / 0x80], first: UInt8(0x80 + number % 0x80))
        },
    ]

    private static let multibyteNames = [
        "EUC-KR", "CP949", "JOHAB", "EUC-JP", "EUC-JP-MS", "EUC-JISX0213", "Shift_JIS", "Shift_JISX0213", "GB2312",
        "GBK",
        "GB18030", "Big5", "Big5-HKSCS", "CP950", "EUC-TW",
    ]

    /// Describes an error in texts of two bytes with a given first byte.
    private static func controlCharacter(_ name: String, first: UInt8) -> String? {
        for second in UInt8(0x20)...UInt8.max where !"<&>".utf8.contains(second) {
            let start = "<?xml version='1.0' encoding='\(name)'?><a>"
            let document = Array(start.utf8) + [first, second] + Array("</a>".utf8)
            let text = outcome { () throws(XMLError) in try XMLReader(exact).read(.bytes(document)) }
            let inChunks = outcome { () throws(XMLError) in try XMLPushReader.read(document, exact, inChunksOf: 1) }
            guard text == inChunks, !text.unicodeScalars.contains(where: { (0x80...0x9F).contains($0.value) }) else {
                return "\(name), bytes \(first) \(second): \(text.debugDescription), \(inChunks.debugDescription)"
            }
        }
        return nil
    }

    private static func outcome(_ read: () throws(XMLError) -> XMLValue) -> String {
        do throws(XMLError) {
            return try read()["a"]?.string ?? ""
        } catch {
            return "\(error)"
        }
    }

    private static let exact: XMLOptions = {
        var options = XMLOptions.xmltodict
        options.trim = .none
        return options
    }()

    /// The difference between the text of an element and Swift's text, which is `nil` for ill-formed bytes.
    private static func difference(_ document: [UInt8], _ expected: String?, _ what: @autoclosure () -> String)
        -> String?
    {
        let isText = expected?.unicodeScalars.allSatisfy(isXML) ?? false
        do throws(XMLError) {
            let found = try XMLReader(exact).read(.bytes(document))["a"]
            let text = found?.string ?? ""
            return isText && text.utf8.elementsEqual((expected ?? "").utf8) ? nil : "\(what()) is read as \(text)"
        } catch {
            return isText ? "\(what()): \(error)" : nil
        }
    }

    private static func utf8Difference(first: UInt8, second: UInt8) -> String? {
        for third in UInt8.min...UInt8.max {
            let fourths: [[UInt8]] = first < 0xF0 ? [[]] : [[], [0x41], [0x80], [0xBF], [0xC2]]
            for fourth in fourths {
                let bytes = [first, second, third] + fourth
                // The reader converts markup and line breaks to other text.
                guard !bytes.contains(where: "<&>\r".utf8.contains) else { continue }
                let document = Array("<a>".utf8) + bytes + Array("</a>".utf8)
                let text = String(validating: bytes, as: UTF8.self)
                if let difference = difference(document, text, "\(bytes)") { return difference }
            }
        }
        return nil
    }

    private static func utf16Difference(_ units: [UInt16]) -> String? {
        guard !units.contains(where: { [0x26, 0x3C, 0x3E, 0xD].contains($0) }) else { return nil }
        let document = Array("\u{FEFF}<a>".utf16) + units + Array("</a>".utf16)
        let text = String(validating: units, as: UTF16.self)
        let big = document.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = document.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return difference(big, text, "\(units)") ?? difference(little, text, "\(units), the low byte first")
    }

    private static func utf32Difference(_ unit: UInt32) -> String? {
        guard ![0x26, 0x3C, 0x3E, 0xD].contains(unit) else { return nil }
        let document = [0xFEFF, 0x3C, 0x61, 0x3E, unit, 0x3C, 0x2F, 0x61, 0x3E].flatMap { unit in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: unit >> $0) }
        }
        return difference(document, Unicode.Scalar(unit).map { String($0) }, "\(unit)")
    }
}
