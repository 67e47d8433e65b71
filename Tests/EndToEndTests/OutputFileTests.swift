// --output: a file that is whole or not there at all, and targets that are no plain files.

import Foundation
import TestSupport
import Testing

@Suite("Output file")
struct OutputFileTests {
    private let json: Bytes = "{\"a\":{}}\n"
    private let broken: Bytes = """
        xml2dict: broken.xml:1:1: error: the document ends inside a tag, comment or other construct that begins here
            <a
            ^

        """

    private func makeFolder(_ more: [Bytes: Bytes] = [:]) throws -> TemporaryFolder {
        try TemporaryFolder(["a.xml": "<a/>", "b.xml": "<b/>", "broken.xml": "<a"].merging(more) { $1 })
    }

    // MARK: A good run

    @Test(
        "An existing file is replaced completely and keeps its permissions",
        arguments: [0o600, 0o755, 0o640, 0o4755, 0o2755]
    )
    func replacedFile(_ mode: mode_t) throws {
        let folder = try makeFolder(["out": Bytes("old") * 1_000])
        try folder.setMode(mode, of: "out")
        #expect(try BuiltCommand.run("-c", "-o", "out", "a.xml", in: folder) == .success(""))
        #expect(try folder.mode(of: "out") == mode)
        #expect(try folder.content(of: "out") == json)
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "out"])
    }

    @Test("A new file has the permissions that new files get")
    func permissionsOfNewFile() throws {
        let folder = try makeFolder()
        #expect(try BuiltCommand.run("-c", "-o", "out", "a.xml", in: folder) == .success(""))
        #expect(try folder.mode(of: "out") == folder.mode(of: "a.xml"))
    }

    @Test("A link stays a link, and what it leads to is replaced")
    func link() throws {
        let folder = try makeFolder()
        try folder.makeFolder("far")
        try folder.write("old", to: "far/target")
        try folder.makeLink("near", to: "far/target")
        try folder.makeLink("link", to: "near")
        #expect(try BuiltCommand.run("-c", "-o", "link", "a.xml", in: folder) == .success(""))
        #expect(try folder.kind(of: "link") == S_IFLNK)
        #expect(try folder.kind(of: "near") == S_IFLNK)
        #expect(try folder.kind(of: "far/target") == S_IFREG)
        #expect(try folder.content(of: "far/target") == json)
    }

    @Test("A dangling link stays a link, and its target is created")
    func danglingLink() throws {
        let folder = try makeFolder()
        try folder.makeLink("link", to: "target")
        #expect(try BuiltCommand.run("-c", "-o", "link", "a.xml", in: folder) == .success(""))
        #expect(try folder.content(of: "link") == json)
        #expect(try folder.kind(of: "link") == S_IFLNK)
        #expect(try folder.content(of: "target") == json)
    }

    @Test("The target may be the input")
    func targetIsInput() throws {
        let folder = try makeFolder()
        #expect(try BuiltCommand.run("-c", "-o", "a.xml", "a.xml", in: folder) == .success(""))
        #expect(try folder.content(of: "a.xml") == json)
        #expect(try BuiltCommand.run("-c", "-o", "b.xml", input: .file("b.xml"), in: folder) == .success(""))
        #expect(try folder.content(of: "b.xml") == "{\"b\":{}}\n")
        let result = try BuiltCommand.run("-o", "broken.xml", "broken.xml", in: folder)
        #expect(result == .failure(65, broken))
        #expect(try folder.content(of: "broken.xml") == "<a")
    }

    @Test("A target in another folder, with its temporary file there")
    func otherFolder() throws {
        let folder = try makeFolder()
        try folder.makeFolder("far")
        #expect(try BuiltCommand.run("-c", "-o", "far/out", "a.xml", in: folder) == .success(""))
        #expect(try folder.content(of: "far/out") == json)
        #expect(try BuiltCommand.run("-c", "-o", folder.path + "/far/absolute", "a.xml", in: folder) == .success(""))
        #expect(try folder.content(of: "far/absolute") == json)
    }

    @Test("A target's name may be any bytes", .enabled(if: TemporaryFolder.takesAnyName, "names must be UTF-8 here"))
    func nameThatIsNotUTF8() throws {
        let folder = try makeFolder()
        let name = Bytes([0x6F, 0xFF, 0xC3])
        #expect(try BuiltCommand.run("-c", "-o", name, "a.xml", in: folder) == .success(""))
        #expect(try folder.content(of: name) == json)
        #expect(
            try BuiltCommand.run("-o", Bytes([0xFF]) + "/\u{1B}", "a.xml", in: folder)
                == .failure(73, "xml2dict: \\xFF/\\x1B: error: cannot create: No such file or directory\n")
        )
    }

    @Test("It works though no standard file is open")
    func withoutStandardFiles() throws {
        let folder = try makeFolder()
        let result = try BuiltCommand.run(
            "-c",
            "-o",
            "out",
            "a.xml",
            input: .closed,
            output: .closed,
            errors: .closed,
            in: folder
        )
        #expect(result.ending == .exited(0))
        #expect(try folder.content(of: "out") == json)
    }

    // MARK: A bad run

    @Test("ALL-OR-NOTHING: A broken or missing input leaves the old file unchanged")
    func oldFileStays() throws {
        let folder = try makeFolder(["out": "old"])
        #expect(try BuiltCommand.run("-o", "out", "broken.xml", in: folder) == .failure(65, broken))
        #expect(try BuiltCommand.run("-o", "out", "a.xml", "broken.xml", in: folder) == .failure(65, broken))
        #expect(try BuiltCommand.run("-o", "out", "broken.xml", "a.xml", in: folder) == .failure(65, broken))
        #expect(
            try BuiltCommand.run("-o", "out", "missing.xml", in: folder)
                == .failure(66, "xml2dict: missing.xml: error: cannot open: No such file or directory\n")
        )
        #expect(try folder.content(of: "out") == "old")
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "out"])
    }

    @Test("No temporary file is left when standard output is not open")
    func noTemporaryFileWithoutStandardOutput() throws {
        let folder = try makeFolder(["out": "old"])
        let result = try BuiltCommand.run("-o", "out", "broken.xml", output: .closed, in: folder)
        #expect(result == .failure(65, broken))
        #expect(try folder.content(of: "out") == "old")
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "out"])
    }

    @Test("Closed standard input does not become the output file")
    func closedStandardInput() throws {
        let folder = try makeFolder(["out": "old"])
        let result = try BuiltCommand.run("-o", "out", "-", input: .closed, in: folder)
        #expect(result == .failure(74, "xml2dict: <stdin>: error: cannot read: Bad file descriptor\n"))
        #expect(try folder.content(of: "out") == "old")
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "out"])
    }

    @Test("What cannot be created ends with 73, and nothing is read")
    func cannotCreate() throws {
        let folder = try makeFolder(["out": "old"])
        try folder.makeFolder("folder")
        #expect(
            try BuiltCommand.run("-o", "missing/out", "broken.xml", in: folder)
                == .failure(73, "xml2dict: missing/out: error: cannot create: No such file or directory\n")
        )
        #expect(
            try BuiltCommand.run("-o", "out/out", "a.xml", in: folder)
                == .failure(73, "xml2dict: out/out: error: cannot create: Not a directory\n")
        )
        #expect(
            try BuiltCommand.run("-o", "folder", "a.xml", in: folder)
                == .failure(73, "xml2dict: folder: error: cannot create: Is a directory\n")
        )
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "folder", "out"])
    }

    @Test(
        "A folder without the right to write ends with 73",
        .disabled(if: geteuid() == 0, "root may write to every folder")
    )
    func folderWithoutRight() throws {
        let folder = try makeFolder()
        try folder.makeFolder("locked")
        try folder.setMode(0o555, of: "locked")
        #expect(
            try BuiltCommand.run("-o", "locked/out", "a.xml", in: folder)
                == .failure(73, "xml2dict: locked/out: error: cannot create: Permission denied\n")
        )
        try folder.setMode(0o755, of: "locked")
    }

    @Test(
        "A read-only file is not replaced, even in a writable folder",
        .disabled(if: geteuid() == 0, "root may write to every file")
    )
    func fileWithoutRight() throws {
        let folder = try makeFolder(["out": "old"])
        try folder.setMode(0o444, of: "out")
        #expect(
            try BuiltCommand.run("-o", "out", "a.xml", in: folder)
                == .failure(73, "xml2dict: out: error: cannot create: Permission denied\n")
        )
        #expect(try folder.content(of: "out") == "old")
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "out"])
    }

    // MARK: Interruption

    @Test(
        "An interrupted command leaves the old file and no temporary file",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGABRT, SIGKILL]
    )
    func interruption(_ signal: Int32) throws {
        let folder = try makeFolder(["out": "old"])
        try folder.makeFIFO("fifo")
        let command = try BuiltCommand.start("-o", "out", "fifo", in: folder)
        // A FIFO opens for writing without waiting as soon as somebody opens it for reading.
        var input: Descriptor?
        try Patience.wait(for: "the command to open its input") {
            input = try? folder.open("fifo", O_WRONLY | O_NONBLOCK)
            return input != nil
        }
        try input?.writeAll("<a>")
        command.send(signal)
        #expect(try command.finish() == CommandResult(output: "", errors: "", ending: .killed(signal: signal)))
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "fifo", "out"])
        #expect(try folder.content(of: "out") == "old")
        withExtendedLifetime(input) {}
    }

    // MARK: Targets that are no plain files

    #if os(Linux)
        @Test("A device stays what it is", .enabled(if: TemporaryFolder.hasDevices, "root may make no devices here"))
        func device() throws {
            let folder = try makeFolder()
            let null = try folder.device("null", minor: 3)
            #expect(try BuiltCommand.run("-o", null, "a.xml", in: folder) == .success(""))
            let file = try folder.open(null, O_RDONLY)
            var information = stat()
            #expect(fstat(file.number, &information) == 0)
            #expect(information.st_mode & S_IFMT == S_IFCHR)
            #expect(!folder.names.contains { $0.values.starts(with: Bytes(".xml2dict").values) })
        }

        @Test(
            "A device that is full is no success",
            .enabled(if: TemporaryFolder.hasDevices, "root may make no devices here")
        )
        func fullDevice() throws {
            let folder = try makeFolder()
            let full = try folder.device("full", minor: 7)
            let message = "xml2dict: " + full + ": error: cannot write: No space left on device\n"
            #expect(try BuiltCommand.run("-o", full, "a.xml", in: folder) == .failure(74, message))
        }
    #endif

    @Test(
        "/dev/stdout is standard output",
        .disabled(if: geteuid() == 0, "a command with a defect could replace it for the whole machine")
    )
    func devStdout() throws {
        let folder = try makeFolder()
        #expect(try BuiltCommand.run("-c", "-o", "/dev/stdout", "a.xml", in: folder) == .success(json))
    }

    @Test("A FIFO stays a FIFO, and its reader gets the JSON")
    func fifo() throws {
        let folder = try makeFolder()
        try folder.makeFIFO("fifo")
        // Opened without waiting for the writer, so that this needs no second thread; the JSON fits in the FIFO.
        let reader = try folder.open("fifo", O_RDONLY | O_NONBLOCK)
        #expect(try BuiltCommand.run("-c", "-o", "fifo", "a.xml", in: folder) == .success(""))
        #expect(try reader.readAll() == json)
        #expect(try folder.kind(of: "fifo") == S_IFIFO)
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "fifo"])
    }
}
