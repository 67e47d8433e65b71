// Progress on a terminal's standard error: after a second, and removed when the work is done.

import Foundation
import TestSupport
import Testing

@Suite("Progress")
struct ProgressTests {
    /// Runs the command on a document of which the second half comes after more than a second.
    private func run(
        _ arguments: Bytes...,
        output: StandardOutput = .collected,
        errors: StandardOutput = .terminal
    ) throws -> CommandResult {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("slow")
        Thread.detachNewThread {
            guard let fifo = try? folder.open("slow", O_WRONLY) else { return }
            try? fifo.writeAll("<r>" + Bytes("<i>1</i>") * 1000)
            Thread.sleep(forTimeInterval: 1.1)
            try? fifo.writeAll(Bytes("<i>2</i>") * 1000 + "</r>")
        }
        return try BuiltCommand.run(arguments: arguments + ["slow"], output: output, errors: errors, in: folder)
    }

    @Test("Progress appears after a second, counts records, and is removed")
    func shown() throws {
        let result = try run("--records=i")
        #expect(result.ending == .exited(0))
        let line = try #require(result.errors.text)
        #expect(line.wholeMatch(of: #/\r\e\[Kslow  [\d.]+ kB  [\d.]+ kB\/s  1000 records\r\e\[K/#) != nil, "\(line)")
    }

    @Test("Progress counts the compressed bytes of compressed input")
    func compressed() throws {
        let folder = try TemporaryFolder(["in": Bytes([0x1F, 0x8B]) + Bytes("x") * 1_998])
        let script = """
            cat >/dev/null
            printf '<r>'
            sleep 1.2
            head -c 100000 /dev/zero | tr '\\0' ' '
            printf '</r>'
            """
        let environment = try folder.environment(withPrograms: ["gzip": script])
        let result = try BuiltCommand.run("-c", "in", errors: .terminal, in: folder, environment: environment)
        #expect(result.output == "{\"r\":{}}\n")
        #expect(result.errors.text?.hasPrefix("\r\u{1B}[Kin  100 %  2.0 kB  ") == true, "\(result.errors)")
    }

    @Test("Progress is hidden without a terminal, beside records, or if disabled")
    func hidden() throws {
        #expect(try run("-c", "--quiet").errors == "")
        #expect(try run("-c", errors: .collected).errors == "")
        #expect(try run("--records=i", output: .terminal).errors == "")
    }
}
