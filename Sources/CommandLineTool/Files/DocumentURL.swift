/// A URL of a document on the network.
///
///     https://user:secret@example.org/feed.xml      text
///     https://user:***@example.org/feed.xml         shown
struct DocumentURL {
    private let text: String

    /// Returns `nil` unless the text begins with `http://` or `https://`.
    init?(_ text: String) {
        let start = text.lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
        self.text = text
    }

    /// Returns the end of an error message about a URL that the command does not fetch, or empty text for a path.
    static func remedy(for name: Argument) -> String {
        guard let text = name.text?.lowercased(), let end = text.firstRange(of: "://")?.lowerBound else { return "" }
        let scheme = text[..<end]
        guard scheme.utf8.count > 1, scheme.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return "" }
        return scheme == "file"
            ? "; the name of a file is its path, without file://"
            : "; only http and https URLs are fetched; pipe others, as in curl -sS URL | xml2dict"
    }

    var shown: String { Self.hidingPasswords(in: text) }

    /// Hides the password in a message of curl about the URL.
    func hidingPassword(in message: String) -> String {
        guard let colon = text.firstIndex(of: ":"), let secret = Self.userInformation(after: colon, in: text[...])
        else {
            return message
        }
        let result = message.replacing(text[secret], with: Self.hidden(text[secret]))
        // Hiding a short password everywhere would change other words of the message.
        guard let password = text[secret].split(separator: ":", maxSplits: 1).last, password.utf8.count > 3 else {
            return result
        }
        return result.replacing(password, with: "***")
    }

    /// Hides the passwords of all URLs in a text, such as `--name=http://user:secret@example.org`, with any scheme.
    static func hidingPasswords(in text: String) -> String {
        var shown = "", rest = text[...]
        while let colon = rest.firstIndex(of: ":") {
            if let secret = userInformation(after: colon, in: rest) {
                shown += rest[..<secret.lowerBound] + hidden(rest[secret])
                rest = rest[secret.upperBound...]
            } else {
                shown += rest[...colon]
                rest = rest[rest.index(after: colon)...]
            }
        }
        return shown + rest
    }

    /// The user and the password, between the slashes and the last `@` of the authority (RFC 3986).
    ///
    /// A mistyped URL may lack slashes after `http:`, or have backslashes.
    private static func userInformation(after colon: String.Index, in text: Substring) -> Range<String.Index>? {
        let slashes = text[colon...].dropFirst().prefix { "/\\".contains($0) }
        guard !slashes.isEmpty || ["http", "ttps"].contains(text[..<colon].suffix(4).lowercased()) else { return nil }
        let word = text[slashes.endIndex...].prefix { !$0.isWhitespace && !"'\"{}".contains($0) }
        let authority = word.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        let port = host.hasPrefix("[") ? "" : host.drop { $0 != ":" }.dropFirst()
        // A slash in the password ends the authority too early: `user:a/b@host` seems to have the port `a`.
        let end = (port.allSatisfy(\.isNumber) ? authority : word).lastIndex(of: "@")
        return end.flatMap { $0 > word.startIndex ? word.startIndex..<$0 : nil }
    }

    /// Returns `user:***`, or `***` if there is no password, because the user may then be a secret token.
    private static func hidden(_ userInformation: Substring) -> String {
        let parts = userInformation.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count > 1 && !parts[0].contains("@") ? "\(parts[0]):***" : "***"
    }
}
