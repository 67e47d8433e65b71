/// Parsed sentences like the Penn Treebank: deep nesting of bare, short tags.
///
/// There are no attributes and hardly any text: nearly all bytes are tags, so the cost of one element decides. The
/// depth of a sentence, counted with `FILE` and its words' own tags, is 4 to 36, and mostly below 15. Children with the
/// same name occur once, in pairs and in mixed order, and some elements have one child only.
struct TreebankDocument: DocumentShape {
    private static let depths = 4...36

    private var random = RandomText(seed: 4)

    let start = "<?xml version=\"1.0\"?>\n<FILE>\n"
    let end = "</FILE>\n"

    mutating func record(room: Int) -> String {
        // A deep sentence takes up to about three thousand bytes.
        sentence(depth: 2, limit: room > 3_000 ? sentenceLimit() : Self.depths.lowerBound)
    }

    /// The depth that a sentence reaches: the least of three numbers, so that deep sentences are rare.
    private mutating func sentenceLimit() -> Int {
        min(random.number(in: Self.depths), random.number(in: Self.depths), random.number(in: Self.depths))
    }

    // In all functions below, `depth` is the depth of the element they return, and no element in it is deeper than
    // `limit`. Each phrase passes its whole limit to one child, so that the sentence can reach it, and a small limit
    // to the others.

    private mutating func sentence(depth: Int, limit: Int) -> String {
        let hasDeepSubject = depth + 8 < limit && random.isOne(in: 6)
        let subjectLimit = hasDeepSubject ? limit : sideLimit(depth: depth, limit: limit)
        let subject = nounPhrase(depth: depth + 1, limit: subjectLimit)
        let predicateLimit = hasDeepSubject ? sideLimit(depth: depth, limit: limit) : limit
        let predicate = verbPhrase(depth: depth + 1, limit: predicateLimit)
        return element("S", subject + predicate + (depth == 2 ? "<_PERIOD_>.</_PERIOD_>\n" : ""))
    }

    private mutating func sideLimit(depth: Int, limit: Int) -> Int {
        min(limit, depth + random.number(in: 2...4))
    }

    private mutating func nounPhrase(depth: Int, limit: Int) -> String {
        let rest = limit - depth
        if rest >= 5, random.isOne(in: 3) {
            return element("NP", baseNounPhrase() + clause(depth: depth + 1, limit: limit))
        } else if rest >= 3, !random.isOne(in: 4) {
            return element("NP", baseNounPhrase() + prepositionalPhrase(depth: depth + 1, limit: limit))
        } else if rest >= 2, random.isOne(in: 3) {
            return element("NP", nounPhrase(depth: depth + 1, limit: limit))
        }
        return baseNounPhrase()
    }

    private mutating func baseNounPhrase() -> String {
        let words =
            switch random.number(below: 10) {
            case 0: word("PRP", Words.pronouns)
            case 1, 2: word("NNP", Words.names) + word("NNP", Words.names)
            case 3, 4: word("JJ", Words.adjectives) + word("NNS", Words.pluralNouns)
            case 5, 6:
                word("DT", Words.determiners) + word("JJ", Words.adjectives) + word("NN", Words.nouns)
                    + word("NN", Words.nouns)
            default: word("DT", Words.determiners) + word("NN", Words.nouns)
            }
        return element("NP", words)
    }

    private mutating func verbPhrase(depth: Int, limit: Int) -> String {
        if limit - depth >= 3, random.isOne(in: 3) {
            let modal = word("MD", Words.modals)
            let verb = word("VB", Words.plainVerbs)
            return element("VP", modal + element("VP", verb + complement(depth: depth + 2, limit: limit)))
        }
        return element("VP", word("VBD", Words.verbs) + complement(depth: depth + 1, limit: limit))
    }

    /// The elements after a verb.
    private mutating func complement(depth: Int, limit: Int) -> String {
        let rest = limit - depth
        if rest >= 4, random.isOne(in: 2) {
            return clause(depth: depth, limit: limit)
        } else if rest >= 2 {
            let object = nounPhrase(depth: depth, limit: limit)
            return random.isOne(in: 3) ? object + prepositionalPhrase(depth: depth, limit: depth + 2) : object
        } else if rest >= 1, random.isOne(in: 2) {
            return element("ADJP", word("RB", Words.adverbs) + word("JJ", Words.adjectives))
        }
        return rest >= 1 ? baseNounPhrase() : ""
    }

    private mutating func prepositionalPhrase(depth: Int, limit: Int) -> String {
        element("PP", word("IN", Words.prepositions) + nounPhrase(depth: depth + 1, limit: limit))
    }

    /// A subordinate clause; needs a limit of four levels below `depth`.
    private mutating func clause(depth: Int, limit: Int) -> String {
        let conjunction = random.isOne(in: 3) ? word("IN", Words.conjunctions) : ""
        return element("SBAR", conjunction + sentence(depth: depth + 1, limit: limit))
    }

    private mutating func word(_ tag: String, _ words: [String]) -> String {
        "<\(tag)>\(random.word(of: words))</\(tag)>\n"
    }

    private func element(_ name: String, _ content: String) -> String {
        "<\(name)>\n\(content)</\(name)>\n"
    }
}
