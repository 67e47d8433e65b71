/// A news feed in the manner of RSS: very many small records of small fields.
///
/// This is the shape most small XML has: short texts in elements, few attributes, indentation between all tags,
/// references such as `&amp;` in the texts, now and then a CDATA section, a name with a prefix, and a child
/// (`category`) that occurs several times in one record and once in another.
struct FeedDocument: DocumentShape {
    private static let topics: [StaticString] = [
        "Politics", "Science", "Art &amp; Design", "Travel", "Economy", "Caf&#233;s", "Sport", "Books", "Music",
        "Weather", "Health", "Technology", "Κόσμος", "日本", "Opinion",
    ]

    private static let joints: [StaticString] = [
        " &amp; ", ": ", " &#8211; ", " &lt;live&gt; ", ", ", " &amp; ", " | ", " &#233;tait ",
    ]

    private let prose = Prose(wordsPerForeignWord: 25)
    private var random = SplitMix64(seed: 1)
    private var itemNumber = 100_000

    var end: StaticString { "  </channel>\n</rss>\n" }

    func appendStart(to text: inout TextBuffer) {
        text.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
              <channel>
                <title>News of the river and the harbour</title>
                <link>https://news.example.org/</link>
                <description>Made for measuring</description>
                <language>en</language>

            """
        )
    }

    mutating func appendRecord(to text: inout TextBuffer, room: Int) {
        itemNumber += random.number(in: 1...9)
        text.append("    <item>\n")
        appendTitle(to: &text)
        appendAddresses(to: &text)
        text.append("      <pubDate>")
        Timestamp(random: &random).appendMail(to: &text)
        text.append("</pubDate>\n")
        for _ in 0..<random.number(in: 1...4) {
            text.append("      <category>")
            text.append(random.element(of: Self.topics))
            text.append("</category>\n")
        }
        appendAuthor(to: &text)
        appendDescription(to: &text)
        if !random.isOne(in: 4) {
            appendThumbnail(to: &text)
        }
        text.append("    </item>\n")
    }

    private mutating func appendTitle(to text: inout TextBuffer) {
        text.append("      <title>")
        prose.append(words: 2...5, to: &text, random: &random)
        if random.isOne(in: 2) {
            text.append(random.element(of: Self.joints))
            prose.append(words: 2...4, to: &text, random: &random)
        }
        text.append("</title>\n")
    }

    private mutating func appendAddresses(to text: inout TextBuffer) {
        text.append("      <link>https://news.example.org/")
        text.append(random.element(of: Vocabulary.nouns))
        text.append("/")
        text.append(random.element(of: Vocabulary.adjectives))
        text.append("-")
        text.append(random.element(of: Vocabulary.pluralNouns))
        text.append("-")
        text.append(decimal: itemNumber)
        text.append("</link>\n      <guid isPermaLink=\"false\">news.example.org:item:")
        text.append(decimal: itemNumber)
        text.append("</guid>\n")
    }

    private mutating func appendAuthor(to text: inout TextBuffer) {
        let name = random.element(of: Vocabulary.names)
        text.append("      <author>")
        text.append(name)
        text.append("@example.org (")
        text.append(name)
        text.appendSpace()
        text.append(random.element(of: Vocabulary.names))
        text.append(")</author>\n")
    }

    private mutating func appendDescription(to text: inout TextBuffer) {
        text.append("      <description><![CDATA[<p>")
        prose.append(words: 3...9, to: &text, random: &random)
        text.append(" <b>")
        prose.append(words: 1...3, to: &text, random: &random)
        text.append("</b> &amp; ")
        prose.append(words: 3...9, to: &text, random: &random)
        text.append(".</p>]]></description>\n")
    }

    private mutating func appendThumbnail(to text: inout TextBuffer) {
        text.append("      <media:thumbnail url=\"https://images.example.org/")
        text.append(decimal: itemNumber)
        text.append("/small.jpg\" width=\"")
        text.append(decimal: 16 * random.number(in: 6...40))
        text.append("\" height=\"")
        text.append(decimal: 9 * random.number(in: 6...40))
        text.append("\"/>\n")
    }
}
