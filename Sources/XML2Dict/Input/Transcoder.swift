/// Converts text in one encoding to UTF-8, chunk by chunk, and stops at the first byte that is not of the encoding.
///
/// UTF-16, UTF-32 and ISO-8859-1 are converted here, so that lone surrogates and values beyond U+10FFFF are never let through; every
/// other encoding is iconv's. UTF-8 is only checked, for old versions of expat.
final class Transcoder {
    private let method: XMLEncoding.Method
    private let iconv: CharacterConverter?
    /// The bytes of a character whose end has not come.
    private var waiting: [UInt8] = []

    /// `nil` when the system does not know the encoding.
    init?(_ method: XMLEncoding.Method) {
        self.method = method
        guard case .iconv(let name) = method else {
            iconv = nil
            return
        }
        guard let converter = CharacterConverter(from: name) else { return nil }
        iconv = converter
    }

    /// Converts a chunk.
    ///
    /// - Returns: What is wrong with it, after all that comes before has been appended to `output`.
    func transcode(_ chunk: UnsafeRawBufferPointer, into output: inout [UInt8]) -> InputDecoder.InputError? {
        if waiting.isEmpty { return convert(chunk, into: &output) }
        let joined = waiting + chunk
        waiting = []
        return joined.withUnsafeBytes { convert($0, into: &output) }
    }

    /// Ends the text: what a stateful encoding still holds back is appended to `output`.
    func finish(into output: inout [UInt8]) -> InputDecoder.InputError? {
        iconv?.finish(into: &output)
        guard !waiting.isEmpty else { return nil }
        if method == .direct {
            // Expat finds that, and says in what: a document cannot be whole with it.
            output.append(contentsOf: waiting)
            waiting = []
            return nil
        }
        return InputDecoder.InputError(code: .unexpectedEnd, message: "the document ends inside a character")
    }

    private func convert(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> InputDecoder.InputError? {
        let conversion: Conversion
        switch method {
        case .latin1: conversion = Self.convertLatin1(bytes, into: &output)
        case .utf16(let bigEndian): conversion = Self.convertUTF16(bytes, bigEndian, into: &output)
        case .utf32(let bigEndian): conversion = Self.convertUTF32(bytes, bigEndian, into: &output)
        case .direct: conversion = Self.checkUTF8(bytes, into: &output)
        case .iconv: conversion = convertByIconv(bytes, into: &output)
        }
        guard conversion.isValid else {
            return InputDecoder.InputError(code: .encoding, message: fault(bytes[conversion.used...]))
        }
        waiting = Array(bytes[conversion.used...])
        return nil
    }

    /// What to say of bytes that are not of the encoding: it must not depend on how many have come.
    private func fault(_ rest: Slice<UnsafeRawBufferPointer>) -> ErrorMessage {
        let width =
            switch method {
            case .utf16: 2
            case .utf32: 4
            case .direct, .latin1, .iconv: 1
            }
        if method == .direct, let byte = rest.first { return Self.fault(byte, isNot: name) }
        let wrong = rest.prefix(width).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count < 2 ? "0" + digits : digits
        }
        guard width > 1 else {
            return "what begins with the byte \(wrong.joined()) is not \(name)\(Self.question(such: "UTF-8"))"
        }
        return "the bytes \(wrong.joined(separator: " ")) are not \(name)"
    }

    /// What to say of a byte that is not of an encoding that is not converted.
    static func fault(_ byte: UInt8, isNot encoding: String) -> ErrorMessage {
        "the byte \(String(byte, radix: 16, uppercase: true)) is not \(encoding)\(question(such: "windows-1252"))"
    }

