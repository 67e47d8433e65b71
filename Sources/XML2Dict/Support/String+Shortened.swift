extension String {
    /// The text for a message, cut after 100 Unicode scalars when it is long.
    ///
    /// Names in a document can be very long, and a single character can have any number of combining marks.
    package var shortened: String {
        utf8.count <= 200 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(100))) + "…"
    }

    /// Such a text from UTF-8; it reads no more than the message shows.
    package init(shortening text: some Collection<UInt8>) {
        // A scalar has at most four bytes.
        self = String(decoding: text.prefix(400), as: UTF8.self).shortened
    }
}

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
