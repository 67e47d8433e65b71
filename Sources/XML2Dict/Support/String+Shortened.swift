extension String {
    /// The text for a message, cut after 100 Unicode scalars when it is long.
    ///
    /// Names in a document can be very long, and a single character can have any number of combining marks.
    package var shortened: String {
        utf8.count <= 200 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(100))) + "…"
    }

    /// Such a text from UTF-8, of which it reads no more than the message shows.
    package init(shortening text: some Collection<UInt8>) {
        // A scalar has at most four bytes.
        self = String(decoding: text.prefix(400), as: UTF8.self).shortened
    }
}
