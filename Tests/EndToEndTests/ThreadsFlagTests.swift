// --threads: several threads read one file, and the output does not change.

import Foundation
import TestSupport
import Testing

@Suite("Threads")
struct ThreadsFlagTests {
    /// A feed of 1.2 MB, which has two parts, with the given end.
    private static func feed(end: String = "</channel>\n</rss>\n") -> Bytes {
        var text = "<?xml version=\"1.0\"?>\n<rss>\n<channel>\n"
        for number in 0..<13_000 {
            text +=
                "<item n=\"\(number)\"><title>Title &amp; \u{E9} \(number)</title><text>\(number * 7919) - \(number)"
            text += number % 7 == 0 ? " <b>bold</b> and more text than before</text></item>\n" : "</text><x/></item>\n"
        }
        return Bytes(text + end)
    }

    /// Expects that two or five threads give the same as one.
    private func expectSame(_ document: Bytes, status: Int32 = 0, _ examples: [[Bytes]]) throws {
        let folder = try TemporaryFolder(["feed.xml": document])
        for (number, flags) in examples.enumerated() {
            let count: Bytes = number.isMultiple(of: 2) ? "-j2" : "-j5"
            let alone = try CalledCommand.run(arguments: ["-j1"] + flags + ["feed.xml"], in: folder)
            let together = try CalledCommand.run(arguments: [count] + flags + ["feed.xml"], in: folder)
            #expect(alone.ending == .exited(status), "\(flags)")
            let isSame = together == alone
            #expect(isSame, "\(count) \(flags): \(together.errors)")
        }
    }

    @Test("PARALLEL-SAME: The command prints the same with any number of threads")
    func output() throws {
        try expectSame(
            Self.feed(),
            [
                [], ["-c"], ["--records=item", "--origin=from"], ["--records=channel/item", "--require-match"],
                ["-S", "--select=title"], ["-c", "--convention=jsonml"], ["--records=items"],
            ]
        )
        try expectSame(Self.feed(), status: 65, [["--records=items", "--require-match"]])
    }

    @Test("PARALLEL-SAME: A late warning has the same line")
    func warning() throws {
        let document = Self.feed(end: "<item late='1'/>\n<item><late>2</late></item></channel></rss>")
        try expectSame(
            document,
            [
                ["--text-key=late"], ["-c", "--text-key=late", "--records=item"],
                ["--text-key=late", "--attributes=discard", "--text-only=string"],
                ["--text-key=late", "--text-only=string", "--attributes=group", "--records=item"],
                ["--text-key=late", "--text-only=string", "--skip=item/@late", "--origin=from", "--records=item"],
            ]
        )
        let folder = try TemporaryFolder(["feed.xml": document])
        let records = try CalledCommand.run("-j2", "--text-key=late", "--records=item", "feed.xml", in: folder)
        #expect(records.errors.text?.hasPrefix("xml2dict: feed.xml:13004: warning: 'late' is a name") == true)
    }

    @Test("PARALLEL-SAME: A late error follows the same records")
    func error() throws {
        let document = Self.feed(end: "<item n='1'>&e;</item>\n<item/></channel></rss>")
        let examples: [[Bytes]] = [["--records=item"], ["-c"], ["--records=item", "--on-error=skip"]]
        try expectSame(document, status: 65, examples)
    }

    /// Runs the command by a script of the shell, in which `"$@"` is the command.
    private func run(_ script: Bytes, _ flags: Bytes...) throws -> CommandResult {
        let folder = try TemporaryFolder(["feed.xml": Self.feed()])
        return try BuiltCommand.run(arguments: flags, in: folder, under: .shell(script + "; exit $?"))
    }

    @Test("Several threads read standard input to the end of its file")
    func standardInput() throws {
        let result = try run("exec <feed.xml; \"$@\" | tail -n 1; cat", "-j2", "--records", "item")
        let text = #"{"b":{"text":"bold"},"text":"102939081 - 12999  and more text than before"}"#
        let record = #"{"n":"12999","title":{"text":"Title & é 12999"},"text":"# + text + "}"
        #expect(result == .success(Bytes(record) + "\n"))
    }

    #if os(Linux)
        @Test("WRITE-CHECKED: A full disk is an error for several threads")
        func fullDisk() throws {
            let folder = try TemporaryFolder(["feed.xml": Self.feed()])
            let message: Bytes = "xml2dict: <stdout>: error: cannot write: No space left on device\n"
            for flags in [["-j2", "-c"], ["-j2", "--records=item"]] as [[Bytes]] {
                let words = flags + ["feed.xml"]
                let result = try CalledCommand.run(arguments: words, output: .file("/dev/full"), in: folder)
                #expect(result == .failure(74, message), "\(flags)")
            }
        }

        @Test("A limit on address space leaves one thread, not a crash")
        func limitOnAddresses() throws {
            let script: Bytes = "ulimit -v 400000; \"$@\" feed.xml | wc -l"
            #expect(try run(script, "-j64", "--records", "item") == .success("13000\n"))
        }
    #endif

    @Test("A signal or a closed pipe ends the command during its output")
    func signals() throws {
        for sent in [nil, SIGTERM] {
            let folder = try TemporaryFolder(["feed.xml": Self.feed()])
            try folder.makeFIFO("pipe")
            var reader: Descriptor? = try folder.open("pipe", O_RDONLY | O_NONBLOCK)
            let words: [Bytes] = ["-j2", "--records=item", "feed.xml"]
            let command = try BuiltCommand.start(arguments: words, output: .file("pipe"), in: folder)
            try Patience.wait(for: "the first record") { (try? reader?.readSome())?.isEmpty == false }
            if let sent { command.send(sent) } else { reader = nil }
            #expect(try command.finish().ending == .killed(signal: sent ?? SIGPIPE))
            withExtendedLifetime(reader) {}
        }
    }
}
