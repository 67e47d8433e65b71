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
    /// The most bytes of a message: a document or a command line may have names of any length.
    private static let mostBytes = 2_000

    /// The text for a message: with the middle of its longest lines left out, if it has more than 2,000 bytes.
    package var bounded: String {
        guard utf8.count > Self.mostBytes else { return self }
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let room = Self.mostBytes / lines.count
        return lines.map { line in
            guard line.utf8.count > room else { return String(line) }
            // A scalar has at most four bytes.
            let scalars = line.unicodeScalars, half = max(0, (room - 4) / 8)
            return String(scalars.prefix(half)) + "…" + String(scalars.suffix(half))
        }
        .joined(separator: "\n")
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
