// Compressed input: recognized by its first bytes, and read through the program that decompresses it.

import Foundation
import TestSupport
import Testing

@Suite("Compressed input")
struct CompressionTests {
    /// A format: three compressed members, and the errors of its program.
    struct Format: Sendable {
        let program: String
        let package: String
        let executable: Bytes?
        /// `<a>`, `1</a>`, and nothing.
        let chunks: [String]
        let cut: String
        /// The position of a byte that changes the content or its checksum.
        let place: Int
        let damaged: String
        /// The error of bytes after the data.
        let trailing: String

        func chunk(_ number: Int) -> Bytes { Bytes(base64: chunks[number]) }
        var document: Bytes { chunk(0) + chunk(1) }
        /// The start of a member without content.
        var cutChunk: Bytes { Bytes(chunk(2).values.dropLast(3)) }
        /// A complete document in truncated data.
        var cutEnd: Bytes { document + cutChunk }

        func run(_ flag: Bytes, input: StandardInput) throws -> CommandResult {
            try ChildProcess(executable: #require(executable), arguments: [flag]).run(input: input)
        }

        func compressed(_ content: Bytes) throws -> Bytes { try run("-c", input: .bytes(content)).output }
    }

    private static let formats = [
        Format(
            program: "gzip",
            package: "gzip",
            executable: InstalledProgram.gzip,
            chunks: [
                "H4sIAAAAAAAAA7NJtAMAq4K3bwMAAAA=", "H4sIAAAAAAAAAzO00U+0AwCiZwhuBQAAAA==",
                "H4sIAAAAAAAAAwMAAAAAAAAAAAA=",
            ],
            cut: "unexpected end of file",
            place: 10,
            damaged: "invalid compressed data--",
            trailing: "bytes that are not gzip follow the compressed data; gzip -dc FILE | xml2dict leaves them out"
        ),
        Format(
            program: "bzip2",
            package: "bzip2",
            executable: InstalledProgram.bzip2,
            chunks: [
                "QlpoOTFBWSZTWTzjWmcAAAAJAAAFIAAgACGYGYFhdyRThQkDzjWmcA==",
                "QlpoOTFBWSZTWYIsdnEAAACZAAAAoAUgACAAIYaBmgobcXckU4UJCCLHZxA=", "QlpoORdyRThQkAAAAAA=",
            ],
            cut: "Compressed file ends unexpectedly",
            place: 30,
            damaged: "Data integrity error when decompressing.",
            trailing: "bytes that are not bzip2 follow the compressed data; bzip2 -dc FILE | xml2dict leaves them out"
        ),
        Format(
            program: "xz",
            package: "xz-utils",
            executable: InstalledProgram.xz,
            chunks: [
                "/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQACPGE+AACAyUOCcv+x+gABGwMLL7kQH7bzfQEAAAAABFla",
                "/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAEMTwvYT4AAAAAktAmFt0a2TkAAR0FuC2Arx+2830BAAAAAARZWg==",
                "/Td6WFoAAATm1rRGAAAAABzfRCEftvN9AQAAAAAEWVo=",
            ],
            cut: "Unexpected end of input",
            place: 30,
            damaged: "Compressed data is corrupt",
            trailing: "Unexpected end of input"
        ),
        Format(
            program: "zstd",
            package: "zstd",
            executable: InstalledProgram.zstd,
            chunks: ["KLUv/QRYGQAAPGE+B1GCMA==", "KLUv/QRYKQAAMTwvYT5AUXtK", "KLUv/SQAAQAAmenYUQ=="],
            cut: "Read error (39) : premature end",
            place: 12,
            damaged: "Decoding error (36) : ",
            trailing: "unsupported format"
        ),
    ]

    private static let installed = formats.filter { $0.executable != nil }
    private static let missing = formats.filter { $0.executable == nil }.map(\.program)
    private static let hasGzip = InstalledProgram.gzip != nil
    private static let gzip = formats[0]

    private let json: Bytes = #"{"a":{"text":"1"}}"# + "\n"

    /// A folder with a file for each installed format, which has the name of its program.
    private func makeFolder(_ content: (Format) -> Bytes) throws -> TemporaryFolder {
        try TemporaryFolder(Dictionary(uniqueKeysWithValues: Self.installed.map { (Bytes($0.program), content($0)) }))
    }

    private var programs: [Bytes] { Self.installed.map { Bytes($0.program) } }

    // MARK: Complete data

