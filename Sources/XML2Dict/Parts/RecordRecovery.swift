/// Finds the position where reading resumes after a broken record (SKIP-EXACT).
///
/// The parser refuses a token: a tag, a comment, a CDATA section, an instruction, a reference or text. Reading resumes
/// at the first start tag of a record after that token. So recovery keeps the text from the start of the parser's
/// unfinished token:
///
///     parser     <rss><channel><item>1</item><item>2 & 3</item><item>4</item>
///     text                                     [ 2 & 3</item><item>4</item> ]
///                                                └ refused     └ reading resumes here
///
/// The open elements in the broken record and around the record stay open. A start tag opens an element, and begins a
/// record only if the path of the open elements matches. An end tag closes the innermost open element with this name,
/// and all elements inside. A refused end tag that names no open element closes the innermost element. A start tag
/// without a `>` opens nothing, because only the missing text could show whether the element is empty. If a refused
/// comment, section or instruction has an end, the search ignores all tags inside.
///
/// The parser that resumes gets a context before the text: the XML declaration and the DOCTYPE, if there are any, and
/// the open start tags. Of the context, this parser passes nothing to the builder except attributes.
final class RecordRecovery {
    private let text: InputText
    /// The position of the first kept byte in the input.
    private var position = TextPosition()
    /// The scanner of the kept text, up to the end of the parsed text.
    private var scanner = MarkupScanner()
    private var prolog: [UInt8] = []
    private let longestToken: Int
    /// The number of bytes that parsers got again after broken records.
    private var replayedByteCount = 0

    private let maxDepth: Int
    private let isConcatenated: Bool

    init(_ text: InputText, _ plan: Plan) {
        self.text = text
        longestToken = max(0, plan.limits[.tokenLength])
        maxDepth = plan.limits[.depth]
        isConcatenated = plan.input.isConcatenated
        keepsTags = plan.rules.keepsAncestors
    }

    /// Forgets the text before the token at `offset`, the offset that the parser has reached, but keeps the prolog.
    func forget(upTo offset: Int) {
        let end = min(max(0, offset - position.bytes), text.kept.count)
        let parsed = UnsafeRawBufferPointer(rebasing: text.kept[..<end])
        while let markup = scanner.next(in: parsed) {
            guard markup.kind == .declaration || markup.kind == .instruction else { continue }
            let bytes = Array(parsed[markup.range])
            if markup.kind == .declaration || WrittenTag(bytes[...]).isXMLDeclaration { prolog += bytes }
        }
        let start = scanner.start ?? startOfReference(before: end) ?? end
        // To find the end `]]>` of a long section, the scanner needs only the last two bytes.
        let isTooLong = scanner.kind == .section && end - start > longestToken
        drop(max(0, isTooLong ? end - 2 : start))
    }

    /// Returns the index of the `&` of a reference that has not ended before `end`.
    private func startOfReference(before end: Int) -> Int? {
        let before = text.kept.prefix(end)
        let name = before.reversed().prefix { $0.isInName || $0 == UInt8(ascii: "#") }
        return before.dropLast(name.count).last == UInt8(ascii: "&") ? end - name.count - 1 : nil
    }

    private func drop(_ count: Int) {
        guard count > 0 else { return }
        position.pass(text.kept[..<count])
        text.forget(before: position.bytes)
        text.keptPosition = position
        scanner.moveBack(count)
    }

    private var tokenOffset = 0
    /// The start tags that only the search has read, by the depth of the element, kept if the options want attributes.
    private var tags: [Int: WrittenTag] = [:]
    private let keepsTags: Bool
    /// The name of the root until the search finds the root's end tag, for the error if the input is cut off.
    private(set) var missingRoot: String?

    /// Forgets the text before the refused token at an offset of the input.
    ///
    /// - Returns: `false` if the token is a section over the limit, because the section's beginning is forgotten.
    func beginToken(at offset: Int) -> Bool {
        forget(upTo: offset)
        let isForgotten = scanner.start.map { $0 < 0 } ?? false
        scanner.restart(at: 0, findsDeclarations: false)
        return !isForgotten
    }

