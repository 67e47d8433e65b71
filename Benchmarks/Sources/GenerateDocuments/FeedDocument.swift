/// A news feed like RSS: many small records of small fields.
///
/// Most small XML has this shape: short texts in elements, few attributes, indentation between all tags, references such
/// as `&amp;` in the texts, some CDATA sections, a name with a prefix, and a child (`category`) that occurs several times
/// in one record and once in another.
struct FeedDocument: DocumentShape {
    private static let topics = [
        "Politics", "Science", "Art &amp; Design", "Travel", "Economy", "Caf&#233;s", "Sport", "Books", "Music",
        "Weather", "Health", "Technology", "Κόσμος", "日本", "Opinion",
    ]
    private static let joints = [
        " &amp; ", ": ", " &#8211; ", " &lt;live&gt; ", ", ", " &amp; ", " | ", " &#233;tait ",
    ]

    private var random = RandomText(seed: 1, wordsPerForeignWord: 25)
    private var number = 100_000

    let start = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
          <channel>
            <title>News of the river and the harbour</title>
            <link>https://news.example.org/</link>
            <description>Made for measuring</description>
            <language>en</language>

        """
    let end = "  </channel>\n</rss>\n"

    mutating func record(room: Int) -> String {
        number += random.number(in: 1...9)
        return """
                <item>
                  <title>\(title())</title>
                  <link>https://news.example.org/\(address())-\(number)</link>
                  <guid isPermaLink="false">news.example.org:item:\(number)</guid>
                  <pubDate>\(random.time("%a, %d %b %Y %H:%M:%S +0000"))</pubDate>
            \(categories())\
                  <author>\(author())</author>
                  <description><![CDATA[<p>\(description()).</p>]]></description>
            \(random.isOne(in: 4) ? "" : thumbnail())\
                </item>

            """
    }

    private mutating func title() -> String {
        let title = random.words(2...5)
        return random.isOne(in: 2) ? title + random.word(of: Self.joints) + random.words(2...4) : title
    }

    private mutating func address() -> String {
        "\(random.word(of: Words.nouns))/\(random.word(of: Words.adjectives))-\(random.word(of: Words.pluralNouns))"
    }

    private mutating func categories() -> String {
        var text = ""
        for _ in 0..<random.number(in: 1...4) {
            text += "      <category>\(random.word(of: Self.topics))</category>\n"
        }
        return text
    }

    private mutating func author() -> String {
        let name = random.word(of: Words.names)
        return "\(name)@example.org (\(name) \(random.word(of: Words.names)))"
    }

    private mutating func description() -> String {
        "\(random.words(3...9)) <b>\(random.words(1...3))</b> &amp; \(random.words(3...9))"
    }

    private mutating func thumbnail() -> String {
        let (width, height) = (16 * random.number(in: 6...40), 9 * random.number(in: 6...40))
        return """
                  <media:thumbnail url="https://images.example.org/\(number)/small.jpg" \
            width="\(width)" height="\(height)"/>

            """
    }
}
