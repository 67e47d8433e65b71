import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Puts the chunks of a server's response into a buffer, or turns the response into an error.
///
///     URLSession ──▶ ResponseReceiver ──▶ ChunkBuffer ──▶ a stream ──▶ the task that reads
///
/// Each transfer has its own session. The session and its delegate, the receiver, retain each other until the transfer
/// is over. The stream is not part of that cycle, so releasing the stream ends the transfer.
final class ResponseReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let buffer: ChunkBuffer
    private let acceptedStatuses: Set<Int>

    // Only the session's calls use these properties, one call after the other.
    private var receivedCount: Int64 = 0
    private var errorPage = Data()

    init(_ buffer: ChunkBuffer, accepting statuses: Set<Int>) {
        self.buffer = buffer
        acceptedStatuses = statuses
    }

    /// Sends a request, and returns the receiver of the response and a function for the next chunk.
    ///
    /// Apple's systems pause the task while the reader lags behind. On Linux, `suspend` takes the transfer out of
    /// libcurl, and `resume` sends the request again (seen with Swift 6.3), so the file of ``ChunkBuffer`` takes the
    /// chunks. The delegate cannot hold back the server either. If the delegate blocks the thread of ``CallQueue``, all
    /// sessions of the process wait. If the delegate blocks another thread, the body piles up in memory.
    static func answer(to chunks: XMLURLChunks) -> (ResponseReceiver, XMLURLChunks.Next) {
        let (stream, end) = ChunkBuffer.Stream.makeStream(bufferingPolicy: .bufferingOldest(ChunkBuffer.capacity))
        let buffer = ChunkBuffer(end), calls = CallQueue()
        calls.maxConcurrentOperationCount = 1
        let receiver = ResponseReceiver(buffer, accepting: chunks.acceptedStatuses)
        let session = URLSession(configuration: chunks.configuration, delegate: receiver, delegateQueue: calls)
        let task = session.dataTask(with: chunks.request)
        #if !canImport(FoundationNetworking)
            buffer.pause = { $0 ? task.suspend() : task.resume() }
        #endif
        end.onTermination = {
            guard case .cancelled = $0 else { return }
            buffer.discard()
            task.cancelSoon()
        }
        task.resume()
        session.finishTasksAndInvalidate()
        nonisolated(unsafe) var iterator = stream.makeAsyncIterator()
        let next: XMLURLChunks.Next = {
            let chunk = try await iterator.next()
            try buffer.refill()
            return chunk
        }
        return (receiver, next)
    }

    /// Follows a redirect to a supported scheme, but not after `cancel`, because Linux would then end the process.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        buffer.unlessEnded { completionHandler(request.isOfHTTP ? request : nil) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if refusal(of: dataTask) != nil {
            let room = XMLHTTPError.bodyLimit - errorPage.count
            errorPage.append(data.prefix(room))
            if room > 0, data.count >= room { end(dataTask, refusal(of: dataTask)) }
        } else {
            receivedCount += Int64(data.count)
            do { try buffer.append(data) } catch {
                let words = "the unread bytes cannot be written to a temporary file: \(error.localizedDescription)"
                end(dataTask, CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: words]))
            }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        buffer.finish(throwing: problem(with: task, error))
    }

    #if canImport(FoundationNetworking)
        /// Ends the transfer at a status 401, because Linux's URLSession would wait forever for credentials.
        ///
        /// URLSession calls this method after the body. The body is the document if the caller accepts the status.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            end(task, problem(with: task))
        }
    #endif

    private func end(_ task: URLSessionTask, _ error: (any Error)?) {
        buffer.finish(throwing: error)
        task.cancelSoon()
    }

    private func refusal(of task: URLSessionTask) -> XMLHTTPError? {
        guard let response = task.response as? HTTPURLResponse, !acceptedStatuses.contains(response.statusCode)
        else { return nil }
        return XMLHTTPError(statusCode: response.statusCode, url: response.url, body: errorPage)
    }

    /// The error of a refused status or an incomplete response, because Linux's URLSession may accept such a response.
    private func problem(with task: URLSessionTask, _ error: (any Error)? = nil) -> (any Error)? {
        if let refusal = refusal(of: task) { return refusal }
        let code = (error as? URLError)?.code
        if code == .timedOut { return URLError(.timedOut, "the server sent nothing before the timeout") }
        guard let response = task.response as? HTTPURLResponse else { return error }
        let isEncoded = !["", "identity"].contains(response.value(forHTTPHeaderField: "Content-Encoding") ?? "")
        let hasBody = task.currentRequest?.httpMethod != "HEAD" && ![204, 205].contains(response.statusCode)
        let isShort = !isEncoded && hasBody && receivedCount < response.expectedContentLength
        guard code == .unknown || error == nil && isShort else { return error }
        let words =
            isShort ? "\(receivedCount) of \(response.expectedContentLength) bytes arrived" : "it ends too early"
        return URLError(
            isEncoded ? .cannotDecodeContentData : .networkConnectionLost,
            "the response is incomplete: \(words)"
        )
    }
}

extension URLSessionTask {
    /// Cancels the task without waiting for the session.
    ///
    /// On Linux, `cancel` waits until no socket of this session has bytes to receive, which may take seconds.
    fileprivate func cancelSoon() {
        Self.cancelling.async { self.cancel() }
    }

    /// A serial queue, because many waiting calls would take all threads of the global queues.
    private static let cancelling = DispatchQueue(label: "xml2dict.cancelling")
}

/// Runs the calls of a session one after the other, each on the thread that adds it.
///
/// On Linux, one thread serves all sessions, and adds a call for each chunk as fast as the server sends. If another
/// thread had to run the calls, they would pile up in memory.
private final class CallQueue: OperationQueue, @unchecked Sendable {
    #if canImport(FoundationNetworking)
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    #endif
}
