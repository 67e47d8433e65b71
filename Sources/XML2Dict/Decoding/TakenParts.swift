/// The parts of a value that types took, for strict decoding.
///
/// It knows an entry by its place in the storage, and content by its offset there. In the value of
/// `<r><a x="1">t</a></r>`, decoded into a structure with `var a: String`:
///
///     entries   a                     a key found it
///     contents  t                     a type read it
///     paths     { x, text }: a        the coding path of the element
///
/// The attribute `x` is not in it: it is the leftover that ``LeftoverSearch`` finds. Attempts that fail take parts,
/// too. Its methods are not inlined, as decoding that is not strict only passes by.
final class TakenParts {
    private var entries: Set<Int> = []
    private var contents: Set<Content> = []
    private var paths: [Content: CodingPath] = [:]

    /// The bytes of a text, or the entries of a dictionary or an array.
    private struct Content: Hashable {
        let isText: Bool
        let offset: Int

        /// Content without a size has no place of its own.
        init?(_ entry: Entry) {
            guard entry.kind != .name, entry.length > 0 else { return nil }
            isText = entry.isText || entry.kind == .textOnly
            offset = entry.offset
        }
    }

    /// Notes that a key or an index found a child of a dictionary or an array.
    @inline(never)
    func addChild(of entry: Entry, at place: Int) {
        entries.insert(entry.offset + place)
    }

    func hasChild(of entry: Entry, at place: Int) -> Bool {
        entries.contains(entry.offset + place)
    }

    /// Notes that a type read a text, or takes everything in a dictionary or an array.
    @inline(never)
    func addContent(of entry: Entry) {
        if let content = Content(entry) { contents.insert(content) }
    }

    func hasContent(of entry: Entry) -> Bool {
        guard let content = Content(entry) else { return true }
        return contents.contains(content)
    }

    /// Notes the coding path of an element; the first type that enters it counts.
    @inline(never)
    func enter(_ entry: Entry, _ path: CodingPath) {
        if let content = Content(entry), paths[content] == nil { paths[content] = path }
    }

    func path(of entry: Entry) -> CodingPath? {
        Content(entry).flatMap { paths[$0] }
    }
}
