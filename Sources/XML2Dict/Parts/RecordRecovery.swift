/// Finds where reading goes on after a broken record (SKIP-EXACT).
///
/// The parser refuses a token: a tag, a comment, a CDATA section, an instruction, a reference or text. Reading goes on
/// at the first start tag of a record's name after the beginning of that token, with the elements around the broken
/// record open. So this keeps the text from the start of the parser's unfinished token:
///
///     parser     <rss><channel><item>1</item><item>2 & 3</item><item>4</item>
///     text                                     [ 2 & 3</item><item>4</item> ]
///                                                └ refused     └ reading goes on here
///
/// A refused comment, section or instruction that has an end is passed as a whole.
///
/// The parser that goes on first gets the prolog, if it has a DOCTYPE, and the open start tags; its callbacks are
/// ignored meanwhile.
final class RecordRecovery {
    /// The text of the input, which is kept from the start of the parser's unfinished token.
    private let text: MemorySource
    /// The place of the first kept byte in the input.
    private var place = TextPlace()
    /// How far the kept text has been understood.
    private var scanner = MarkupScanner()
    /// The XML declaration and the DOCTYPE, as far as the document has them.
    private var prolog: [UInt8] = []
    /// The longest token, in bytes.
    private let longestToken: Int
    /// The number of bytes that parsers got again after broken records.
    private var replayedByteCount = 0

    init(_ text: MemorySource, _ limits: [XMLReaderError.Limit: Int]) {
        self.text = text
        longestToken = max(0, limits.value(of: .tokenLength))
    }

    /// Forgets the text before the token that contains a place of the input, which the parser has reached, and keeps the
    /// prolog.
    func forget(upTo place: Int) {
        let end = min(max(0, place - self.place.bytes), text.kept.count)
        text.kept.withUnsafeBytes { text in
            let text = UnsafeRawBufferPointer(rebasing: text[..<end])
            while let markup = scanner.next(in: text) {
                let isDeclaration = markup.kind == .instruction && Self.isDeclaration(text[markup.range])
                let isOfProlog = markup.kind == .doctype || isDeclaration
                if isOfProlog { prolog += text[markup.range] }
            }
        }
        let start = scanner.start ?? startOfReference(before: end) ?? end
        // The end of a long section is found without its beginning.
        let isTooLong = scanner.kind == .section && end - start > longestToken
        drop(max(0, isTooLong ? end - 2 : start))
    }

    /// The `&` of a reference in text that has not ended at a place; `nil` without one.
    private func startOfReference(before end: Int) -> Int? {
        let before = text.kept.prefix(end)
        let name = before.reversed().prefix { $0.isInName || $0 == UInt8(ascii: "#") }
        return before.dropLast(name.count).last == UInt8(ascii: "&") ? end - name.count - 1 : nil
    }

    private func drop(_ count: Int) {
        guard count > 0 else { return }
        text.kept.withUnsafeBytes { place.pass($0[..<count]) }
        text.forget(before: place.bytes)
        scanner.moveBack(count)
    }

    // MARK: Searching

    /// Where the last candidate begins in the text.
    private var candidateStart = 0
    /// The name of the root, while the search has not passed an end tag of the root: the input may be cut off.
    private(set) var missingRoot: String?

    /// Forgets the text before the token that contains a place of the input, which the parser has refused.
    ///
    /// - Returns: `false` for a section that is longer than a token may be, whose beginning is forgotten.
    func beginToken(at place: Int) -> Bool {
        forget(upTo: place)
        let isForgotten = scanner.start.map { $0 < 0 } ?? false
        scanner.restart(at: 0, findsDoctype: false)
        return !isForgotten
    }

    /// The start tag with which the text begins.
    ///
    /// - Parameter isLast: Whether no more text arrives.
    /// - Returns: The tag, perhaps without an end that never arrives; empty without a start tag; `nil` when more text
    ///   is needed.
    func refusedTag(isLast: Bool) -> ArraySlice<UInt8>? {
        let text = text.kept
        guard text.first == UInt8(ascii: "<") else { return [] }
        if let markup = text.withUnsafeBytes({ scanner.next(in: $0) }) {
            guard markup.kind == .startTag, markup.range.lowerBound == 0 else { return [] }
            return tag(markup.range).prefix(longestToken)
        }
        let isStartTag = scanner.kind.map { $0 == .startTag } ?? true
        guard scanner.start == 0, isStartTag else { return [] }
        return isLast || text.count > longestToken ? text.prefix(longestToken) : nil
    }

