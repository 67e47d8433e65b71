// A system that fails: reads and writes that are interrupted, short or impossible, full disks, and ends at any moment.

import Foundation
import TestSupport
import Testing

@Suite("Faults of the system")
struct SystemFaultTests {
    /// A document that takes several reads and several writes.
    private static let document: Bytes = "<a>" + Bytes("<b>text</b>") * 30_000 + "</a>"
    private static let json: Bytes =
        #"{"a":{"b":["# + Bytes(#"{"text":"text"},"#) * 29_999 + #"{"text":"text"}]}}"# + "\n"

    private static let untouchable: Comment =
        "strace is not installed here, or may not trace, so no call could be made to fail."

    private func makeFolder() throws -> TemporaryFolder {
        try TemporaryFolder(["document.xml": Self.document, "out": "old"])
    }

    private func run(_ arguments: Bytes..., in folder: TemporaryFolder, under launcher: Launcher) throws
        -> CommandResult
    {
        try BuiltCommand.run(arguments: ["-c"] + arguments, in: folder, under: launcher)
    }

    /// What a file holds, shortly.
    private func state(of name: Bytes, in folder: TemporaryFolder) throws -> String {
        switch try folder.content(of: name) {
        case "old": "old"
        case Self.json: "new"
        case let other: "\(other.count) bytes"
        }
    }

    // MARK: Reads

    @Test(
        "Reads that signals interrupt are done again",
        .enabled(if: SystemCallTrace.isPossible, untouchable),
        arguments: ["read:error=EINTR:when=1+2", "openat:error=EINTR:when=1"]
    )
    func interruptedReads(_ fault: Bytes) throws {
        let folder = try makeFolder()
        let launcher = try Launcher.fault(fault, on: folder.path(of: "document.xml"))
        let result = try run("document.xml", in: folder, under: launcher)
        let isWhole = result == .success(Self.json)
        #expect(isWhole, "\(result.ending), \(result.errors), \(result.output.count) bytes")
    }

