// System errors: interrupted, short or failing reads and writes, exhausted memory, and kills.

import Foundation
import TestSupport
import Testing

/// A document that takes several reads and several writes.
private let longDocument: Bytes = "<a>" + Bytes("<b>text</b>") * 30_000 + "</a>"
private let longJSON: Bytes =
    #"{"a":{"b":["# + Bytes(#"{"text":"text"},"#) * 29_999 + #"{"text":"text"}]}}"# + "\n"

private func makeFolder() throws -> TemporaryFolder {
    try TemporaryFolder(["document.xml": longDocument, "out": "old"])
}

private func run(_ arguments: Bytes..., in folder: TemporaryFolder, under launcher: Launcher) throws
    -> CommandResult
{
    try BuiltCommand.run(arguments: ["-c"] + arguments, in: folder, under: launcher)
}

/// A summary of a file's content.
private func state(of name: Bytes, in folder: TemporaryFolder) throws -> String {
    switch try folder.content(of: name) {
    case "old": "old"
    case longJSON: "new"
    case let other: "\(other.count) bytes"
    }
}

@Suite("System errors")
struct SystemFaultTests {
    @Test("Exceeding the file size limit is an error, not a signal")
    func fileSizeLimit() throws {
        let folder = try makeFolder()
        try folder.write("", to: "stdout")
        let message: Bytes = ": error: cannot write: File too large\n"
        for preparation in ["", "trap '' XFSZ\n"] as [Bytes] {
            // Units of 512 or 1,024 bytes.
            let launcher = Launcher.shell(preparation + "ulimit -c 0\nulimit -f 100")
            let result = try run("-o", "out", "document.xml", in: folder, under: launcher)
            #expect(result == .failure(74, "xml2dict: out" + message), "\(preparation)")
            #expect(try state(of: "out", in: folder) == "old")
            #expect(folder.names == ["document.xml", "out", "stdout"])
            let printed = try BuiltCommand.run("document.xml", output: .file("stdout"), in: folder, under: launcher)
            #expect(printed == .failure(74, "xml2dict: <stdout>" + message), "\(preparation)")
        }
    }

    @Test("WRITE-CHECKED: A closed pipe is an error when its signal is ignored")
    func closedPipe() throws {
        let launcher = Launcher.shell("trap '' PIPE")
        for document in ["<a/>", longDocument] {
            let result = try BuiltCommand.run(input: .bytes(document), output: .unread, under: launcher)
            #expect(result == .failure(74, "xml2dict: <stdout>: error: cannot write: Broken pipe\n"))
        }
    }

    @Test("An input that got no pipe closes its descriptors")
    func tooFewDescriptors() throws {
        let folder = try TemporaryFolder(["a.gz": Bytes([0x1F, 0x8B, 8])])
        // The first input needs five, and the second one, from a program that has no document, four.
        let launcher = Launcher.shell("ln -s /bin/false curl\nPATH=\"$PWD\"\nulimit -n 7")
        let result = try BuiltCommand.run("a.gz", "http://x.org/", in: folder, under: launcher)
        let messages: Bytes = """
            xml2dict: a.gz: error: cannot run gzip, which decompresses this input (on Debian: apt-get install gzip): \
            Too many open files
            xml2dict: http://x.org/: error: curl ended with status 1

            """
        #expect(result == .failure(66, messages))
    }

    // MARK: Memory

