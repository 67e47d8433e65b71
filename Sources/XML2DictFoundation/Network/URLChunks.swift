public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The bytes of the document at an address, in chunks as they arrive.
///
/// ```swift
/// var push = try XMLPushReader()
/// for try await chunk in URLChunks(from: url) { try push.feed(chunk) }
/// let document = try push.finish()
/// ```
///
/// The scheme of the address is `http`, `https` or `file`. `URLSession` fetches the document: it follows redirects,
/// decompresses gzip, and uses the proxies and other settings of its configuration.
///
/// **Pace.** The request is sent when the first chunk is requested. Memory use is small for a document of any length
/// and for a slow reader: about 256 KiB wait in memory. Beyond that, Apple's systems suspend the task, so that the
/// server has to wait. On Linux, URLSession cannot pause: the chunks go into a file without a name in the folder for
/// temporary files. It grows to the rest of the document at most, and its space is freed as it is read.
///
/// **Errors.** An answer with a status other than 200 to 299 is an ``HTTPError``. An answer that does not arrive, or
/// arrives incomplete, is a `URLError`: `cannotConnectToHost`, `timedOut`, `networkConnectionLost` and others. A body
/// shorter than its `Content-Length` is always such an error, even if it contains a whole document; a longer body is
/// cut off there, as HTTP demands. A file that cannot be read is a `CocoaError`. Chunks that arrived before an error
/// are delivered before it.
///
/// **Timeouts.** They are those of the request (`timeoutInterval`) or of the configuration
/// (`timeoutIntervalForRequest`), by default 60 seconds without a byte. Time in which the reader lags behind does not
/// count. On Linux, timeouts are rounded up to whole seconds, and `timeoutIntervalForResource` has no effect.
///
/// **Cancellation.** When the task is cancelled while it waits, the connection is closed at once and
/// `CancellationError` is thrown. Leaving a loop early, or releasing the iterator, closes the connection as well.
///
/// **Linux.** The URLSession of Linux ends the whole process when a server closes the connection inside the header of
/// its answer (seen with Swift 6.3). A program that uses it cannot prevent that.
/// Swift 6.3). Nothing that uses it can prevent that.
public struct URLChunks: AsyncSequence, Sendable {
    /// A chunk contains any number of bytes.
    public typealias Element = Data

    private let request: URLRequest
    private let configuration: URLSessionConfiguration

    /// The bytes at an address.
    ///
    /// - Parameters:
    ///   - url: The address: `https`, `http` or `file`.
    ///   - configuration: Timeouts, headers, proxies and the like, for `http` and `https`. Later changes have no
    ///     effect.
    public init(from url: URL, configuration: URLSessionConfiguration = .default) {
        self.init(from: URLRequest(url: url), configuration: configuration)
    }

    /// The bytes of the answer to a request.
    ///
    /// - Parameters:
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and the like, for `http` and `https`. Later changes have no
    ///     effect.
    public init(from request: URLRequest, configuration: URLSessionConfiguration = .default) {
        self.request = request.prepared
        self.configuration = configuration.prepared
    }

    /// Returns an iterator over the chunks.
    ///
    /// Each iterator sends the request anew, when its first chunk is requested.
    public func makeAsyncIterator() -> Iterator {
        Iterator(request: request, configuration: configuration)
    }

    /// Iterates over the chunks.
    public struct Iterator: AsyncIteratorProtocol {
        private let request: URLRequest
        private let configuration: URLSessionConfiguration
        private var source: (any ChunkSource)?
        private var isDone = false

        fileprivate init(request: URLRequest, configuration: URLSessionConfiguration) {
            self.request = request
            self.configuration = configuration
        }

        /// The next chunk, or `nil` at the end of the document.
        ///
        /// - Throws: ``HTTPError``, `URLError`, `CocoaError` or `CancellationError`; see ``URLChunks``. After an error
        ///   there are no
        ///   more chunks.
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
