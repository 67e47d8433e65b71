import Foundation
import TestSupport
import Testing
import XML2Dict

/// The external test material.
///
/// Its licenses exclude it from the project, so it may be missing. Then its tests are skipped with a message.
enum Corpora {
    static var folder: URL { CorporaFolder.url }

    static let jsonTestSuite = "json/JSONTestSuite.zip"
    static let xmltodictCalls = "xmltodict_cases.jsonl"
    static let smithy = "smithy/cases.jsonl"

    /// Whether the corpora contain a file.
    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Self.path(of: path))
    }

    static func path(of path: String) -> String {
        folder.appendingPathComponent(path).path
    }

    /// The message of tests that are skipped because a file is missing.
    static func missing(_ path: String) -> Comment {
        """
        There is no \(path) in \(folder.path), so there is nothing to test with. The test material is no part of the \
        project; XML2DICT_CORPORA names the folder that has it.
        """
    }

    /// The lines of a text file of the corpora.
    static func lines(of path: String) throws -> [String] {
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }

    /// The rows of a file that has a JSON value on each line.
    static func rows(of path: String) throws -> [XMLValue] {
        try lines(of: path).map { try XMLValue(json: $0) }
    }

    // MARK: Archives

    /// Whether a program to unpack archives is installed.
    static let canUnpack = InstalledProgram.unzip != nil || InstalledProgram.python != nil

    /// The message of tests that need such a program.
    static let packed: Comment = "Neither unzip nor python3 is installed here, so the suite could not be unpacked."

    /// Unpacks a zip archive into a folder.
    static func unpack(_ path: String, into target: TemporaryFolder) throws {
        let archive = Bytes(self.path(of: path))
        let child =
            if let unzip = InstalledProgram.unzip {
                ChildProcess(executable: unzip, arguments: ["-q", archive, "-d", target.path])
            } else {
                ChildProcess(
                    executable: try #require(InstalledProgram.python),
                    arguments: ["-m", "zipfile", "-e", archive, target.path]
                )
            }
        let result = try child.run()
        try #require(result.ending == .exited(0), "\(archive) cannot be unpacked: \(result.errors)")
    }
}
