extension UInt8 {
    /// Whether JSON escapes the byte: below U+0020, a quotation mark or a backslash (RFC 8259, section 7).
    var isEscapedInJSON: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}
