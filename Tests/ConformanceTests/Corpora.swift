import Foundation
import Testing

/// The test material from outside.
///
/// It is no part of the project, because of its licences, so it may be missing: then the tests that need it are skipped
/// and say so.
enum Corpora {
    /// The folder named by `XML2DICT_CORPORA`, or else the one that lies beside the package.
    static let folder: URL = {
        if let named = ProcessInfo.processInfo.environment["XML2DICT_CORPORA"], !named.isEmpty {
            return URL(fileURLWithPath: named, isDirectory: true)
        }
        return packageRoot.appendingPathComponent("../shared/corpora", isDirectory: true).standardizedFileURL
    }()

    /// The folder of `Package.swift`: this file is two folders below it.
    static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether a file of the corpora is there.
    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }

    /// What is said of tests that are skipped for want of a file.
    static func missing(_ path: String) -> Comment {
        """
        There is no \(path) in \(folder.path), so there is nothing to test with. The test material is no part of the \
        project; XML2DICT_CORPORA names the folder that has it.
        """
    }
}
