extension String {
    /// The text with another text in place of each such character of ASCII.
    ///
    /// Swift's `replacing` compares characters, and a quotation mark with a combining mark after it is another one.
    package func replacing(byte: Unicode.Scalar, with replacement: String) -> String {
        var bytes: [UInt8] = []
        for next in utf8 {
            if next == UInt8(ascii: byte) { bytes += replacement.utf8 } else { bytes.append(next) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text as a part of a JSON Pointer (RFC 6901, section 3).
    package var asPointerStep: String { replacing(byte: "~", with: "~0").replacing(byte: "/", with: "~1") }
}