    @Test("A document that trickles in is the same", arguments: [1, 3, 100])
    func tricklingInput(_ size: Int) throws {
        let count = size * 2_000
        let document: Bytes = "<a b='é'>" + Bytes("x") * count + "</a>"
        let folder = try TemporaryFolder([:])
        try folder.makeFIFO("fifo")
        Thread.detachNewThread {
            guard let writer = try? folder.open("fifo", O_WRONLY) else { return }
            var rest = document.values[...]
            while !rest.isEmpty {
                try? writer.writeAll(Bytes(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
        }
        let result = try BuiltCommand.run("-c", "fifo", in: folder)
        // If the command did not open it, the thread waits still: let it go.
        _ = try folder.open("fifo", O_RDONLY | O_NONBLOCK)
        #expect(result == .success(#"{"a":{"b":"é","text":""# + Bytes("x") * count + "\"}}\n"))
    }

    @Test(
        "A failing read is an error without output; the old file stays",
        .enabled(if: SystemCallTrace.isPossible, untouchable),
        arguments: [1, 2, 3]
    )
    func failedRead(_ number: Int) throws {
        let folder = try makeFolder()
        let launcher = try Launcher.fault("read:error=EIO:when=\(number)", on: folder.path(of: "document.xml"))
        let failure = CommandResult.failure(74, "xml2dict: document.xml: error: cannot read: Input/output error\n")
        #expect(try run("document.xml", in: folder, under: launcher) == failure)
        #expect(try run("-o", "out", "document.xml", in: folder, under: launcher) == failure)
        #expect(try state(of: "out", in: folder) == "old")
        #expect(folder.names == ["document.xml", "out"])
    }

    @Test(
        "Records before a failing read are whole lines",
        .enabled(if: SystemCallTrace.isPossible, untouchable)
    )
    func failedReadOfRecords() throws {
        let folder = try makeFolder()
        let launcher = try Launcher.fault("read:error=EIO:when=3", on: folder.path(of: "document.xml"))
        let result = try run("--records", "b", "document.xml", in: folder, under: launcher)
        #expect(result.ending == .exited(74))
        #expect(result.errors == "xml2dict: document.xml: error: cannot read: Input/output error\n")
        // Of two reads of 64 KiB.
        let count = (2 * 65_536 - 3) / 11
        let isWhole = result.output == Bytes("{\"text\":\"text\"}\n") * count
        #expect(isWhole, "\(result.output.count) bytes")
    }

    @Test(
        "A file that shrinks during reading is an error; the old stays",
        .enabled(if: SystemCallTrace.isPossible, untouchable)
    )
    func shrinkingFile() throws {
        let folder = try makeFolder()
        let launcher = try Launcher.fault("read:retval=0:when=3+", on: folder.path(of: "document.xml"))
        let result = try run("-o", "out", "document.xml", in: folder, under: launcher)
        #expect(result.ending == .exited(65))
        #expect(
            result.errors.text?.contains("document.xml:1:131073: error: the document ends") == true,
            "\(result.errors)"
        )
        #expect(try state(of: "out", in: folder) == "old")
        #expect(folder.names == ["document.xml", "out"])
    }

    // MARK: Writes

    @Test(
        "Writes that signals interrupt are done again",
        .enabled(if: SystemCallTrace.isPossible, untouchable),
        arguments: ["write:error=EINTR:when=1+2", "write:error=EAGAIN:when=1+3", "fsync:error=EINTR:when=1"]
    )
    func interruptedWrites(_ fault: Bytes) throws {
        let folder = try makeFolder()
        let printed = try run("document.xml", in: folder, under: .fault(fault))
        let isWhole = printed == .success(Self.json)
        #expect(isWhole, "\(printed.ending), \(printed.errors), \(printed.output.count) bytes")
        #expect(try run("-o", "out", "document.xml", in: folder, under: .fault(fault)) == .success(""))
        #expect(try state(of: "out", in: folder) == "new")
    }

    @Test(
        "Any failing call is an error and leaves only the old file",
        .enabled(if: SystemCallTrace.isPossible, untouchable),
        arguments: [
            ("write:error=ENOSPC:when=1", "No space left on device"),
            ("write:error=ENOSPC:when=3", "No space left on device"),
            ("write:error=EDQUOT:when=2", "Disk quota exceeded"), ("fsync:error=EIO", "Input/output error"),
            ("/rename:error=EACCES", "Permission denied"),
        ]
    )
    func failedWrite(_ fault: Bytes, _ words: Bytes) throws {
        let folder = try makeFolder()
        let result = try run("-o", "out", "document.xml", in: folder, under: .fault(fault))
        #expect(result == .failure(74, "xml2dict: out: error: cannot write: " + words + "\n"))
        #expect(try state(of: "out", in: folder) == "old")
        #expect(folder.names == ["document.xml", "out"])
    }

    @Test(
        "A file system that cannot wait for the disk is no error",
        .enabled(if: SystemCallTrace.isPossible, untouchable)
    )
    func noSynchronization() throws {
        let folder = try makeFolder()
        #expect(try run("-o", "out", "document.xml", in: folder, under: .fault("fsync:error=EINVAL")) == .success(""))
        #expect(try state(of: "out", in: folder) == "new")
    }

    @Test(
        "An error from closing standard output is an error",
        .enabled(if: SystemCallTrace.isPossible, untouchable)
    )
    func failedClose() throws {
        let folder = try makeFolder()
        let result = try BuiltCommand.run(
            "document.xml",
            output: .file("out"),
            in: folder,
            under: .fault("close:error=EDQUOT", on: folder.path(of: "out"))
        )
        #expect(result == .failure(74, "xml2dict: <stdout>: error: cannot write: Disk quota exceeded\n"))
    }

    @Test(
        "A full disk is an error and leaves only the old file",
        .enabled(if: Launcher.hasSmallDisk, "unshare is not there, or may not mount, so there is no disk to fill.")
    )
    func fullDisk() throws {
        let folder = try makeFolder()
        try folder.makeFolder("disk")
        let launcher = try Launcher.smallDisk(on: "disk", "cat out\nls -A")
        let result = try run("-o", "disk/out", "document.xml", in: folder, under: launcher)
        let message: Bytes = "xml2dict: disk/out: error: cannot write: No space left on device\n"
        #expect(result == .failure(74, message, output: "oldout\n"))
    }

    @Test(
        "Exceeding the file size limit is an error, not a signal",
        arguments: ["", "trap '' XFSZ\n"]
    )
    func fileSizeLimit(_ preparation: Bytes) throws {
        let folder = try makeFolder()
        // Units of 512 or 1,024 bytes.
        let launcher = Launcher.shell(preparation + "ulimit -c 0\nulimit -f 100")
        let failure = { (name: Bytes) in
            CommandResult.failure(74, "xml2dict: " + name + ": error: cannot write: File too large\n")
        }
        #expect(try run("-o", "out", "document.xml", in: folder, under: launcher) == failure("out"))
        #expect(try state(of: "out", in: folder) == "old")
        #expect(folder.names == ["document.xml", "out"])
        try folder.write("", to: "stdout")
        let printed = try BuiltCommand.run("document.xml", output: .file("stdout"), in: folder, under: launcher)
        #expect(printed == failure("<stdout>"))
    }

    @Test("WRITE-CHECKED: A closed pipe is an error when its signal is ignored", arguments: ["<a/>", document])
    func closedPipe(_ document: Bytes) throws {
        let launcher = Launcher.shell("trap '' PIPE")
        let result = try BuiltCommand.run(input: .bytes(document), output: .unread, under: launcher)
        #expect(result == .failure(74, "xml2dict: <stdout>: error: cannot write: Broken pipe\n"))
    }

    // MARK: Memory

    #if os(Linux)
        @Test("Exhausted memory is an error, and the old file stays")
        func exhaustedMemory() throws {
            let folder = try makeFolder()
            let launcher = Launcher.shell(
                """
                ulimit -v 300000
                { printf '<a>'; tr '\\0' x </dev/zero; } 2>/dev/null | "$@"
                exit $?
                """
            )
            let result = try run("-o", "out", in: folder, under: launcher)
            #expect((result.ending, result.output) == (.exited(70), ""))
            let message = try #require(result.errors.text)
            #expect(message.starts(with: #/xml2dict: <stdin>:1:\d+: error: memory is exhausted\n/#), "\(message)")
            #expect(try state(of: "out", in: folder) == "old")
            #expect(folder.names == ["document.xml", "out"])
        }

        /// A document whose names take memory, and flags that make strings of them.
        struct Exhaustion: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let document: Bytes
            var flags: [Bytes] = []
        }

        private static let longNames: Bytes =
            "<r>" + Bytes((0..<50).map { "<n\($0)\(String(repeating: "Ab", count: 20_000))/>" }.joined()) + "</r>"
        private static let manyNames = Bytes("<r>" + (0..<30_000).map { "<n\($0)/>" }.joined() + "</r>")
        private static let prefixes = Bytes(
            "<r>"
                + (0..<50).map { number in
                    let prefix = "n\(number)" + String(repeating: "Ab", count: 10_000)
                    return "<\(prefix):b xmlns:\(prefix)='u\(number)'><c/></\(prefix):b>"
                }
                .joined() + "</r>"
        )
        private static let records =
            Bytes("<!DOCTYPE r [<!ENTITY d '") + Bytes("<b>1</b>") * 4_000 + "'><!ENTITY e '" + Bytes("&d;") * 4
            + "'>]><r>" + Bytes("&e;") * 4 + "</r>"

        static let exhaustions = [
            Exhaustion(testDescription: "long names", document: longNames),
            Exhaustion(testDescription: "keys in snake case", document: longNames, flags: ["--keys", "snake"]),
            Exhaustion(testDescription: "URIs in names", document: longNames, flags: ["--namespaces", "expand"]),
            Exhaustion(testDescription: "prefixes", document: prefixes, flags: ["--namespaces", "strip"]),
            Exhaustion(testDescription: "many names", document: manyNames),
            Exhaustion(testDescription: "records of an entity", document: records, flags: ["--records", "b"]),
            Exhaustion(testDescription: "a long DOCTYPE", document: doctype, flags: ["--doctype-key", "d"]),
        ]

        private static let doctype = Bytes("<!DOCTYPE r [<!--") + Bytes("x") * 2_000_000 + "-->]><r/>"

        @Test("NO-CRASH: Any shortage of memory is an error or harmless", arguments: exhaustions)
        func exhaustedMemory(_ example: Exhaustion) throws {
            let folder = try TemporaryFolder(["document.xml": example.document, "small.xml": "<a/>"])
            func run(_ name: Bytes, _ flags: [Bytes], kibibytes: Int) throws -> CommandResult {
                let launcher = Launcher.shell("ulimit -c 0\nulimit -v \(kibibytes)")
                let arguments = ["-o", "out"] + flags + [name]
                return try BuiltCommand.run(arguments: arguments, in: folder, under: launcher)
            }
            // The least that the process itself needs, and what the document needs beyond that.
            var least = 8 * 1024
            while try run("small.xml", [], kibibytes: least).ending != .exited(0) { least += 512 }
            let step = 512 + 256 * example.flags.count
            var ends: [CommandResult.Ending: Int] = [:]
            for kibibytes in stride(from: least + 512, to: least + 24 * step, by: step) {
                let result = try run("document.xml", example.flags, kibibytes: kibibytes)
                ends[result.ending, default: 0] += 1
                #expect([.exited(0), .exited(70)].contains(result.ending), "\(kibibytes) KiB: \(result)")
                #expect(folder.names.allSatisfy { !$0.values.starts(with: Bytes(".xml2dict-").values) })
                if result.ending == .exited(0) { break }
                let isSaid = result.errors.text?.contains("error: memory is exhausted\n") == true
                #expect(isSaid, "\(kibibytes) KiB: \(result.errors)")
            }
            #expect(ends[.exited(70), default: 0] > 0)
        }
    #endif

    // MARK: Ends

    @Test(
        "ALL-OR-NOTHING: A kill at any call leaves the old or the new file",
        .enabled(if: SystemCallTrace.isPossible, untouchable),
        arguments: [
            ("fchmod", "old"), ("write", "old"), ("fsync", "old"), ("linkat", "old"), ("close", "old"),
            ("/rename", "old"),
            ("exit_group", "new"),
        ]
    )
    func killed(at call: Bytes, leaving expected: String) throws {
        let folder = try makeFolder()
        var kills = 0
        while true {
            let launcher = try Launcher.fault(call + ":signal=KILL:when=\(kills + 1)")
            let result = try run("-o", "out", "document.xml", in: folder, under: launcher)
            if result == .success("") { break }
            try #require(result.ending == .killed(signal: SIGKILL) && kills < 1_000, "\(result)")
            kills += 1
            #expect(try state(of: "out", in: folder) == expected, "at \(call) number \(kills)")
        }
        #expect(kills > 0)
        #expect(try state(of: "out", in: folder) == "new")
        // The new file has a name only while it replaces the old one: between linkat and rename.
        let others = folder.names.filter { !["document.xml", "out"].contains($0) }
        #expect(others.count <= kills && others.allSatisfy { $0.values.starts(with: Bytes(".xml2dict-").values) })
        #expect(others.isEmpty != ["close", "/rename"].contains(call))
    }

    @Test("Killed with records half written, it leaves the old file")
    func killedBetweenRecords() throws {
        let folder = try makeFolder()
        try folder.makeFIFO("fifo")
        let command = try BuiltCommand.start("--records", "b", "-o", "out", "fifo", in: folder)
        var input: Descriptor?
        try Patience.wait(for: "the command to open its input") {
            input = try? folder.open("fifo", O_WRONLY | O_NONBLOCK)
            return input != nil
        }
        try input?.writeAll("<a><b/><b/>")
        try Patience.wait(for: "two records") { command.openFiles.contains("{}\n{}\n") }
        command.send(SIGKILL)
        #expect(try command.finish().ending == .killed(signal: SIGKILL))
        #expect(try state(of: "out", in: folder) == "old")
        #expect(folder.names == ["document.xml", "fifo", "out"])
        withExtendedLifetime(input) {}
    }

    // MARK: File systems without unnamed files

    /// The number of the call that makes the unnamed file, among those of openat(2).
    private func numberOfUnnamedOpening(in folder: TemporaryFolder) throws -> Int {
        let notes = try TemporaryFolder()
        let options: [Bytes] = ["-qq", "-e", "trace=openat", "-o", notes.path(of: "trace")]
        _ = try run("-o", "out", "missing.xml", in: folder, under: .strace(options))
        let lines = try notes.content(of: "trace").lines
        return try #require(lines.firstIndex { $0.text?.contains("O_TMPFILE") == true }) + 1
    }

    @Test(
        "Without unnamed files, a signal removes the temporary file",
        .enabled(if: SystemCallTrace.isPossible, untouchable),
        arguments: ["PIPE", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "ABRT", "TERM", nil] as [Bytes?]
    )
    func namedTemporaryFile(_ signal: Bytes?) throws {
        let folder = try makeFolder()
        let number = try numberOfUnnamedOpening(in: folder)
        var options: [Bytes] = ["-qq", "-o", "/dev/null", "-e", "inject=openat:error=EOPNOTSUPP:when=\(number)"]
        if let signal { options += ["-e", "inject=fsync:signal=" + signal] }
        let result = try run("-o", "out", "document.xml", in: folder, under: .strace(options))
        #expect((result == .success("")) == (signal == nil), "\(result)")
        #expect(try state(of: "out", in: folder) == (signal == nil ? "new" : "old"))
        #expect(folder.names == ["document.xml", "out"])
    }

    @Test(
        "Set-id bits are not kept for another owner",
        .enabled(if: SystemCallTrace.isPossible && geteuid() == 0, "only root can give a file to another owner")
    )
    func setIDBits() throws {
        let folder = try makeFolder()
        try folder.setOwner(12_345, of: "out")
        try folder.setMode(0o6755, of: "out")
        let fault = try Launcher.fault("fchown:error=EPERM")
        #expect(try run("-o", "out", "document.xml", in: folder, under: fault) == .success(""))
        #expect(try folder.mode(of: "out") == 0o755)
    }
}
