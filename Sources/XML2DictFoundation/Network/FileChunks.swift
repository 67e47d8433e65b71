public import Foundation
public import XML2Dict

extension XMLSource {
    /// A file by its URL.
    ///
    /// For any other URL, the method that reads the source throws an `XMLReaderError` with the code `cannotOpen`;
    /// its message names `.url(…)` of the asynchronous methods.
    public static func file(_ url: URL) -> XMLSource {
        if url.isFileURL { return .file(url.path) }
        let hint = "to fetch it, call try await read(.url(…))"
        return .failing(XMLReaderError(.cannotOpen, "'\(url.absoluteString)' is not the URL of a file; \(hint)"))
    }
}

/// The chunks of a file.
///
/// A separate queue reads them, so that a slow disk blocks no task.
final class FileChunks: ChunkSource, @unchecked Sendable {
    private let url: URL
    private let queue = DispatchQueue(label: "XML2DictFoundation.FileChunks")

    // Only the queue uses the file. Its deinitialization closes it.
    private lazy var file = Result { try FileHandle(forReadingFrom: url) }

    init(_ url: URL) {
        self.url = url
    }

    func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.read() }) }
        }
    }

    private func read() throws -> Data? {
        do {
            let chunk = try file.get().read(upToCount: 64 * 1024)
            return chunk?.isEmpty == true ? nil : chunk
        } catch { throw CocoaError.describing(error, "“\(url.path)” cannot be read", path: url.path) }
    }
}
