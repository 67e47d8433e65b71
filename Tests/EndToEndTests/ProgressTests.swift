// Progress on a terminal's standard error: after a second, and gone when the work is done.

import Foundation
import TestSupport
import Testing

@Suite("Progress")
struct ProgressTests {
    /// Runs the command on a document of which the second half comes after more than a second.
    private func run(_ arguments: Bytes..., errors: StandardOutput, output: StandardOutput = .collected) throws
        -> CommandResult
    {
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

    @Test("Work longer than a second shows progress, and clears the line afterwards")
    func shown() throws {
        let result = try run("-c", errors: .terminal)
        let line = try #require(result.errors.text)
        #expect(result.ending == .exited(0))
        #expect(line.hasPrefix("\r\u{1B}[Kslow  "))
        #expect(line.contains("kB/s"))
        #expect(line.hasSuffix("\r\u{1B}[K"))
    }

    @Test("With records it counts them")
    func records() throws {
        let result = try run("--records=i", errors: .terminal)
        let line = try #require(result.errors.text)
        #expect(line.contains("  1000 records"))
        #expect(line.hasSuffix("\r\u{1B}[K"))
    }

    @Test("Of compressed input it counts the compressed bytes")
    func compressed() throws {
        let folder = try TemporaryFolder(["in": Bytes([0x1F, 0x8B]) + Bytes("x") * 1_998])
        let script: Bytes = """
            #!/bin/sh
            cat >/dev/null
            printf '<r>'
            sleep 1.2
            head -c 100000 /dev/zero | tr '\\0' ' '
            printf '</r>'
            """
        try folder.write(script, to: "gzip")
        try folder.setMode(0o755, of: "gzip")
        let path = "\(folder.path.text ?? ""):/usr/bin:/bin"
        let result = try BuiltCommand.run("-c", "in", errors: .terminal, in: folder, environment: ["PATH": path])
        #expect(result.output == "{\"r\":{}}\n")
        #expect(result.errors.text?.hasPrefix("\r\u{1B}[Kin  100 %  2.0 kB  ") == true, "\(result.errors)")
    }

    @Test("Progress is hidden if it is disabled or no terminal shows it")
    func hidden() throws {
        #expect(try run("-c", "--no-progress", errors: .terminal).errors == "")
        #expect(try run("-c", errors: .collected).errors == "")
        // The records come on the terminal themselves.
        #expect(try run("--records=i", errors: .terminal, output: .terminal).errors == "")
    }
}
