/// An address of a document on the network.
///
///     https://user:secret@example.org/feed.xml      text
///     https://user:***@example.org/feed.xml         shown
struct Address {
    private let text: String

    /// A word that begins like an address of HTTP; `nil` otherwise.
    init?(_ text: String) {
        let start = text.lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
        self.text = text
    }

    /// The remedy for an address that the command does not fetch, as the rest of a message; empty for another name.
    static func remedy(for name: Argument) -> String {
        guard let text = name.text?.lowercased(), let end = text.firstRange(of: "://")?.lowerBound else { return "" }
        let scheme = text[..<end]
        guard scheme.utf8.count > 1, scheme.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return "" }
        return scheme == "file"
            ? "; the name of a file is its path, without file://"
            : "; only addresses with http and https are fetched; others arrive by a pipe, as in curl -sS ADDRESS | xml2dict"
    }

    /// The address without the password.
    var shown: String { Self.hidingPasswords(in: text) }

    /// Hides the password in a message of curl about the address.
    func hidingPassword(in message: String) -> String {
        text.firstRange(of: "://").flatMap { Self.userInformation(of: text[$0.upperBound...]) }
            .map { Self.hide($0, in: message) } ?? message
    }

    /// Hides the passwords of all addresses in a text, such as `--name=http://user:secret@example.org`, with any scheme.
    static func hidingPasswords(in text: String) -> String {
        var shown = "", rest = text[...]
        while let slashes = rest.firstRange(of: "://") {
            shown += rest[..<slashes.upperBound]
            rest = rest[slashes.upperBound...]
            if let secret = userInformation(of: rest) { rest = hide(secret, in: String(rest))[...] }
        }
        return shown + rest
    }

    /// The user and the password: the part between the slashes and the last `@` of the authority (RFC 3986).
    ///
    /// - Parameter rest: The part of an address after the slashes.
    /// - Returns: The part, or `nil` without one.
    private static func userInformation(of rest: Substring) -> Substring? {
        let authority = rest.prefix { !"/?#".contains($0) }
        let port = authority.drop { $0 != ":" }.dropFirst()
        // A password with a slash ends the authority too early. What is in place of the port shows that.
        let isCut = !authority.contains("@") && !port.allSatisfy(\.isNumber)
        return (isCut ? rest : authority).lastIndex(of: "@").map { rest[..<$0] }
    }

    private static func hide(_ userInformation: Substring, in message: String) -> String {
        guard !userInformation.isEmpty else { return message }
        let parts = userInformation.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        // Without a colon, the user may be a token that is as secret as a password.
        let substitute = parts.count > 1 ? "\(parts[0]):***" : "***"
        var result = message.replacing(userInformation, with: substitute)
        // The password of a short one could be a part of any word.
        if let password = parts.last, password.utf8.count > 3 { result = result.replacing(password, with: "***") }
        return result
    }
}