    /// Whether the refused token at the beginning of the text begins a record, or `nil` if more text is needed.
    ///
    /// - Throws: An `XMLError` with the code `limit`.
    func isRecordRefused(by parser: borrowing ExpatParser, isLast: Bool) throws(XMLError) -> Bool? {
        guard let tag = refusedTag(isLast: isLast) else { return nil }
        return parser.builder.open.isAfterRoot ? false : try begins(WrittenTag(tag[...]), in: parser)
    }

    /// Returns the start tag at the beginning of the text, `[]` if there is none, or `nil` if more text is needed.
    private func refusedTag(isLast: Bool) -> [UInt8]? {
        let text = text.kept
        guard text.first == UInt8(ascii: "<") else { return [] }
        if let markup = scanner.next(in: text) {
            guard markup.kind == .startTag, markup.range.lowerBound == 0 else { return [] }
            return Array(bytes(of: markup.range).prefix(longestToken))
        }
        let isStartTag = scanner.kind.map { $0 == .startTag } ?? true
        guard scanner.start == 0, isStartTag else { return [] }
        return isLast || text.count > longestToken ? Array(text.prefix(longestToken)) : nil
    }

    /// Abandons the broken record, and searches behind the first token of the text.
    func beginSearch(in parser: borrowing ExpatParser) {
        missingRoot = parser.builder.open.writtenNames.first
        parser.builder.abandonRecord()
        tokenOffset = position.bytes
        tags = [:]
        scanner.restart(at: 0, findsDeclarations: false)
    }

    enum Resumption {
        case record(Segment)
        case document(TextPosition)
    }

    /// Opens and closes elements up to the position where reading resumes, or returns `nil` if more text is needed.
    func search(_ parser: borrowing ExpatParser, isLast: Bool) throws(XMLError) -> Resumption? {
        while let found = next(isLast: isLast) {
            let depth = parser.builder.open.count
            switch found {
            case .refusedStartTag(let tag):
                if parser.builder.isInnermost(at: position) {
                    if tag.isEmpty { close(to: depth - 1, in: parser) }
                } else if tag.isWhole, !tag.isEmpty, depth < maxDepth {
                    try open(tag, in: parser, isRefused: true)
                    missingRoot = parser.builder.open.writtenNames.first
                }
            case .endTag(let name, let isRefused):
                let innermost = isRefused && depth > 0 ? depth - 1 : nil
                if let outer = parser.builder.open.depth(of: name) ?? innermost { close(to: outer, in: parser) }
            case .document:
                if isConcatenated { return .document(resume()) }
            case .startTag(let tag):
                // After the end tag of the root, the next start tag begins another document.
                let isAfterRoot = missingRoot == nil && depth <= 1
                if isAfterRoot, isConcatenated { return .document(resume()) }
                guard depth > 0 else { continue }
                if !parser.builder.open.selection.isSkipping, try begins(tag, in: parser) {
                    return .record(resume(inside: parser.builder.open.writtenNames))
                }
                guard tag.isWhole, !tag.isEmpty, depth < maxDepth else { continue }
                try open(tag, in: parser, isRefused: false)
                if keepsTags, parser.builder.open.count > depth { tags[depth] = tag }
            }
        }
        return nil
    }

    /// Whether a start tag, perhaps without its end, begins a record inside the open elements.
    private func begins(_ tag: WrittenTag, in parser: borrowing ExpatParser) throws(XMLError) -> Bool {
        try orNamespace(false, parser) { builder throws(BuildError) in try builder.open.beginsRecord(tag) }
    }

    private func open(_ tag: WrittenTag, in parser: borrowing ExpatParser, isRefused: Bool) throws(XMLError) {
        try orNamespace((), parser) { [position] builder throws(BuildError) in
            try builder.open(tag, at: position, isRefused: isRefused)
        }
    }

    private func close(to depth: Int, in parser: borrowing ExpatParser) {
        // The root stays open, because its end tag may be wrong.
        parser.builder.close(to: max(depth, 1))
        if depth == 0 { missingRoot = nil }
    }

