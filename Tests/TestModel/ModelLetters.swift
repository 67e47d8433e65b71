/// Text in which trimming keeps safe letters, such as the letters of a separator.
struct ModelLetters {
    private var letters: [(scalar: Unicode.Scalar, isSafe: Bool)] = []

    init() {}

    init(_ text: String, areSafe: Bool = false) {
        letters = text.unicodeScalars.map { ($0, areSafe) }
    }

    private init(_ letters: [(scalar: Unicode.Scalar, isSafe: Bool)]) {
        self.letters = letters
    }

    var text: String { String(scalars: letters.map(\.scalar)) }

    var isEmpty: Bool { letters.isEmpty }

    mutating func append(_ other: ModelLetters) {
        letters += other.letters
    }

    /// The text without white space at both ends.
    var trimmedAtEnds: ModelLetters { trimmedAtStart.trimmedAtEnd }
    var trimmedAtStart: ModelLetters { ModelLetters(Array(letters.drop(while: Self.isSpace))) }
    var trimmedAtEnd: ModelLetters { ModelLetters(letters.reversed().drop(while: Self.isSpace).reversed()) }

    /// The text with one space in place of each run of white space.
    var collapsed: ModelLetters {
        var result: [(scalar: Unicode.Scalar, isSafe: Bool)] = []
        var wasSpace = false
        for letter in letters {
            let isSpace = Self.isSpace(letter)
            if !isSpace { result.append(letter) }
            if isSpace, !wasSpace { result.append((" ", false)) }
            wasSpace = isSpace
        }
        return ModelLetters(result)
    }

    /// Whether a letter is white space (XML 1.0, production 3) that trimming may remove.
    private static func isSpace(_ letter: (scalar: Unicode.Scalar, isSafe: Bool)) -> Bool {
        !letter.isSafe && [" ", "\t", "\n", "\r"].contains(letter.scalar)
    }
}
