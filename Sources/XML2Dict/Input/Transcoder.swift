/// Converts text to UTF-8, chunk by chunk, and stops at the first invalid byte.
///
/// iconv converts all encodings except UTF-16, UTF-32, ISO-8859-1 and UTF-8. UTF-8 is checked for old expat versions.
final class Transcoder {
    private let encoding: XMLEncoding
    private let iconv: CharacterConverter?
    /// The beginning of a character that continues in the next chunk.
    private var waiting: [UInt8] = []

    init?(_ encoding: XMLEncoding) {
        self.encoding = encoding
        guard case .iconv(let name) = encoding.method else {
            iconv = nil
            return
        }
        guard let converter = CharacterConverter(from: name) else { return nil }
        iconv = converter
    }

    /// Appends the text of a chunk to `output`, up to the first error, and returns this error.
    func transcode(_ chunk: UnsafeRawBufferPointer, into output: inout [UInt8]) -> XMLError? {
        if waiting.isEmpty { return convert(chunk, into: &output) }
        let joined = waiting + chunk
        waiting = []
        return joined.withUnsafeBytes { convert($0, into: &output) }
    }

    func finish(into output: inout [UInt8]) -> XMLError? {
        iconv?.finish(into: &output)
        guard !waiting.isEmpty else { return nil }
        if !encoding.isTranscoded {
            // Expat refuses the incomplete character, and reports the position.
            output.append(contentsOf: waiting)
            waiting = []
            return nil
        }
        return XMLError(.unexpectedEnd, "the document ends inside a character")
    }

    private func convert(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> XMLError? {
        let conversion: CharacterConversion =
            switch encoding.method {
            case .direct: .checkingUTF8(bytes, into: &output)
            case .units(1, let bigEndian): .ofUnits(UInt8.self, in: bytes, bigEndian, into: &output)
            case .units(2, let bigEndian): .ofUnits(UInt16.self, in: bytes, bigEndian, into: &output)
            case .units(_, let bigEndian): .ofUnits(UInt32.self, in: bytes, bigEndian, into: &output)
            case .iconv: iconv?.convert(bytes, into: &output) ?? CharacterConversion(used: 0, isValid: false)
            }
        guard conversion.isValid else {
            return XMLError(.encoding, fault(bytes[conversion.used...]))
        }
        waiting = Array(bytes[conversion.used...])
        return nil
    }

    /// Returns a message that shows only one byte or unit, so the message does not depend on the ends of chunks.
    private func fault(_ rest: Slice<UnsafeRawBufferPointer>) -> ErrorMessage {
        guard case .units(let count, _) = encoding.method else {
            return Self.fault(rest.first ?? 0, isNot: encoding.name)
        }
        return "the bytes \(rest.prefix(count).map(\.hexadecimal).joined(separator: " ")) are not \(encoding.name)"
    }

    static func fault(_ byte: UInt8, isNot encoding: String) -> ErrorMessage {
        let name = encoding.uppercased(), isOldChinese = name.hasPrefix("GB") && name != "GB18030"
        let other = name.hasPrefix("U") ? "windows-1252" : isOldChinese ? "GB18030" : "UTF-8"
        return
            "the byte \(byte.hexadecimal) is not \(encoding); is the document in another encoding? \(setting: "encoding") names it, as in \(setting: "encoding", "\"\(other)\"")"
    }
}
