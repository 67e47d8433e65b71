extension String {
    /// A name for a message: cut when nobody would read all of it.
    ///
    /// A document can have names of any length, and marks that combine without end.
    var shortened: String {
        utf8.count <= 200 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(100))) + "…"
    }
}
