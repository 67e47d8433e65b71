public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The bytes behind an address, in chunks as they arrive.
///
/// Stub: the pacing, the errors and the cancellation follow.
public struct URLChunks: AsyncSequence, Sendable {
    /// A chunk holds any number of bytes.
    public typealias Element = Data

    private let request: URLRequest
    private let configuration: URLSessionConfiguration

    /// The bytes at an address.
    ///
    /// - Parameters:
    ///   - url: The address: `https`, `http` or `file`.
    ///   - configuration: Timeouts, headers, proxies and the like.
    public init(from url: URL, configuration: URLSessionConfiguration = .default) {
        self.init(from: URLRequest(url: url), configuration: configuration)
    }

    /// The bytes that answer a request.
    ///
    /// - Parameters:
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and the like.
    public init(from request: URLRequest, configuration: URLSessionConfiguration = .default) {
        self.request = request
        self.configuration = configuration
    }

    /// Begins to read; the request is sent when the first chunk is asked for.
    public func makeAsyncIterator() -> Iterator {
        Iterator(request: request, configuration: configuration)
    }

    /// Takes the chunks one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let request: URLRequest
        private let configuration: URLSessionConfiguration
        private var isDone = false

        fileprivate init(request: URLRequest, configuration: URLSessionConfiguration) {
            self.request = request
            self.configuration = configuration
        }

        /// The next chunk, or `nil` when the document has come to its end.
        public mutating func next() async throws -> Data? {
            guard !isDone else { return nil }
            isDone = true
            let session = URLSession(configuration: configuration)
            defer { session.finishTasksAndInvalidate() }
            let (data, response) = try await session.data(for: request)
            if let response = response as? HTTPURLResponse, !(200...299).contains(response.statusCode) {
                throw HTTPError(statusCode: response.statusCode, url: response.url)
            }
            return data
        }
    }
}
