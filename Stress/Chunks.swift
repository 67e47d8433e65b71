// Documents that arrive in chunks, or are truncated or damaged.

import TestModel
import TestSupport
import XML2Dict

extension Trial {
    static let chunks = [
        Trial(
            "CHUNK-INVARIANT: A random document is the same for every cut",
            documentCount,
            isRandom: true,
            quick: 5,
            seeing: ["value": 0.25]
        ) { seed in
            let (document, options) = document(seed)
            return differentCut(document.bytes, options)
        },
        Trial(
            "CHUNK-INVARIANT: A damaged document is the same for every cut",
            documentCount,
            isRandom: true,
            quick: 5,
            seeing: ["value": 0.04, "error": 0.25]
        ) { seed in
            let (bytes, options) = damagedDocument(seed)
            return differentCut(bytes, options)
        },
        Trial(
            "NO-CRASH: A damaged document is one value or error, even in chunks",
            documentCount,
            isRandom: true,
            quick: 400,
            seeing: ["value": 0.04, "error": 0.25, "source line": 0.25]
        ) { differentChunks($0) },
        Trial(
            "Each prefix of a random document is an error with its position",
            documentCount,
            isRandom: true,
            quick: 10,
            seeing: ["compared": 0.25]
        ) { unnoticedEnd($0) },
        Trial(
            "NO-SILENT-LOSS: An unknown reference anywhere is an error that names it",
            20 * documentCount,
            isRandom: true,
            quick: 400,
            seeing: ["error": 0.04, "text": 0.001]
        ) { lostReference($0) },
        Trial(
            "PROMPT: Each chunk delivers the records that it completes",
            documentCount,
            isRandom: true,
            quick: 60,
            seeing: ["record": 0.03]
        ) { delayedRecord($0) },
    ]

    // MARK: Damage

    /// Markup, and bytes that are invalid in XML.
    private static let insertions: [[UInt8]] =
        [
            "<", ">", "&", ";", "'", "\"", "/", "!", "?", "[", "]", "]]>", "-->", "<!--", "<![CDATA[", "&#0;",
            "&#xD800;", "&e0;", "%p;",
            "<!DOCTYPE a [", "<a>", "</a>", "<?xml version='1.0' encoding='utf-16'?>", "\u{FEFF}", "\0", "\u{FFFE}",
        ]
        .map { Array($0.utf8) } + [
            [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFE], [0xE2, 0x82],
        ]

