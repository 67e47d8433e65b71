import Foundation
import TestSupport
import XML2Dict

/// JSONTestSuite: texts that are JSON, texts that are not, and texts on which readers may differ.
struct JSONTestSuite: Sendable {
    /// A text of the suite.
    struct Text: Sendable {
        /// The name of the file, without `.json`, such as `y_array_empty`.
        let name: String
        let bytes: [UInt8]
    }

    let texts: [Text]

    static let archive = "json/JSONTestSuite.zip"
    static let isPresent = Corpora.has(archive)

    /// The suite, unpacked once and read into memory.
    static let loaded = Result { try JSONTestSuite() }

    /// The texts whose names begin with a prefix, such as `y_`.
    static func texts(_ prefix: String) throws -> [Text] {
        try loaded.get().texts.filter { $0.name.hasPrefix(prefix) }
    }

    private init() throws {
        let folder = try TemporaryFolder()
        try Corpora.unpack(Self.archive, into: folder)
        let path = String(decoding: folder.path.values, as: UTF8.self) + "/test_parsing"
        texts = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }.sorted().map
        {
            Text(name: String($0.dropLast(5)), bytes: try folder.content(of: Bytes("test_parsing/" + $0)).values)
        }
    }
}
