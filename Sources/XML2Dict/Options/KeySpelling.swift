/// Turns names of a document into keys, in the style of the options.
///
/// Characters that are neither letters nor digits separate words. A word also begins at the `B` of `aB`, `1B` and
/// `ABc`:
///
///     media:thumbnailURL    media│thumbnail│URL     media_thumbnail_url     mediaThumbnailUrl
///     HTTPServer2-name      HTTP│Server2│name       http_server2_name       httpServer2Name
///
/// Underscores at the beginning stay. A name without words does not change.
package enum KeySpelling {
    package static func spell(_ name: String, _ style: XMLOptions.KeyStyle) -> String {
        switch style {
        case .keep: return name
        case .lower: return name.lowercased()
        case .snake: return join(name) { words in words.map { $0.lowercased() }.joined(separator: "_") }
        case .camel:
            return join(name) { words in
                (words.first?.lowercased() ?? "") + words.dropFirst().map(capitalized).joined()
            }
        }
    }

    private static func join(_ name: String, _ body: ([String]) -> String) -> String {
        let start = name.prefix { $0 == "_" }
        let words = words(of: name.dropFirst(start.count))
        return words.isEmpty ? name : start + body(words)
    }

    private static func capitalized(_ word: String) -> String {
        guard let first = word.unicodeScalars.first else { return word }
        return first.properties.titlecaseMapping + String(word.unicodeScalars.dropFirst()).lowercased()
    }

    private static func words(of name: Substring) -> [String] {
        let scalars = Array(name.unicodeScalars)
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            guard isInWord(scalar) else {
                if !word.isEmpty { words.append(String(word)) }
                word = .init()
                continue
            }
            if let last = word.last, scalar.properties.isUppercase {
                let isNextSmall = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
                if !last.properties.isUppercase || isNextSmall {
                    words.append(String(word))
                    word = .init()
                }
            }
            word.append(scalar)
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }

    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
