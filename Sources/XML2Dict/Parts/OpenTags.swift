/// The start tags of the open elements, and a scan for start tags at which the document can be cut.
///
///     <rss><channel n="1>0"><item/><!-- <x> --><item>…         open     <rss>   <channel n="1>0">
///                                              └ a cut can be here
///
/// The scan compares no names, so the tags may be wrong if the document is not well-formed. The parsers of the parts
/// check everything.
struct OpenTags: ~Copyable {
    struct Tag: BitwiseCopyable {
        /// The offset of the tag, in the text or in the context.
        var start: Int
        var count: Int
        var isInContext: Bool
    }

    enum ScanOutcome {
        /// The document can be cut before the start tag at an offset.
        case startTag(Int)
        case needsMore
        /// The text cannot be read in parts, because it has a DOCTYPE, or broken tags.
        case doubt
    }

    private var scanner = MarkupScanner()
    /// The open elements, root first.
    private(set) var open = GrowableBuffer<Tag>()

    /// Finds the next start tag that can begin a part: at `target` or later, inside at most `depth` elements.
    ///
    /// The text may have grown at its end since the last call.
    mutating func next(in text: UnsafeRawBufferPointer, from target: Int, depth: Int) -> ScanOutcome {
        while let markup = scanner.next(in: text) {
            let start = markup.range.lowerBound, last = markup.range.upperBound &- 1
            switch markup.kind {
            case .startTag:
                if start >= target, open.count <= depth, open.count > 0 {
                    scanner.restart(at: start)
                    return .startTag(start)
                }
                guard text[last] == UInt8(ascii: ">") else { return .doubt }
                guard text[last &- 1] != UInt8(ascii: "/") else { continue }
                let tag = Tag(start: start, count: last &+ 1 &- start, isInContext: false)
                open.append(tag)
            case .endTag:
                guard open.count > 0, text[last] == UInt8(ascii: ">") else { return .doubt }
                open.count &-= 1
            case .declaration: return .doubt
            case .comment, .section, .instruction: break
            }
        }
        return .needsMore
    }

    var byteCount: Int {
        var count = 0
        for index in 0..<open.count { count += open[index].count }
        return count
    }

    /// Cuts the document before the start tag that `next` found, and returns the open start tags as the next context.
    mutating func cut(_ text: UnsafeRawBufferPointer, after context: [UInt8]) -> [UInt8] {
        let tags = bytes(in: text, after: context)
        var start = 0
        for index in 0..<open.count {
            let count = open[index].count
            open[index] = Tag(start: start, count: count, isInContext: true)
            start += count
        }
        scanner.restart(at: 0)
        return tags
    }

    func bytes(in text: UnsafeRawBufferPointer, after context: [UInt8]) -> [UInt8] {
        var tags: [UInt8] = []
        tags.reserveCapacity(byteCount)
        for index in 0..<open.count {
            let tag = open[index], range = tag.start..<tag.start + tag.count
            if tag.isInContext { tags += context[range] } else { tags += text[range] }
        }
        return tags
    }

    static func areAll(_ tags: [UInt8]) -> Bool {
        var open = OpenTags()
        if case .needsMore = tags.withUnsafeBytes({ open.next(in: $0, from: .max, depth: 0) }) {
            return open.byteCount == tags.count
        }
        return false
    }

    /// The end tags of the open elements, innermost first, if `context` has their start tags.
    func endTags(_ context: [UInt8]) -> [UInt8] {
        var tags: [UInt8] = []
        for index in (0..<open.count).reversed() {
            tags += "</".utf8
            tags += WrittenTag(context[open[index].start...]).name ?? []
            tags.append(UInt8(ascii: ">"))
        }
        return tags
    }
}
