import Foundation
import XML2Dict

/// Reads the books with XMLDecoder.
///
/// The type describes the document. Text is complete and trimmed, and numbers are checked. An error names the field,
/// the text found, the expected type, and the line.
func booksWithXMLDecoder(_ data: Data) throws -> [Book] {
    try XMLDecoder().decode(Library.self, from: .bytes(data)).book
}

private struct Library: Decodable {
    let book: [Book]
}
