extension String {
    /// The text for a message, cut to 100 Unicode scalars if the text has more than 200 bytes.
    package var shortened: String {
        utf8.count <= 200 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(100))) + "…"
    }

    package init(shortening text: some Collection<UInt8>) {
        // A scalar has at most four bytes.
        self = String(decoding: text.prefix(400), as: UTF8.self).shortened
    }
}

extension String {
    /// The largest number of bytes of a message, because the names in a message can have any length.
    private static let mostBytes = 2_000

    package var bounded: String {
        guard utf8.count > Self.mostBytes else { return self }
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let room = Self.mostBytes / lines.count
        return lines.map { line in
            guard line.utf8.count > room else { return String(line) }
            let scalars = line.unicodeScalars, half = max(0, (room - 4) / 8)
            return String(scalars.prefix(half)) + "…" + String(scalars.suffix(half))
        }
        .joined(separator: "\n")
    }
}

extension String {
    /// Replaces an ASCII character, even before a combining mark, which would hide the character from a string search.
    package func replacing(byte: Unicode.Scalar, with replacement: String) -> String {
        var bytes: [UInt8] = []
        for next in utf8 {
            if next == UInt8(ascii: byte) { bytes += replacement.utf8 } else { bytes.append(next) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package var asPointerStep: String { replacing(byte: "~", with: "~0").replacing(byte: "/", with: "~1") }
}
