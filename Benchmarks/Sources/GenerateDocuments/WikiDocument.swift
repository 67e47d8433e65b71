/// An encyclopaedia in the manner of a MediaWiki export: few elements, long texts.
///
/// Nearly all bytes are the text of the articles: long lines of wiki markup with references such as `&lt;ref&gt;`
/// and `&quot;` in them. A parser reports such a text in many pieces, one for every line, line end and reference.
struct WikiDocument: DocumentShape {
    private static let lineStarts: [StaticString] = [
        "", "", "", "", "", "* ", "* ", "# ", ": ", "| ",
    ]

    /// What stands between two stretches of plain words, and how it ends.
    private static let marks: [(start: StaticString, end: StaticString)] = [
        (" [[", "]] "), (" [[", "]], "), (" [[", "]] "), (" '''", "''' "), (" ''", "'' "), (" (", ") "),
        (" {{lang|fr|", "}} "), (". ", ", "), (", ", ". "), (" [[", "|here]] "), (" – ", " – "), (". ", ". "),
    ]

    private let prose = Prose(wordsPerForeignWord: 50)
    private var random = SplitMix64(seed: 3)
    private var pageNumber = 10
    private var revisionNumber = 200_000_000
    private var article = TextBuffer(capacity: 64 * 1024)
    /// How many bytes the article has less when its references are replaced by the characters they stand for.
    private var savedByReferences = 0

    var end: StaticString { "</mediawiki>\n" }

    func appendStart(to text: inout TextBuffer) {
        text.append(
            """
            <mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
              <siteinfo>
                <sitename>Example Wiki</sitename>
                <dbname>examplewiki</dbname>
                <case>first-letter</case>
              </siteinfo>

            """
        )
    }

    mutating func appendRecord(to text: inout TextBuffer, room: Int) {
        // The tags of a page are about 700 bytes.
        makeArticle(size: min(random.number(in: 2_000...40_000), max(room - 700, 100)))
        pageNumber += random.number(in: 1...5)
        text.append("  <page>\n    <title>")
        prose.append(words: 1...4, to: &text, random: &random)
        text.append("</title>\n    <ns>0</ns>\n    <id>")
        text.append(decimal: pageNumber)
        text.append("</id>\n")
        appendRevision(to: &text)
        text.append("  </page>\n")
    }

    private mutating func appendRevision(to text: inout TextBuffer) {
        revisionNumber += random.number(in: 1...999)
        text.append("    <revision>\n      <id>")
        text.append(decimal: revisionNumber)
        text.append("</id>\n      <timestamp>")
        Timestamp(random: &random).appendInternet(to: &text)
        text.append("</timestamp>\n      <contributor>\n        <username>")
        text.append(random.element(of: Vocabulary.names))
        text.append("</username>\n        <id>")
        text.append(decimal: random.number(in: 100...9_999_999))
        text.append("</id>\n      </contributor>\n      <comment>/* ")
        prose.append(words: 1...2, to: &text, random: &random)
        text.append(" */ ")
        prose.append(words: 2...6, to: &text, random: &random)
        text.append("</comment>\n      <model>wikitext</model>\n      <format>text/x-wiki</format>\n")
        text.append("      <text xml:space=\"preserve\" bytes=\"")
        text.append(decimal: article.count - savedByReferences)
        text.append("\">")
        text.append(article)
        text.append("</text>\n    </revision>\n")
    }

    private mutating func makeArticle(size: Int) {
        article.removeAll()
        savedByReferences = 0
        while article.count < size {
            if random.isOne(in: 12) {
                appendHeading()
            } else {
                appendLine(size: min(random.number(in: 40...400), size - article.count))
            }
            article.appendNewline()
        }
    }

    private mutating func appendHeading() {
        article.append("== ")
        prose.append(words: 2...5, to: &article, random: &random)
        article.append(" ==")
    }

    private mutating func appendLine(size: Int) {
        let end = article.count + size
        article.append(random.element(of: Self.lineStarts))
        prose.append(words: 3...7, to: &article, random: &random)
        // The stretch appended last ends about 25 bytes further.
        while article.count + 25 < end {
            if end - article.count > 120, random.isOne(in: 14) {
                appendSource()
            } else if random.isOne(in: 18) {
                appendQuotation()
            } else {
                appendMarked()
            }
        }
        article.append(".")
    }

    private mutating func appendMarked() {
        let mark = Self.marks[random.number(below: Self.marks.count)]
        article.append(mark.start)
        prose.append(words: 1...2, to: &article, random: &random)
        article.append(mark.end)
        prose.append(words: 2...6, to: &article, random: &random)
    }

    private mutating func appendQuotation() {
        article.appendSpace()
        appendReference("&quot;")
        prose.append(words: 2...5, to: &article, random: &random)
        appendReference("&quot;")
        article.appendSpace()
        prose.append(words: 1...3, to: &article, random: &random)
    }

    private mutating func appendSource() {
        appendReference("&lt;")
        article.append("ref")
        appendReference("&gt;")
        article.append("{{cite book|title=")
        prose.append(words: 2...5, to: &article, random: &random)
        article.append("|last=")
        article.append(random.element(of: Vocabulary.names))
        article.append("|year=")
        article.append(decimal: random.number(in: 1850...2024))
        if random.isOne(in: 3) {
            article.append("|url=https://books.example.org/find?id=")
            article.append(decimal: random.number(in: 1_000...999_999))
            appendReference("&amp;")
            article.append("page=")
            article.append(decimal: random.number(in: 1...900))
        }
        article.append("}}")
        appendReference("&lt;")
        article.append("/ref")
        appendReference("&gt;")
    }

    /// Each reference stands for one byte.
    private mutating func appendReference(_ reference: StaticString) {
        article.append(reference)
        savedByReferences += reference.utf8CodeUnitCount - 1
    }
}
