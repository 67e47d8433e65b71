/// The text that Swift decodes from bytes in a Unicode encoding that names its byte order.
struct DecodedText {
    let string: String

    /// Decodes bytes.
    ///
    /// - Returns: `nil` for other encodings, for ill-formed text, and for bytes that begin with a byte order mark,
    ///   which may also be a character.
    init?(_ bytes: ArraySlice<UInt8>, in encoding: String) {
        let decoded: String? =
            switch encoding {
            case "UTF-8": String(validating: bytes, as: UTF8.self)
            case "UTF-16LE": Self.units(bytes, UInt16.self, UInt16.init(littleEndian:)).flatMap(Self.utf16)
            case "UTF-16BE": Self.units(bytes, UInt16.self, UInt16.init(bigEndian:)).flatMap(Self.utf16)
            case "UTF-32LE": Self.units(bytes, UInt32.self, UInt32.init(littleEndian:)).flatMap(Self.utf32)
            case "UTF-32BE": Self.units(bytes, UInt32.self, UInt32.init(bigEndian:)).flatMap(Self.utf32)
            default: nil
            }
        // The reader refuses the mark of another encoding.
        let isMarked = decoded?.unicodeScalars.first == "\u{FEFF}" || bytes.starts(with: [0xEF, 0xBB, 0xBF])
        guard let decoded, !isMarked else { return nil }
        string = decoded
    }

    private static func utf16(_ units: [UInt16]) -> String? { String(validating: units, as: UTF16.self) }

    private static func utf32(_ units: [UInt32]) -> String? { String(validating: units, as: UTF32.self) }

    private static func units<Unit: FixedWidthInteger>(
        _ bytes: ArraySlice<UInt8>,
        _ type: Unit.Type,
        _ order: (Unit) -> Unit
    ) -> [Unit]? {
        let size = MemoryLayout<Unit>.size
        guard bytes.count % size == 0 else { return nil }
        return bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: size).map { order(bytes.loadUnaligned(fromByteOffset: $0, as: type)) }
        }
    }
}
