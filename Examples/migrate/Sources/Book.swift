/// A book of the library, read in both ways.
struct Book: Decodable, Hashable {
    let id: Int
    let isLent: Bool
    let title: String
    let authors: [String]
    let pages: Int
    let note: String?

    /// The names in the document.
    ///
    /// XMLDecoder uses them; the delegate of XMLParser contains the names in its code.
    enum CodingKeys: String, CodingKey {
        case id, pages, note
        case isLent = "lent"
        case title = "dc:title"
        case authors = "dc:creator"
    }
}
