import Foundation
import Testing

/// Programs of this system that are used when they are there.
enum InstalledProgram {
    static let python = find("python3")
    static let jq = find("jq")
    static let unzip = find("unzip")

    /// What is said of tests that are skipped for want of a program.
    static func missing(_ name: String) -> Comment {
        "\(name) is not installed here, so nothing was compared with it."
    }

    /// The first executable file of a name in the folders of `PATH`.
    private static func find(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":")
            .map { URL(fileURLWithPath: String($0), isDirectory: true).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
