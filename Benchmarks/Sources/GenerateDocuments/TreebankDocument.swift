/// Parsed sentences in the manner of the Penn Treebank: deep nesting of bare, short tags.
///
/// There are no attributes and hardly any text: nearly all bytes are tags, so the cost of one element decides. The
/// depth of a sentence, counted with `FILE` and its words' own tags, is 4 to 36 at most, and mostly below 15; children
/// of one name come singly, in twos and in a mixed order; and there are chains of elements with one child.
struct TreebankDocument: DocumentShape {
    private static let deepest = 36
    private static let shallowest = 4

    private var random = SplitMix64(seed: 4)

    var end: StaticString { "</FILE>\n" }

    func appendStart(to text: inout TextBuffer) {
        text.append("<?xml version=\"1.0\"?>\n<FILE>\n")
    }

    mutating func appendRecord(to text: inout TextBuffer, room: Int) {
        // A deep sentence takes up to about three thousand bytes.
        appendSentence(depth: 2, limit: room > 3_000 ? sentenceLimit() : Self.shallowest, to: &text)
    }

    /// The depth a sentence reaches: the least of three draws, so that deep ones are rare.
    private mutating func sentenceLimit() -> Int {
        var limit = Self.deepest
        for _ in 0..<3 {
            limit = min(limit, random.number(in: Self.shallowest...Self.deepest))
        }
        return limit
    }

    // In all that follows, `depth` is the depth of the element that is appended, and nothing in it goes deeper than
    // `limit`. Each phrase gives its whole limit to one child, so that the sentence can reach
    // it, and little to the others.

    private mutating func appendSentence(depth: Int, limit: Int, to text: inout TextBuffer) {
        text.append("<S>\n")
        if depth + 8 < limit, random.isOne(in: 6) {
            appendNounPhrase(depth: depth + 1, limit: limit, to: &text)
            appendVerbPhrase(depth: depth + 1, limit: sideLimit(depth: depth, limit: limit), to: &text)
        } else {
            appendNounPhrase(depth: depth + 1, limit: sideLimit(depth: depth, limit: limit), to: &text)
            appendVerbPhrase(depth: depth + 1, limit: limit, to: &text)
        }
        if depth == 2 {
            text.append("<_PERIOD_>.</_PERIOD_>\n")
        }
        text.append("</S>\n")
    }

    private mutating func sideLimit(depth: Int, limit: Int) -> Int {
        min(limit, depth + random.number(in: 2...4))
    }

    private mutating func appendNounPhrase(depth: Int, limit: Int, to text: inout TextBuffer) {
        let rest = limit - depth
        text.append("<NP>\n")
        if rest >= 5, random.isOne(in: 3) {
            appendBaseNounPhrase(to: &text)
            appendClause(depth: depth + 1, limit: limit, to: &text)
        } else if rest >= 3, !random.isOne(in: 4) {
            appendBaseNounPhrase(to: &text)
            appendPrepositionalPhrase(depth: depth + 1, limit: limit, to: &text)
        } else if rest >= 2, random.isOne(in: 3) {
            appendNounPhrase(depth: depth + 1, limit: limit, to: &text)
        } else {
            appendNouns(to: &text)
        }
        text.append("</NP>\n")
    }

    private mutating func appendBaseNounPhrase(to text: inout TextBuffer) {
        text.append("<NP>\n")
        appendNouns(to: &text)
        text.append("</NP>\n")
    }

    private mutating func appendNouns(to text: inout TextBuffer) {
        switch random.number(below: 10) {
        case 0:
            append("<PRP>", Vocabulary.pronouns, "</PRP>\n", to: &text)
        case 1, 2:
            append("<NNP>", Vocabulary.names, "</NNP>\n", to: &text)
            append("<NNP>", Vocabulary.names, "</NNP>\n", to: &text)
        case 3, 4:
            append("<JJ>", Vocabulary.adjectives, "</JJ>\n", to: &text)
            append("<NNS>", Vocabulary.pluralNouns, "</NNS>\n", to: &text)
        case 5, 6:
            append("<DT>", Vocabulary.determiners, "</DT>\n", to: &text)
            append("<JJ>", Vocabulary.adjectives, "</JJ>\n", to: &text)
            append("<NN>", Vocabulary.nouns, "</NN>\n", to: &text)
            append("<NN>", Vocabulary.nouns, "</NN>\n", to: &text)
        default:
            append("<DT>", Vocabulary.determiners, "</DT>\n", to: &text)
            append("<NN>", Vocabulary.nouns, "</NN>\n", to: &text)
        }
    }

    private mutating func appendVerbPhrase(depth: Int, limit: Int, to text: inout TextBuffer) {
        let rest = limit - depth
        text.append("<VP>\n")
        if rest >= 3, random.isOne(in: 3) {
            append("<MD>", Vocabulary.modals, "</MD>\n", to: &text)
            appendPlainVerbPhrase(depth: depth + 1, limit: limit, to: &text)
        } else {
            append("<VBD>", Vocabulary.verbs, "</VBD>\n", to: &text)
            appendComplement(depth: depth + 1, limit: limit, to: &text)
        }
        text.append("</VP>\n")
    }

    private mutating func appendPlainVerbPhrase(depth: Int, limit: Int, to text: inout TextBuffer) {
        text.append("<VP>\n")
        append("<VB>", Vocabulary.plainVerbs, "</VB>\n", to: &text)
        appendComplement(depth: depth + 1, limit: limit, to: &text)
        text.append("</VP>\n")
    }

    /// What follows a verb.
    private mutating func appendComplement(depth: Int, limit: Int, to text: inout TextBuffer) {
        let rest = limit - depth
        if rest >= 4, random.isOne(in: 2) {
            appendClause(depth: depth, limit: limit, to: &text)
        } else if rest >= 2 {
            appendNounPhrase(depth: depth, limit: limit, to: &text)
            if random.isOne(in: 3) {
                appendPrepositionalPhrase(depth: depth, limit: depth + 2, to: &text)
            }
        } else if rest >= 1, random.isOne(in: 2) {
            text.append("<ADJP>\n")
            append("<RB>", Vocabulary.adverbs, "</RB>\n", to: &text)
            append("<JJ>", Vocabulary.adjectives, "</JJ>\n", to: &text)
            text.append("</ADJP>\n")
        } else if rest >= 1 {
            appendBaseNounPhrase(to: &text)
        }
    }

    private mutating func appendPrepositionalPhrase(depth: Int, limit: Int, to text: inout TextBuffer) {
        text.append("<PP>\n")
        append("<IN>", Vocabulary.prepositions, "</IN>\n", to: &text)
        appendNounPhrase(depth: depth + 1, limit: limit, to: &text)
        text.append("</PP>\n")
    }

    /// A subordinate clause; needs a limit of four levels below `depth`.
    private mutating func appendClause(depth: Int, limit: Int, to text: inout TextBuffer) {
        text.append("<SBAR>\n")
        if random.isOne(in: 3) {
            append("<IN>", Vocabulary.conjunctions, "</IN>\n", to: &text)
        }
        appendSentence(depth: depth + 1, limit: limit, to: &text)
        text.append("</SBAR>\n")
    }

    private mutating func append(
        _ start: StaticString,
        _ words: [StaticString],
        _ end: StaticString,
        to text: inout TextBuffer
    ) {
        text.append(start)
        text.append(random.element(of: words))
        text.append(end)
    }
}
