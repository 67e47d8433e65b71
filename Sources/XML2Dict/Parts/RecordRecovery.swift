/// Finds where reading goes on after a broken record (SKIP-EXACT).
///
/// The parser refuses a token: a tag, a comment, a CDATA section, an instruction, a reference or text. Reading goes on
/// at the first start tag of a record's name after the beginning of that token, with the elements around the broken
/// record open. So this keeps the text from the beginning of the token in which the parser's text ends:
///
///     parser     <rss><channel><item>1</item><item>2 & 3</item><item>4</item>
///     text                                     [ 2 & 3</item><item>4</item> ]
///                                                └ refused     └ reading goes on here
///
/// The parser that goes on first gets the prolog, if it has a DOCTYPE, and the open start tags; its callbacks are
/// ignored meanwhile.
final class RecordRecovery: ChunkObserver {
    /// The text that the parser has got last, from the beginning of a token on.
    private let text = MemorySource()
    /// The place of that text in the input.
    private var place = TextPlace()
    /// How far the text has been understood.
    private var scanner = MarkupScanner()
    /// The XML declaration and the DOCTYPE, as far as the document has them.
    private var prolog: [UInt8] = []
    /// The longest token, in bytes.
    private let longestToken: Int

    init(_ limits: [XMLReaderError.Limit: Int]) {
        longestToken = max(0, limits.value(of: .tokenLength))
    }

    /// Keeps the text that the parser gets next; all before it was well-formed.
    func note(_ chunk: UnsafeRawBufferPointer) {
        forget(text.waiting)
        // The end of a long section is found without its beginning.
        if scanner.kind == .section, text.waiting > longestToken { drop(text.waiting - 2) }
        text.append(chunk)
    }

    /// Forgets well-formed text before the token that contains a place, which may be the end.
    private func forget(_ end: Int) {
        text.unread.withUnsafeBytes { text in
            let text = UnsafeRawBufferPointer(rebasing: text[..<end])
            while let markup = scanner.next(in: text) {
                let isDeclaration = markup.kind == .instruction && Self.isDeclaration(text[markup.range])
                let isOfProlog = markup.kind == .doctype || isDeclaration
                if isOfProlog { prolog += text[markup.range] }
            }
        }
        drop(max(0, scanner.start ?? startOfReference(before: end) ?? end))
    }

    /// The `&` of a reference in text that has not ended at a place; `nil` without one.
    private func startOfReference(before end: Int) -> Int? {
        let before = text.unread.prefix(end)
        let name = before.reversed().prefix { UndeclaredEntityCheck.isInName($0) || $0 == UInt8(ascii: "#") }
        return before.dropLast(name.count).last == UInt8(ascii: "&") ? end - name.count - 1 : nil
    }

    private func drop(_ count: Int) {
        text.unread.withUnsafeBytes { place.pass($0[..<count]) }
        text.drop(count)
        scanner.moveBack(count)
    }

    // MARK: Searching

    /// Where the last candidate begins in the text.
    private var candidateStart = 0

    /// The token that contains a place of the input, as far as its text has arrived; the text then begins there.
    ///
    /// It is `nil` for a section that is longer than a token may be, whose beginning is forgotten.
    func token(at byteOffset: Int) -> ArraySlice<UInt8>? {
        forget(min(max(0, byteOffset - place.bytes), text.waiting))
        let isForgotten = scanner.start.map { $0 < 0 } ?? false
        return isForgotten ? nil : text.unread
    }

    /// Begins to look for a record after the beginning of the token with which the text begins.
    ///
    /// A comment, a section or an instruction is passed as a whole, if it has an end.
    func beginSearch() {
        let isSection = ["<!--", "<![CDATA[", "<?"].contains { text.unread.starts(with: $0.utf8) }
        if !isSection { drop(min(1, text.waiting)) }
        scanner = MarkupScanner(findsDoctype: false)
    }

    /// Adds text to search.
    func append(_ more: [UInt8]) {
        text.append(more)
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
            if let markup = text.unread.withUnsafeBytes({ scanner.next(in: $0) }) {
                if let candidate = candidate(markup.kind, markup.range) { return candidate }
                continue
            }
            let count = text.waiting, start = scanner.start ?? count
            if isLast, scanner.kind == .startTag {
                scanner = MarkupScanner(from: count, findsDoctype: false)
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
        let markup = text.unread.dropFirst(range.lowerBound).prefix(range.count)
        let isDeclaration = kind == .instruction && Self.isDeclaration(markup)
        guard kind == .startTag || isDeclaration else { return nil }
        candidateStart = range.lowerBound
        return isDeclaration ? .document : .startTag(markup)
    }

    private static func isDeclaration(_ instruction: some Collection<UInt8>) -> Bool {
        instruction.starts(with: "<?xml".utf8)
            && (instruction.dropFirst(5).first.map(XMLWhitespace.contains) ?? false)
    }

    // MARK: Going on

    /// The text from the last candidate on, which the parser gets again.
    func takeText() -> (text: [UInt8], place: TextPlace) {
        drop(candidateStart)
        scanner = MarkupScanner()
        return (text.takeAll(), place)
    }

    /// The text that the parser gets before it goes on.
    ///
    /// - Parameter names: The names of the open elements, root first.
    /// - Returns: The XML declaration and the DOCTYPE if there are any, and a start tag for each name.
    func context(_ names: [String]) -> [UInt8] {
        // The line end separates the context from the text in messages that quote a line.
        prolog + names.flatMap { "<\($0)>".utf8 } + [0x0A]
    }

    /// Forgets a document after which another one begins at a place.
    func beginNextDocument(at place: TextPlace) {
        _ = text.takeAll()
        scanner = MarkupScanner()
        self.place = place
        prolog = []
    }
}
