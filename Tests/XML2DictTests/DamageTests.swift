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

    private func damaged(_ document: [UInt8], _ random: inout RandomSource) -> [UInt8] {
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
            let bytes = damaged(generator.document().bytes, &random)
            let whole = outcome { () throws(XMLReaderError) in try XMLReader(options).read(.bytes(bytes)) }
            let inPieces = outcome { () throws(XMLReaderError) in
                var push = try XMLPushReader(options)
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = random.one(of: [1, 1, 2, 7, 40])
                    try push.feed(rest.prefix(count))
                    rest = rest.dropFirst(count)
                }
                return try push.finish()
            }
            #expect(inPieces == whole, "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }
}
