import Foundation
import TestSupport

/// The recorded files in `Fixtures`, and the examples of the package.
enum Fixture {
    /// A file of `Fixtures`.
    static func content(of name: String) throws -> Bytes {
        Bytes(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// The names of the documents in `Fixtures`, without their extensions.
    static let recorded: [String] = xmlFiles(in: folder).map { $0.deletingPathExtension().lastPathComponent }

    /// The documents to truncate: the files of `Fixtures`, and all examples except a truncated one.
    static let documents: [URL] = (xmlFiles(in: folder) + xmlFiles(in: examples)).filter {
        $0.lastPathComponent != "cut.xml"
    }

    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = tests.appendingPathComponent("Fixtures")
    private static let examples = tests.appendingPathComponent("../../Examples").standardizedFileURL

    private static func xmlFiles(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "xml" }.sorted {
            $0.path < $1.path
        }
    }
}
