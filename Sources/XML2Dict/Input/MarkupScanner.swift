/// A scanner that finds the tags, comments, sections, instructions and declarations of a text without checking them.
///
///     <rss>␤ <!-- <a> --><item n="1>2">x</item>
///     └tag┘  └─comment──┘└──start tag──┘└end tag┘         in the order of the text; nothing inside a comment counts
///
/// In well-formed XML, the scanner finds the markup that a parser finds. In other text, a `<` in a tag begins new
/// markup, because no tag can contain `<`. So an unclosed quotation mark hides no later tag.
///
/// The text may grow at its end between two calls. The scanner reads bytes again only after `giveUp`.
struct MarkupScanner {
    enum Kind {
        case startTag, endTag, comment, section, instruction
        /// A DOCTYPE with its internal subset, or other markup that begins with `<!` and a name.
        case declaration

        var isTag: Bool { self == .startTag || self == .endTag }
    }

    struct Markup {
        let kind: Kind
        let range: Range<Int>
    }

    /// The index of unfinished markup.
    private(set) var start: Int?
    /// The kind of unfinished markup, or `nil` if too few bytes have arrived.
    private(set) var kind: Kind?
    /// The open quotation mark in an unfinished start tag or DOCTYPE.
    private(set) var quote: UInt8?
    private var index: Int
    private var isInSubset = false
    /// The unfinished comment or instruction in a DOCTYPE.
    private var inner: (kind: Kind, start: Int)?
    /// For each kind of markup that was given up, the index up to which the scanner has searched for an end in vain.
    private var endless: [Kind: Int] = [:]
    /// Whether `<!NAME` begins a declaration, as outside the root, or is text, as inside the root.
    private var findsDeclarations = true

    var isTag: Bool { kind?.isTag ?? false }

    init(from index: Int = 0) {
        self.index = index
    }

    /// Restarts outside markup, perhaps at an index that the scanner has passed before.
    mutating func restart(at index: Int, findsDeclarations: Bool = true) {
        start = nil
        kind = nil
        quote = nil
        inner = nil
        self.index = index
        self.findsDeclarations = findsDeclarations
    }

    /// Adapts the indices to a text whose first bytes were removed.
    mutating func moveBack(_ count: Int) {
        start = start.map { $0 - count }
        inner?.start -= count
        index -= count
        endless = endless.mapValues { $0 - count }
    }

    /// Treats the `<` of unfinished markup as text, and notes that later markup of the same kind has no end in the
    /// text.
    mutating func giveUp() {
        guard let start else { return }
        giveUp(kind, from: start, end: index)
    }

    mutating func giveUp(_ markup: Markup) {
        giveUp(markup.kind, from: markup.range.lowerBound, end: markup.range.upperBound - 1)
    }

    private mutating func giveUp(_ kind: Kind?, from start: Int, end: Int) {
        // A search for the end of a tag stops at the next `<`, so no byte is searched twice.
        if let kind, !kind.isTag { endless[kind] = end }
        restart(at: start + 1, findsDeclarations: findsDeclarations)
    }

    /// Returns the next markup, or `nil` if the text ends before the markup does.
    @inline(__always)
    mutating func next(in text: UnsafeRawBufferPointer) -> Markup? {
        if start != nil {
            let markup = continued(in: text)
            if markup != nil || start != nil { return markup }
        }
        while let found = Memory.first(UInt8(ascii: "<"), in: text, from: index) {
            index = found &+ 2
            let second = index <= text.count ? text[found &+ 1] : 0
            let kind: Kind, end: Int?
            if second == UInt8(ascii: "/") {
                (kind, end) = (.endTag, endOfEndTag(in: text))
            } else if second.beginsName {
                (kind, end) = (.startTag, endOfStartTag(in: text))
            } else {
                guard let other = otherOpening(at: found, in: text) else {
                    if start != nil { return nil }
                    continue
                }
                (kind, end) = (other, endOfOther(other, from: found, in: text))
            }
            guard let end else {
                (start, self.kind) = (found, kind)
                return nil
            }
            return Markup(kind: kind, range: found..<end)
        }
        index = max(index, text.count)
        return nil
    }

    /// Continues unfinished markup, or, if the kind is unknown, clears `start` so that `next` scans the `<` again.
    @inline(never)
    private mutating func continued(in text: UnsafeRawBufferPointer) -> Markup? {
        guard let start, let kind else {
            self.start = nil
            return nil
        }
        let end: Int? =
            switch kind {
            case .endTag: endOfEndTag(in: text)
            case .startTag: endOfStartTag(in: text)
            default: endOfOther(kind, from: start, in: text)
            }
        guard let end else { return nil }
        (self.start, self.kind, quote) = (nil, nil, nil)
        return Markup(kind: kind, range: start..<end)
    }

