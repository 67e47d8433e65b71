// --output through open descriptors: written in place, at the position that the descriptor shares with others.

#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @Suite("Output through open files")
    struct OpenOutputTests {
        private let json: Bytes = "{\"a\":{}}\n"

        private func makeFolder() throws -> TemporaryFolder {
            let folder = try TemporaryFolder(["a.xml": "<a/>", "out": ""])
            try folder.makeLink("link", to: "/proc/self/fd/1")
            try folder.makeLink("link-to-link", to: "link")
            return folder
        }

        /// Names that lead to standard output.
        ///
        /// For root, a defect could replace `/dev/stdout` for the whole machine.
        private static let names: [Bytes] =
            ["/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "link", "link-to-link"]
            + (geteuid() == 0 ? [] : ["/dev/stdout"])

        @Test("Output follows what the descriptor has, and loses nothing", arguments: names)
        func position(_ name: Bytes) throws {
            let folder = try makeFolder()
            let output = try folder.open("out", O_RDWR)
            try output.writeAll("head\n")
            #expect(try BuiltCommand.run("-c", "-o", name, "a.xml", output: .open(output), in: folder) == .success(""))
            try output.writeAll("tail\n")
            #expect(try folder.content(of: "out") == "head\n" + json + "tail\n")
            #expect(folder.names == ["a.xml", "link", "link-to-link", "out"])
        }

        @Test("WRITE-CHECKED: A file without a name gets the output", arguments: names)
        func unlinked(_ name: Bytes) throws {
            let folder = try makeFolder()
            let output = try folder.open("out", O_RDWR)
            try folder.removeFile("out")
            #expect(try BuiltCommand.run("-c", "-o", name, "a.xml", output: .open(output), in: folder) == .success(""))
            #expect(lseek(output.number, 0, SEEK_SET) == 0)
            #expect(try output.readAll() == json)
            #expect(folder.names == ["a.xml", "link", "link-to-link"])
        }

        @Test("A file that another process has open gets the output appended")
        func otherProcess() throws {
            let folder = try makeFolder()
            let output = try folder.open("out", O_RDWR)
            try output.writeAll("head\n")
            let name = Bytes("/proc/\(ProcessInfo.processInfo.processIdentifier)/fd/\(output.number)")
            #expect(try BuiltCommand.run("-c", "-o", name, "a.xml", in: folder) == .success(""))
            #expect(try folder.content(of: "out") == "head\n" + json)
            try folder.removeFile("out")
            #expect(try BuiltCommand.run("-c", "-o", name, "a.xml", in: folder) == .success(""))
            #expect(lseek(output.number, 0, SEEK_SET) == 0)
            #expect(try output.readAll() == "head\n" + json + json)
            #expect(folder.names == ["a.xml", "link", "link-to-link"])
        }

        @Test("A pipe is written as it is")
        func pipe() throws {
            let folder = try makeFolder()
            #expect(try BuiltCommand.run("-c", "-o", "link", "a.xml", in: folder) == .success(json))
        }

        @Test(
            "A descriptor that is not open for writing cannot be the output",
            arguments: ["/dev/fd/99", "/dev/fd/0"] as [Bytes]
        )
        func notWritable(_ name: Bytes) throws {
            let folder = try makeFolder()
            let message = "xml2dict: " + name + ": error: cannot create: Bad file descriptor\n"
            #expect(try BuiltCommand.run("-o", name, "a.xml", in: folder) == .failure(73, message))
        }
    }
#endif
