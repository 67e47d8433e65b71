import Foundation

/// Where chunks come from: one reading of one address, by one task.
///
/// When it is let go, it ends its transfer.
protocol ChunkSource: AnyObject {
    /// The next chunk, or `nil` after the last.
    func next() async throws -> Data?
}
