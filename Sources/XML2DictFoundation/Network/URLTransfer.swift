import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that has been sent, and the chunks of its answer.
///
///     URLSession ──▶ ResponseReceiver ──▶ ChunkBuffer ──▶ URLTransfer ──▶ the task that reads
///
/// It has a session of its own, which ends with it. The session and its delegate, the receiver, hold each other until the
/// transfer is over. This object is not part of that ring, so letting it go ends the transfer.
final class URLTransfer: ChunkSource {
    let receiver: ResponseReceiver
    private let task: URLSessionDataTask

    /// Sends a request.
    init(_ request: URLRequest, _ configuration: URLSessionConfiguration) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        receiver = ResponseReceiver(request)
        let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: queue)
        task = session.dataTask(with: request)
        task.resume()
        session.finishTasksAndInvalidate()
    }

    deinit {
        receiver.abandon(task)
    }

    /// The next chunk, or `nil` after the last.
    ///
    /// When the task that asks is cancelled, the transfer ends at once.
    func next() async throws -> Data? {
        let chunk = try await withTaskCancellationHandler {
            try await receiver.buffer.next()
        } onCancel: { [receiver, task] in
            receiver.abandon(task)
        }
        receiver.pace(task)
        return chunk
    }
}
