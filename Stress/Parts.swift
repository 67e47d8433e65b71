// Documents that several threads read in parts.

import TestModel
import TestSupport
import XML2Dict

extension Trial {
    static let parts = [
        Trial("PARALLEL-SAME: A random document is the same in parts", documentCount, isRandom: true, quick: 150) {
            seed in
            let (document, options) = document(seed)
            return differentParts(document.bytes, options, seed)
        },
        Trial("PARALLEL-SAME: A damaged document is the same error in parts", documentCount, isRandom: true, quick: 150)
        { seed in
            let (bytes, options) = damagedDocument(seed)
            return differentParts(bytes, options, seed)
        },
        Trial("PARALLEL-SAME: A document damaged anywhere is the same in parts", 2 * long.count, quick: 60) { number in
            var bytes = long
            let place = number / 2
            if number.isMultiple(of: 2) {
                bytes[place] = [UInt8(ascii: "<"), 0xFF, UInt8(ascii: "&")][place % 3]
            } else {
                bytes.removeSubrange(place...)
            }
            return differentParts(bytes, .init(), number, at: "item", sizes: [64])
        },
    ]

    /// A document of about twenty parts of 64 bytes.
    private static let long = Array(
        ("<rss><channel>" + (0..<40).map { "\n<item n=\"\($0)\"><b>\u{E9}</b> t</item>" }.joined()
            + "\n</channel></rss>")
            .utf8
    )

    /// Compares readings of a document, or of its records, by one thread and in parts.
    static func differentParts(
        _ bytes: [UInt8],
        _ options: XMLOptions,
        _ seed: Int,
        at path: XMLPath? = nil,
        sizes: [Int] = [1, 1, 7, 64]
    ) -> String? {
        var random = RandomSource(seed: seed, for: .parts)
        let size = random.one(of: sizes), threads = random.one(of: [2, 3, 5])
        let anyPath = XMLPath(unchecked: random.one(of: ["item", "a/*", "/*", "*/*/*", "x:item", "/*/a", "*", "@id"]))
        var recordOptions = options
        recordOptions.select = []
        for reading in [
            PartedReading(bytes: bytes, options), PartedReading(bytes: bytes, recordOptions, at: path ?? anyPath),
        ] {
            let alone = reading.alone, inParts = reading.inParts(threads: threads, of: size)
            guard inParts != alone else { continue }
            return "\(threads) threads, \(size) bytes: \(shown(bytes))\none thread: \(alone)\nin parts: \(inParts)"
        }
        return nil
    }
}
