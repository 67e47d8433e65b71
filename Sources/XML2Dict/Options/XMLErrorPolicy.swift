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
    /// not decode as the type of records. After a record that does not decode, reading resumes after it. Otherwise it
    /// resumes at the next start tag of a record after the token that the parser refused; SKIP-EXACT in SECURITY.md is
    /// the exact rule. So:
    ///
    /// - No record that is well-formed and begins after that token is lost, and no broken record is delivered.
    /// - A missing end tag is found only at the enclosing end tag; all records before it are skipped.
    /// - If the broken record contains records, reading resumes at the next one of these, and the end tag of the broken
    ///   record then ends the document, because it closes nothing that is open.
    /// - An error outside of records ends the document, and so does a document that is cut off, an error of the source,
    ///   or a byte that is invalid in an encoding other than UTF-8 and US-ASCII.
    /// - The limit ``XMLOptions/Limit/errors`` bounds the number of broken records; the next one ends the document.
    ///   After a broken record, parsers read some text again. When that text exceeds 64 MiB plus 32 times the text so
    ///   far, the next broken record ends the document.
    ///
    /// - Parameter report: Called for each broken record, in the order of the document, between two records. The error
    ///   has the position, the path and the reason.
    /// - Returns: The policy.
    public static func skip(_ report: @escaping @Sendable (XMLError) -> Void) -> XMLErrorPolicy {
        XMLErrorPolicy(report: report)
    }
}
