/// Finds different things under one key, when the options refuse that.
///
/// Each pending entry has an origin, its role in the document:
///
///     pending  [ id: "1" ][ id: {…} ][ item ][ item ]
///     origins  [ attribute id ][ element id ][ element item ][ element item ]
///
/// The first two share a key and are different things; the last two are one element repeated.
struct CollisionCheck: ~Copyable {
    enum Origin: UInt8 {
        case element, attribute, attributes, declaration, text, cdata, comment, processingInstruction, doctype,
            xmlDeclaration, order

        /// Whether it is in the tag of the innermost open element.
        var isInTag: Bool { self == .attribute || self == .attributes || self == .declaration }
    }

    /// The origin of a pending entry: its role, and its name as the document writes it.
    struct Source: BitwiseCopyable {
        var origin: Origin
        var name: Int32
        /// The number of the expanded name: two prefixes can mean one namespace.
        var meaning: Int32
        /// The tag that it begins with or is in; `nil` for text and the like.
        var tag: TagPlace?

        func isSame(as other: Source) -> Bool {
            origin == other.origin && meaning == other.meaning
        }

        static let none = Source(origin: .text, name: 0, meaning: 0)
    }

    struct Note: BitwiseCopyable {
        var search: UInt64
        var source: Source
    }

    private var sources = GrowableBuffer<Source>()
    private var notes = GrowableBuffer<Note>()
    private var search: UInt64 = 0

    /// Notes the origin of the pending entry at a place.
    mutating func note(
        _ origin: Origin,
        _ name: Int,
        meaning: Int,
        in tag: TagPlace?,
        at place: Int
    ) throws(BuildError) {
        sources.count = min(sources.count, place)
        // Entries without an origin get an empty one: otherwise the later origins would shift.
        guard sources.extend(to: place, with: .none) else { throw .outOfMemory }
        let source = Source(origin: origin, name: Int32(name), meaning: Int32(meaning), tag: tag)
        guard sources.append(source) else { throw .outOfMemory }
    }

    /// Finds the first two different things that share a key.
    mutating func find(
        in pending: borrowing GrowableBuffer<Entry>,
        _ range: Range<Int>,
        nameCount: Int
    ) throws(BuildError) -> (Source, (offset: Int, origin: Source))? {
        search &+= 1
        guard notes.extend(to: nameCount, with: Note(search: 0, source: .none)) else { throw .outOfMemory }
        for place in range {
            let key = pending[place].key, source = sources[place]
            if notes[key].search == search {
                let first = notes[key].source
                if !first.isSame(as: source) { return (first, (place - range.lowerBound, source)) }
            }
            notes[key] = Note(search: search, source: source)
        }
        return nil
    }

    func describe(_ source: Source, _ names: NameView) -> String {
        let name = names[Int(source.name)].shortened
        return switch source.origin {
        case .element: "the element <\(name)>"
        case .attribute: "the attribute \(name)"
        case .attributes: "the attributes"
        case .declaration: name.isEmpty ? "the default namespace" : "the declaration of the prefix \(name)"
        case .text: "the text"
        case .cdata: "a CDATA section"
        case .comment: "a comment"
        case .processingInstruction: "a processing instruction"
        case .doctype: "the document type declaration"
        case .order: "the order of the content"
        case .xmlDeclaration: "the XML declaration"
        }
    }
}
