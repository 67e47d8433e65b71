// --threads: one file is read by several threads, and nothing that the command prints changes.

import Foundation
import TestSupport
import Testing

@Suite("Threads")
struct ThreadsFlagTests {
    /// A feed of 1.2 MB, which has two parts, with another end if that is wanted.
    private static func feed(end: String = "</channel>\n</rss>\n") -> Bytes {
        var text = "<?xml version=\"1.0\"?>\n<rss>\n<channel>\n"
        for number in 0..<13_000 {
            text +=
                "<item n=\"\(number)\"><title>Title &amp; \u{E9} \(number)</title><text>\(number * 7919) - \(number)"
            text += number % 7 == 0 ? " <b>bold</b> and more text than before</text></item>\n" : "</text><x/></item>\n"
        }
        return Bytes(text + end)
    }

    /// The results with one thread and with several.
    private func results(_ document: Bytes, _ flags: [Bytes]) throws -> (alone: CommandResult, together: CommandResult)
    {
        let folder = try TemporaryFolder(["feed.xml": document])
        func run(_ count: Bytes) throws -> CommandResult {
            try CalledCommand.run(arguments: ["-j", count] + flags + ["feed.xml"], in: folder)
        }
        return (try run("1"), try run("5"))
    }

    @Test("PARALLEL-SAME: The command prints the same with any number of threads")
    func output() throws {
        let document = Self.feed()
        for flags in [
            ["-c"], ["--records=item", "--origin=from"], ["-S", "--select=title"], ["--records=rss/item"],
        ] as [[Bytes]] {
            let (alone, together) = try results(document, flags)
            #expect(together == alone, "\(flags)")
        }
    }

    @Test("PARALLEL-SAME: A late error follows the same records")
    func error() throws {
        let document = Self.feed(end: "<item n='1'>&e;</item>\n<item/></channel></rss>")
        for flags in [["-c"], ["--records=item", "--on-error=skip"]] as [[Bytes]] {
            let (alone, together) = try results(document, flags)
            #expect(alone.ending == .exited(65))
            #expect(together == alone, "\(flags)")
        }
    }

    /// Runs the command by a script of the shell, in which `"$@"` is the command.
    private func run(_ script: Bytes, _ flags: Bytes...) throws -> CommandResult {
        let folder = try TemporaryFolder(["feed.xml": Self.feed()])
        return try BuiltCommand.run(arguments: flags, in: folder, under: .shell(script + "; exit $?"))
    }

    @Test("Several threads leave a file that is standard input at its end")
    func standardInput() throws {
        let result = try run("exec <feed.xml; \"$@\" | tail -n 1; cat", "-j2", "--records", "item")
        let text = #"{"b":{"text":"bold"},"text":"102939081 - 12999  and more text than before"}"#
        let record = #"{"n":"12999","title":{"text":"Title & é 12999"},"text":"# + text + "}"
        #expect(result == .success(Bytes(record) + "\n"))
    }

    #if os(Linux)
        @Test("A limit on addresses leaves one thread, not a crash")
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
