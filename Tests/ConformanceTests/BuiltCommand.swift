import Foundation
import Testing

/// The command `xml2dict` as it was built along with these tests.
enum BuiltCommand {
    /// Where it is: where `XML2DICT_COMMAND` says, or else in the folder where the test bundle lies, which is the build
    /// folder.
    static let file: URL? = {
        if let named = ProcessInfo.processInfo.environment["XML2DICT_COMMAND"], !named.isEmpty {
            return executable(URL(fileURLWithPath: named))
        }
        return candidates.lazy.compactMap { executable($0) }.first
    }()

    /// What is said of tests that are skipped because it was not found.
    static let missing: Comment = """
        The command xml2dict was not found beside the tests, so it was not run. XML2DICT_COMMAND names the file to run.
        """

    /// Runs it.
    static func run(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(#require(file, missing), arguments)
    }

    /// Where the command may be: in any folder above the running program or above what its arguments name.
    ///
    /// On Linux the running program is the test bundle. On macOS it is a program of the toolchain, which gets the
    /// bundle's name as an argument, and the bundle is a folder in which the tests are deeper down.
    private static var candidates: [URL] {
        CommandLine.arguments.filter { $0.contains("/") }.flatMap { argument in
            folders(above: URL(fileURLWithPath: argument)).map { $0.appendingPathComponent("xml2dict") }
        }
    }

    private static func folders(above file: URL) -> [URL] {
        var folders: [URL] = []
        var folder = file.deletingLastPathComponent()
        while folder.path != "/", folders.count < 6 {
            folders.append(folder)
            folder = folder.deletingLastPathComponent()
        }
        return folders
    }

    private static func executable(_ file: URL) -> URL? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue,
            FileManager.default.isExecutableFile(atPath: file.path)
        else { return nil }
        return file
    }
}
