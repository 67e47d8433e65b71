import Foundation
import Testing

/// The W3C XML conformance test suite of 2013-09-23, with what expat says of each of its documents.
struct W3CSuite: Sendable {
    let tests: [W3CTest]

    static let verdicts = "xmlconf/expat_verdicts.tsv"
    static let archive = "xmlconf/xmlts20130923.zip"

    /// Whether the suite is there.
    static let isPresent = Corpora.has(verdicts) && Corpora.has(archive)

    /// Whether there is a program that unpacks it.
    static let canUnpack = InstalledProgram.unzip != nil || InstalledProgram.python != nil

    /// What is said of its tests when there is none.
    static let packed: Comment = "Neither unzip nor python3 is installed here, so the suite could not be unpacked."

    /// The suite, unpacked once and read into memory (it is 3 MB); the folder is removed at once.
    static let loaded = Result { try W3CSuite() }

    /// The suite's tests in one collection.
    static func tests(of collection: W3CCollection) throws -> [W3CTest] {
        try loaded.get().tests.filter { $0.collection == collection }
    }

    /// The verdicts cannot be read.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    private init() throws {
        tests = try TemporaryFolder.with { folder in
            try Self.unpack(into: folder)
            let table = try String(contentsOf: Corpora.folder.appendingPathComponent(Self.verdicts), encoding: .utf8)
            return try table.split(separator: "\n").dropFirst().map { row in
                try Self.test(row, in: folder.appendingPathComponent("xmlconf"))
            }
        }
    }

    /// Reads a row: id, type, entities, applicable, verdict, namespace_verdict, error_code, byte_offset, path.
    private static func test(_ row: Substring, in folder: URL) throws -> W3CTest {
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
            bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent(fields[8])))
        )
    }

    private static func unpack(into folder: URL) throws {
        let archive = Corpora.folder.appendingPathComponent(Self.archive).path
        let child: ChildProcess
        if let unzip = InstalledProgram.unzip {
            child = try ChildProcess(unzip, ["-q", archive, "-d", folder.path])
        } else {
            child = try ChildProcess(#require(InstalledProgram.python), ["-m", "zipfile", "-e", archive, folder.path])
        }
        guard child.status == 0 else {
            throw Unreadable(description: "\(archive) cannot be unpacked: \(child.message)")
        }
    }
}