    /// A random document with a few bytes changed, removed or inserted, and its options.
    static func damagedDocument(_ seed: Int) -> (bytes: [UInt8], options: XMLOptions) {
        let (document, options) = document(seed)
        var random = RandomSource(seed: seed, for: .damage)
        var bytes = document.bytes
        for _ in 0..<random.one(of: [1, 1, 2, 5]) {
            let place = random.number(below: bytes.count + 1)
            switch random.number(below: 5) {
            case 0 where place < bytes.count: bytes[place] = UInt8(random.number(below: 256))
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.number(below: 20)))
            case 3: bytes.removeSubrange(place...)
            default: bytes.insert(contentsOf: random.one(of: insertions), at: place)
            }
        }
        return (bytes, options)
    }

    // MARK: Outcomes

    static func whole(_ bytes: some Collection<UInt8> & Sendable, _ options: XMLOptions) -> Outcome {
        Outcome { () throws(XMLError) in try XMLReader(options).read(.bytes(bytes)) }
    }

    /// The outcome of reading a document in chunks, whose sizes a function returns.
    static func pushed(_ bytes: [UInt8], _ options: XMLOptions, size: () -> Int) -> Outcome {
        Outcome { () throws(XMLError) in
            try XMLPushReader.read(bytes, options, inChunksOf: size())
        }
    }

    private static func differentCut(_ bytes: [UInt8], _ options: XMLOptions) -> Verdict {
        let whole = whole(bytes, options)
        // A long document is cut at every seventh byte.
        for cut in stride(from: 1, to: bytes.count, by: bytes.count > 1_500 ? 7 : 1) {
            var sizes = [bytes.count, cut]
            let cutInTwo = pushed(bytes, options) { sizes.popLast() ?? bytes.count }
            guard whole.isSame(inChunks: cutInTwo) else {
                return .fails("cut at byte \(cut) of \(shown(bytes))\nwhole: \(whole.shown)\ncut: \(cutInTwo.shown)")
            }
        }
        return bytes.count > 1 ? .holds([whole.word]) : .nothing
    }

    private static func differentChunks(_ seed: Int) -> Verdict {
        let (bytes, options) = damagedDocument(seed)
        let whole = whole(bytes, options)
        var random = RandomSource(seed: seed, for: .chunks)
        var seen: Set = [whole.word]
        let size = [1, 2, 3, 7, 64, 1_000][seed % 6]
        for chunks in [pushed(bytes, options) { random.one(of: [1, 1, 2, 7, 40]) }, pushed(bytes, options) { size }] {
            guard whole.isSame(inChunks: chunks) else {
                return .fails("\(shown(bytes))\nwhole: \(whole.shown)\nin chunks, one of \(size): \(chunks.shown)")
            }
            if chunks.error?.excerpt != nil { seen.insert("source line") }
        }
        return .holds(seen)
    }

    /// Finds a prefix of a document that the reader accepts, or refuses without a position.
    private static func unnoticedEnd(_ seed: Int) -> Verdict {
        let (document, options) = document(seed)
        let bytes = document.bytes
        guard whole(bytes, options).error == nil else { return .nothing }
        for count in 0..<document.rootEnd {
            guard let error = whole(bytes[..<count], options).error else {
                return .fails("the first \(count) bytes are accepted of \(shown(bytes))")
            }
            guard error.hasPlace else { return .fails("\(error) for the first \(count) of \(shown(bytes))") }
        }
        return .compared
    }

    // MARK: References

    /// Finds a reference that is lost without an error, although the reader delivers a text in its position.
    private static func lostReference(_ seed: Int) -> Verdict {
        let (document, options) = document(seed / 20)
        let bytes = document.bytes
        var random = RandomSource(seed: seed, for: .edits)
        let place = random.number(below: bytes.count)
        func outcome(_ text: String) -> Outcome {
            whole(bytes[..<place] + Array(text.utf8) + bytes[place...], options)
        }
        // Only delivered text can be lost.
        guard case .success(let text) = outcome("xyzzy"), text.contains("xyzzy") else { return .nothing }
        switch outcome("&xyzzy;") {
        // In a name, the reference is malformed.
        case .failure(let error) where error.code == .malformed: return .nothing
        case .failure(let error):
            let isNamed = error.code == .entity && error.words.description.contains("xyzzy")
            return isNamed ? .holds(["error"]) : .fails("at byte \(place) of \(shown(bytes)): \(error)")
        // In a comment or a CDATA section, the reference is text.
        case .success(let found):
            if found.contains("&xyzzy;") { return .holds(["text"]) }
            return .fails("at byte \(place) of \(shown(bytes)): \(found)")
        }
    }

    // MARK: Records

    /// Finds a record that does not arrive with the chunk that completes it.
    ///
    /// No tag arrives in more than 32 of these chunks, because the reader may delay such a tag (`FeedBudget`).
    private static func delayedRecord(_ seed: Int) -> Verdict {
        var (document, options) = document(seed)
        options.select = []
        let bytes = document.bytes, size = 16 + seed % 7
        let paths: [XMLPath] = ["*/*", "item", "/*/a"]
        let path = paths[seed % paths.count]
        guard bytes.count < 2_000, var push = try? XMLPushRecords(at: path, options) else { return .nothing }
        var delivered = 0
        for start in stride(from: 0, to: bytes.count, by: size) {
            let end = min(start + size, bytes.count)
            guard (try? push.feed(bytes[start..<end])) != nil else { break }
            while let record = try? push.next() {
                _ = record as XMLValue
                delivered += 1
            }
            let complete = recordCount(bytes[..<end], at: path, options)
            guard delivered == complete else {
                return .fails("\(delivered) of \(complete) records at \(path) after \(shown(bytes[..<end]))")
            }
        }
        return delivered > 0 ? .holds(["record"]) : .nothing
    }

    /// The number of records before the end of a document, or before its error.
    private static func recordCount(_ bytes: ArraySlice<UInt8>, at path: XMLPath, _ options: XMLOptions) -> Int {
        guard var records = try? XMLReader(options).records(at: path, in: .bytes(bytes)) else { return 0 }
        var count = 0
        while let record = try? records.next() {
            _ = record as XMLValue
            count += 1
        }
        return count
    }
}

/// The JSON of a value, or an error.
typealias Outcome = Result<String, XMLError>

extension Result where Success == String, Failure == XMLError {
    init(_ read: () throws(XMLError) -> XMLValue) {
        self = Result<XMLValue, XMLError>(catching: read).map { $0.json(.compact) }
    }

    var error: XMLError? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// The word that a case reports for this outcome.
    var word: String { error == nil ? "value" : "error" }

    /// The JSON, or the whole error.
    var shown: String {
        switch self {
        case .success(let json): json
        case .failure(let error):
            """
            \(error.code) at \(error.line ?? -1):\(error.column ?? -1), byte \(error.byteOffset ?? -1), \
            in \(error.path): \(error.words.description) [\(error.excerpt ?? "") | \(error.caret ?? -1)]
            """
        }
    }

    /// Whether a document with this outcome may have the other outcome when it arrives in chunks.
    func isSame(inChunks other: Self) -> Bool {
        guard case .failure(let whole) = self, case .failure(let chunks) = other else { return self == other }
        return whole.isSame(inOtherChunks: chunks)
    }
}

extension XMLError {
    /// Whether the error has a position and a message.
    var hasPlace: Bool {
        (line ?? 0) >= 1 && (column ?? 0) >= 1 && byteOffset != nil && !message.isEmpty
    }
}