    #if os(Linux)
        @Test("Exhausted memory ends the command, and the old file stays")
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
            #expect(result.errors == "xml2dict: error: memory is exhausted\n")
            #expect(try state(of: "out", in: folder) == "old")
            #expect(folder.names == ["document.xml", "out"])
        }

        /// Documents whose names, records or DOCTYPE take memory, and flags that make strings of them.
        private static let exhaustions: [(document: Bytes, flags: [Bytes])] = {
            let long = String(repeating: "Ab", count: 20_000)
            let names = Bytes("<r>" + (0..<50).map { "<n\($0)\(long)/>" }.joined() + "</r>")
            let entity: Bytes = "<!DOCTYPE r [<!ENTITY d '" + Bytes("<b>1</b>") * 4_000 + "'>]>"
            let records = entity + "<r>" + Bytes("&d;") * 16 + "</r>"
            let doctype: Bytes = "<!DOCTYPE r [<!--" + Bytes("x") * 2_000_000 + "-->]><r/>"
            return [
                (names, []), (names, ["--keys=snake"]), (names, ["--namespaces=expand"]), (records, ["--records=b"]),
                (doctype, ["--doctype-key=d"]),
            ]
        }()

        @Test("NO-CRASH: With too little memory, the command reports an error or succeeds")
        func exhaustedMemoryByAmount() throws {
            let (document, flags) = Self.exhaustions[DailySeed.value % Self.exhaustions.count]
            let folder = try TemporaryFolder(["document.xml": document, "small.xml": "<a/>"])
            func run(_ words: [Bytes], kibibytes: Int) throws -> CommandResult {
                let launcher = Launcher.shell("ulimit -c 0\nulimit -v \(kibibytes)")
                return try BuiltCommand.run(arguments: ["-o", "out"] + words, in: folder, under: launcher)
            }
            // The least that the process itself needs, to 512 KiB.
            var (less, least) = (8 * 1024, 40 * 1024)
            while least - less > 512 {
                let middle = (less + least) / 2
                let isEnough = try run(["small.xml"], kibibytes: middle).ending == .exited(0)
                (less, least) = isEnough ? (less, middle) : (middle, least)
            }
            var failures = 0
            for more in [1, 2, 4] {
                let result = try run(flags + ["document.xml"], kibibytes: least + more * 512)
                let place = "\(more * 512) KiB for \(flags), \(DailySeed.note): \(result.ending), \(result.errors)"
                #expect(folder.names.allSatisfy { !$0.values.starts(with: Bytes(".xml2dict-").values) }, "\(place)")
                if result == .success("") { continue }
                failures += 1
                // With so little memory, Swift's allocator may end the process first.
                if result.errors.text?.contains("Fatal error: failed to allocate") == true { continue }
                #expect(result == .failure(70, "xml2dict: error: memory is exhausted\n"), "\(place)")
            }
            #expect(failures > 0)
        }
    #endif

    // MARK: Ends

    @Test("A kill between records leaves the old file")
    func killedBetweenRecords() throws {
        let folder = try makeFolder()
        try folder.makeFIFO("fifo")
        let command = try BuiltCommand.start(arguments: ["--records", "b", "-o", "out", "fifo"], in: folder)
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
}

/// Faults that strace(1) makes: calls that fail, are interrupted or meet a kill.
@Suite(
    "Errors of system calls",
    .enabled(
        if: SystemCallTrace.isPossible,
        "strace is not installed here, or may not trace, so no call could be made to fail."
    )
)
struct TracedFaultTests {
    // MARK: Reads

    @Test("Interrupted calls are repeated")
    func interruptedCalls() throws {
        let folder = try makeFolder()
        let input = folder.path(of: "document.xml")
        let reads = try Launcher.fault("read:error=EINTR:when=1+2", "openat:error=EINTR:when=1", on: input)
        #expect(try run("document.xml", in: folder, under: reads) == .success(longJSON))
        let waits = try Launcher.fault("write:error=EAGAIN:when=1+3")
        #expect(try run("document.xml", in: folder, under: waits) == .success(longJSON))
        // A file system need not be able to wait for the disk.
        for fault in ["EINTR:when=1", "EINVAL"] as [Bytes] {
            let writes = try Launcher.fault("write:error=EINTR:when=1+2", "fsync:error=" + fault)
            try folder.write("old", to: "out")
            #expect(try run("-o", "out", "document.xml", in: folder, under: writes) == .success(""))
            #expect(try state(of: "out", in: folder) == "new")
        }
    }

    @Test("After whole records, a failing read is an error; the file stays")
    func failedRead() throws {
        let folder = try makeFolder()
        // The first read is that of the command, which looks for compressed data.
        let launcher = try Launcher.fault("read:error=EIO:when=4", on: folder.path(of: "document.xml"))
        let message: Bytes = "xml2dict: document.xml: error: cannot read: Input/output error\n"
        let notWritten: Bytes = "xml2dict: out: not written, because of the error\n"
        #expect(try run("-o", "out", "document.xml", in: folder, under: launcher) == .failure(74, message + notWritten))
        #expect(try state(of: "out", in: folder) == "old")
        #expect(folder.names == ["document.xml", "out"])
        // Of two reads of 64 KiB.
        let records = Bytes("{\"text\":\"text\"}\n") * ((2 * 65_536 - 3) / 11)
        let result = try run("--records", "b", "document.xml", in: folder, under: launcher)
        #expect(result == .failure(74, message, output: records))
    }

    @Test("A file that shrinks while it is read is an error")
    func shrinkingFile() throws {
        let folder = try makeFolder()
        let launcher = try Launcher.fault("read:retval=0:when=4+", on: folder.path(of: "document.xml"))
        let result = try run("-o", "out", "document.xml", in: folder, under: launcher)
        #expect(result.ending == .exited(65))
        let message = "xml2dict: document.xml:1:131073: error: the document ends"
        #expect(result.errors.text?.hasPrefix(message) == true, "\(result.errors)")
        #expect(try state(of: "out", in: folder) == "old")
        #expect(folder.names == ["document.xml", "out"])
    }

