import Foundation

/// Programs of this system that the tests use if they are installed.
package enum InstalledProgram {
    package static let python = find("python3")
    package static let jq = find("jq")
    package static let node = find("node")
    package static let groff = find("groff")
    package static let bash = find("bash")
    package static let zsh = find("zsh")
    package static let fish = find("fish")
    package static let script = find("script")
    package static let curl = find("curl")
    package static let unzip = find("unzip")
    package static let sha256sum = find("sha256sum")
    package static let gzip = find("gzip")
    package static let bzip2 = find("bzip2")
    package static let xz = find("xz")
    package static let zstd = find("zstd")
    package static let strace = find("strace")

    /// The first executable file with a name in the folders of `PATH`.
    private static func find(_ name: String) -> Bytes? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":")
            .map { URL(fileURLWithPath: String($0), isDirectory: true).appendingPathComponent(name).path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { Bytes($0) }
    }
}
