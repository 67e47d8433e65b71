import Foundation

/// Folders that are removed when the work in them is done.
enum TemporaryFolder {
    /// Runs `body` with a new, empty folder, and removes the folder and all in it afterwards.
    static func with<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("xml2dict-conformance-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
