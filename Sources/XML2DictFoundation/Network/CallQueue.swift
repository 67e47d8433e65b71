#if canImport(FoundationNetworking)
    import Foundation
    import Synchronization

    /// The queue of a session's calls, which counts those that wait.
    ///
    /// On Linux, each call holds a chunk of the body, and the session adds calls as fast as the server sends. They pile
    /// up in memory while the disk is slower, so the limit of ``ChunkBuffer`` applies to them, too.
    final class CallQueue: OperationQueue, @unchecked Sendable {
        private let count = Atomic(0)

        /// The number of calls that wait.
        var waitingCount: Int { count.load(ordering: .relaxed) }

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            count.add(1, ordering: .relaxed)
            super.addOperation { [self] in
                count.subtract(1, ordering: .relaxed)
                block()
            }
        }
    }
#endif
