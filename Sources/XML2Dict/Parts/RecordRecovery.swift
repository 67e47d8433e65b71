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
    private var text: [UInt8] = []
    /// The place of that text in the input.
    private var place = TextPlace()
    /// How far the text has been understood.
    private var scanner = MarkupScanner()
    /// The document up to its root, if it has a DOCTYPE; `nil` until its root has begun.
    private var prolog: [UInt8]?
    /// Whether the prolog has a DOCTYPE.
    private var hasDoctype = false
    /// The longest token, in bytes.
    private let longestToken: Int

    init(_ limits: [XMLReaderError.Limit: Int]) {
        longestToken = max(0, limits.value(of: .tokenLength))
    }

    /// Keeps the text that the parser gets next; all before it was well-formed.
    func note(_ chunk: UnsafeRawBufferPointer) {
        forget(text.count)
        // The end of a long section is found without its beginning.
        if scanner.kind == .section, text.count > longestToken { drop(text.count - 2) }
        text.append(contentsOf: chunk)
    }

    /// Forgets well-formed text before the token that contains a place, which may be the end.
    private func forget(_ end: Int) {
        text.withUnsafeBytes { text in
            let text = UnsafeRawBufferPointer(rebasing: text[..<end])
            while let markup = scanner.next(in: text) {
                if markup.kind == .doctype { hasDoctype = true }
                if markup.kind == .startTag { notePrologEnd(markup.range.lowerBound) }
            }
            if scanner.kind == .startTag, let root = scanner.start { notePrologEnd(root) }
        }
        // The prolog must stay until it is whole.
        if prolog != nil { drop(max(0, scanner.start ?? startOfReference(before: end) ?? end)) }
    }

    /// The `&` of a reference in text that has not ended at a place; `nil` without one.
    private func startOfReference(before end: Int) -> Int? {
        let name = text[..<end].reversed().prefix { UndeclaredEntityCheck.isInName($0) || $0 == UInt8(ascii: "#") }
        let start = end - name.count - 1
        return start >= 0 && text[start] == UInt8(ascii: "&") ? start : nil
    }

    /// Keeps the prolog when the root begins.
    private func notePrologEnd(_ root: Int) {
        guard prolog == nil else { return }
        prolog = hasDoctype ? Array(text[..<root]) : []
    }

    private func drop(_ count: Int) {
        text.withUnsafeBytes { place.pass($0[..<count]) }
        text.removeFirst(count)
        scanner.moveBack(count)
    }

    // MARK: Searching

    /// Where the last candidate begins in the text.
    private var candidateStart = 0

    /// The token that contains a place of the input, as far as its text has arrived; the text then begins there.
    ///
    /// It is `nil` for a section that is longer than a token may be, whose beginning is forgotten.
    func token(at byteOffset: Int) -> ArraySlice<UInt8>? {
        let end = min(max(0, byteOffset - place.bytes), text.count)
        forget(end)
        let isForgotten = scanner.start.map { $0 < 0 } ?? false
        return isForgotten ? nil : text[...]
    }

    /// Begins to look for a record after the beginning of the token with which the text begins.
    ///
    /// A comment, a section or an instruction is passed as a whole, if it has an end.
    func beginSearch() {
        let isSection = ["<!--", "<![CDATA[", "<?"].contains { text.starts(with: $0.utf8) }
        if !isSection { drop(min(1, text.count)) }
        scanner = MarkupScanner()
    }

    /// Adds text to search.
    func append(_ more: [UInt8]) {
        text += more
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
            if let markup = text.withUnsafeBytes({ scanner.next(in: $0) }) {
                if let candidate = candidate(markup.kind, markup.range) { return candidate }
                continue
            }
            let start = scanner.start ?? text.count
            if isLast, scanner.kind == .startTag {
                scanner = MarkupScanner(from: text.count)
                return candidate(.startTag, start..<text.count)
            }
            drop(start)
            // An unclosed comment, or one that is too long, is searched like text.
            guard !text.isEmpty, isLast || text.count > longestToken else { return nil }
            drop(1)
            scanner = MarkupScanner()
        }
    }

    private func candidate(_ kind: MarkupScanner.Kind, _ range: Range<Int>) -> Candidate? {
        let isDeclaration = kind == .instruction && Self.isDeclaration(text[range])
        guard kind == .startTag || isDeclaration else { return nil }
        candidateStart = range.lowerBound
        return isDeclaration ? .document : .startTag(text[range])
    }

    private static func isDeclaration(_ instruction: ArraySlice<UInt8>) -> Bool {
        instruction.starts(with: "<?xml".utf8)
            && (instruction.dropFirst(5).first.map(XMLWhitespace.contains) ?? false)
    }

    // MARK: Going on

    /// The text from the last candidate on, which the parser gets again.
    func takeText() -> (text: [UInt8], place: TextPlace) {
        drop(candidateStart)
        defer {
            text = []
            scanner = MarkupScanner()
        }
        return (text, place)
    }

    /// The text that the parser gets before it goes on.
    ///
    /// - Parameter names: The names of the open elements, root first.
    /// - Returns: The prolog if it has a DOCTYPE, and a start tag for each name.
    func context(_ names: [String]) -> [UInt8] {
        // The line end separates the context from the text in messages that quote a line.
        (prolog ?? []) + names.flatMap { "<\($0)>".utf8 } + [0x0A]
    }

    /// Forgets a document after which another one begins at a place.
    func beginNextDocument(at place: TextPlace) {
        text = []
        scanner = MarkupScanner()
        self.place = place
        prolog = nil
        hasDoctype = false
    }
}
