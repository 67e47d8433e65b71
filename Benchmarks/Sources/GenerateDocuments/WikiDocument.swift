/// An encyclopedia like a MediaWiki export: few elements, long texts.
///
/// Nearly all bytes are the text of the articles: long lines of wiki markup with references such as `&lt;ref&gt;` and
/// `&quot;`. A parser reports such a text in many runs, one for every line, line break and reference.
struct WikiDocument: DocumentShape {
    private static let lineStarts = ["", "", "", "", "", "* ", "* ", "# ", ": ", "| "]

    /// The marks before and after some words.
    private static let marks = [
        (" [[", "]] "), (" [[", "]], "), (" [[", "]] "), (" '''", "''' "), (" ''", "'' "), (" (", ") "),
        (" {{lang|fr|", "}} "), (". ", ", "), (", ", ". "), (" [[", "|here]] "), (" – ", " – "), (". ", ". "),
    ]

    private var random = RandomText(seed: 3, wordsPerForeignWord: 50)
    private var pageNumber = 10
    private var revisionNumber = 200_000_000
    /// The number of bytes that an article loses when a parser replaces its references.
    private var savedByReferences = 0

    let start = """
        <mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
          <siteinfo>
            <sitename>Example Wiki</sitename>
            <dbname>examplewiki</dbname>
            <case>first-letter</case>
          </siteinfo>

        """
    let end = "</mediawiki>\n"

    mutating func record(room: Int) -> String {
        // The tags of a page are about 700 bytes.
        let article = article(size: min(random.number(in: 2_000...40_000), max(room - 700, 100)))
        pageNumber += random.number(in: 1...5)
        return """
              <page>
                <title>\(random.words(1...4))</title>
                <ns>0</ns>
                <id>\(pageNumber)</id>
            \(revision(of: article))\
              </page>

            """
    }

    private mutating func revision(of article: String) -> String {
        revisionNumber += random.number(in: 1...999)
        return """
                <revision>
                  <id>\(revisionNumber)</id>
                  <timestamp>\(random.time("%Y-%m-%dT%H:%M:%SZ"))</timestamp>
                  <contributor>
                    <username>\(random.word(of: Words.names))</username>
                    <id>\(random.number(in: 100...9_999_999))</id>
                  </contributor>
                  <comment>/* \(random.words(1...2)) */ \(random.words(2...6))</comment>
                  <model>wikitext</model>
                  <format>text/x-wiki</format>
                  <text xml:space="preserve" bytes="\(article.utf8.count - savedByReferences)">\(article)</text>
                </revision>

            """
    }

    private mutating func article(size: Int) -> String {
        var article = ""
        savedByReferences = 0
        while article.utf8.count < size {
            if random.isOne(in: 12) {
                article += "== \(random.words(2...5)) ==\n"
            } else {
                article += line(size: min(random.number(in: 40...400), size - article.utf8.count))
            }
        }
        return article
    }

    private mutating func line(size: Int) -> String {
        var line = random.word(of: Self.lineStarts) + random.words(3...7)
        // The last append ends about 25 bytes further.
        while line.utf8.count + 25 < size {
            if size - line.utf8.count > 120, random.isOne(in: 14) {
                line += source()
            } else if random.isOne(in: 18) {
                let quotation = "\(reference("&quot;"))\(random.words(2...5))\(reference("&quot;"))"
                line += " \(quotation) \(random.words(1...3))"
            } else {
                let (before, after) = Self.marks[random.number(below: Self.marks.count)]
                line += before + random.words(1...2) + after + random.words(2...6)
            }
        }
        return line + ".\n"
    }

    private mutating func source() -> String {
        var book = "{{cite book|title=\(random.words(2...5))|last=\(random.word(of: Words.names))"
        book += "|year=\(random.number(in: 1850...2024))"
        if random.isOne(in: 3) {
            book += "|url=https://books.example.org/find?id=\(random.number(in: 1_000...999_999))"
            book += "\(reference("&amp;"))page=\(random.number(in: 1...900))"
        }
        let (opening, closing) = (reference("&lt;"), reference("&gt;"))
        return "\(opening)ref\(closing)\(book)}}\(reference("&lt;"))/ref\(reference("&gt;"))"
    }

    /// Returns a reference, and counts the bytes that a parser saves when it makes one byte of it.
    private mutating func reference(_ reference: String) -> String {
        savedByReferences += reference.utf8.count - 1
        return reference
    }
}