    private static func question(such encoding: String) -> ErrorMessage {
        "; is the document in another encoding? \(setting: "encoding") names it, as in \(setting: "encoding", "\"\(encoding)\"")"
    }

    /// How far a conversion came.
    ///
    /// When it is valid, what is left is the beginning of a character.
    struct Conversion {
        var used: Int
        var isValid: Bool
    }

    private var name: String {
        switch method {
        case .direct: "UTF-8"
        case .latin1: "ISO-8859-1"
        case .utf16: "UTF-16"
        case .utf32: "UTF-32"
        case .iconv(let name): name
        }
    }

    private func convertByIconv(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Conversion {
        guard let iconv else { return Conversion(used: 0, isValid: false) }
        guard isShiftJIS else { return iconv.convert(bytes, into: &output) }
        var text: [UInt8] = []
        let conversion = iconv.convert(bytes, into: &text)
        Self.appendWithASCII(text, to: &output)
        return conversion
    }

    /// Whether the bytes 5C and 7E are in doubt.
    ///
    /// Shift_JIS was made on JIS X 0201, which has a yen sign and an overline there, and that is what iconv makes of them. What
    /// writes it means the backslash and the tilde of ASCII, as in the names of files, and shows them like the others at most.
    private var isShiftJIS: Bool {
        guard case .iconv(let name) = method else { return false }
        return ["SHIFT_JIS", "SHIFT-JIS", "SJIS", "MS_KANJI", "CSSHIFTJIS"].contains(name.uppercased())
    }

    /// Appends text with the characters of ASCII for the two that only their bytes become.
    private static func appendWithASCII(_ text: [UInt8], to output: inout [UInt8]) {
        var rest = text[...]
        while let byte = rest.first {
            if rest.starts(with: [0xC2, 0xA5]) {
                output.append(UInt8(ascii: "\\"))
                rest = rest.dropFirst(2)
            } else if rest.starts(with: [0xE2, 0x80, 0xBE]) {
                output.append(UInt8(ascii: "~"))
                rest = rest.dropFirst(3)
            } else {
                output.append(byte)
                rest = rest.dropFirst()
            }
        }
    }

    /// Passes UTF-8 on as it is, as far as it is well-formed (RFC 3629), for an expat that does not look everywhere.
    ///
    /// What is taken for the ill-formed character goes along: nearly everywhere expat finds the fault itself, and knows where it
    /// stands, and the character is not followed by anything that would end a tag.
    private static func checkUTF8(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Conversion {
        var offset = 0
        while offset < bytes.count {
            let first = bytes[offset]
            if first < 0x80 {
                offset += 1
                continue
            }
            let (length, second): (Int, ClosedRange<UInt8>) =
                switch first {
                case 0xC2...0xDF: (2, 0x80...0xBF)
                case 0xE0: (3, 0xA0...0xBF)
                case 0xED: (3, 0x80...0x9F)
                case 0xE1...0xEF: (3, 0x80...0xBF)
                case 0xF0: (4, 0x90...0xBF)
                case 0xF4: (4, 0x80...0x8F)
                case 0xF1...0xF3: (4, 0x80...0xBF)
                default: (0, 0x80...0xBF)
                }
            let character = bytes[offset...].prefix(max(length, 1))
            let isValid =
                length > 0
                && character.enumerated().allSatisfy { index, byte in
                    index == 0 || (index == 1 ? second : 0x80...0xBF).contains(byte)
                }
            guard isValid else {
                // A first byte that is none at all is taken by expat for one of two bytes, or of four, or for none.
                let taken = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
                guard offset + taken <= bytes.count else { break }
                output.append(contentsOf: bytes[..<(offset + taken)])
                return Conversion(used: offset, isValid: false)
            }
            guard character.count == length else { break }
            offset += length
        }
        output.append(contentsOf: bytes[..<offset])
        return Conversion(used: offset, isValid: true)
    }

    private static func convertLatin1(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Conversion {
        output.reserveCapacity(output.count + 2 * bytes.count)
        for byte in bytes {
            append(UInt32(byte), to: &output)
        }
        return Conversion(used: bytes.count, isValid: true)
    }

    private static func convertUTF16(
        _ bytes: UnsafeRawBufferPointer,
        _ bigEndian: Bool,
        into output: inout [UInt8]
    ) -> Conversion {
        func unit(_ offset: Int) -> UInt32 {
            let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            return UInt32(bigEndian ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw))
        }
        var offset = 0
        while offset + 2 <= bytes.count {
            let first = unit(offset)
            if first & 0xF800 != 0xD800 {
                append(first, to: &output)
                offset += 2
                continue
            }
            guard first < 0xDC00 else { return Conversion(used: offset, isValid: false) }
            guard offset + 4 <= bytes.count else { break }
            let second = unit(offset + 2)
            guard second & 0xFC00 == 0xDC00 else { return Conversion(used: offset, isValid: false) }
            append(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), to: &output)
            offset += 4
        }
        return Conversion(used: offset, isValid: true)
    }

    private static func convertUTF32(
        _ bytes: UnsafeRawBufferPointer,
        _ bigEndian: Bool,
        into output: inout [UInt8]
    ) -> Conversion {
        var offset = 0
        while offset + 4 <= bytes.count {
            let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let scalar = bigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
            guard scalar <= 0x10FFFF, scalar & 0x1F_F800 != 0xD800 else {
                return Conversion(used: offset, isValid: false)
            }
            append(scalar, to: &output)
            offset += 4
        }
        return Conversion(used: offset, isValid: true)
    }

    /// Appends a Unicode scalar as UTF-8 (RFC 3629, section 3).
    @inline(__always)
    private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
        func continuation(_ shift: UInt32) -> UInt8 {
            UInt8(truncatingIfNeeded: 0x80 | (scalar >> shift) & 0x3F)
        }
        switch scalar {
        case ..<0x80:
            output.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            output.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            output.append(continuation(0))
        case ..<0x10000:
            output.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            output.append(continuation(6))
            output.append(continuation(0))
        default:
            output.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            output.append(continuation(12))
            output.append(continuation(6))
            output.append(continuation(0))
        }
    }
}
