import Foundation
import XML2Dict

/// The chunks of a file.
///
/// A separate queue reads them, so that a slow disk blocks no task.
final class FileChunks: ChunkSource, @unchecked Sendable {
    private static let chunkSize = 64 * 1024

    private let url: URL
    private let queue = DispatchQueue(label: "XML2DictFoundation.FileChunks")

    // Only the queue uses the file. Its deinitialisation closes it.
    private var file: FileHandle?

    init(_ url: URL) {
        self.url = url
    }

    func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.read() }.mapError(self.explained)) }
        }
    }

    private func read() throws -> Data? {
        let file = try self.file ?? FileHandle(forReadingFrom: url)
        self.file = file
        let chunk = try file.read(upToCount: Self.chunkSize)
        return chunk?.isEmpty == true ? nil : chunk
    }

    /// The error with a readable description, if the system's code tells the cause.
    private func explained(_ error: any Error) -> any Error {
        guard let error = error as? CocoaError, let cause = error.underlying as NSError?,
            cause.domain == NSPOSIXErrorDomain
        else { return error }
        let words = "“\(url.path)” cannot be read: \(SystemError(number: Int32(cause.code)).text)"
        let userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: words, NSFilePathErrorKey: url.path, NSUnderlyingErrorKey: cause,
        ]
        return CocoaError(error.code, userInfo: userInfo)
    }
}
