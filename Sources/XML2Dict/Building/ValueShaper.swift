/// Holds the values of readers to a shape, before they are delivered.
///
/// The core knows no schemas: see `XML2DictShape`.
///
///     builder ── a complete record or document ──▶ session ── perhaps another entry ──▶ builder
///
/// A session belongs to one builder, and knows its numbers of names. It adds
/// entries and text after those of the builder, and changes none.
package protocol ValueShaper: Shaper {
    /// A session for a builder.
    ///
    /// - Parameter isStrict: Whether the session stops at the first mismatch of a value.
    /// - Returns: The session.
    func makeSession(isStrict: Bool) -> any ShapingSession
}

package protocol ShapingSession: AnyObject {
    /// Gives a value its shape.
    ///
    /// - Parameters:
    ///   - value: A record or a document.
    ///   - space: The memory around it.
    /// - Returns: The value, or another one in its place; and its mismatches.
    func shape(_ value: Entry, in space: inout ShapingSpace) -> (value: Entry, mismatches: [ShapeMismatch])
}

/// A place of a value that does not fit.
package struct ShapeMismatch {
    /// The place as a JSON Pointer (RFC 6901), and what was expected there.
    package let message: String
    /// The entries from the place outwards, whose lines may be known.
    package let entries: [Entry]

    package init(_ message: String, entries: [Entry]) {
        self.message = message
        self.entries = entries
    }
}
