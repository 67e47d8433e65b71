/// A converter of text to UTF-8, chunk by chunk, which stops at the first byte that is invalid in the encoding.
///
/// `CharacterConversion` converts UTF-16, UTF-32 and ISO-8859-1; iconv converts every other encoding. UTF-8 is only
/// checked, for old versions of expat.
final class Transcoder {
    private let method: XMLEncoding.Method
    private let iconv: CharacterConverter?
    /// The beginning of a character whose end has not arrived.
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
    /// - Returns: The error in the chunk, after the text before it was appended to `output`.
    func transcode(_ chunk: UnsafeRawBufferPointer, into output: inout [UInt8]) -> XMLError? {
        if waiting.isEmpty { return convert(chunk, into: &output) }
        let joined = waiting + chunk
        waiting = []
        return joined.withUnsafeBytes { convert($0, into: &output) }
    }

    /// Ends the text, and appends the characters that iconv still holds back to `output`.
    func finish(into output: inout [UInt8]) -> XMLError? {
        iconv?.finish(into: &output)
        guard !waiting.isEmpty else { return nil }
        if method == .direct {
            // Expat refuses the incomplete character, and reports the place.
            output.append(contentsOf: waiting)
            waiting = []
            return nil
        }
        return XMLError(.unexpectedEnd, "the document ends inside a character")
    }

    private func convert(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> XMLError? {
        let conversion: CharacterConversion =
            switch method {
            case .latin1: .ofLatin1(bytes, into: &output)
            case .utf16(let bigEndian): .ofUTF16(bytes, isBigEndian: bigEndian, into: &output)
            case .utf32(let bigEndian): .ofUTF32(bytes, isBigEndian: bigEndian, into: &output)
            case .direct: .checkingUTF8(bytes, into: &output)
            case .iconv: iconv?.convert(bytes, into: &output) ?? CharacterConversion(used: 0, isValid: false)
            }
        guard conversion.isValid else {
            return XMLError(.encoding, fault(bytes[conversion.used...]))
        }
        waiting = Array(bytes[conversion.used...])
        return nil
    }

    /// The message for bytes that are invalid in the encoding; it must not depend on how the input is cut.
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
            // In multi-byte encodings, bytes of UTF-8 mostly are characters, too.
            let isGB18030 = name == "GBK" && rest.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false
            let other = iconv?.isMultibyte == true ? isGB18030 ? "GB18030" : nil : "UTF-8"
            return "what begins with the byte \(wrong.joined()) is not \(name)\(Self.question(such: other))"
        }
        return "the bytes \(wrong.joined(separator: " ")) are not \(name)"
    }

    /// The message for a byte that is invalid in an encoding that expat reads.
    static func fault(_ byte: UInt8, isNot encoding: String) -> ErrorMessage {
        "the byte \(String(byte, radix: 16, uppercase: true)) is not \(encoding)\(question(such: "windows-1252"))"
    }

    private static func question(such encoding: String?) -> ErrorMessage {
        let example = encoding.map { ", as in \(setting: "input.encoding", "\"\($0)\"")" as ErrorMessage } ?? ""
        return "; is the document in another encoding? \(setting: "input.encoding") names it\(example)"
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
}
