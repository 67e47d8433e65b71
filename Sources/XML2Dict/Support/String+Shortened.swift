extension String {
    /// The text for a message, cut after 100 Unicode scalars when it is long.
    ///
    /// Names in a document can be very long, and a single character can have any number of combining marks.
    var shortened: String {
        utf8.count <= 200 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(100))) + "…"
    }
}
