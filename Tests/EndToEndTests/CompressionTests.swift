// Compressed input: known by its first bytes, read through the program that decompresses it.

import Foundation
import TestSupport
import Testing

@Suite("Compressed input")
struct CompressionTests {
    /// A format, and how its program compresses three pieces of a document and reports an error.
    struct Format: Sendable {
        let program: String
        let package: String
        let executable: Bytes?
        /// `<a>`, `1</a>`, and nothing.
        let pieces: [String]
        let cut: String
        /// The place of a byte on which the content or its checksum depends.
        let place: Int
        let damaged: String

        func piece(_ number: Int) -> Bytes { Bytes(base64: pieces[number]) }
        var document: Bytes { piece(0) + piece(1) }
        /// A complete document in data that is cut off.
        var cutEnd: Bytes { document + Bytes(piece(2).values.dropLast(3)) }
    }

    private static let formats = [
        Format(
            program: "gzip",
            package: "gzip",
            executable: InstalledProgram.gzip,
            pieces: [
                "H4sIAAAAAAAAA7NJtAMAq4K3bwMAAAA=", "H4sIAAAAAAAAAzO00U+0AwCiZwhuBQAAAA==",
                "H4sIAAAAAAAAAwMAAAAAAAAAAAA=",
            ],
            cut: "unexpected end of file",
            place: 10,
            damaged: "invalid compressed data--"
        ),
        Format(
            program: "bzip2",
            package: "bzip2",
            executable: InstalledProgram.bzip2,
            pieces: [
                "QlpoOTFBWSZTWTzjWmcAAAAJAAAFIAAgACGYGYFhdyRThQkDzjWmcA==",
                "QlpoOTFBWSZTWYIsdnEAAACZAAAAoAUgACAAIYaBmgobcXckU4UJCCLHZxA=", "QlpoORdyRThQkAAAAAA=",
            ],
            cut: "Compressed file ends unexpectedly",
            place: 30,
            damaged: "Data integrity error when decompressing."
        ),
        Format(
            program: "xz",
            package: "xz-utils",
            executable: InstalledProgram.xz,
            pieces: [
                "/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQACPGE+AACAyUOCcv+x+gABGwMLL7kQH7bzfQEAAAAABFla",
                "/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAEMTwvYT4AAAAAktAmFt0a2TkAAR0FuC2Arx+2830BAAAAAARZWg==",
                "/Td6WFoAAATm1rRGAAAAABzfRCEftvN9AQAAAAAEWVo=",
            ],
            cut: "Unexpected end of input",
            place: 30,
            damaged: "Compressed data is corrupt"
        ),
        Format(
            program: "zstd",
            package: "zstd",
            executable: InstalledProgram.zstd,
            pieces: ["KLUv/QRYGQAAPGE+B1GCMA==", "KLUv/QRYKQAAMTwvYT5AUXtK", "KLUv/SQAAQAAmenYUQ=="],
            cut: "Read error (39) : premature end",
            place: 12,
            damaged: "Decoding error (36) : "
        ),
    ]

    private static let installed = formats.filter { $0.executable != nil }
    private static let hasGzip = InstalledProgram.gzip != nil
    private static let gzip = formats[0]

    private let json: Bytes = #"{"a":{"text":"1"}}"# + "\n"

    /// A folder with a file for each installed format, which has the name of its program.
    private func makeFolder(_ content: (Format) -> Bytes) throws -> TemporaryFolder {
        try TemporaryFolder(Dictionary(uniqueKeysWithValues: Self.installed.map { (Bytes($0.program), content($0)) }))
    }

    private var programs: [Bytes] { Self.installed.map { Bytes($0.program) } }

    // MARK: Complete data

    @Test("A compressed document is read, also in several members")
    func documents() throws {
        let folder = try makeFolder { $0.piece(2) + $0.piece(0) + $0.piece(2) + $0.piece(1) }
        #expect(try CalledCommand.run(arguments: ["-c"] + programs, in: folder) == .success(json * programs.count))
    }

