/// The reaction of a reader of records to a broken record: to stop, or to report and skip it.
///
/// ```swift
/// var items = try XMLReader().records(at: "item", in: .file("feed.xml"), onError: .skip { print($0) })
/// ```
public struct XMLErrorPolicy: Sendable {
    /// Called for each broken record; `nil` when the first one ends the document.
    let report: (@Sendable (XMLError) -> Void)?

    /// Whether broken records are skipped.
    package var skips: Bool { report != nil }

    /// The first error ends the document.
    public static let stop = XMLErrorPolicy(report: nil)

    /// Broken records are reported and skipped.
    ///
    /// A record is broken when it is not well-formed, exceeds a limit, has something that an option refuses, or does
    /// not decode as the type of records. After a record that does not decode, reading goes on behind it. Else it
    /// resumes at the next start tag of a record after the token that the parser refused: a tag, a reference or text. A
    /// refused comment, CDATA section or instruction that has an end is passed as a whole. The search begins with the
    /// elements around the broken record open; start tags open elements, and an end tag closes the innermost element of
    /// its name, and those in it. The elements of the broken record are no part of the path of a record. So:
    ///
    /// - No record that is well-formed and begins after that token is lost, and no broken record is delivered.
    /// - The parser notices a missing end tag only at the end tag of the element around the record. All records up to
    ///   there are inside the broken one, and are skipped with it.
    /// - If the broken record contains records, reading resumes at the next one of these, and the end tag of the broken
    ///   record then ends the document: it closes nothing that is open.
    /// - An error outside of records ends the document, and so does a document that is cut off, an error of the source,
    ///   or a byte that is invalid in an encoding other than UTF-8 and US-ASCII.
    /// - The limit ``XMLOptions/Limit/errors`` bounds the number of broken records; the next one ends the document.
    ///   After a broken record, parsers read some text again. When that text exceeds 64 MiB plus 32 times the text so
    ///   far, the next broken record ends the document.
    ///
    /// - Parameter report: Called for each broken record, in the order of the document, between two records. The error
    ///   has the place, the path and the reason.
    /// - Returns: The policy.
    public static func skip(_ report: @escaping @Sendable (XMLError) -> Void) -> XMLErrorPolicy {
        XMLErrorPolicy(report: report)
    }
}
