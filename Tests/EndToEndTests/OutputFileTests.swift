// --output: a file is written whole or not at all, and targets that are not plain files.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("Output file")
struct OutputFileTests {
    private let json: Bytes = "{\"a\":{}}\n"
    private static func notWritten(_ name: Bytes) -> Bytes {
        "xml2dict: " + name + ": not written, because of the error\n"
    }

    private let broken: Bytes = """
        xml2dict: broken.xml:1:1: error: the document ends inside a tag, comment or other construct that begins here
            <a
            ^

        """

    private func makeFolder(_ more: [Bytes: Bytes] = [:]) throws -> TemporaryFolder {
        try TemporaryFolder(["a.xml": "<a/>", "b.xml": "<b/>", "broken.xml": "<a"].merging(more) { $1 })
    }

    // MARK: A good run

    @Test("A replaced file keeps its permissions; a new one gets the usual")
    func permissions() throws {
        for mode in [0o600, 0o755, 0o640, 0o4755, 0o2755] as [mode_t] {
            let folder = try makeFolder(["out": Bytes("old") * 1_000])
            try folder.setMode(mode, of: "out")
            #expect(try CalledCommand.run("-c", "-o", "out", "a.xml", in: folder) == .success(""))
            #expect(try folder.mode(of: "out") == mode)
            #expect(try folder.content(of: "out") == json)
            #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "out"])
            #expect(try CalledCommand.run("-c", "-o", "new", "a.xml", in: folder) == .success(""))
            #expect(try folder.mode(of: "new") == folder.mode(of: "a.xml"))
        }
    }

    @Test("A link stays, and its target is replaced or created")
    func links() throws {
        let folder = try makeFolder()
        try folder.makeFolder("far")
        try folder.write("old", to: "far/target")
        try folder.makeLink("near", to: "far/target")
        try folder.makeLink("link", to: "near")
        try folder.makeLink("dangling", to: "new")
        for (link, target) in [("link", "far/target"), ("dangling", "new")] as [(Bytes, Bytes)] {
            #expect(try CalledCommand.run("-c", "-o", link, "a.xml", in: folder) == .success(""))
            #expect(try folder.kind(of: link) == S_IFLNK)
            #expect(try folder.kind(of: target) == S_IFREG)
            #expect(try folder.content(of: target) == json)
        }
        #expect(try folder.kind(of: "near") == S_IFLNK)
    }