    @Test("Standard input is decompressed from a file and from a pipe", .enabled(if: hasGzip, "gzip is not installed"))
    func standardInput() throws {
        let folder = try TemporaryFolder(["in": Self.gzip.document])
        #expect(try CalledCommand.run("-c", input: .file("in"), in: folder) == .success(json))
        #expect(try CalledCommand.run("-c", input: .bytes(Self.gzip.document)) == .success(json))
        #expect(try CalledCommand.run("-c", "--decompress=auto", "in", in: folder) == .success(json))
    }

    @Test("A large compressed document passes through pipes", .enabled(if: hasGzip, "gzip is not installed"))
    func largeDocument() throws {
        // Random numbers, so that the compressed data fills the pipes, too.
        let numbers = (0..<40_000).map { _ in "<b>\(UInt32.random(in: 0...UInt32.max))</b>" }
        let document = Bytes("<a>" + numbers.joined() + "</a>")
        let gzip = try ChildProcess(executable: #require(InstalledProgram.gzip), arguments: ["-c"])
        let packed = try gzip.run(input: .bytes(document)).output
        #expect(packed.count > 150_000)
        let result = try CalledCommand.run("-c", input: .bytes(packed))
        #expect(try result == CalledCommand.run("-c", input: .bytes(document)))
        #expect(result.ending == .exited(0))
    }

    @Test("Data without a document is an empty document", .enabled(if: hasGzip, "gzip is not installed"))
    func emptyDocument() throws {
        let empty = try CalledCommand.run()
        #expect(empty.ending == .exited(65))
        #expect(try CalledCommand.run(input: .bytes(Self.gzip.piece(2))) == empty)
    }

    @Test("The first bytes may arrive one by one", .enabled(if: hasGzip, "gzip is not installed"))
    func slowSignature() throws {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("fifo")
        Thread.detachNewThread {
            guard let writer = try? folder.open("fifo", O_WRONLY) else { return }
            for byte in Self.gzip.document.values {
                try? writer.writeAll(Bytes([byte]))
                usleep(1000)
            }
        }
        #expect(try CalledCommand.run("-c", "fifo", in: folder) == .success(json))
    }

    @Test("PROMPT: A live pipe without compression waits for no more bytes")
    func livePipe() throws {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("fifo")
        let pipe = try Descriptor.pipe()
        let command = try BuiltCommand.start(
            arguments: ["--records", "i", "fifo"],
            output: .open(pipe.writer),
            in: folder
        )
        let input = try folder.open("fifo", O_WRONLY)
        for piece in ["<", "a><i/>"] as [Bytes] { try input.writeAll(piece) }
        #expect(try Bytes(pipe.reader.readSome()) == "{}\n")
        command.send(SIGKILL)
        _ = try command.finish()
    }

    // MARK: Incomplete data

    @Test("Data that is cut off is an error of its program")
    func cutData() throws {
        // The document of the other is complete, and the data is not.
        for content in [{ Bytes($0.piece(0).values.dropLast(3)) }, \.cutEnd] as [(Format) -> Bytes] {
            let messages = Self.installed.map { "xml2dict: \($0.program): error: \($0.program): \($0.cut)\n" }
            let result = try CalledCommand.run(arguments: programs, in: makeFolder(content))
            #expect(result == .failure(65, Bytes(messages.joined())))
        }
        guard Self.hasGzip else { return }
        let result = try CalledCommand.run(input: .bytes(Self.gzip.cutEnd))
        #expect(result == .failure(65, "xml2dict: <stdin>: error: gzip: unexpected end of file\n"))
    }

    @Test("Damaged data is an error of its program, whatever the XML")
    func damagedData() throws {
        let folder = try makeFolder { format in
            var first = format.piece(0)
            first.values[format.place] ^= 0x10
            return first + format.piece(1)
        }
        let result = try CalledCommand.run(arguments: programs, in: folder)
        #expect(result.ending == .exited(65))
        #expect(result.errors.lines.count == programs.count)
        for (line, format) in zip(result.errors.lines, Self.installed) {
            let message = "xml2dict: \(format.program): error: \(format.program): \(format.damaged)"
            #expect(line.text?.hasPrefix(message) == true, "\(line)")
        }
    }

    @Test("Bytes after the last member are an error with a remedy", .enabled(if: hasGzip, "gzip is not installed"))
    func trailingBytes() throws {
        let message: Bytes = """
            xml2dict: <stdin>: error: gzip: bytes that are not gzip follow the compressed data; \
            gzip -dc FILE | xml2dict leaves them out

            """
        #expect(try CalledCommand.run(input: .bytes(Self.gzip.document + "garbage")) == .failure(65, message))
    }

    @Test("Compressed data in compressed data is named", .enabled(if: hasGzip, "gzip is not installed"))
    func twice() throws {
        let gzip = try ChildProcess(executable: #require(InstalledProgram.gzip), arguments: ["-c"])
        let packed = try gzip.run(input: .bytes(Self.formats[2].document)).output
        let message: Bytes = """
            xml2dict: <stdin>:1:1: error: this is compressed with xz, not XML: decompress it first, as with xz -dc

            """
        #expect(try CalledCommand.run(input: .bytes(packed)) == .failure(65, message))
    }

    @Test(
        "SKIP-EXACT: Cut-off data is reported once, and cuts off no skipped record",
        .enabled(if: hasGzip, "gzip is not installed")
    )
    func cutRecord() throws {
        let skipped: Bytes = """
            xml2dict: <stdin>:1:18: error: a bare & must be written &amp;
                in /r/i
            xml2dict: <stdin>: error: gzip: unexpected end of file
            xml2dict: <stdin>: 1 record written, 1 skipped

            """
        let cut: Bytes = "xml2dict: <stdin>: error: gzip: unexpected end of file\n"
        for (data, messages) in [
            // `<r><i>1</i><i>2 & 3</i>` with `<i`, `<i>4` and `<i>4&am`; and `<r><i>1</i><i`
            ("H4sIAAAAAAACA7MpsrPJtDO00c8E0UYKagrGEDYAI34/XBkAAAA=", skipped),
            ("H4sIAAAAAAACA7MpsrPJtDO00c8E0UYKagrGULYJAFKKvCgbAAAA", skipped),
            ("H4sIAAAAAAACA7MpsrPJtDO00c8E0UYKagrGULaJWmIuANPR5+AeAAAA", skipped),
            ("H4sIAAAAAAACA7MpsrPJtDO00c8E0gDUeOkjDQAAAA==", cut),
        ] as [(String, Bytes)] {
            let input = Bytes(base64: data) + Bytes(Self.gzip.piece(2).values.dropLast(3))
            let result = try CalledCommand.run("--records=i", "--on-error=skip", input: .bytes(input))
            #expect(result == .failure(65, messages, output: "{\"text\":\"1\"}\n"), "\(data)")
        }
    }

    @Test("Broken XML in complete data is an error of the XML", .enabled(if: hasGzip, "gzip is not installed"))
    func brokenXML() throws {
        // Far more than is read to find out whether the data is damaged.
        let gzip = try ChildProcess(executable: #require(InstalledProgram.gzip), arguments: ["-c"])
        let packed = try gzip.run(input: .bytes("<a></b>" + Bytes([0]) * 20_000_000)).output
        let folder = try TemporaryFolder(["in": packed])
        let result = try BuiltCommand.run("-c", "-", "in", input: .bytes(packed), in: folder)
        #expect(result.ending == .exited(65))
        #expect(
            result.errors.lines.filter { $0.text?.contains("error") == true } == [
                "xml2dict: <stdin>:1:6: error: mismatched tag: </b> cannot close <a>, which was opened at 1:1",
                "xml2dict: in:1:6: error: mismatched tag: </b> cannot close <a>, which was opened at 1:1",
            ]
        )
    }

    @Test("DEPTH-BOUND: A bomb meets the limits", .enabled(if: hasGzip, "gzip is not installed"))
    func bomb() throws {
        let gzip = try ChildProcess(executable: #require(InstalledProgram.gzip), arguments: ["-c"])
        let packed = try gzip.run(input: .bytes(Bytes("<a>") * 5_000_000)).output
        #expect(packed.count < 50_000)
        let result = try BuiltCommand.run(input: .bytes(packed))
        #expect(result.ending == .exited(65))
        let message = "elements are nested more than 1000 deep; --max-depth N allows more"
        #expect(result.errors.lines.first == "xml2dict: <stdin>:1:3001: error: \(message)")
    }

    // MARK: Programs

    /// Runs the command with scripts in place of gzip and curl, or without any program.
    private func run(_ argument: Bytes, gzip script: String, input: StandardInput = .empty) throws -> CommandResult {
        let folder = try TemporaryFolder(["in": Bytes([0x1F, 0x8B]) + Bytes("x") * 998])
        let environment = try folder.environment(withPrograms: ["gzip": script, "curl": "cat in"])
        return try BuiltCommand.run(arguments: ["-c", argument], input: input, in: folder, environment: environment)
    }

    @Test("Without the program the message says what to install")
    func missingProgram() throws {
        let files = Dictionary(uniqueKeysWithValues: Self.formats.map { (Bytes($0.program), $0.document) })
        let result = try BuiltCommand.run(
            arguments: Self.formats.map { Bytes($0.program) } + ["-"],
            input: .bytes(Self.gzip.document),
            in: TemporaryFolder(files),
            environment: ["PATH": "/nonexistent"]
        )
        let messages = (Self.formats.map { ($0, $0.program) } + [(Self.gzip, "<stdin>")]).map { format, name in
            """
            xml2dict: \(name): error: cannot run \(format.program), which decompresses this input \
            (on Debian: apt-get install \(format.package)): No such file or directory

            """
        }
        #expect(result == .failure(66, Bytes(messages.joined())))
    }

    private static let big = StandardInput.bytes(Bytes([0x1F, 0x8B]) + Bytes("x") * 1_000_000)

    @Test("A program that says nothing is told by its status")
    func silence() throws {
        let message: Bytes = ": error: gzip ended with status 3\n"
        let result = try run("in", gzip: "cat >/dev/null; echo '<a/>'; exit 3")
        #expect(result == .failure(65, "xml2dict: in" + message))
        // It reads nothing at all.
        let early = try run("-", gzip: "echo '<a/>'; exit 3", input: Self.big)
        #expect(early == .failure(65, "xml2dict: <stdin>" + message))
    }

    @Test("A program that ends before its data has lost some")
    func earlyEnd() throws {
        let message: Bytes = "xml2dict: <stdin>: error: the program ended before the compressed data did\n"
        #expect(try run("-", gzip: "echo '<a/>'", input: Self.big) == .failure(65, message))
    }

    @Test("Broken XML ends the program")
    func brokenDocument() throws {
        let result = try run("in", gzip: "printf '<r></s>'; head -c 2000000 /dev/zero; exec sleep 1000")
        #expect(result.errors.text?.hasPrefix("xml2dict: in:1:6: error: mismatched tag") == true)
    }

    @Test("Compressed data from an address is decompressed")
    func address() throws {
        #expect(try run("http://x/a.gz", gzip: "cat >/dev/null; echo '<a/>'") == .success("{\"a\":{}}\n"))
    }

    @Test(
        "An incomplete transfer is the error, not its decompression",
        .enabled(if: hasGzip, "gzip is not installed")
    )
    func incompleteTransfer() throws {
        let folder = try TemporaryFolder(["in": Bytes(Self.gzip.piece(0).values.dropLast(3))])
        let environment = try folder.environment(withPrograms: [
            "curl": "cat in; echo 'curl: (18) cut off' >&2; exit 18"
        ])
        let result = try BuiltCommand.run("http://x/", in: folder, environment: environment)
        #expect(result == .failure(66, "xml2dict: http://x/: error: curl: (18) cut off\n"))
    }

    // MARK: The flag

    @Test("--decompress never refuses compressed data, and names the format")
    func never() throws {
        for format in Self.formats {
            for data in [format.document, format.piece(2)] {
                let folder = try TemporaryFolder(["in": data])
                for (name, input) in [("in", .empty), ("<stdin>", .bytes(data)), ("<stdin>", .file("in"))]
                    as [(String, StandardInput)]
                {
                    let words: [Bytes] = ["--decompress", "never"] + (name == "in" ? ["in"] : [])
                    let message: Bytes = """
                        xml2dict: \(name): error: this is compressed with \(format.program), not XML; \
                        without '--decompress never', xml2dict decompresses it

                        """
                    let result = try CalledCommand.run(arguments: words, input: input, in: folder)
                    #expect(result == .failure(65, message))
                }
            }
        }
        #expect(try CalledCommand.run("-c", "--decompress=never", input: "<a>1</a>") == .success(json))
    }
}
