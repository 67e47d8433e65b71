import Foundation
import XML2Dict
import XML2DictFoundation

struct Podcast: Decodable {
    var title: String
    var author: String
    var image: Image
    var episodes: [Episode]

    enum CodingKeys: String, CodingKey {
        case title
        case author = "itunes:author"
        case image = "itunes:image"
        case episodes = "item"
    }

    struct Image: Decodable { var href: URL }

    struct Episode: Decodable {
        var title: String
        var published: Date
        var duration: Length?
        var isExplicit: Bool
        var enclosure: Enclosure

        enum CodingKeys: String, CodingKey {
            case title, enclosure
            case published = "pubDate"
            case duration = "itunes:duration"
            case isExplicit = "itunes:explicit"
        }
    }

    struct Enclosure: Decodable {
        var url: URL
        var length: Int
    }

    /// The length of an episode, which feeds write as `1:02:05`, `62:05` or `3725`.
    struct Length: XMLTextDecodable {
        var seconds: Int

        static func decode(xmlText text: String, with decoder: XMLDecoder) -> Length? {
            let parts = text.split(separator: ":").map { Int($0) }
            guard !parts.isEmpty, !parts.contains(nil) else { return nil }
            return Length(seconds: parts.compactMap(\.self).reduce(0) { $0 * 60 + $1 })
        }
    }
}

/// The first task: a podcast's feed in types.
func readPodcast() throws {
    struct Feed: Decodable { var channel: Podcast }
    var decoder = XMLDecoder()
    decoder.dateDecodingStrategy = .internet
    let podcast = try decoder.decode(Feed.self, from: .string(podcastFeed), root: "rss").channel
    print(podcast.title, "by", podcast.author, podcast.image.href)
    for episode in podcast.episodes {
        let seconds = episode.duration?.seconds ?? 0
        print(
            episode.title,
            episode.published.timeIntervalSince1970,
            seconds,
            episode.isExplicit,
            episode.enclosure.length
        )
    }
}

private let podcastFeed = """
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
      <title>Harbour talk</title><itunes:author>Ada</itunes:author><itunes:image href="https://example.org/a.png"/>
      <item>
        <title>Tides</title><pubDate>Wed, 01 May 2024 12:30:00 GMT</pubDate><itunes:duration>1:02:05</itunes:duration>
        <itunes:explicit>false</itunes:explicit><enclosure url="https://example.org/1.mp3" length="9000"/>
      </item>
      <item>
        <title>Ropes &amp; knots</title><pubDate>2024-05-08T12:30:00Z</pubDate><itunes:explicit>true</itunes:explicit>
        <enclosure url="https://example.org/2.mp3" length="8000"/>
      </item>
    </channel></rss>
    """
