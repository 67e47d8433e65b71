import Foundation
import TestSupport
import Testing

/// The W3C XML conformance test suite of 2013-09-23, with expat's verdict on each document.
struct W3CSuite: Sendable {
    let tests: [W3CTest]

    static let verdicts = "xmlconf/expat_verdicts.tsv"
    static let archive = "xmlconf/xmlts20130923.zip"

    /// Whether the suite is available.
    static let isPresent = Corpora.has(verdicts) && Corpora.has(archive)

    /// The suite, unpacked once and read into memory (it is 3 MB); the folder is removed at once.
    static let loaded = Result { try W3CSuite() }

    /// The suite's tests in one collection.
    static func tests(of collection: W3CCollection) throws -> [W3CTest] {
        try loaded.get().tests.filter { $0.collection == collection }
    }

    /// The error of verdicts that cannot be read.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    private init() throws {
        let folder = try TemporaryFolder()
        try Corpora.unpack(Self.archive, into: folder)
        let table = try String(contentsOf: Corpora.folder.appendingPathComponent(Self.verdicts), encoding: .utf8)
        tests = try table.split(separator: "\n").dropFirst().map { row in try Self.test(row, in: folder) }
    }

    /// Reads a row: id, type, entities, applicable, verdict, namespace_verdict, error_code, byte_offset, path.
    private static func test(_ row: Substring, in folder: TemporaryFolder) throws -> W3CTest {
        let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 9, ["accept", "reject"].contains(fields[4]), let errorNumber = Int(fields[6]),
            let collection = fields[8].split(separator: "/").first.flatMap({ W3CCollection(rawValue: String($0)) })
        else { throw Unreadable(description: "\(verdicts) has a row that was not expected: \(row)") }
        return W3CTest(
            id: fields[0],
            collection: collection,
            isAccepted: fields[4] == "accept",
            errorNumber: errorNumber,
            byteOffset: Int(fields[7]),
            bytes: try folder.content(of: Bytes("xmlconf/" + fields[8])).values
        )
    }
}
