public import Foundation

/// A server's answer that is not a document: its status is not one of success (200 to 299).
public struct HTTPError: Error, Hashable, Sendable {
    /// The status, such as 404.
    public var statusCode: Int

    /// The address that gave this answer, after all redirects.
    public var url: URL?
}
