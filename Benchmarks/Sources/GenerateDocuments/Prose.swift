/// Puts words together to text that has the word lengths of English.
struct Prose {
    /// The kinds of words in the order they follow each other; any stretch of it will do for a text.
    private let pattern: [[StaticString]] = [
        Vocabulary.determiners, Vocabulary.adjectives, Vocabulary.nouns, Vocabulary.verbs, Vocabulary.prepositions,
        Vocabulary.determiners, Vocabulary.nouns, Vocabulary.conjunctions, Vocabulary.pronouns, Vocabulary.adverbs,
        Vocabulary.verbs, Vocabulary.determiners, Vocabulary.adjectives, Vocabulary.pluralNouns,
        Vocabulary.prepositions, Vocabulary.names,
    ]

    /// One word in so many is a foreign one.
    private let wordsPerForeignWord: Int

    init(wordsPerForeignWord: Int) {
        self.wordsPerForeignWord = wordsPerForeignWord
    }

    /// Appends words with spaces between them, and no mark at the end.
    func append(words: Int, to text: inout TextBuffer, random: inout SplitMix64) {
        var place = random.number(below: pattern.count)
        for index in 0..<words {
            if index > 0 {
                text.appendSpace()
            }
            if random.isOne(in: wordsPerForeignWord) {
                text.append(random.element(of: Vocabulary.foreignWords))
            } else {
                text.append(random.element(of: pattern[place]))
            }
            place = place + 1 < pattern.count ? place + 1 : 0
        }
    }

    func append(words range: ClosedRange<Int>, to text: inout TextBuffer, random: inout SplitMix64) {
        append(words: random.number(in: range), to: &text, random: &random)
    }
}
