// How much memory the command takes for records, however many there are.

import TestSupport
import Testing

@Suite(
    "Memory of streams",
    .enabled(if: InstalledProgram.python != nil, "python3 is needed for this, and it is not installed")
)
struct StreamBoundTests {
    /// Writes numbers of records to the command given, and prints how many bytes of memory each took at most.
    ///
    /// On Linux the peak of a child begins at that of the process that starts it: Python's is small, and that of the tests
    /// is not. The peak of all children is that of the largest, so the numbers increase.
    private static let program: Bytes = """
        import resource, subprocess, sys
        record = b"<i n='%07d'><a>" + 8 * b"text &e; " + b"</a><!-- comment --><b c=''/></i>\\n"
        thousand = b"".join(record % number for number in range(1000))
        for count in (2, 60):
            child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
            child.stdin.write(b"<!DOCTYPE r [<!ENTITY e 'of an entity'>]><r>")
            for _ in range(count):
                child.stdin.write(thousand)
            child.stdin.write(b"</r>")
            child.stdin.close()
            assert child.wait() == 0
            unit = 1 if sys.platform == "darwin" else 1024
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)
        """

    @Test("STREAM-BOUND: Thirty times the records take no more memory")
    func records() throws {
        let python = try #require(InstalledProgram.python)
        let words: [Bytes] = ["-c", Self.program, try BuiltCommand.path, "--records=i"]
        let result = try ChildProcess(executable: python, arguments: words).run()
        #expect((result.ending, result.errors) == (.exited(0), ""))
        let sizes = result.output.lines.compactMap { $0.text.flatMap { Int($0) } }
        try #require(sizes.count == 2)
        // The texts alone, without the entries, take 8 MB in a whole document of this length.
        #expect(sizes[1] - sizes[0] < 2_000_000, "\(sizes) bytes")
    }
}
