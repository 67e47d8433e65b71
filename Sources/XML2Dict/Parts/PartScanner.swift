/// Finds the tags of a document, as fast as possible, to cut it into parts before start tags.
///
///     <rss><channel n="1>0"><item/><!-- <x> --><item>…         open     <rss>   <channel n="1>0">
///                                             └ place          a cut can be here
///
/// It looks for ends of markup only, and compares no names: of a document that is not well-formed, it may find wrong
/// tags. The parsers of the parts check everything.
struct PartScanner: ~Copyable {
    /// A start tag whose element is open, as the document writes it.
    struct OpenTag: BitwiseCopyable {
        /// Where it begins, in the text or in the context.
        var start: Int
        var count: Int
        /// Whether its bytes are in the context, and not in the text.
        var isInContext: Bool
    }

    enum Stop {
        /// A start tag is at the place, and the document can be cut before it.
        case startTag
        /// The text ends before that, or before the end of the markup at the place.
        case needsMore
        /// The text has something that cannot be read in parts: a DOCTYPE, or markup that is broken.
        case doubt
    }

    /// The place up to which the text has been read.
    private(set) var place = 0
    /// The open elements, root first.
    private(set) var open = GrowableBuffer<OpenTag>()

    /// Goes to the next start tag before which the document may be cut.
    ///
    /// - Parameters:
    ///   - text: The text. It may have grown at its end since the last call.
    ///   - target: The place of the first cut that is wanted.
    ///   - depth: How many elements may be open around the cut.
    /// - Returns: The reason for stopping.
    mutating func next(in text: UnsafeRawBufferPointer, from target: Int, depth: Int) -> Stop {
        guard let start = text.baseAddress else { return .needsMore }
        let bytes = start.assumingMemoryBound(to: UInt8.self), end = text.count
        while true {
            guard let markup = Self.find(UInt8(ascii: "<"), bytes, place, end) else {
                place = end
                return .needsMore
            }
            place = markup
            guard markup &+ 1 < end else { return .needsMore }
            switch bytes[markup &+ 1] {
            case UInt8(ascii: "/"):
                guard let last = Self.find(UInt8(ascii: ">"), bytes, markup &+ 2, end) else { return .needsMore }
                guard open.count > 0 else { return .doubt }
                open.count &-= 1
                place = last &+ 1
            case UInt8(ascii: "!"), UInt8(ascii: "?"):
                if let stop = passOther(text) { return stop }
            default:
                if markup >= target, open.count <= depth, open.count > 0 { return .startTag }
                guard let last = Self.endOfTag(bytes, markup &+ 1, end) else { return .needsMore }
                if bytes[last &- 1] != UInt8(ascii: "/") {
                    open.append(OpenTag(start: markup, count: last &+ 1 &- markup, isInContext: false))
                }
                place = last &+ 1
            }
        }
    }

    /// Passes a comment, a CDATA section or an instruction; returns why that is not possible.
    @inline(never)
    private mutating func passOther(_ text: UnsafeRawBufferPointer) -> Stop? {
        let rest = text[place...]
        let kinds: [(first: StaticString, last: StaticString)] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
        for (first, last) in kinds {
            let begins = first.withUTF8Buffer { rest.starts(with: $0) }
            guard begins else {
                if rest.count < first.utf8CodeUnitCount, first.withUTF8Buffer({ $0.starts(with: rest) }) {
                    return .needsMore
                }
                continue
            }
            var next = place + first.utf8CodeUnitCount + last.utf8CodeUnitCount - 1
            let bytes = text.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
            while let found = Self.find(UInt8(ascii: ">"), bytes, next, text.count) {
                next = found + 1
                let mark = text[(next - last.utf8CodeUnitCount)..<next]
                if last.withUTF8Buffer({ $0.elementsEqual(mark) }) {
                    place = next
                    return nil
                }
            }
            return .needsMore
        }
        return .doubt
    }

    /// The place of the `>` of a start tag; quoted values may contain others.
    @inline(__always)
    private static func endOfTag(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var place = start
        while place < end {
            let byte = bytes[place]
            if byte == UInt8(ascii: ">") { return place }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                guard let quote = find(byte, bytes, place &+ 1, end) else { return nil }
                place = quote
            }
            place &+= 1
        }
        return nil
    }

    /// The place of the first such byte from `start` on; `nil` when there is none before `end`.
    ///
    /// Mostly it is one of the next eight, and finding it among these takes less than a call does. The buffer has spare
    /// bytes after the end.
    @inline(__always)
    private static func find(_ byte: UInt8, _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        guard start < end else { return nil }
        let word = UnsafeRawPointer(bytes + start).loadUnaligned(as: UInt64.self).littleEndian
        // A byte of `different` is 0 where the bytes are equal, and the lowest mark is that of the first such byte.
        let different = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
        let marks = (different &- 0x0101_0101_0101_0101) & ~different & 0x8080_8080_8080_8080
        if marks != 0 {
            let place = start &+ marks.trailingZeroBitCount &>> 3
            return place < end ? place : nil
        }
        let rest = UnsafeRawBufferPointer(start: bytes + start, count: end &- start)
        return Memory.first(byte, in: rest).map { $0 &+ start }
    }

    /// The number of bytes of the open start tags.
    var contextByteCount: Int {
        var count = 0
        for index in 0..<open.count { count += open[index].count }
        return count
    }

    /// Cuts the document at the place: the text after it becomes the whole text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - context: The tags before it.
    /// - Returns: The open start tags, which are the context of the text that remains.
    mutating func cut(_ text: UnsafeRawBufferPointer, after context: [UInt8]) -> [UInt8] {
        let tags = openTags(in: text, after: context)
        var start = 0
        for index in 0..<open.count {
            let count = open[index].count
            open[index] = OpenTag(start: start, count: count, isInContext: true)
            start += count
        }
        place = 0
        return tags
    }

    /// The start tags of the open elements, root first.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - context: The tags before it.
    /// - Returns: The bytes of the tags.
    func openTags(in text: UnsafeRawBufferPointer, after context: [UInt8]) -> [UInt8] {
        var tags: [UInt8] = []
        tags.reserveCapacity(contextByteCount)
        for index in 0..<open.count {
            let tag = open[index], range = tag.start..<tag.start + tag.count
            if tag.isInContext { tags += context[range] } else { tags += text[range] }
        }
        return tags
    }

    /// Whether bytes are nothing but start tags, none of which has been closed.
    static func areStartTags(_ tags: [UInt8]) -> Bool {
        var text = GrowableBuffer<UInt8>(), scanner = PartScanner()
        // The scanner reads spare bytes, which an array lacks.
        text.append(tags[...])
        let bytes = UnsafeRawBufferPointer(start: text.base, count: text.count)
        return scanner.next(in: bytes, from: .max, depth: 0) == .needsMore && scanner.contextByteCount == tags.count
    }

    /// The end tags of the open elements, innermost first, when `context` has their start tags.
    func endTags(_ context: [UInt8]) -> [UInt8] {
        var tags: [UInt8] = []
        for index in (0..<open.count).reversed() {
            let name = context[open[index].start...].dropFirst().prefix { !$0.endsName }
            tags += "</".utf8
            tags += name
            tags.append(UInt8(ascii: ">"))
        }
        return tags
    }
}

extension UInt8 {
    /// Whether the name of a start tag ends before this byte.
    fileprivate var endsName: Bool {
        XMLWhitespace.contains(self) || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
    }
}
