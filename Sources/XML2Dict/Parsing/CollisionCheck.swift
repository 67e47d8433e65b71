/// Finds different things under one key, where that is refused.
///
/// Beside each pending entry stands what it was in the document:
///
///     pending  [ id: "1" ][ id: {…} ][ item ][ item ]
///     origins  [ attribute id ][ element id ][ element item ][ element item ]
///
/// The first two share a key and are different things; the last two are one element repeated.
struct CollisionCheck: ~Copyable {
    enum Origin: UInt8 {
        case element, attribute, attributes, text, cdata, comment, processingInstruction, doctype, xmlDeclaration
    }

    /// What a pending entry was: its kind, and its name as the document writes it, or with its namespace where that is in the key.
    struct Source: BitwiseCopyable, Equatable {
        var origin: Origin
        var name: Int32
    }

    struct Note: BitwiseCopyable {
        var search: UInt64
        var source: Source
    }

    private var sources = GrowableBuffer<Source>()
    private var notes = GrowableBuffer<Note>()
    private var search: UInt64 = 0

    /// Notes what the entry at a place of the pending ones is.
    mutating func note(_ origin: Origin, _ name: Int, at place: Int) throws(BuildProblem) {
        sources.count = min(sources.count, place)
        // Without it, an entry that was appended unnoticed would shift all others.
        while sources.count < place {
            guard sources.append(Source(origin: .text, name: 0)) else { throw .outOfMemory }
        }
        guard sources.append(Source(origin: origin, name: Int32(name))) else { throw .outOfMemory }
    }

    /// The first two different things that share a key.
    mutating func find(
        in pending: borrowing GrowableBuffer<Entry>,
        _ range: Range<Int>,
        nameCount: Int
    ) throws(BuildProblem) -> (Source, (offset: Int, origin: Source))? {
        search &+= 1
        while notes.count < nameCount {
            let unseen = Note(search: 0, source: Source(origin: .text, name: 0))
            guard notes.append(unseen) else { throw .outOfMemory }
        }
        for place in range {
            let key = pending.base[place].key, source = sources.base[place]
            if notes.base[key].search == search {
                let first = notes.base[key].source
                if first != source { return (first, (place - range.lowerBound, source)) }
            }
            notes.base[key] = Note(search: search, source: source)
        }
        return nil
    }

    func describe(_ source: Source, _ names: NameNumbers) -> String {
        let name = names[Int(source.name)].string
        return switch source.origin {
        case .element: "the element <\(name)>"
        case .attribute: "the attribute \(name)"
        case .attributes: "the attributes"
        case .text: "the text"
        case .cdata: "a CDATA section"
        case .comment: "a comment"
        case .processingInstruction: "a processing instruction"
        case .doctype: "the document type declaration"
        case .xmlDeclaration: "the XML declaration"
        }
    }
}