    @Test(
        "A document of each format is read, also in several members",
        .enabled(if: missing.isEmpty, "not installed, so no test reads its data: \(missing.joined(separator: ", "))")
    )
    func documents() throws {
        let folder = try makeFolder { $0.chunk(2) + $0.chunk(0) + $0.chunk(2) + $0.chunk(1) }
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
        // Numbers without a pattern, so that the compressed data fills the pipes.
        let numbers = (0..<40_000 as Range<UInt32>).map { "<b>\($0 &* 2_654_435_761)</b>" }
        let document = Bytes("<a>" + numbers.joined() + "</a>")
        let packed = try Self.gzip.compressed(document)
        #expect(packed.count > 150_000)
        let result = try CalledCommand.run("-c", input: .bytes(packed))
        #expect(try result == CalledCommand.run("-c", input: .bytes(document)))
        #expect(result.ending == .exited(0))
    }

    @Test("Compressed data without content is an empty document")
    func emptyDocument() throws {
        let empty = try CalledCommand.run()
        #expect(empty.ending == .exited(65))
        for format in Self.installed {
            #expect(try CalledCommand.run(input: .bytes(format.chunk(2))) == empty, "\(format.program)")
        }
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

    @Test("PROMPT: An uncompressed live pipe is read without waiting for more bytes")
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
        for chunk in ["<", "a><i/>"] as [Bytes] { try input.writeAll(chunk) }
        #expect(try Bytes(pipe.reader.readSome()) == "{}\n")
        command.send(SIGKILL)
        _ = try command.finish()
    }

    // MARK: Incomplete data

    @Test("Truncated data is reported by its decompression program", .enabled(if: hasGzip, "gzip is not installed"))
    func cutData() throws {
        // The document of the other is complete, and the data is not.
        for content in [{ Bytes($0.chunk(0).values.dropLast(3)) }, \.cutEnd] as [(Format) -> Bytes] {
            let messages = Self.installed.map { "xml2dict: \($0.program): error: \($0.program): \($0.cut)\n" }
            let result = try CalledCommand.run(arguments: programs, in: makeFolder(content))
            #expect(result == .failure(65, Bytes(messages.joined())))
        }
        let result = try CalledCommand.run(input: .bytes(Self.gzip.cutEnd))
        #expect(result == .failure(65, "xml2dict: <stdin>: error: gzip: unexpected end of file\n"))
    }

    @Test("Damaged data is reported by its decompression program, even after invalid XML")
    func damagedData() throws {
        let damaged = { (format: Format) in
            var first = format.chunk(0)
            first.values[format.place] ^= 0x10
            return first + format.chunk(1)
        }
        // The document of the other is complete.
        for (content, part) in [(damaged, \.damaged), ({ $0.document + "<b/>" }, \.trailing)]
            as [((Format) -> Bytes, (Format) -> String)]
        {
            let result = try CalledCommand.run(arguments: programs, in: makeFolder(content))
            #expect(result.ending == .exited(65))
            #expect(result.output == "")
            #expect(result.errors.lines.count == programs.count)
            for (line, format) in zip(result.errors.lines, Self.installed) {
                let message = "xml2dict: \(format.program): error: \(format.program): \(part(format))"
                #expect(line.text?.hasPrefix(message) == true, "\(line)")
            }
        }
    }

    @Test("Bytes after the last compressed member are an error with a remedy")
    func trailingBytes() throws {
        for format in Self.installed where format.trailing.contains("leaves them out") {
            let name = format.program, data = StandardInput.bytes(format.document + "garbage")
            let message = "xml2dict: <stdin>: error: \(name): \(format.trailing)\n"
            #expect(try CalledCommand.run(input: data) == .failure(65, Bytes(message)))
            let rest = try format.run("-dc", input: data).output
            #expect(try CalledCommand.run("-c", input: .bytes(rest)) == .success(json), "\(name)")
        }
    }

    @Test("The error for doubly compressed data names the inner format")
    func twice() throws {
        for format in Self.installed {
            let name = format.program
            let remedy = "this is compressed with \(name), not XML; convert it first, as with \(name) -dc FILE"
            let result = try CalledCommand.run(input: .bytes(format.compressed(format.document)))
            #expect(result == .failure(65, Bytes("xml2dict: <stdin>:1:1: error: \(remedy)\n")))
        }
    }

