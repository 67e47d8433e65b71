import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Receives a server's answer: puts the chunks of a document into a buffer, and turns any other answer into an error.
final class ResponseReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let buffer: ChunkBuffer

    #if canImport(FoundationNetworking)
        /// The queue of the session's calls.
        let calls = CallQueue()
    #else
        /// The queue of the session's calls.
        let calls = OperationQueue()
    #endif

    private let request: URLRequest
    private let acceptedStatuses: Set<Int>

    // Only the session's calls use these, one after the other.
    private var hasResponse = false
    private var isEncoded = false
    private var refusal: XMLHTTPError?
    private var receivedCount: Int64 = 0
    private var promisedCount: Int64?

    #if canImport(FoundationNetworking)
        private static let cancellations = DispatchQueue(label: "XML2DictFoundation.cancellations")
    #endif

    private let lock = NSLock()
    private var isAbandoned = false
    #if !canImport(FoundationNetworking)
        private var isSuspended = false
    #endif

    init(_ request: URLRequest, accepting statuses: Set<Int>, waitingLimit: Int) {
        self.request = request
        acceptedStatuses = statuses
        buffer = ChunkBuffer(waitingLimit: waitingLimit)
        calls.maxConcurrentOperationCount = 1
    }

    /// Ends the transfer because its reader is gone.
    func abandon(_ task: URLSessionTask) {
        buffer.abandon()
        lock.withLock { isAbandoned = true }
        cancel(task)
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
            #if canImport(FoundationNetworking)
                try buffer.append(data, followerCount: calls.waitingCount)
            #else
                try buffer.append(data)
            #endif
            pace(dataTask)
        } catch is ChunkBuffer.Excess {
            stop(dataTask, URLError.tooMuchWaits(buffer.waitingLimit, request.url))
        } catch {
            stop(dataTask, error)
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
        /// Without credentials, Linux's URLSession would neither ask again nor end. The call comes after the body,
        /// which the reader may have taken already when it accepts the status: then that body is the document.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            if hasResponse, refusal == nil {
                buffer.finish(throwing: explained(nil))
                completionHandler(.cancelAuthenticationChallenge, nil)
            } else if challenge.proposedCredential != nil, challenge.previousFailureCount == 0 {
                completionHandler(.performDefaultHandling, nil)
            } else {
                buffer.finish(throwing: refusal ?? URLError(.userAuthenticationRequired))
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    #endif

    private func keepRefusalBody(_ data: Data, of task: URLSessionTask) {
        let room = XMLHTTPError.bodyLimit - (refusal?.body.count ?? 0)
        refusal?.body.append(data.prefix(room))
        guard data.count >= room else { return }
        stop(task, refusal)
    }

    /// Ends the chunks with an error, and the transfer.
    private func stop(_ task: URLSessionTask, _ error: (any Error)?) {
        buffer.finish(throwing: error)
        cancel(task)
    }

    /// Cancels the transfer without waiting for the session.
    ///
    /// On Linux, `cancel` waits for the thread of all sessions, until no socket of this session has bytes to receive:
    /// for seconds, if a server is as fast as that thread (seen with Swift 6.3). The session's calls go on meanwhile,
    /// and the receiver discards their bytes. They would pile up if they had to wait, too.
    private func cancel(_ task: URLSessionTask) {
        #if canImport(FoundationNetworking)
            Self.cancellations.async { task.cancel() }
        #else
            task.cancel()
        #endif
    }

    /// The length of the document by its header; `nil` when it is not comparable to the number of bytes that arrive.
    private func promisedCount(of response: URLResponse) -> Int64? {
        guard let response = response as? HTTPURLResponse, request.httpMethod != "HEAD",
            response.statusCode != 204, response.statusCode != 205, response.expectedContentLength > 0
        else { return nil }
        return response.expectedContentLength
    }

    private func refusal(of response: URLResponse) -> XMLHTTPError? {
        guard let response = response as? HTTPURLResponse, !acceptedStatuses.contains(response.statusCode) else {
            return nil
        }
        return XMLHTTPError(statusCode: response.statusCode, url: response.url ?? request.url)
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