    @Test("The target may be the input")
    func targetIsInput() throws {
        let folder = try makeFolder()
        #expect(try CalledCommand.run("-c", "-o", "a.xml", "a.xml", in: folder) == .success(""))
        #expect(try folder.content(of: "a.xml") == json)
        #expect(try CalledCommand.run("-c", "-o", "b.xml", input: .file("b.xml"), in: folder) == .success(""))
        #expect(try folder.content(of: "b.xml") == "{\"b\":{}}\n")
        #expect(
            try CalledCommand.run("-o", "broken.xml", "broken.xml", in: folder)
                == .failure(65, broken + Self.notWritten("broken.xml"))
        )
        #expect(try folder.content(of: "broken.xml") == "<a")
    }

    @Test("The temporary file is in the folder of the target")
    func otherFolder() throws {
        let folder = try makeFolder()
        try folder.makeFolder("far")
        #expect(try CalledCommand.run("-c", "-o", "far/out", "a.xml", in: folder) == .success(""))
        #expect(try folder.content(of: "far/out") == json)
        #expect(try CalledCommand.run("-c", "-o", folder.path + "/far/absolute", "a.xml", in: folder) == .success(""))
        #expect(try folder.content(of: "far/absolute") == json)
    }

    @Test("A target's name may be any bytes", .enabled(if: TemporaryFolder.takesAnyName, "names must be UTF-8 here"))
    func nameThatIsNotUTF8() throws {
        let folder = try makeFolder()
        let name = Bytes([0x6F, 0xFF, 0xC3])
        #expect(try CalledCommand.run("-c", "-o", name, "a.xml", in: folder) == .success(""))
        #expect(try folder.content(of: name) == json)
    }

    // MARK: A bad run

    @Test("ALL-OR-NOTHING: A broken or missing input leaves the old file unchanged")
    func oldFileStays() throws {
        let folder = try makeFolder(["out": "old"])
        #expect(
            try CalledCommand.run("-o", "out", "broken.xml", in: folder)
                == .failure(65, broken + Self.notWritten("out"))
        )
        #expect(
            try CalledCommand.run("-o", "out", "a.xml", "broken.xml", in: folder)
                == .failure(65, broken + Self.notWritten("out"))
        )
        #expect(
            try CalledCommand.run("-o", "out", "broken.xml", "a.xml", in: folder)
                == .failure(65, broken + Self.notWritten("out"))
        )
        #expect(
            try CalledCommand.run("-o", "out", "missing.xml", in: folder)
                == .failure(
                    66,
                    "xml2dict: missing.xml: error: cannot open: No such file or directory\n" + Self.notWritten("out")
                )
        )
        #expect(try folder.content(of: "out") == "old")
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "out"])
    }

    @Test("The output file never becomes a closed standard stream")
    func closedStandardFiles() throws {
        let folder = try makeFolder(["out": "old"])
        let input = try BuiltCommand.run("-o", "out", "-", input: .closed, in: folder)
        #expect(
            input
                == .failure(74, "xml2dict: <stdin>: error: cannot read: Bad file descriptor\n" + Self.notWritten("out"))
        )
        let output = try CalledCommand.run("-o", "out", "broken.xml", output: .closed, in: folder)
        #expect(output == .failure(65, broken + Self.notWritten("out")))
        #expect(try folder.content(of: "out") == "old")
        let words: [Bytes] = ["-c", "-o", "out", "a.xml"]
        let all = try BuiltCommand.run(arguments: words, input: .closed, output: .closed, errors: .closed, in: folder)
        #expect(all.ending == .exited(0))
        #expect(try folder.content(of: "out") == json)
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "out"])
    }

    @Test(
        "Without write permission, the status is 73",
        .disabled(if: geteuid() == 0, "root may write to every folder and file")
    )
    func missingRight() throws {
        let folder = try makeFolder(["out": "old"])
        try folder.makeFolder("locked")
        try folder.setMode(0o555, of: "locked")
        try folder.setMode(0o444, of: "out")
        for name in ["locked/out", "out"] as [Bytes] {
            let message = "xml2dict: " + name + ": error: cannot create: Permission denied\n"
            #expect(try CalledCommand.run("-o", name, "a.xml", in: folder) == .failure(73, message))
        }
        #expect(try folder.content(of: "out") == "old")
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "locked", "out"])
        try folder.setMode(0o755, of: "locked")
    }

    // MARK: Interruption

    #if os(Linux)
        @Test(
            "Signals that end a process remove the temporary file first",
            .enabled(if: CalledProgram.isPossible, "the command would change the signals of the tests")
        )
        func handledSignals() throws {
            let handled = Mutex<[Int32]>([]), ignored = Mutex<Set<Int32>>([])
            let program = CalledProgram { _, _ in
                func handlers() -> [Int] {
                    (Int32(1)..<32).map { number in
                        var action = sigaction()
                        sigaction(number, nil, &action)
                        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                    }
                }
                let before = handlers()
                TemporaryFileCleanup.prepare()
                let after = handlers()
                // A signal that is ignored stays ignored, as SIGPIPE is by the tests.
                handled.withLock { $0 = (Int32(1)..<32).filter { before[Int($0) - 1] != after[Int($0) - 1] } }
                let ignore = unsafeBitCast(SIG_IGN, to: Int.self)
                ignored.withLock { $0 = Set((Int32(1)..<32).filter { before[Int($0) - 1] == ignore }) }
                return before[Int(SIGPIPE) - 1] == after[Int(SIGPIPE) - 1] ? 0 : 1
            }
            #expect(try program.run([], in: nil) == .success(""))
            let expected = [
                SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGXCPU,
                SIGVTALRM, SIGPROF,
            ]
            // A shell has its background jobs ignore SIGINT and SIGQUIT.
            #expect(handled.withLock { $0 } == expected.filter { !ignored.withLock(\.self).contains($0) })
        }
    #endif

    @Test("An interrupted command leaves the old file and no temporary file")
    func interruption() throws {
        let folder = try makeFolder(["out": "old"])
        try folder.makeFIFO("fifo")
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGKILL] {
            let command = try BuiltCommand.start(arguments: ["-o", "out", "fifo"], in: folder)
            // A FIFO opens for writing without waiting as soon as another process opens it for reading.
            var input: Descriptor?
            try Patience.wait(for: "the command to open its input") {
                input = try? folder.open("fifo", O_WRONLY | O_NONBLOCK)
                return input != nil
            }
            try input?.writeAll("<a>")
            command.send(signal)
            #expect(try command.finish() == CommandResult(output: "", errors: "", ending: .killed(signal: signal)))
            #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "fifo", "out"], "\(signal)")
            #expect(try folder.content(of: "out") == "old", "\(signal)")
            withExtendedLifetime(input) {}
        }
    }

    // MARK: Targets that are no plain files

    #if os(Linux)
        @Test(
            "A device stays a device, and a full device is an error",
            .enabled(if: TemporaryFolder.hasDevices, "root may make no devices here")
        )
        func devices() throws {
            let folder = try makeFolder()
            let null = try folder.device("null", minor: 3), full = try folder.device("full", minor: 7)
            #expect(try CalledCommand.run("-o", null, "a.xml", in: folder) == .success(""))
            let message = "xml2dict: " + full + ": error: cannot write: No space left on device\n"
            #expect(try CalledCommand.run("-o", full, "a.xml", in: folder) == .failure(74, message))
            #expect(try folder.kind(of: null) == S_IFCHR)
            #expect(!folder.names.contains { $0.values.starts(with: Bytes(".xml2dict").values) })
        }
    #endif

    @Test("An edit names the folder that cannot hold its result")
    func missingTemporaryFolder() throws {
        let result = try BuiltCommand.run(
            arguments: ["--set", "a=1", "a.xml"],
            in: makeFolder(),
            environment: ["TMPDIR": "/nonexistent"]
        )
        let message: Bytes = "xml2dict: a temporary file in /nonexistent: error: cannot create: "
        #expect(result == .failure(73, message + "No such file or directory\n"))
    }

    @Test("A FIFO stays a FIFO, and its reader gets the JSON")
    func fifo() throws {
        let folder = try makeFolder()
        try folder.makeFIFO("fifo")
        // Opening does not wait for the writer, so this needs no second thread. The JSON fits in the FIFO.
        let reader = try folder.open("fifo", O_RDONLY | O_NONBLOCK)
        #expect(try CalledCommand.run("-c", "-o", "fifo", "a.xml", in: folder) == .success(""))
        #expect(try reader.readAll() == json)
        #expect(try folder.kind(of: "fifo") == S_IFIFO)
        #expect(folder.names == ["a.xml", "b.xml", "broken.xml", "fifo"])
    }
}
