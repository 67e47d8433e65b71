import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that has been sent, and the chunks of its answer.
///
///     URLSession ──▶ ResponseReceiver ──▶ ChunkBuffer ──▶ URLTransfer ──▶ the task that reads
///
/// Each transfer has its own session, which ends with it. The session and its delegate, the receiver, retain each other
/// until the transfer is over. This object is not part of that cycle, so its deinitialisation ends the transfer.
final class URLTransfer: ChunkSource {
    let receiver: ResponseReceiver
    private let task: URLSessionDataTask

    /// Sends a request.
    init(_ request: URLRequest, _ configuration: URLSessionConfiguration, _ receiver: ResponseReceiver) {
        self.receiver = receiver
        let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: receiver.calls)
        task = session.dataTask(with: request)
        task.resume()
        session.finishTasksAndInvalidate()
    }

    deinit {
        receiver.abandon(task)
    }

    /// The next chunk, or `nil` after the last.
    ///
    /// Cancellation of the calling task ends the transfer at once.
    func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
        let chunk = try await withTaskCancellationHandler {
            try await receiver.buffer.next(isolation: actor)
        } onCancel: { [receiver, task] in
            receiver.abandon(task)
        }
        receiver.pace(task)
        return chunk
    }
}
