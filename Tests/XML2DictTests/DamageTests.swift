// Random documents that are damaged: whatever comes, it is a value or an error, and the same one however it comes.

import Testing
import XML2Dict

@Suite("Damaged documents")
struct DamageTests {
    /// What stands in XML with a meaning, and what cannot stand there.
    private static let pieces: [[UInt8]] =
        [
            "<", ">", "&", ";", "'", "\"", "/", "!", "?", "[", "]", "]]>", "-->", "<!--", "<![CDATA[", "&#0;",
            "&#xD800;", "&e0;", "%p;",
            "<!DOCTYPE a [", "<a>", "</a>", "<?xml version='1.0' encoding='utf-16'?>", "\u{FEFF}", "\0", "\u{FFFE}",
        ]
        .map { Array($0.utf8) } + [
            [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFE], [0xE2, 0x82],
        ]

    static func damaged(_ document: [UInt8], _ random: inout RandomSource) -> [UInt8] {
        var bytes = document
        for _ in 0..<random.one(of: [1, 1, 2, 5]) {
            let place = random.number(below: bytes.count + 1)
            switch random.number(below: 5) {
            case 0 where place < bytes.count: bytes[place] = UInt8(random.number(below: 256))
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.number(below: 20)))
            case 3: bytes.removeSubrange(place...)
            default: bytes.insert(contentsOf: random.one(of: Self.pieces), at: place)
            }
        }
        return bytes
    }

    /// A value as JSON, or all that an error says but for the excerpt, which is what had come of the line.
    private func outcome(_ read: () throws(XMLReaderError) -> XMLValue) -> String {
        do throws(XMLReaderError) {
            return try read().json(.compact)
        } catch {
            let line = error.line ?? -1, column = error.column ?? -1, byteOffset = error.byteOffset ?? -1
            return "\(error.code) at \(line):\(column), byte \(byteOffset), in \(error.path): \(error.message)"
        }
    }

    /// The source line of a document's error with a mark at its place; `nil` without an error.
    private func line(_ read: () throws(XMLReaderError) -> XMLValue) -> (isError: Bool, line: String?) {
        do throws(XMLReaderError) {
            _ = try read()
            return (false, nil)
        } catch {
            guard let excerpt = error.excerpt, let caret = error.caret else { return (true, nil) }
            return (true, "\(caret): \(excerpt)")
        }
    }

    /// Reads a document in pieces of the sizes that a function returns.
    private static func read(
        _ bytes: [UInt8],
        _ options: XMLOptions,
        inPieces size: () -> Int
    ) throws(XMLReaderError) -> XMLValue {
        var push = try XMLPushReader(options)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = size()
            try push.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return try push.finish()
    }

    @Test("A source line is the same for all chunks, or left out", arguments: [1, 2, 3, 7, 64, 1000])
    func excerpts(size: Int) {
        var shownCount = 0
        for seed in 0..<400 {
            let options = OptionSets.options(set: seed % OptionSets.numbers.count, seed: seed)
            var random = RandomSource(seed: seed, for: .damage)
            var generator = DocumentGenerator(seed: seed, for: options.input.entities)
            let bytes = Self.damaged(generator.document().bytes, &random)
            let whole = line { () throws(XMLReaderError) in try XMLReader(options).read(.bytes(bytes)) }
            let inPieces = line { () throws(XMLReaderError) in try Self.read(bytes, options, inPieces: { size }) }
            let text = String(decoding: bytes, as: UTF8.self).debugDescription
            #expect(inPieces.isError == whole.isError, "seed \(seed): \(text)")
            if let line = inPieces.line {
                #expect(line == whole.line, "seed \(seed): \(text)")
                shownCount += 1
            }
        }
        #expect(shownCount > 20)
    }

    @Test(
        "NO-CRASH: Damaged documents give one value or error, whole and in pieces",
        arguments: OptionSets.numbers
    )
    func damage(set: Int) {
        for number in 0..<25 {
            let seed = number * OptionSets.numbers.count + set
            let options = OptionSets.options(set: set, seed: seed)
            var random = RandomSource(seed: seed, for: .damage)
            var generator = DocumentGenerator(seed: seed, for: options.input.entities)
            let bytes = Self.damaged(generator.document().bytes, &random)
            let whole = outcome { () throws(XMLReaderError) in try XMLReader(options).read(.bytes(bytes)) }
            let inPieces = outcome { () throws(XMLReaderError) in
                try Self.read(bytes, options) { random.one(of: [1, 1, 2, 7, 40]) }
            }
            #expect(inPieces == whole, "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }
}
