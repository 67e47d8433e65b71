public import Foundation

/// The error of a response whose status is not accepted, by default any status outside 200 to 299.
///
/// ```swift
/// do {
///     let feed = try await XMLReader().read(.url(url))
/// } catch let error as XMLHTTPError where error.statusCode == 404 {
///     print(error)            // the server answered 404 for https://example.org/feed.xml
/// }
/// ```
///
/// URLSession follows redirects, so a status of 300 to 399 comes from a response that it cannot follow.
public struct XMLHTTPError: Error, Hashable, Sendable {
    static let bodyLimit = 64 * 1024

    /// The status, such as 404.
    public var statusCode: Int

    /// The URL of this response, after all redirects.
    public var url: URL?

    /// The first 64 KiB of the body, such as a page for a person, or the fault of a SOAP service as XML.
    public var body: Data

    package init(statusCode: Int, url: URL? = nil, body: Data = Data()) {
        (self.statusCode, self.url, self.body) = (statusCode, url, body)
    }
}

extension XMLHTTPError: CustomStringConvertible, LocalizedError {
    /// The status, and the URL without user name and password, so that no log contains them.
    public var description: String {
        let address = url?.absoluteString.replacing(/^([^:\/?#]*:)?\/\/[^\/?#]*@/) { "\($0.1 ?? "")//" }
        return "the server answered \(statusCode)" + (address.map { " for \($0)" } ?? "")
    }

    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }
}