    // MARK: Writes

    @Test("A failing call is an error and leaves only the old file")
    func failedWrite() throws {
        for (fault, words) in [
            ("write:error=ENOSPC:when=3", "No space left on device"), ("fsync:error=EIO", "Input/output error"),
            ("/rename:error=EACCES", "Permission denied"),
        ] as [(Bytes, Bytes)] {
            let folder = try makeFolder()
            let result = try run("-o", "out", "document.xml", in: folder, under: .fault(fault))
            #expect(result == .failure(74, "xml2dict: out: error: cannot write: " + words + "\n"))
            #expect(try state(of: "out", in: folder) == "old")
            #expect(folder.names == ["document.xml", "out"])
        }
    }

    @Test("An error from closing standard output is an error")
    func failedClose() throws {
        let folder = try makeFolder()
        let launcher = try Launcher.fault("close:error=EDQUOT", on: folder.path(of: "out"))
        let result = try BuiltCommand.run("document.xml", output: .file("out"), in: folder, under: launcher)
        #expect(result == .failure(74, "xml2dict: <stdout>: error: cannot write: Disk quota exceeded\n"))
    }

    // MARK: Ends

    /// The lines of strace(1) about some calls, while the command converts a file to `out`.
    private func calls(_ names: Bytes, converting input: Bytes, in folder: TemporaryFolder) throws -> [String] {
        let notes = try TemporaryFolder()
        let options: [Bytes] = ["-qq", "-e", "trace=" + names, "-o", notes.path(of: "trace")]
        _ = try run("-o", "out", input, in: folder, under: .strace(options))
        return try notes.content(of: "trace").lines.compactMap(\.text)
    }

    @Test("ALL-OR-NOTHING: A kill at a call leaves the old or the new file")
    func killed() throws {
        let traced = try calls("write,close", converting: "document.xml", in: makeFolder())
        // The last close(2) is that of the new file.
        let writes = traced.count { $0.hasPrefix("write(") }, closes = traced.count - writes
        #expect(writes > 1)
        for (call, number, expected) in [
            ("write", 1, "old"), ("write", writes, "old"), ("fsync", 1, "old"), ("linkat", 1, "old"),
            ("close", closes, "old"), ("/rename", 1, "old"), ("exit_group", 1, "new"),
        ] {
            let folder = try makeFolder()
            let fault = Bytes("\(call):signal=KILL:when=\(number)")
            let result = try run("-o", "out", "document.xml", in: folder, under: .fault(fault))
            #expect(result.ending == .killed(signal: SIGKILL), "\(fault)")
            #expect(try state(of: "out", in: folder) == expected, "\(fault)")
            // The new file has a name only while it replaces the old one.
            let others = folder.names.filter { !["document.xml", "out"].contains($0) }
            #expect(others.count == (["close", "/rename"].contains(call) ? 1 : 0), "\(fault): \(others)")
            #expect(others.allSatisfy { $0.values.starts(with: Bytes(".xml2dict-").values) })
        }
    }

    // MARK: File systems without unnamed files

    @Test("Where unnamed files are unsupported, a signal removes the temporary file")
    func namedTemporaryFile() throws {
        let folder = try makeFolder()
        let openings = try calls("openat", converting: "missing.xml", in: folder)
        let number = try #require(openings.firstIndex { $0.contains("O_TMPFILE") }) + 1
        let unnamed: Bytes = "openat:error=EOPNOTSUPP:when=\(number)"
        for signal in [SIGPIPE, SIGABRT, SIGTERM, SIGINT, SIGHUP] {
            let end: Bytes = "fsync:signal=\(signal)"
            let ended = try run("-o", "out", "document.xml", in: folder, under: .fault(unnamed, end))
            #expect(ended.ending == .killed(signal: signal))
            #expect(try state(of: "out", in: folder) == "old", "\(end)")
            #expect(folder.names == ["document.xml", "out"], "\(end)")
        }
        #expect(try run("-o", "out", "document.xml", in: folder, under: .fault(unnamed)) == .success(""))
        #expect(try state(of: "out", in: folder) == "new")
        #expect(folder.names == ["document.xml", "out"])
    }

    @Test(
        "A file of another owner loses its set-id bits",
        .enabled(if: geteuid() == 0, "only root can give a file to another owner")
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
