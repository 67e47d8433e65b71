import XML2Dict

/// The JSON Pointers of the schemas in a file (RFC 6901), as `$ref` has them.
///
///     {"properties": {"a/b": {"items": {"type": "string"}}}}
///
///     #/properties/a~1b/items     the schema of the strings
enum SchemaPointer {
    /// The steps of a reference; `nil` for one that does not begin at the top of the file.
    static func steps(of reference: String) -> [[UInt8]]? {
        let steps = reference.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let first = steps.first, first.elementsEqual("#".utf8) else { return nil }
        return steps.dropFirst().map(unescaped)
    }

    /// The reference to a schema of `$defs`, without characters that a URI cannot have (RFC 3986, section 3.5).
    static func reference(toDefinition name: String) -> String {
        name.asPointerStep.utf8.reduce(into: "#/$defs/") { text, byte in
            let character = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && character.properties.isAlphabetic || allowed.contains(character)
            let escaped = (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            text += isPlain ? String(character) : escaped
        }
    }

    /// Characters of a fragment of a URI besides letters.
    private static let allowed = "0123456789-._~!$&'()*+,;=:@?".unicodeScalars

    /// The bytes of a step, in which bytes may be percent-encoded (RFC 6901, section 6).
    private static func unescaped(_ step: Substring.UTF8View) -> [UInt8] {
        var bytes: [UInt8] = [], rest = step
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                rest = rest.dropFirst(2)
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
            } else {
                bytes.append(byte)
            }
        }
        // ~01 is ~1, and not a slash.
        let parts = bytes.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: Array(parts.first ?? [])) { name, part in
            switch part.first {
            case UInt8(ascii: "0"): name += "~".utf8 + part.dropFirst()
            case UInt8(ascii: "1"): name += "/".utf8 + part.dropFirst()
            default: name += "~".utf8 + part
            }
        }
    }
}