    private static let openings: [(bytes: StaticString, kind: Kind)] = [
        ("<?", .instruction), ("<!--", .comment), ("<![CDATA[", .section),
    ]

    /// Passes the opening of a comment, section, instruction or declaration, or returns `nil` if the `<` is text.
    ///
    /// If the text ends inside an opening, the scanner sets `start` and returns `nil`.
    @inline(never)
    private mutating func otherOpening(at start: Int, in text: UnsafeRawBufferPointer) -> Kind? {
        for (bytes, kind) in Self.openings where text.has(bytes, at: start) {
            guard text.count >= start + bytes.utf8CodeUnitCount else {
                self.start = start
                index = start
                return nil
            }
            index = max(start + bytes.utf8CodeUnitCount, (endless[kind] ?? 0) - 3)
            return kind
        }
        guard findsDeclarations, text[start + 1] == UInt8(ascii: "!"), text[start + 2].beginsName else {
            index = start + 1
            return nil
        }
        isInSubset = false
        return .declaration
    }

    @inline(__always)
    private mutating func endOfEndTag(in text: UnsafeRawBufferPointer) -> Int? {
        end(Memory.first(in: text, from: index, Memory.marksOfBrackets), in: text)
    }

    @inline(__always)
    private mutating func endOfStartTag(in text: UnsafeRawBufferPointer) -> Int? {
        var next = index, open = quote
        while true {
            let found =
                if let open {
                    Memory.first(in: text, from: next) {
                        Memory.marks(of: open, in: $0) | Memory.marks(of: UInt8(ascii: "<"), in: $0)
                    }
                } else {
                    Memory.first(in: text, from: next, Self.marksInTag(of:))
                }
            guard let found else { break }
            if text[found] & ~2 == UInt8(ascii: "<") { return end(found, in: text) }
            open = open == nil ? text[found] : nil
            next = found &+ 1
        }
        quote = open
        return end(nil, in: text)
    }

    @inline(__always)
    private static func marksInTag(of word: UInt64) -> UInt64 {
        let quotes = Memory.marks(of: UInt8(ascii: "\""), in: word) | Memory.marks(of: UInt8(ascii: "'"), in: word)
        return Memory.marksOfBrackets(in: word) | quotes
    }

    /// Passes a tag up to its `>`, or a broken tag up to the next `<`, or the whole text if no `>` or `<` follows.
    @inline(__always)
    private mutating func end(_ last: Int?, in text: UnsafeRawBufferPointer) -> Int? {
        guard let last else {
            index = text.count
            return nil
        }
        index = text[last] == UInt8(ascii: ">") ? last &+ 1 : last
        return index
    }

    @inline(never)
    private mutating func endOfOther(_ kind: Kind, from start: Int, in text: UnsafeRawBufferPointer) -> Int? {
        switch kind {
        case .comment: end("--", from: start + 4, in: text)
        case .section: end("]]", from: start + 9, in: text)
        case .instruction: end("?", from: start + 2, in: text)
        case .startTag, .endTag, .declaration: endOfDeclaration(in: text)
        }
    }

    /// Returns the index after the next `>` that follows a mark at `first` or later.
    private mutating func end(_ mark: StaticString, from first: Int, in text: UnsafeRawBufferPointer) -> Int? {
        let count = mark.utf8CodeUnitCount
        while let found = Memory.first(UInt8(ascii: ">"), in: text, from: index) {
            index = found + 1
            guard found - count >= first else { continue }
            if text.has(mark, at: found - count) { return index }
        }
        index = text.count
        return nil
    }

    /// Returns the index after a DOCTYPE, and passes quoted texts, comments and instructions in the internal subset.
    private mutating func endOfDeclaration(in text: UnsafeRawBufferPointer) -> Int? {
        while index < text.count {
            if let inner {
                guard endOfOther(inner.kind, from: inner.start, in: text) != nil else { return nil }
                self.inner = nil
                continue
            }
            let byte = text[index]
            switch byte {
            case _ where quote != nil: if byte == quote { quote = nil }
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "<") where text.count - index < 4: return nil
            case UInt8(ascii: "<") where text.has("<!--", at: index):
                inner = (.comment, index)
                index += 3
            case UInt8(ascii: "<") where text.has("<?", at: index):
                inner = (.instruction, index)
                index += 1
            case UInt8(ascii: ">") where !isInSubset:
                index += 1
                return index
            case UInt8(ascii: "["), UInt8(ascii: "]"): isInSubset = byte == UInt8(ascii: "[")
            default: break
            }
            index += 1
        }
        return nil
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes at an index are a string, or the beginning of the string if the buffer ends first.
    fileprivate func has(_ string: StaticString, at index: Int) -> Bool {
        guard let first = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
        return Memory.areEqual(
            first + index,
            string.utf8Start,
            count: Swift.min(string.utf8CodeUnitCount, count - index)
        )
    }
}
