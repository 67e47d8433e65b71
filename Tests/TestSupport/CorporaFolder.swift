package import Foundation

/// The folder of the external test material, which may be missing.
package enum CorporaFolder {
    /// The folder named by `XML2DICT_CORPORA`, or else the one next to the package.
    package static let url: URL = {
        if let named = ProcessInfo.processInfo.environment["XML2DICT_CORPORA"], !named.isEmpty {
            return URL(fileURLWithPath: named, isDirectory: true)
        }
        return packageRoot.appendingPathComponent("../shared/corpora", isDirectory: true).standardizedFileURL
    }()

    /// The folder of `Package.swift`: this file is two folders below it.
    package static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
