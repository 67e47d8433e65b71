// --threads: one file is read by several threads, and nothing that the command prints changes.

import Foundation
import TestSupport
import Testing

@Suite("Threads")
struct ThreadsFlagTests {
    /// A feed of about 3 MB, which has some parts, with another end if that is wanted.
    private static func feed(end: String = "</channel>\n</rss>\n") -> Bytes {
        var text = "<?xml version=\"1.0\"?>\n<rss>\n<channel>\n"
        for number in 0..<20_000 {
            text +=
                "<item n=\"\(number)\"><title>Title &amp; \u{E9} \(number)</title><text>\(number * 7919) - \(number)"
            text += number % 7 == 0 ? " <b>bold</b> and more text than before</text></item>\n" : "</text><x/></item>\n"
        }
        return Bytes(text + end)
    }

    /// The result of a run, without which of the threads found it.
    private func results(_ document: Bytes, _ flags: [Bytes], threads: [Bytes] = ["1", "2", "5"]) throws
        -> [CommandResult]
    {
        let folder = try TemporaryFolder(["feed.xml": document])
        return try threads.map { count in
            try BuiltCommand.run(arguments: ["-j", count] + flags + ["feed.xml"], in: folder)
        }
    }

    @Test(
        "PARALLEL-SAME: The command prints the same with any number of threads",
        arguments: [
            [], ["-c"], ["--records", "item"], ["--records=item", "--origin=from"], ["--select", "title"],
            ["--records", "items"], ["--records", "rss/item", "--require-match"], ["--convention", "jsonml"], ["-S"],
        ] as [[Bytes]]
    )
    func output(flags: [Bytes]) throws {
        let results = try results(Self.feed(), flags)
        #expect(results[1] == results[0])
        #expect(results[2] == results[0])
    }

    @Test(
        "PARALLEL-SAME: A late error follows the same records",
        arguments: [[], ["--records", "item"], ["--records", "item", "--on-error", "skip"]] as [[Bytes]]
    )
    func error(flags: [Bytes]) throws {
        let results = try results(Self.feed(end: "<item n='1'>&e;</item>\n<item/></channel></rss>"), flags)
        #expect(results[0].ending == .exited(65))
        #expect(results[1] == results[0])
    }

    /// Runs the command by a script of the shell, in which `"$@"` is the command.
    private func run(_ script: Bytes, _ flags: Bytes...) throws -> CommandResult {
        let folder = try TemporaryFolder(["feed.xml": Self.feed()])
        return try BuiltCommand.run(arguments: flags, in: folder, under: .shell(script + "; exit $?"))
    }

    @Test("Several threads leave a file that is standard input at its end")
    func standardInput() throws {
        let result = try run("exec <feed.xml; \"$@\" | tail -n 1; cat", "-j2", "--records", "item")
        let text = #"{"b":{"text":"bold"},"text":"158372081 - 19999  and more text than before"}"#
        let record = #"{"n":"19999","title":{"text":"Title & é 19999"},"text":"# + text + "}"
        #expect(result == .success(Bytes(record) + "\n"))
    }

    #if os(Linux)
        @Test("A limit on addresses leaves one thread, not a crash")
        func limitOnAddresses() throws {
            let script: Bytes = "ulimit -v 400000; \"$@\" feed.xml | wc -l"
            #expect(try run(script, "-j64", "--records", "item") == .success("20000\n"))
        }

        @Test("A full disk is an error of the output", arguments: [["-c"], ["--records", "item"]] as [[Bytes]])
        func fullDisk(flags: [Bytes]) throws {
            let message: Bytes = "xml2dict: <stdout>: error: cannot write: No space left on device\n"
            let folder = try TemporaryFolder(["feed.xml": Self.feed()])
            let arguments = ["-j2"] + flags + ["feed.xml"]
            let launcher = Launcher.shell("\"$@\" >/dev/full; exit $?")
            #expect(try BuiltCommand.run(arguments: arguments, in: folder, under: launcher) == .failure(74, message))
        }
    #endif

    @Test("A reader that ends early ends the command")
    func closedPipe() throws {
        let folder = try TemporaryFolder(["feed.xml": Self.feed()])
        let command = try startAndRead(in: folder) { _ in }
        #expect(try command.finish().ending == .killed(signal: SIGPIPE))
    }

    @Test("A signal ends the command in the middle of its output", arguments: [SIGINT, SIGTERM, SIGPIPE])
    func signals(_ signal: Int32) throws {
        let folder = try TemporaryFolder(["feed.xml": Self.feed()])
        let command = try startAndRead(in: folder) { $0.send(signal) }
        #expect(try command.finish().ending == .killed(signal: signal))
    }

    /// Starts the command, reads the beginning of its output, calls a function, and reads no more.
    private func startAndRead(
        in folder: TemporaryFolder,
        _ body: (RunningProcess) -> Void
    ) throws -> RunningProcess {
        try folder.makeFIFO("pipe")
        let reader = try folder.open("pipe", O_RDONLY | O_NONBLOCK)
        let command = try BuiltCommand.start(
            "-j2",
            "--records",
            "item",
            "feed.xml",
            output: .file("pipe"),
            in: folder
        )
        try Patience.wait(for: "the first record") { (try? reader.readSome())?.isEmpty == false }
        body(command)
        return command
    }

    @Test("A number of threads is a whole number from 1 on", arguments: ["0", "x", "-1", "1025", ""] as [Bytes])
    func refused(count: Bytes) throws {
        let message: Bytes = "xml2dict: --threads takes a whole number from 1 to 1024, not '" + count + "'\n"
        let result = try BuiltCommand.run(arguments: ["--threads=" + count], input: "<a/>")
        #expect(result == .failure(64, message + "Try 'xml2dict --help'.\n"))
    }

    @Test("A pipe is read by one thread")
    func pipe() throws {
        #expect(try BuiltCommand.run("-j", "8", "-c", input: "<a>x</a>") == .success(#"{"a":{"text":"x"}}"# + "\n"))
    }
}
