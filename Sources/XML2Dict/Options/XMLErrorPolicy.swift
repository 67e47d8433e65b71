/// How the records of a document go on after a broken one.
///
/// ```swift
/// var items = try XMLReader().records(at: "item", in: .file("feed.xml"), onError: .skip { print($0) })
/// ```
public struct XMLErrorPolicy: Sendable {
    /// Hears about each broken record; `nil` when the first one ends the document.
    let report: (@Sendable (XMLReaderError) -> Void)?

    /// The first error ends the document.
    public static let stop = XMLErrorPolicy(report: nil)

    /// Broken records are reported and skipped.
    ///
    /// A record is broken when it is not well-formed, exceeds a limit, or has something that an option refuses. Reading
    /// goes on at the first start tag of a record's name after the beginning of the token that was refused; the
    /// elements around the broken record stay open. A token is a tag, a comment, a CDATA section, an instruction, a
    /// reference, or text. So:
    ///
    /// - No record that is well-formed and begins after that token is lost, and no broken record is delivered.
    /// - A missing end tag is noticed only at the end tag of the element around the record. All records up to there are
    ///   inside the broken one, and are skipped with it.
    /// - An error outside of records ends the document, and so does an error of the source, or a byte that is invalid
    ///   in an encoding other than UTF-8 and US-ASCII.
    /// - The limit ``XMLReaderError/Limit/errors`` bounds the number of broken records; the next one ends the document.
    ///
    /// - Parameter report: Called for each broken record, in the order of the document, between two records. The error
    ///   has the place, the path and the reason.
    /// - Returns: The policy.
    public static func skip(_ report: @escaping @Sendable (XMLReaderError) -> Void) -> XMLErrorPolicy {
        XMLErrorPolicy(report: report)
    }
}
