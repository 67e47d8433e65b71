public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The bytes behind an address, in chunks as they arrive.
///
/// ```swift
/// var push = try XMLPushReader()
/// for try await chunk in URLChunks(from: url) { try push.feed(chunk) }
/// let document = try push.finish()
/// ```
///
/// The addresses are those of `http`, `https` and `file`. What they give is fetched by `URLSession`, which follows redirects, unpacks
/// gzip, and heeds proxies and the like as its configuration says.
///
/// **Pace.** The request is sent when the first chunk is asked for. Memory stays small however long the document is and however
/// slowly it is read: about 256 KiB wait in it. When more is there, Apple's systems suspend the task, so that the server has to
/// wait. On Linux, URLSession cannot be paused: what comes too early goes into a file without a name in the folder
/// for temporary files, at most the rest of the document, and is freed as it is read.
///
/// **Errors.** An answer with a status other than 200 to 299 is an ``HTTPError``. When an answer does not arrive, or not all
/// of it, that is a `URLError`: `cannotConnectToHost`, `timedOut`, `networkConnectionLost` and others. A body shorter than its
/// `Content-Length` is always such an error, even if it happens to hold a whole document; what is longer is cut off there, as HTTP demands. What cannot be read of a file
/// is a `CocoaError`. Chunks that arrived before an error are delivered before it.
///
/// **Timeouts.** They are those of the request (`timeoutInterval`) or of the configuration (`timeoutIntervalForRequest`):
/// 60 seconds without a byte, if nothing else is said. The time in which the reader is behind does not count. On Linux,
/// they are rounded up to whole seconds, and `timeoutIntervalForResource` has no effect.
///
/// **Cancellation.** When the task is cancelled while it waits, the connection is closed at once and `CancellationError` is thrown.
/// Leaving a loop early, or letting the iterator go, closes the connection as well.
///
/// **Linux.** Its URLSession ends the whole process when a server closes the connection inside the header of its answer (seen with
/// Swift 6.3). Nothing that uses it can prevent that.
public struct URLChunks: AsyncSequence, Sendable {
    /// A chunk holds any number of bytes.
    public typealias Element = Data

    private let request: URLRequest
    private let configuration: URLSessionConfiguration

    /// The bytes at an address.
    ///
    /// - Parameters:
    ///   - url: The address: `https`, `http` or `file`.
    ///   - configuration: Timeouts, headers, proxies and the like, for `http` and `https`. Changes made to it later have no effect.
    public init(from url: URL, configuration: URLSessionConfiguration = .default) {
        self.init(from: URLRequest(url: url), configuration: configuration)
    }

    /// The bytes that answer a request.
    ///
    /// - Parameters:
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and the like, for `http` and `https`. Changes made to it later have no effect.
    public init(from request: URLRequest, configuration: URLSessionConfiguration = .default) {
        self.request = request.prepared
        self.configuration = configuration.prepared
    }

    /// Begins to read.
    ///
    /// Each iterator sends the request anew, when its first chunk is asked for.
    public func makeAsyncIterator() -> Iterator {
        Iterator(request: request, configuration: configuration)
    }

    /// Takes the chunks one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let request: URLRequest
        private let configuration: URLSessionConfiguration
        private var source: (any ChunkSource)?
        private var isDone = false

        fileprivate init(request: URLRequest, configuration: URLSessionConfiguration) {
            self.request = request
            self.configuration = configuration
        }

        /// The next chunk, or `nil` when the document has come to its end.
        ///
        /// - Throws: An ``HTTPError``, a `URLError`, a `CocoaError` or a `CancellationError`; see ``URLChunks``. Then there are no more
        ///   chunks.
        public mutating func next() async throws -> Data? {
            guard !isDone else { return nil }
            do {
                try Task.checkCancellation()
                let source = try self.source ?? open()
                self.source = source
                if let chunk = try await source.next() { return chunk }
            } catch {
                end()
                throw error
            }
            end()
            return nil
        }

        private mutating func end() {
            isDone = true
            source = nil
        }

        private func open() throws -> any ChunkSource {
            guard let url = request.url else { throw URLError.unsupported(nil) }
            switch url.scheme {
            case "http", "https": return URLTransfer(request, configuration)
            case "file": return FileChunks(url)
            default: throw URLError.unsupported(url)
            }
        }
    }
}
