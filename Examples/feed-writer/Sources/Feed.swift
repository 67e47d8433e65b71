/// What an RSS feed has before its items: `<rss version="2.0"><channel><title>…</title>…`.
struct Feed: Encodable {
    var version = "2.0"
    var channel: Channel

    /// A key with `@` is an attribute.
    enum CodingKeys: String, CodingKey {
        case version = "@version"
        case channel
    }
}

/// The feed as a whole.
struct Channel: Encodable {
    var title: String
    var link: String
    var description: String
}
