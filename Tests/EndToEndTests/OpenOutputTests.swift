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

        @Test("WRITE-CHECKED: Output follows the earlier content of a descriptor, even without a name")
        func position() throws {
            for name in Self.names {
                let folder = try makeFolder()
                let output = try folder.open("out", O_RDWR)
                try output.writeAll("head\n")
                let flags: [Bytes] = ["-c", "-o", name, "a.xml"]
                let named = try CalledCommand.run(arguments: flags, output: .open(output), in: folder)
                #expect(named == .success(""), "\(name)")
                try output.writeAll("tail\n")
                #expect(try folder.content(of: "out") == "head\n" + json + "tail\n", "\(name)")
                try folder.removeFile("out")
                let unnamed = try CalledCommand.run(arguments: flags, output: .open(output), in: folder)
                #expect(unnamed == .success(""), "\(name)")
                #expect(lseek(output.number, 0, SEEK_SET) == 0)
                #expect(try output.readAll() == "head\n" + json + "tail\n" + json, "\(name)")
                #expect(folder.names == ["a.xml", "link", "link-to-link"])
            }
        }

        @Test("Output is appended to a file that another process has open")
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

        @Test("A pipe gets the output without a temporary file")
        func pipe() throws {
            let folder = try makeFolder()
            #expect(try CalledCommand.run("-c", "-o", "link", "a.xml", in: folder) == .success(json))
        }

        @Test("A descriptor that is not open for writing cannot be the output")
        func notWritable() throws {
            let folder = try makeFolder()
            for name in ["/dev/fd/99", "/dev/fd/0"] as [Bytes] {
                let message = "xml2dict: " + name + ": error: cannot create: Bad file descriptor\n"
                #expect(try CalledCommand.run("-o", name, "a.xml", in: folder) == .failure(73, message))
            }
        }
    }
#endif
