// The two ways to run the command: called in the process of the tests, and as a process.

import Foundation
import TestSupport
import Testing

@Suite("Ways to run the command")
struct CalledCommandTests {
    @Test(
        "The command runs in the process of the tests",
        .enabled(if: CalledCommand.obstacle == nil, "\(CalledCommand.obstacle ?? "")")
    )
    func called() throws {
        let ownFolder = FileManager.default.currentDirectoryPath
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        let mask = umask(0o022)
        umask(mask)
        // An output file takes a handler of signals, the mask of modes and the name of an open file.
        #expect(try CalledCommand.run("-c", "-o", "out", "a.xml", "-", input: "<b/>", in: folder) == .success(""))
        #expect(try folder.content(of: "out") == "{\"a\":{}}\n{\"b\":{}}\n")
        #expect(FileManager.default.currentDirectoryPath == ownFolder)
        #expect(umask(mask) == mask)
        // The check runs when no other command runs, because it could have its own handler.
        let hasNoHandler = CalledProgram { _, _ in signal(SIGTERM, SIG_DFL) == nil ? 0 : 1 }
        #expect(try hasNoHandler.run([], in: nil) == .success(""))
    }

    @Test("Both ways to run the command have the same results")
    func same() throws {
        let long: StandardInput = .bytes("<r>" + Bytes("<i>é</i>") * 30_000 + "</r>")
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        for (words, input) in [
            (["-c", "a.xml", "missing.xml", "-"], long), (["--nonsense"], ""),
        ] as [([Bytes], StandardInput)] {
            let called = try CalledCommand.run(arguments: words, input: input, in: folder)
            let isSame = try called == BuiltCommand.run(arguments: words, input: input, in: folder)
            #expect(isSame, "\(words): \(called)")
        }
    }
}
