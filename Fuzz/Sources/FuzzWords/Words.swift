@testable import CommandLineTool

/// Words of a command line.
package enum Words {
    private static let hyphen = UInt8(ascii: "-"), equals = UInt8(ascii: "=")

    /// The words with low lines for hyphens in the names of flags, as far as it is sure that they are names.
    package static func withLowLines(_ words: [[UInt8]]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var isValue = false
        var areFlagsOver = false
        for word in words {
            let isSure = !isValue && !areFlagsOver && word.starts(with: [hyphen, hyphen])
            result.append(isSure ? withLowLines(word) : word)
            // A flag without `=` may have its value behind it.
            isValue = word.first == hyphen && !word.contains(equals)
            areFlagsOver = areFlagsOver || word == [hyphen, hyphen]
        }
        return result
    }

    private static func withLowLines(_ word: [UInt8]) -> [UInt8] {
        let name = word.dropFirst(2).prefix { $0 != equals }
        // What others call cdata_key is another flag than --cdata-key.
        guard !name.starts(with: "c".utf8) else { return word }
        return word.prefix(2) + name.map { $0 == hyphen ? UInt8(ascii: "_") : $0 } + word[name.endIndex...]
    }

    package static func shown(_ words: [[UInt8]]) -> String {
        words.map { "'" + Terminal.escape(String(decoding: $0, as: UTF8.self)) + "'" }.joined(separator: " ")
    }
}
