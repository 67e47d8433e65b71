import Foundation

/// Reads the same books in two ways, and prints both results.
@main
struct Migrate {
    static func main() {
        guard CommandLine.arguments.count == 2 else { fail("usage: migrate FILE") }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
            let before = try booksWithXMLParser(data)
            let after = try booksWithXMLDecoder(data)
            show("XMLParser", before)
            show("XMLDecoder", after)
            print(before == after ? "The books are the same." : "The books are not the same!")
        } catch {
            fail("\(error)")
        }
    }

    private static func show(_ reader: String, _ books: [Book]) {
        print("\(reader):")
        for book in books {
            let authors = book.authors.isEmpty ? "nobody known" : book.authors.joined(separator: " and ")
            print("  \(book.id) \(book.title), by \(authors), \(book.pages) pages\(book.isLent ? ", lent" : "")")
            if let note = book.note, !note.isEmpty { print("    \(note)") }
        }
        print()
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("migrate: \(message)\n".utf8))
        exit(1)
    }
}