    /// Calls a function with the builder, and returns `other` if the function throws because of an undeclared prefix.
    private func orNamespace<Result>(
        _ other: Result,
        _ parser: borrowing ExpatParser,
        _ body: (inout ValueBuilder) throws(BuildError) -> Result
    ) throws(XMLError) -> Result {
        try parser.results { builder throws(BuildError) in
            do throws(BuildError) {
                return try body(&builder)
            } catch .namespace {
                return other
            } catch {
                throw error
            }
        }
    }

    private enum Found {
        case startTag(WrittenTag)
        case refusedStartTag(WrittenTag)
        /// An end tag with its name, which may be empty.
        case endTag(ArraySlice<UInt8>, isRefused: Bool)
        /// An XML declaration, which begins another document.
        case document
    }

    /// Finds the next tag or XML declaration in the text, or returns `nil` if more text is needed.
    ///
    /// If it finds markup, the text begins with that markup, unless it is an end tag.
    private func next(isLast: Bool) -> Found? {
        while true {
            let count = text.kept.count
            var markup = scanner.next(in: text.kept)
            if markup == nil, isLast, let start = scanner.start, scanner.kind == .startTag {
                markup = MarkupScanner.Markup(kind: .startTag, range: start..<count)
                scanner.restart(at: count, findsDeclarations: false)
            }
            if let markup {
                guard markup.range.count <= longestToken else {
                    scanner.giveUp(markup)
                    continue
                }
                if let found = found(markup.kind, markup.range) { return found }
                continue
            }
            let start = scanner.start ?? count
            // The search finds tags also inside markup that has no end, or that is longer than a token may be.
            if start < count, isLast || count - start > longestToken {
                scanner.giveUp()
            } else {
                drop(start)
                return nil
            }
        }
    }

    private func found(_ kind: MarkupScanner.Kind, _ range: Range<Int>) -> Found? {
        let markup = WrittenTag(Array(bytes(of: range))[...])
        switch kind {
        case .endTag: return .endTag(markup.name ?? [], isRefused: position.bytes + range.lowerBound == tokenOffset)
        case .startTag:
            drop(range.lowerBound)
            return position.bytes == tokenOffset ? .refusedStartTag(markup) : .startTag(markup)
        case .instruction where markup.isXMLDeclaration:
            drop(range.lowerBound)
            return .document
        case .instruction, .comment, .section, .declaration: return nil
        }
    }

    /// Returns the bytes of markup, and after a tag without a `>` one more byte, because that byte ends the name.
    private func bytes(of range: Range<Int>) -> Slice<UnsafeRawBufferPointer> {
        let rest = text.kept.dropFirst(range.lowerBound), markup = rest.prefix(range.count)
        return markup.last == UInt8(ascii: ">") ? markup : rest.prefix(range.count + 1)
    }

    /// Returns the text from the last found start tag on, with a context.
    ///
    /// The context has the XML declaration and the DOCTYPE, if there are any, and a start tag for each open element.
    /// A start tag has attributes only if the options want attributes, and no parser has read this tag.
    private func resume(inside names: [String]) -> Segment {
        let start = resume(), bare = names.map { Array("<\($0)>".utf8) }
        let written = bare.indices.flatMap { tags[$0]?.bytes ?? bare[$0][...] }
        let context = prolog + written, bareContext = tags.isEmpty ? nil : prolog + bare.joined()
        replayedByteCount += context.count + (bareContext?.count ?? 0) + 1 + max(0, text.readOffset - start.bytes)
        return Segment(context: context, bareContext: bareContext, position: start)
    }

    private func resume() -> TextPosition {
        scanner.restart(at: 0)
        return position
    }

    /// Forgets the text, and returns the position of its end.
    func end() -> TextPosition {
        drop(text.kept.count)
        return position
    }

    /// Whether parsers have got so much text again that the time would no longer be linear in the input (LINEAR-TIME).
    var hasReplayedTooMuch: Bool { replayedByteCount > 64 * 1024 * 1024 + 32 * position.bytes }

    func beginNextDocument(at position: TextPosition) {
        text.forget(before: position.bytes)
        scanner.restart(at: 0)
        self.position = position
        self.position.isAtDocument = true
        prolog = []
    }
}
