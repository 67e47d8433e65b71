import Foundation
import XML2Dict

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that has been sent, and the chunks of its answer.
///
///     URLSession ──▶ ResponseReceiver ──▶ ChunkBuffer ──▶ URLTransfer ──▶ the task that reads
///
/// Each transfer has its own session, which ends with it. The session and its delegate, the receiver, retain each other
/// until the transfer is over. This object is not part of that cycle, so its deinitialization ends the transfer.
final class URLTransfer: ChunkSource {
    let receiver: ResponseReceiver
    private let task: URLSessionDataTask

    /// Sends a request.
    init(_ request: URLRequest, _ configuration: URLSessionConfiguration, accepting statuses: Set<Int>) {
        receiver = ResponseReceiver(request, accepting: statuses)
        let calls = CallQueue()
        calls.maxConcurrentOperationCount = 1
        let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: calls)
        task = session.dataTask(with: request)
        task.resume()
        session.finishTasksAndInvalidate()
    }

    deinit {
        receiver.abandon(task)
    }

    /// The next chunk, or `nil` after the last.
    func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
        let chunk = try await receiver.buffer.next(isolation: actor)
        receiver.pace(task)
        return chunk
    }
}

/// Receives a server's answer: puts the chunks of a document into a buffer, and turns any other answer into an error.
final class ResponseReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Runs the calls that wait for the session's thread, so that this thread need not run them itself.
    static let answers = DispatchQueue(label: "XML2DictFoundation.answers")

    let buffer = ChunkBuffer()

    private let request: URLRequest
    private let acceptedStatuses: Set<Int>

    // Only the session's calls use these, one after the other.
    private var response: HTTPURLResponse?
    private var refusal: XMLHTTPError?
    private var receivedCount: Int64 = 0

    private let lock = NSLock()
    private var isCancelled = false
    #if !canImport(FoundationNetworking)
        private var isSuspended = false
    #endif

    init(_ request: URLRequest, accepting statuses: Set<Int>) {
        self.request = request
        acceptedStatuses = statuses
    }

    /// Ends the transfer because its reader is gone.
    func abandon(_ task: URLSessionTask) {
        buffer.abandon()
        cancel(task)
    }

    /// Suspends or resumes the transfer, as the buffer demands.
    ///
    /// The receiver calls it after each chunk that it adds, and the transfer after each chunk that a task takes.
    ///
    /// On Linux it does nothing, and the file of ``ChunkBuffer`` takes what the server sends: there, `suspend` takes the
    /// transfer out of libcurl, and `resume` sends the request again (seen with Swift 6.3). The delegate cannot hold
    /// back the server either. If it blocks the thread of ``CallQueue``, all sessions of the process wait; if it blocks
    /// another thread, the body piles up in memory.
    func pace(_ task: URLSessionTask) {
        #if !canImport(FoundationNetworking)
            lock.withLock {
                guard buffer.isFull != isSuspended else { return }
                isSuspended.toggle()
                if isSuspended { task.suspend() } else { task.resume() }
            }
        #endif
    }

    // MARK: - The calls of the session

    /// Follows a redirect to a URL with a supported scheme.
    ///
    /// A cancelled transfer gets no answer: on Linux, an answer after `cancel` would end the process.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isReadable = ["http", "https"].contains(request.url?.scheme?.lowercased())
        lock.withLock { if !isCancelled { completionHandler(isReadable ? request : nil) } }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        self.response = response as? HTTPURLResponse
        refusal = refusal(of: self.response)
        receivedCount = 0
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        do {
            if var refusal {
                refusal.body.append(data.prefix(XMLHTTPError.bodyLimit - refusal.body.count))
                self.refusal = refusal
                if refusal.body.count == XMLHTTPError.bodyLimit { throw refusal }
            } else {
                receivedCount += Int64(data.count)
                try buffer.append(data)
                pace(dataTask)
            }
        } catch {
            let failure = "the chunks that wait for the reader cannot be written to a temporary file"
            buffer.finish(throwing: CocoaError.describing(error, failure))
            cancel(dataTask)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // Linux reports no response for a redirect that cannot be followed.
        if response == nil { refusal = refusal(of: task.response as? HTTPURLResponse) }
        buffer.finish(throwing: refusal ?? explained(error))
    }

    #if canImport(FoundationNetworking)
        /// Answers a 401.
        ///
        /// Without credentials, Linux's URLSession would neither ask again nor end. The call comes after the body,
        /// which the reader may have taken already when it accepts the status: then that body is the document. A
        /// cancelled transfer gets no answer, as for a redirect.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let isRetried = refusal != nil && challenge.proposedCredential != nil && challenge.previousFailureCount == 0
            let error = response == nil ? URLError(.userAuthenticationRequired) : nil
            if !isRetried { buffer.finish(throwing: refusal ?? explained(error)) }
            Self.answers.async {
                guard !self.lock.withLock({ self.isCancelled }) else { return }
                completionHandler(isRetried ? .performDefaultHandling : .cancelAuthenticationChallenge, nil)
            }
        }
    #endif

    // MARK: - Endings

    /// Cancels the transfer without waiting for the session.
    ///
    /// On Linux, `cancel` waits for the thread of all sessions, until no socket of this session has bytes to receive:
    /// for seconds, if a server is as fast as that thread (seen with Swift 6.3). The session's calls continue meanwhile,
    /// and the receiver discards their bytes.
    private func cancel(_ task: URLSessionTask) {
        lock.withLock { isCancelled = true }
        Self.answers.async { task.cancel() }
    }

    private var isEncoded: Bool {
        !["", "identity"].contains(response?.value(forHTTPHeaderField: "Content-Encoding") ?? "")
    }

    /// The length of the document by its header; -1 when it is not comparable to the number of bytes that arrive.
    private var promisedCount: Int64 {
        let hasNoBody = request.httpMethod == "HEAD" || [204, 205].contains(response?.statusCode)
        return isEncoded || hasNoBody ? -1 : response?.expectedContentLength ?? -1
    }

    private func refusal(of response: HTTPURLResponse?) -> XMLHTTPError? {
        guard let response, !acceptedStatuses.contains(response.statusCode) else { return nil }
        return XMLHTTPError(statusCode: response.statusCode, url: response.url ?? request.url)
    }

    /// The error to report: with a readable description, and also for an incomplete answer that URLSession accepts.
    ///
    /// URLSession need not report a body that is too short. That of Linux reports it as an unknown error, and describes
    /// no timeout.
    private func explained(_ error: (any Error)?) -> (any Error)? {
        let cause = error as? URLError
        if error == nil || cause?.code == .unknown, receivedCount < promisedCount {
            let words = "the connection ended after \(receivedCount) of \(promisedCount) bytes"
            return URLError(.networkConnectionLost, words, request.url, error)
        }
        if let cause, cause.code == .unknown, response != nil {
            let code: URLError.Code = isEncoded ? .cannotDecodeContentData : .networkConnectionLost
            return URLError(code, "the answer is not complete: \(cause.localizedDescription)", request.url, cause)
        }
        if let cause, cause.code == .timedOut, cause.userInfo[NSLocalizedDescriptionKey] == nil {
            return URLError(.timedOut, "the server sent nothing before the timeout", request.url, cause)
        }
        return error
    }
}

