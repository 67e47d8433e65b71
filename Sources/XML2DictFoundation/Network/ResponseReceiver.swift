import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Receives a server's answer: puts the chunks of a document into a buffer, and turns any other answer into an error.
final class ResponseReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let buffer = ChunkBuffer()
    private let request: URLRequest

    // Only the session's calls use these, one after the other.
    private var hasResponse = false
    private var isEncoded = false
    private var refusal: HTTPError?
    private var receivedCount: Int64 = 0
    private var promisedCount: Int64?

    private let lock = NSLock()
    private var isAbandoned = false
    #if !canImport(FoundationNetworking)
        private var isSuspended = false
    #endif

    init(_ request: URLRequest) {
        self.request = request
    }

    /// Ends the transfer because its reader is gone.
    func abandon(_ task: URLSessionTask) {
        buffer.abandon()
        lock.withLock { isAbandoned = true }
        task.cancel()
    }

    /// Follows a redirect to an address with a supported scheme.
    ///
    /// An abandoned transfer gets no answer: on Linux, an answer after `cancel` would end the process.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isReadable = ["http", "https"].contains(request.url?.scheme?.lowercased())
        lock.withLock {
            guard !isAbandoned else { return }
            completionHandler(isReadable ? request : nil)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        hasResponse = true
        receivedCount = 0
        isEncoded = !["", "identity"].contains(
            (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") ?? ""
        )
        promisedCount = isEncoded ? nil : promisedCount(of: response)
        refusal = refusal(of: response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard refusal == nil else { return keepRefusalBody(data, of: dataTask) }
        receivedCount += Int64(data.count)
        do {
            try buffer.append(data)
            pace(dataTask)
        } catch {
            buffer.finish(throwing: error)
            dataTask.cancel()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // Linux reports no response for a redirect that cannot be followed.
        let refusal = self.refusal ?? (hasResponse ? nil : task.response.flatMap(refusal(of:)))
        buffer.finish(throwing: refusal ?? explained(error))
    }

    /// Suspends or resumes the transfer, as the buffer demands.
    ///
    /// The receiver calls it after each chunk that it adds, and the transfer after each chunk that a task takes.
    ///
    /// On Linux it does nothing: there, `suspend` takes the transfer out of libcurl, which ends the transfer, and with
    /// Swift 6.3 ends the process. The delegate cannot delay the session either: its calls pile up in its queue, each
    /// with a piece of the body. One thread delivers them for all sessions of the process, so the delegate must not
    /// block it. Hence ``OverflowFile``.
    func pace(_ task: URLSessionTask) {
        #if !canImport(FoundationNetworking)
            lock.withLock {
                guard buffer.isFull != isSuspended else { return }
                isSuspended.toggle()
                if isSuspended { task.suspend() } else { task.resume() }
            }
        #endif
    }

    #if canImport(FoundationNetworking)
        /// Answers a 401.
        ///
        /// Without credentials, Linux's URLSession would neither ask again nor end.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            if challenge.proposedCredential != nil, challenge.previousFailureCount == 0 {
                completionHandler(.performDefaultHandling, nil)
            } else {
                buffer.finish(throwing: refusal ?? URLError(.userAuthenticationRequired))
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    #endif

    private func keepRefusalBody(_ data: Data, of task: URLSessionTask) {
        let room = HTTPError.bodyLimit - (refusal?.body.count ?? 0)
        refusal?.body.append(data.prefix(room))
        guard data.count >= room else { return }
        buffer.finish(throwing: refusal)
        task.cancel()
    }

    /// The length of the document by its header; `nil` when it is not comparable to the number of bytes that arrive.
    private func promisedCount(of response: URLResponse) -> Int64? {
        guard let response = response as? HTTPURLResponse, request.httpMethod != "HEAD",
            response.statusCode != 204, response.statusCode != 205, response.expectedContentLength > 0
        else { return nil }
        return response.expectedContentLength
    }

    private func refusal(of response: URLResponse) -> HTTPError? {
        guard let response = response as? HTTPURLResponse, !(200...299).contains(response.statusCode) else {
            return nil
        }
        return HTTPError(response.statusCode, response.url ?? request.url)
    }

    /// The error to report: with a readable description, and also for an incomplete answer that URLSession accepts.
    ///
    /// URLSession need not report a body that is too short. That of Linux reports it as an unknown error, and describes
    /// no timeout.
    private func explained(_ error: (any Error)?) -> (any Error)? {
        let cause = error as? URLError
        if error == nil || cause?.code == .unknown, let promisedCount, receivedCount < promisedCount {
            let words = "the connection ended after \(receivedCount) of \(promisedCount) bytes"
            return URLError(.networkConnectionLost, words, request.url, error)
        }
        guard let cause else { return error }
        if cause.code == .unknown, hasResponse {
            let code: URLError.Code = isEncoded ? .cannotDecodeContentData : .networkConnectionLost
            return URLError(code, "the answer is not complete: \(cause.localizedDescription)", request.url, cause)
        }
        if cause.code == .timedOut, cause.userInfo[NSLocalizedDescriptionKey] == nil {
            return URLError(.timedOut, "the server sent nothing before the timeout", request.url, cause)
        }
        return cause
    }
}
