import Foundation
import XML2Dict

/// The books by XMLDecoder.
///
/// The type says what there is. Text is whole and trimmed, numbers are checked, and an error names the field, what was found
/// there, what was wanted, and the line.
func booksWithXMLDecoder(_ data: Data) throws -> [Book] {
    try XMLDecoder().decode(Library.self, from: data).book
}

private struct Library: Decodable {
    let book: [Book]
}
