public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The error of a server's answer whose status is not accepted, by default one other than 200 to 299.
///
/// ```swift
/// do {
///     let feed = try await XMLReader().read(.url(url))
/// } catch let error as XMLHTTPError where error.statusCode == 404 {
///     print(error)            // the server answered 404 (not found) for https://example.org/feed.xml
/// }
/// ```
///
/// URLSession follows redirects, so a status of 300 to 399 comes only from an invalid redirect.
public struct XMLHTTPError: Error, Hashable, Sendable {
    static let bodyLimit = 64 * 1024

    /// The status, such as 404.
    public var statusCode: Int

    /// The URL of this answer, after all redirects.
    public var url: URL?

    /// The body of the answer, at most its first 64 KiB: a page for a person, or the fault of a SOAP service as XML,
    /// which `XMLReader` can read.
    public var body: Data

    /// Creates the error of an answer, such as one for a test.
    ///
    /// - Parameters:
    ///   - statusCode: The status, such as 404.
    ///   - url: The URL of the answer, after all redirects.
    ///   - body: The body of the answer.
    public init(statusCode: Int, url: URL? = nil, body: Data = Data()) {
        self.statusCode = statusCode
        self.url = url
        self.body = body
    }

    /// The URL without user name and password, so that no log contains them.
    private var address: String? {
        guard let url, var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        components.user = nil
        components.password = nil
        return components.string
    }
}

extension XMLHTTPError: CustomStringConvertible, LocalizedError {
    /// The status in words, and the URL.
    public var description: String {
        let words = HTTPURLResponse.localizedString(forStatusCode: statusCode).lowercased()
        return "the server answered \(statusCode) (\(words))" + (address.map { " for \($0)" } ?? "")
    }

    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }
}