    @Test("SKIP-EXACT: Truncated data is reported once, not as a skipped record")
    func cutRecord() throws {
        for format in Self.installed {
            let cut = "xml2dict: <stdin>: error: \(format.program): \(format.cut)\n"
            let skipped = """
                xml2dict: <stdin>:1:18: error: a bare & must be written &amp;
                    in /r/i
                \(cut)xml2dict: <stdin>: 1 record written, 1 skipped

                """
            for (text, messages) in [
                ("<i>2 & 3</i><i", skipped), ("<i>2 & 3</i><i>4", skipped), ("<i>2 & 3</i><i>4&am", skipped),
                ("<i", cut),
            ] {
                let input = try format.compressed(Bytes("<r><i>1</i>" + text)) + format.cutChunk
                let result = try CalledCommand.run("--records=i", "--on-error=skip", input: .bytes(input))
                // The line is shown only if its end arrives soon.
                let shown = try #require(result.errors.text).replacing(#/ +<r>.*\n +\^\n/#, with: "")
                #expect((result.ending, result.output) == (.exited(65), "{\"text\":\"1\"}\n"))
                #expect(shown == messages, "\(format.program) \(text)")
            }
        }
    }

    @Test("Broken XML in complete data is an error of the XML", .enabled(if: hasGzip, "gzip is not installed"))
    func brokenXML() throws {
        // Far more than the command reads to detect damaged data.
        let packed = try Self.gzip.compressed("<a></b>" + Bytes([0]) * 20_000_000)
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

    @Test("Broken JSON is refused before its program ends", .enabled(if: hasGzip, "gzip is not installed"))
    func brokenJSON() throws {
        // More than the pipe of the program holds, and than the command reads to detect damaged data.
        let packed = try Self.gzip.compressed(Bytes("[1}") + Bytes(" ") * 20_000_000)
        let result = try BuiltCommand.run("--to-xml", input: .bytes(packed))
        #expect(result.ending == .exited(65))
        #expect(result.errors.lines.first == "xml2dict: <stdin>:1:3: error: expected a comma or ], not '}'")
    }

    @Test("DEPTH-BOUND: A bomb meets the limits", .enabled(if: hasGzip, "gzip is not installed"))
    func bomb() throws {
        let packed = try Self.gzip.compressed(Bytes("<a>") * 5_000_000)
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

    @Test("Without the program, the message names the package to install")
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

    @Test("The error of a silent program has its status")
    func silence() throws {
        let message: Bytes = ": error: gzip ended with status 3\n"
        let result = try run("in", gzip: "cat >/dev/null; echo '<a/>'; exit 3")
        #expect(result == .failure(65, "xml2dict: in" + message))
        // The program reads no input.
        let early = try run("-", gzip: "echo '<a/>'; exit 3", input: Self.big)
        #expect(early == .failure(65, "xml2dict: <stdin>" + message))
    }

    @Test("A program that ends before its input is an error")
    func earlyEnd() throws {
        let message: Bytes = "xml2dict: <stdin>: error: the program ended before the compressed data did\n"
        #expect(try run("-", gzip: "echo '<a/>'", input: Self.big) == .failure(65, message))
    }

    @Test("Broken XML ends the program")
    func brokenDocument() throws {
        let result = try run("in", gzip: "printf '<r></s>'; head -c 2000000 /dev/zero; exec sleep 1000")
        #expect(result.errors.text?.hasPrefix("xml2dict: in:1:6: error: mismatched tag") == true)
    }

    @Test("Compressed data from a URL is decompressed")
    func address() throws {
        #expect(try run("http://x/a.gz", gzip: "cat >/dev/null; echo '<a/>'") == .success("{\"a\":{}}\n"))
    }

    @Test(
        "An incomplete transfer is the error, not its decompression",
        .enabled(if: hasGzip, "gzip is not installed")
    )
    func incompleteTransfer() throws {
        let folder = try TemporaryFolder(["in": Bytes(Self.gzip.chunk(0).values.dropLast(3))])
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
            for data in [format.document, format.chunk(2)] {
                let folder = try TemporaryFolder(["in": data])
                for (name, input) in [("in", .empty), ("<stdin>", .bytes(data)), ("<stdin>", .file("in"))]
                    as [(String, StandardInput)]
                {
                    let words: [Bytes] = ["--decompress", "never"] + (name == "in" ? ["in"] : [])
                    let message: Bytes = """
                        xml2dict: \(name): error: this is compressed with \(format.program); \
                        without --decompress never, xml2dict decompresses it

                        """
                    let result = try CalledCommand.run(arguments: words, input: input, in: folder)
                    #expect(result == .failure(65, message))
                }
            }
        }
        #expect(try CalledCommand.run("-c", "--decompress=never", input: "<a>1</a>") == .success(json))
    }
}
