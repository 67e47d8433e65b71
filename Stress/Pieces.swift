// Documents that arrive in pieces, end too early, or are damaged.

import TestModel
import XML2Dict

extension Trial {
    static let pieces = [
        Trial("CHUNK-INVARIANT: A random document is the same for every cut", documentCount, quick: 5) { seed in
            let (document, options) = document(seed)
            return try differentCut(document.bytes, options)
        },
        Trial("CHUNK-INVARIANT: A damaged document is the same for every cut", documentCount, quick: 5) { seed in
            let (bytes, options) = damagedDocument(seed)
            return try differentCut(bytes, options)
        },
        Trial("NO-CRASH: A damaged document is one value or error, also in pieces", documentCount, quick: 400) {
            try differentPieces($0)
        },
        Trial("Each prefix of a random document is an error with its position", documentCount, quick: 10) {
            try unnoticedEnd($0)
        },
        Trial("NO-SILENT-LOSS: An unknown reference anywhere is an error that names it", 20 * documentCount, quick: 400)
        {
            lostReference($0)
        },
        Trial("PROMPT: Each piece delivers the records that it completes", documentCount, quick: 60) {
            try delayedRecord($0)
        },
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

    /// A random document with a few bytes changed, left out or put in, and its options.
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

    /// A value as JSON, or all that an error says.
    ///
    /// The excerpt depends on the pieces, so it is included only if `excerpt` is true.
    static func outcome(excerpt: Bool = false, _ read: () throws(XMLReaderError) -> XMLValue) -> String {
        do throws(XMLReaderError) {
            return try read().json(.compact)
        } catch {
            let line = error.line ?? -1, column = error.column ?? -1, byteOffset = error.byteOffset ?? -1
            let text = "\(error.code) at \(line):\(column), byte \(byteOffset), in \(error.path): \(error.message)"
            return excerpt ? text + "\n\(error.excerpt ?? "")\n\(error.caret ?? -1)" : text
        }
    }

    /// Before and after the root, libexpat may report another byte of the same error.
    static func isOutside(_ outcome: String) -> Bool { outcome.contains(", in : ") }

    static func whole(_ bytes: some Collection<UInt8> & Sendable, _ options: XMLOptions, excerpt: Bool = false)
        -> String
    {
        outcome(excerpt: excerpt) { () throws(XMLReaderError) in try XMLReader(options).read(.bytes(bytes)) }
    }

    /// The outcome of pieces with the sizes that a function returns.
    static func pushed(
        _ bytes: [UInt8],
        _ options: XMLOptions,
        excerpt: Bool = false,
        size: () -> Int
    ) -> String {
        outcome(excerpt: excerpt) { () throws(XMLReaderError) in
            var push = try XMLPushReader(options)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = size()
                try push.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            return try push.finish()
        }
    }

    private static func differentCut(_ bytes: [UInt8], _ options: XMLOptions) throws -> String? {
        let whole = whole(bytes, options)
        // A long document is cut at every seventh byte.
        for cut in stride(from: 1, to: bytes.count, by: bytes.count > 1_500 ? 7 : 1) {
            var sizes = [bytes.count, cut]
            let cutInTwo = pushed(bytes, options) { sizes.popLast() ?? bytes.count }
            if cutInTwo != whole { return "cut at byte \(cut) of \(shown(bytes))\nwhole: \(whole)\ncut: \(cutInTwo)" }
        }
        return nil
    }

    private static func differentPieces(_ seed: Int) throws -> String? {
        let (bytes, options) = damagedDocument(seed)
        let whole = whole(bytes, options)
        var random = RandomSource(seed: seed, for: .pieces)
        let inPieces = pushed(bytes, options) { random.one(of: [1, 1, 2, 7, 40]) }
        if inPieces != whole { return "\(shown(bytes))\nwhole: \(whole)\nin pieces: \(inPieces)" }
        // A source line is complete, or left out.
        let size = [1, 2, 3, 7, 64, 1_000][seed % 6]
        let line = pushed(bytes, options, excerpt: true) { size }
        if line == self.whole(bytes, options, excerpt: true) || line == whole + "\n\n-1" { return nil }
        if isOutside(whole), isOutside(line) { return nil }
        return "\(shown(bytes))\nthe source line in pieces of \(size): \(line)"
    }

    /// A start of a document that is accepted, or whose error has no place.
    private static func unnoticedEnd(_ seed: Int) throws -> String? {
        let (document, options) = document(seed)
        let bytes = document.bytes
        guard (try? XMLReader(options).read(.bytes(bytes))) != nil else { return nil }
        for count in 0..<document.rootEnd {
            do throws(XMLReaderError) {
                _ = try XMLReader(options).read(.bytes(bytes[..<count]))
                return "the first \(count) bytes are accepted of \(shown(bytes))"
            } catch {
                let hasPlace = (error.line ?? 0) >= 1 && (error.column ?? 0) >= 1 && error.byteOffset != nil
                guard hasPlace, !error.message.isEmpty else {
                    return "\(error) for the first \(count) of \(shown(bytes))"
                }
            }
        }
        return nil
    }

    // MARK: References

    /// A reference that takes the place of a text and leaves neither itself nor an error.
    private static func lostReference(_ seed: Int) -> String? {
        let (document, options) = document(seed / 20)
        let bytes = document.bytes
        var random = RandomSource(seed: seed, for: .edits)
        let place = random.number(below: bytes.count)
        func outcome(_ text: String) -> String {
            whole(bytes[..<place] + Array(text.utf8) + bytes[place...], options)
        }
        // Only text that is delivered can be lost.
        guard outcome("xyzzy").contains("xyzzy") else { return nil }
        guard
            let value = try? XMLReader(options).read(.bytes(bytes[..<place] + Array("&xyzzy;".utf8) + bytes[place...]))
        else { return nil }
        // In a comment or a CDATA section, it is text.
        let found = value.json(.compact)
        return found.contains("&xyzzy;") ? nil : "at byte \(place) of \(shown(bytes)): \(found)"
    }

    // MARK: Records

    /// A record that does not come with the piece that completes it.
    ///
    /// The pieces are so long that no tag arrives in more than 32 of them.
    private static func delayedRecord(_ seed: Int) throws -> String? {
        var (document, options) = document(seed)
        options.select = []
        let bytes = document.bytes, size = 16 + seed % 7
        let paths: [XMLPath] = ["*/*", "item", "/*/a"]
        let path = paths[seed % paths.count]
        guard bytes.count < 2_000, var push = try? XMLPushRecords(at: path, options) else { return nil }
        var delivered = 0
        for start in stride(from: 0, to: bytes.count, by: size) {
            let end = min(start + size, bytes.count)
            guard (try? push.feed(bytes[start..<end])) != nil else { return nil }
            while let record = try? push.next() {
                _ = record as XMLValue
                delivered += 1
            }
            let complete = recordCount(bytes[..<end], at: path, options)
            guard delivered == complete else {
                return "\(delivered) of \(complete) records at \(path) after \(shown(bytes[..<end]))"
            }
        }
        return nil
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
