import Foundation
import Testing

/// The external test material.
///
/// Its licences exclude it from the project, so it may be missing: then its tests are skipped with a message.
enum Corpora {
    /// The folder named by `XML2DICT_CORPORA`, or else the one next to the package.
    static let folder: URL = {
        if let named = ProcessInfo.processInfo.environment["XML2DICT_CORPORA"], !named.isEmpty {
            return URL(fileURLWithPath: named, isDirectory: true)
        }
        return packageRoot.appendingPathComponent("../shared/corpora", isDirectory: true).standardizedFileURL
    }()

    /// The folder of `Package.swift`: this file is two folders below it.
    static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether the corpora contain a file.
    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }

    /// The message of tests that are skipped because a file is missing.
    static func missing(_ path: String) -> Comment {
        """
        There is no \(path) in \(folder.path), so there is nothing to test with. The test material is no part of the \
        project; XML2DICT_CORPORA names the folder that has it.
        """
    }
}
