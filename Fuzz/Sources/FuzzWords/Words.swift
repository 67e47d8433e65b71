@testable import CommandLineTool

/// Words of a command line.
package enum Words {
    private static let hyphen = UInt8(ascii: "-"), equals = UInt8(ascii: "=")

    /// The words with underscores in place of hyphens in names of flags, if the words are certainly flags.
    package static func withUnderscores(_ words: [[UInt8]]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var isValue = false
        var areFlagsOver = false
        for word in words {
            let isSure = !isValue && !areFlagsOver && word.starts(with: [hyphen, hyphen])
            result.append(isSure ? withUnderscores(word) : word)
            // The value of a flag without `=` may be the next word.
            isValue = word.first == hyphen && !word.contains(equals)
            areFlagsOver = areFlagsOver || word == [hyphen, hyphen]
        }
        return result
    }

    private static func withUnderscores(_ word: [UInt8]) -> [UInt8] {
        let name = word.dropFirst(2).prefix { $0 != equals }
        // cdata_key is xmltodict's name of another flag than --cdata-key.
        guard !name.starts(with: "c".utf8) else { return word }
        return word.prefix(2) + name.map { $0 == hyphen ? UInt8(ascii: "_") : $0 } + word[name.endIndex...]
    }

    package static func shown(_ words: [[UInt8]]) -> String {
        words.map { "'" + Terminal.escape(String(decoding: $0, as: UTF8.self)) + "'" }.joined(separator: " ")
    }
}
