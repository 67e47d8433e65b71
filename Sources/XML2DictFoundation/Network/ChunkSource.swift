import Foundation

/// A source of chunks: one reading of one address, by one task.
///
/// Its deinitialisation ends the transfer.
protocol ChunkSource: AnyObject {
    /// The next chunk, or `nil` after the last.
    func next(isolation actor: isolated (any Actor)?) async throws -> Data?
}