/// Runs the calls of a session one after the other, each on the thread of the session that adds it.
///
/// On Linux, that thread adds calls as fast as the server sends, each with a chunk of the body. They would pile up in
/// memory if another thread had to run them.
private final class CallQueue: OperationQueue, @unchecked Sendable {
    #if canImport(FoundationNetworking)
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    #endif
}

extension URLError {
    /// The error of a URL with an unsupported scheme.
    static func unsupported(_ url: URL?) -> URLError {
        let readable = "only http, https and file can"
        guard let url, let scheme = url.scheme else {
            let address = url.map { "“\($0.absoluteString)”" } ?? "nothing"
            return URLError(.unsupportedURL, "\(address) is not a whole address: \(readable) be read", url)
        }
        return URLError(.unsupportedURL, "“\(scheme)” addresses cannot be read: \(readable)", url)
    }

    /// An error with a readable description.
    init(_ code: Code, _ description: String, _ url: URL?, _ cause: (any Error)? = nil) {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        userInfo[NSUnderlyingErrorKey] = cause
        self.init(code, userInfo: userInfo)
    }
}

extension CocoaError {
    /// An error of a file with a readable description, if the system's code gives the cause.
    ///
    /// - Parameters:
    ///   - error: The error of Foundation or of the system.
    ///   - failure: The beginning of the description: what the program could not do.
    ///   - path: The path of the file, unless it has no name.
    /// - Returns: The described error, or the error as it is.
    static func describing(_ error: any Error, _ failure: String, path: String? = nil) -> any Error {
        let known = error as? CocoaError
        let cause = (known?.underlying ?? error) as NSError
        guard cause.domain == NSPOSIXErrorDomain else { return error }
        let words = "\(failure): \(SystemError(number: Int32(cause.code)).text)"
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: words, NSUnderlyingErrorKey: cause]
        userInfo[NSFilePathErrorKey] = path
        return CocoaError(known?.code ?? .fileWriteUnknown, userInfo: userInfo)
    }
}

extension URLRequest {
    /// The request in a form for the URLSession of Linux: the scheme in lower case, and the timeout in whole seconds.
    ///
    /// There, a scheme in capitals ends the process, and fractions of a second are cut off, so that half a second becomes
    /// zero. An unset timeout stays unset, so that the configuration's applies.
    var prepared: URLRequest {
        var request = self
        if let url, let scheme = url.scheme, scheme != scheme.lowercased() {
            request.url = URL(string: scheme.lowercased() + url.absoluteString.dropFirst(scheme.count))
        }
        let seconds = timeoutInterval.wholeSeconds
        if seconds != timeoutInterval { request.timeoutInterval = seconds }
        return request
    }
}

extension URLSessionConfiguration {
    /// A copy that the caller cannot change, with a timeout in whole seconds; see `URLRequest.prepared`.
    var prepared: URLSessionConfiguration {
        guard let copy = copy() as? URLSessionConfiguration else { return self }
        copy.timeoutIntervalForRequest = timeoutIntervalForRequest.wholeSeconds
        return copy
    }
}

extension TimeInterval {
    /// The time in a form for the URLSession of Linux: a whole number, small enough to count in milliseconds.
    ///
    /// Infinity, which means no limit, becomes eleven days; NaN becomes the usual minute.
    fileprivate var wholeSeconds: TimeInterval {
        isNaN ? 60 : Swift.min(rounded(.up), 1_000_000)
    }
}
