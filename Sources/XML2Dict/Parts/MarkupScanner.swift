/// Finds the markup of a text of XML without checking it: tags, comments, CDATA sections, instructions, the DOCTYPE.
///
///     <rss>␤ <!-- <a> --><item n="1>2">x</item>
///     └tag┘  └─comment──┘└──start tag──┘└end tag┘         in the order of the text; nothing inside a comment counts
///
/// In well-formed XML it finds just what a parser finds. Elsewhere a `<` in a tag begins other markup, because no tag
/// can contain one, so an unclosed quotation mark hides no later tag.
///
/// The text may grow at its end between two calls. The scanner reads bytes again only after `giveUp`, and an unfinished
/// quoted text, comment or instruction in a DOCTYPE.
struct MarkupScanner {
    enum Kind {
        case startTag, endTag, comment, section, instruction, doctype
    }

    struct Markup {
        let kind: Kind
        let range: Range<Int>
    }

    /// The beginning of the markup that has not ended; `nil` between markup.
    private(set) var start: Int?
    /// The kind of that markup; `nil` while its first bytes do not show it.
    private(set) var kind: Kind?
    /// The place up to which the text has been read.
    private var place: Int
    /// The quotation mark around the place in a tag.
    private var quote: UInt8?
    /// Whether the place is in the internal subset of a DOCTYPE.
    private var isInSubset = false
    /// For each kind of which markup was given up: no markup of that kind ends before this place.
    private var endless: [Kind: Int] = [:]
    /// Whether a DOCTYPE is markup; in content it is not.
    private var findsDoctype = true

    /// A scanner of the text from a place on, which is not inside markup.
    init(from place: Int = 0) {
        self.place = place
    }

    /// Begins again at a place that is not inside markup, which may be before places that were scanned.
    mutating func restart(at place: Int, findsDoctype: Bool) {
        start = nil
        kind = nil
        quote = nil
        self.place = place
        self.findsDoctype = findsDoctype
    }

    /// Adapts the places to a text whose first bytes were removed.
    mutating func moveBack(_ count: Int) {
        start = start.map { $0 - count }
        place -= count
        endless = endless.mapValues { $0 - count }
    }

    /// Treats the `<` of unfinished markup as text, and goes on after it.
    ///
    /// Later markup of the same kind has no end in the text either; that is noted, so that nothing searches for one.
    mutating func giveUp() {
        guard let start else { return }
        giveUp(kind, from: start, end: place)
    }

    /// Treats the `<` of markup as text, and goes on after it.
    mutating func giveUp(_ markup: Markup) {
        giveUp(markup.kind, from: markup.range.lowerBound, end: markup.range.upperBound - 1)
    }

    private mutating func giveUp(_ kind: Kind?, from start: Int, end: Int) {
        // The text of a tag has no other tag.
        if let kind, kind != .startTag, kind != .endTag { endless[kind] = end }
        restart(at: start + 1, findsDoctype: findsDoctype)
    }

    /// The next markup; `nil` when the text ends before its end.
    mutating func next(in text: UnsafeRawBufferPointer) -> Markup? {
        while true {
            guard let start = start ?? Self.first(UInt8(ascii: "<"), in: text, from: place) else {
                place = max(place, text.count)
                return nil
            }
            self.start = start
            if kind == nil {
                switch opening(of: text[start...]) {
                case .needsMore: return nil
                case .text:
                    self.start = nil
                    place = start + 1
                    continue
                case .markup(let found, let length):
                    kind = found
                    isInSubset = false
                    place = max(start + length, (endless[found] ?? 0) - 3)
                }
            }
            guard let kind, let end = end(of: kind, from: start, in: text) else { return nil }
            self.start = nil
            self.kind = nil
            quote = nil
            place = end
            return Markup(kind: kind, range: start..<end)
        }
    }

    // MARK: Beginnings

    private enum Opening {
        case markup(Kind, length: Int)
        /// The `<` begins no markup.
        case text
        case needsMore
    }

    private static let declarations: [(bytes: [UInt8], kind: Kind)] = [
        (Array("<!--".utf8), .comment), (Array("<![CDATA[".utf8), .section), (Array("<!DOCTYPE".utf8), .doctype),
    ]

    private func opening(of text: Slice<UnsafeRawBufferPointer>) -> Opening {
        guard let second = text.dropFirst().first else { return .needsMore }
        switch second {
        case UInt8(ascii: "/"): return .markup(.endTag, length: 2)
        case UInt8(ascii: "?"): return .markup(.instruction, length: 2)
        case UInt8(ascii: "!"):
            for (bytes, kind) in Self.declarations where kind != .doctype || findsDoctype {
                if text.starts(with: bytes) { return .markup(kind, length: bytes.count) }
                if text.count < bytes.count, bytes.starts(with: text) { return .needsMore }
            }
            return .text
        default: return second.beginsName ? .markup(.startTag, length: 2) : .text
        }
    }

    // MARK: Ends

    /// The place after the markup; `nil` when the text ends before.
    private mutating func end(of kind: Kind, from start: Int, in text: UnsafeRawBufferPointer) -> Int? {
        switch kind {
        case .startTag, .endTag: endOfTag(in: text)
        case .comment: end("--", first: start + 4, in: text)
        case .section: end("]]", first: start + 9, in: text)
        case .instruction: end("?", first: start + 2, in: text)
        case .doctype: endOfDoctype(in: text)
        }
    }

    /// The place after the next `>` that follows a mark, which begins at a place or later.
    private mutating func end(_ mark: StaticString, first: Int, in text: UnsafeRawBufferPointer) -> Int? {
        let count = mark.utf8CodeUnitCount
        while let found = Self.first(UInt8(ascii: ">"), in: text, from: place) {
            place = found + 1
            guard found - count >= first else { continue }
            if (0..<count).allSatisfy({ text[found - count + $0] == mark.utf8Start[$0] }) { return place }
        }
        place = text.count
        return nil
    }

    private mutating func endOfTag(in text: UnsafeRawBufferPointer) -> Int? {
        while place < text.count {
            let byte = text[place]
            if byte == UInt8(ascii: "<") { return place }
            place += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return place
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        return nil
    }

    /// The place after a DOCTYPE, whose internal subset may have quoted texts, comments and instructions.
    private mutating func endOfDoctype(in text: UnsafeRawBufferPointer) -> Int? {
        while place < text.count {
            let rest = text[place...]
            switch text[place] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = Self.first(text[place], in: text, from: place + 1) else { return nil }
                place = end + 1
            case UInt8(ascii: "<") where rest.count < 4: return nil
            case UInt8(ascii: "<") where rest.starts(with: "<!--".utf8) || rest.starts(with: "<?".utf8):
                var inner = MarkupScanner(from: place)
                guard let markup = inner.next(in: text) else { return nil }
                place = markup.range.upperBound
            case UInt8(ascii: ">") where !isInSubset:
                place += 1
                return place
            case UInt8(ascii: "["), UInt8(ascii: "]"):
                isInSubset = text[place] == UInt8(ascii: "[")
                place += 1
            default: place += 1
            }
        }
        return nil
    }

    private static func first(_ byte: UInt8, in text: UnsafeRawBufferPointer, from place: Int) -> Int? {
        guard place < text.count, let base = text.baseAddress else { return nil }
        return Memory.first(byte, in: UnsafeRawBufferPointer(start: base + place, count: text.count - place))
            .map { $0 + place }
    }
}
