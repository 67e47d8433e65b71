#if os(Linux)
    import Foundation

    extension URLReadingTests {
        /// The paths of the overflow files that the process has open.
        static func overflowFiles() throws -> [String] {
            let folder = "/proc/self/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
                .filter { $0.contains(/\/xml2dict-[0-9A-F-]{36}/) }
        }
    }
#endif