    /// Begins to look for a record after the first byte of the token with which the text begins.
    ///
    /// A comment, a section or an instruction is passed as a whole, if it has an end. An end tag contains no start tag.
    ///
    /// - Parameter root: The name of the root; `nil` unless it is open.
    func beginSearch(inside root: String?) {
        missingRoot = root
        let isPassed = ["<!--", "<![CDATA[", "<?", "</"].contains { text.kept.starts(with: $0.utf8) }
        if !isPassed { drop(min(1, text.kept.count)) }
        scanner.restart(at: 0, findsDoctype: false)
    }

    /// A place where reading can go on: a start tag, or an XML declaration, which begins another document.
    enum Candidate {
        case startTag(ArraySlice<UInt8>)
        case document
    }

    /// Finds the next start tag or XML declaration in the text.
    ///
    /// - Parameter isLast: Whether no more text arrives.
    /// - Returns: The candidate; `nil` when more text is needed.
    func nextCandidate(isLast: Bool) -> Candidate? {
        while true {
            if let markup = text.kept.withUnsafeBytes({ scanner.next(in: $0) }) {
                guard markup.range.count <= longestToken else {
                    scanner.giveUp(markup)
                    continue
                }
                if let candidate = candidate(markup.kind, markup.range) { return candidate }
                continue
            }
            let count = text.kept.count, start = scanner.start ?? count
            if isLast, scanner.kind == .startTag {
                scanner.restart(at: count, findsDoctype: false)
                return candidate(.startTag, start..<count)
            }
            // An unclosed comment, or one that is too long, is searched like text.
            if start < count, isLast || count - start > longestToken {
                scanner.giveUp()
            } else {
                drop(start)
                return nil
            }
        }
    }

    private func candidate(_ kind: MarkupScanner.Kind, _ range: Range<Int>) -> Candidate? {
        let markup = tag(range)
        if kind == .endTag, let root = missingRoot, markup.dropFirst(2).starts(with: root.utf8) {
            let rest = markup.dropFirst(2 + root.utf8.count)
            if rest.first.map({ XMLWhitespace.contains($0) || $0 == UInt8(ascii: ">") }) == true {
                missingRoot = nil
            }
        }
        let isDeclaration = kind == .instruction && Self.isDeclaration(markup)
        guard kind == .startTag || isDeclaration else { return nil }
        candidateStart = range.lowerBound
        return isDeclaration ? .document : .startTag(markup)
    }

    /// A tag, and the byte after it: after a tag without an end, that byte ends the name.
    private func tag(_ range: Range<Int>) -> ArraySlice<UInt8> {
        text.kept.dropFirst(range.lowerBound).prefix(range.count + 1)
    }

    private static func isDeclaration(_ instruction: some Collection<UInt8>) -> Bool {
        instruction.starts(with: "<?xml".utf8)
            && (instruction.dropFirst(5).first.map(XMLWhitespace.contains) ?? false)
    }

    // MARK: Going on

    /// Resumes at the last candidate.
    ///
    /// - Parameter names: The names of the open elements, root first.
    /// - Returns: The text that the parser gets first: the XML declaration and the DOCTYPE if there are any, and a start
    ///   tag for each name. And the place of the candidate.
    func resume(inside names: [String]) -> (context: [UInt8], place: TextPlace) {
        let place = resume()
        // The line end separates the context from the text in messages that quote a line.
        let context = prolog + names.flatMap { "<\($0)>".utf8 } + [0x0A]
        replayedByteCount += context.count + max(0, text.readPlace - place.bytes)
        return (context, place)
    }

    /// Resumes at the last candidate, which begins another document.
    func resume() -> TextPlace {
        drop(candidateStart)
        scanner.restart(at: 0, findsDoctype: true)
        return place
    }

    /// The place of the end of the text, which is then forgotten.
    func end() -> TextPlace {
        drop(text.kept.count)
        return place
    }

    /// Whether parsers have got so much text again that the time would no longer be linear in the input (LINEAR-TIME).
    var hasReplayedTooMuch: Bool { replayedByteCount > 64 * 1024 * 1024 + 32 * place.bytes }

    /// Forgets a document after which another one begins at a place.
    func beginNextDocument(at place: TextPlace) {
        text.forget(before: place.bytes)
        scanner.restart(at: 0, findsDoctype: true)
        self.place = place
        self.place.isAtDocument = true
        prolog = []
    }
}
