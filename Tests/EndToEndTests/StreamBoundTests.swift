// How much memory the command takes for records, however many there are.

import TestSupport
import Testing

@Suite(
    "Memory of streams",
    .enabled(if: InstalledProgram.python != nil, "python3 is needed for this, and it is not installed")
)
struct StreamBoundTests {
    /// Writes so many records to the command given, and prints how many bytes of memory that took at most.
    ///
    /// On Linux the peak of a child begins at that of the process that starts it: Python's is small, and that of the tests is not.
    private static let program: Bytes = """
        import resource, subprocess, sys
        child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        child.stdin.write(b"<!DOCTYPE r [<!ENTITY e 'of an entity'>]><r>")
        record = b"<i n='%07d'><a>text &e;</a><!-- comment --><b c=''/></i>\\n"
        thousand = b"".join(record % number for number in range(1000))
        for _ in range(int(sys.argv[1]) // 1000):
            child.stdin.write(thousand)
        child.stdin.write(b"</r>")
        child.stdin.close()
        assert child.wait() == 0
        unit = 1 if sys.platform == "darwin" else 1024
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)
        """

    private func memory(records: Int) throws -> Int {
        let python = try #require(InstalledProgram.python)
        let command = try BuiltCommand.path
        let words: [Bytes] = ["-c", Self.program, Bytes("\(records)"), command, "--records=i"]
        let result = try ChildProcess(executable: python, arguments: words).run()
        #expect((result.ending, result.errors) == (.exited(0), ""))
        return try #require(result.output.text.flatMap { Int($0.filter(\.isNumber)) })
    }

    @Test("STREAM-BOUND: Two hundred times as many records take no more memory")
    func records() throws {
        let few = try memory(records: 2_000)
        let many = try memory(records: 400_000)
        // A whole document of this length takes more than 30 MB.
        #expect(many - few < 2_000_000, "\(few) and \(many) bytes")
    }
}
