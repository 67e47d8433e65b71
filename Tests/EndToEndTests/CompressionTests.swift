// Compressed input: known by its first bytes, read through the program that decompresses it.

import Foundation
import TestSupport
import Testing

@Suite("Compressed input")
struct CompressionTests {
    /// A format, and how its program compresses three pieces of a document and tells what is wrong.
    struct Format: Sendable, CustomTestStringConvertible {
        let program: String
        let package: String
        /// `<a>`, `1</a>`, and nothing.
        let pieces: [String]
        let cut: String
        let damaged: String

        var testDescription: String { program }

        func piece(_ number: Int) -> Bytes { Bytes(Data(base64Encoded: pieces[number]) ?? Data()) }
        var document: Bytes { piece(0) + piece(1) }
    }

    private static let formats = [
        Format(
            program: "gzip",
            package: "gzip",
            pieces: [
                "H4sIAAAAAAAAA7NJtAMAq4K3bwMAAAA=", "H4sIAAAAAAAAAzO00U+0AwCiZwhuBQAAAA==",
                "H4sIAAAAAAAAAwMAAAAAAAAAAAA=",
            ],
            cut: "unexpected end of file",
            damaged: "invalid compressed data--crc error"
        ),
        Format(
            program: "bzip2",
            package: "bzip2",
            pieces: [
                "QlpoOTFBWSZTWTzjWmcAAAAJAAAFIAAgACGYGYFhdyRThQkDzjWmcA==",
                "QlpoOTFBWSZTWYIsdnEAAACZAAAAoAUgACAAIYaBmgobcXckU4UJCCLHZxA=", "QlpoORdyRThQkAAAAAA=",
            ],
            cut: "Compressed file ends unexpectedly",
            damaged: "Data integrity error when decompressing."
        ),
        Format(
            program: "xz",
            package: "xz-utils",
            pieces: [
                "/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQACPGE+AACAyUOCcv+x+gABGwMLL7kQH7bzfQEAAAAABFla",
                "/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAEMTwvYT4AAAAAktAmFt0a2TkAAR0FuC2Arx+2830BAAAAAARZWg==",
                "/Td6WFoAAATm1rRGAAAAABzfRCEftvN9AQAAAAAEWVo=",
            ],
            cut: "Unexpected end of input",
            damaged: "Compressed data is corrupt"
        ),
        Format(
            program: "zstd",
            package: "zstd",
            pieces: ["KLUv/QRYGQAAPGE+B1GCMA==", "KLUv/QRYKQAAMTwvYT5AUXtK", "KLUv/SQAAQAAmenYUQ=="],
            cut: "Read error (39) : premature end",
            damaged: "Decoding error (36) : Restored data doesn't match checksum"
        ),
    ]

    private static let installed = formats.filter { format in
        switch format.program {
        case "gzip": InstalledProgram.gzip != nil
        case "bzip2": InstalledProgram.bzip2 != nil
        case "xz": InstalledProgram.xz != nil
        default: InstalledProgram.zstd != nil
        }
    }

    private let json: Bytes = #"{"a":{"text":"1"}}"# + "\n"

    /// Runs the command on a document as a file, as standard input, and through a pipe.
    private func runThrice(_ document: Bytes, _ flags: Bytes...) throws -> [CommandResult] {
        let folder = try TemporaryFolder(["in": document])
        let shown = { (result: CommandResult) in
            var result = result
            result.errors = Bytes(result.errors.text?.replacing("<stdin>", with: "in") ?? "")
            return result
        }
        return [
            try BuiltCommand.run(arguments: ["-c"] + flags + ["in"], in: folder),
            shown(try BuiltCommand.run(arguments: ["-c"] + flags, input: .file("in"), in: folder)),
            shown(try BuiltCommand.run(arguments: ["-c"] + flags, input: .bytes(document), in: folder)),
        ]
    }

    private func expect(_ document: Bytes, _ expected: CommandResult) throws {
        for result in try runThrice(document) { #expect(result == expected) }
    }

    // MARK: Complete data

    @Test("A compressed document is read, also in several members", arguments: installed)
    func document(_ format: Format) throws {
        try expect(format.document, .success(json))
        try expect(format.piece(2) + format.piece(0) + format.piece(2) + format.piece(1), .success(json))
    }

    @Test("A large compressed document passes through pipes", arguments: installed)
    func largeDocument(_ format: Format) throws {
        // Random numbers, so that the compressed data fills the pipes, too.
        let script: Bytes = """
            { echo '<a>'; od -An -v -tu4 -N1000000 /dev/urandom | sed 's/.*/<b>&<\\/b>/'; echo '</a>'; } >large.xml
            cat large.xml | \(format.program) -c | "$@"
            exit $?
            """
        let folder = try TemporaryFolder()
        let result = try BuiltCommand.run("-c", in: folder, under: .shell(script))
        #expect(result.ending == .exited(0) && result.errors == "", "\(result.ending) \(result.errors)")
        let isSame = try result.output == BuiltCommand.run("-c", "large.xml", in: folder).output
        #expect(isSame)
    }

    @Test("Data without a document is an empty document", arguments: installed)
    func emptyDocument(_ format: Format) throws {
        for result in try runThrice(format.piece(2)) {
            #expect(result.ending == .exited(65))
            #expect(result == (try runThrice(""))[0])
        }
    }

    @Test("The first bytes may arrive one by one")
    func slowSignature() throws {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("fifo")
        let document = Self.formats[0].document
        Thread.detachNewThread {
            guard let writer = try? folder.open("fifo", O_WRONLY) else { return }
            for byte in document.values {
                try? writer.writeAll(Bytes([byte]))
                usleep(1000)
            }
        }
        #expect(try BuiltCommand.run("-c", "fifo", in: folder) == .success(json))
    }

    @Test("PROMPT: A live pipe without compression waits for no more bytes")
    func livePipe() throws {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("fifo")
        let pipe = try Descriptor.pipe()
        let command = try BuiltCommand.start("--records", "i", "fifo", output: .open(pipe.writer), in: folder)
        let input = try folder.open("fifo", O_WRONLY)
        for piece in ["<", "a><i/>"] as [Bytes] { try input.writeAll(piece) }
        #expect(try Bytes(pipe.reader.readSome()) == "{}\n")
        command.send(SIGKILL)
        _ = try command.finish()
    }

    // MARK: Incomplete data

    @Test("Data that is cut off is an error of its program", arguments: installed)
    func cutData(_ format: Format) throws {
        let message = Bytes("xml2dict: in: error: \(format.program): \(format.cut)\n")
        try expect(Bytes(format.piece(0).values.dropLast(3)), .failure(65, message))
        // The document is complete, and the data is not.
        try expect(format.document + Bytes(format.piece(2).values.dropLast(3)), .failure(65, message))
    }

    @Test("Damaged data is an error of its program, whatever the XML", arguments: installed)
    func damagedData(_ format: Format) throws {
        // The first changes the content or its checksum; the others leave something that is no data.
        let place = ["gzip": 10, "bzip2": 30, "xz": 30, "zstd": 12][format.program] ?? 0
        let message = "xml2dict: in: error: \(format.program): "
        var first = format.piece(0)
        first.values[place] ^= 0x10
        for result in try runThrice(first + format.piece(1)) {
            #expect(result.ending == .exited(65))
            #expect(result.errors.text?.hasPrefix(message) == true, "\(result.errors)")
            #expect(result.errors.lines.count == 1)
        }
        for result in try runThrice(format.document + "<b/>") {
            #expect(result.ending == .exited(65))
            #expect(result.errors.text?.hasPrefix(message) == true, "\(result.errors)")
        }
    }

    @Test(
        "Bytes after the last member are an error with a remedy",
        arguments: installed.filter { ["gzip", "bzip2"].contains($0.program) }
    )
    func trailingBytes(_ format: Format) throws {
        let name = format.program
        let message = Bytes(
            "xml2dict: in: error: \(name): bytes that are not \(name) follow the compressed data; "
                + "\(name) -dc FILE | xml2dict leaves them out\n"
        )
        try expect(format.document + "garbage", .failure(65, message))
        let folder = try TemporaryFolder(["in": format.document + "garbage"])
        let script = Bytes("\(name) -dc in 2>errors | \"$@\"; exit $?")
        #expect(try BuiltCommand.run("-c", in: folder, under: .shell(script)) == .success(json))
    }

    @Test("Text that begins like bzip2 is not XML", arguments: ["BZh", "BZh9", "BZh91AY", "BZh01AY", "BZhang"])
    func textLikeBzip2(_ text: String) throws {
        let message: Bytes = """
            xml2dict: in:1:1: error: this is not XML: a document begins with <
                \(text)
                ^

            """
        try expect(Bytes(text), .failure(65, message))
    }

    @Test("Compressed data in compressed data is named", arguments: installed)
    func twice(_ format: Format) throws {
        let folder = try TemporaryFolder(["in": format.document])
        let script = Bytes("\(format.program) -c <in >twice; \"$@\" twice; exit $?")
        let result = try BuiltCommand.run(in: folder, under: .shell(script))
        let name = format.program
        let message = "this is compressed with \(name), not XML: decompress it first, as with \(name) -dc"
        #expect(result == .failure(65, Bytes("xml2dict: twice:1:1: error: \(message)\n")))
    }

    @Test(
        "SKIP-EXACT: Cut-off data is reported once, and cuts off no skipped record",
        arguments: installed,
        ["<r><i>1</i><i>2 & 3</i><i", "<r><i>1</i><i>2 & 3</i><i>4", "<r><i>1</i><i>2 & 3</i><i>4&am"]
    )
    func cutRecord(_ format: Format, _ text: String) throws {
        let folder = try TemporaryFolder(["text": Bytes(text), "end": Bytes(format.piece(2).values.dropLast(3))])
        let script = Bytes("{ \(format.program) -c text; cat end; } >in; \"$@\" in; exit $?")
        let result = try BuiltCommand.run("--records=i", "--on-error=skip", in: folder, under: .shell(script))
        let messages: Bytes = """
            xml2dict: in:1:18: error: a bare & must be written &amp;
                in /r/i
            xml2dict: in: error: \(format.program): \(format.cut)
            xml2dict: in: 1 record written, 1 skipped

            """
        #expect(result == .failure(65, messages, output: "{\"text\":\"1\"}\n"))
    }

    @Test("Without another broken record, cut-off data skips nothing")
    func onlyCut() throws {
        let folder = try TemporaryFolder(["end": Bytes(Self.formats[0].piece(2).values.dropLast(3))])
        let script: Bytes = "{ printf '<r><i>1</i><i' | gzip -c; cat end; } >in; \"$@\" in; exit $?"
        let result = try BuiltCommand.run("--records=i", "--on-error=skip", in: folder, under: .shell(script))
        let message: Bytes = "xml2dict: in: error: gzip: unexpected end of file\n"
        #expect(result == .failure(65, message, output: "{\"text\":\"1\"}\n"))
    }

    @Test("Records before the damage are whole lines")
    func recordsBeforeDamage() throws {
        let data = Self.formats[0].document + Bytes(Self.formats[0].piece(2).values.dropLast(3))
        for result in try runThrice(data, "--records", "a") {
            let message: Bytes = "xml2dict: in: error: gzip: unexpected end of file\n"
            #expect(result == .failure(65, message, output: "{\"text\":\"1\"}\n"))
        }
    }

    @Test("Broken XML in complete data is an error of the XML")
    func brokenXML() throws {
        let folder = try TemporaryFolder()
        // Far more than is read to find out whether the data is damaged.
        let script: Bytes = """
            { printf '<a></b>'; head -c 20000000 /dev/zero; } | gzip -c >in
            cat in | "$@" - in
            """
        let result = try BuiltCommand.run("-c", in: folder, under: .shell(script + "\nexit $?"))
        #expect(result.ending == .exited(65))
        #expect(
            result.errors.lines.filter { $0.text?.contains("error") == true } == [
                "xml2dict: <stdin>:1:6: error: mismatched tag: </b> cannot close <a>, which was opened at 1:1",
                "xml2dict: in:1:6: error: mismatched tag: </b> cannot close <a>, which was opened at 1:1",
            ]
        )
    }

    @Test("DEPTH-BOUND: A bomb meets the limits")
    func bomb() throws {
        let folder = try TemporaryFolder()
        // 48 MB of tags in 47 kB.
        let script: Bytes = "yes '<a><a><a><a><a><a><a>' | tr -d '\\n' | head -c 48000000 | gzip -c >in"
        let result = try BuiltCommand.run("in", in: folder, under: .shell(script))
        #expect(result.ending == .exited(65))
        #expect(
            result.errors.lines.first
                == "xml2dict: in:1:3001: error: elements are nested more than 1000 deep; --max-depth N allows more"
        )
    }

    // MARK: Programs

    /// Runs the command with a script in place of gzip, or with none.
    private func run(_ arguments: Bytes..., gzip script: String?, input: StandardInput = .empty) throws -> CommandResult
    {
        let folder = try TemporaryFolder(["in": Bytes([0x1F, 0x8B]) + Bytes("x") * 998])
        for (name, script) in [("gzip", script), ("curl", "cat in")] {
            guard let script else { continue }
            try folder.write(Bytes("#!/bin/sh\n" + script), to: Bytes(name))
            try folder.setMode(0o755, of: Bytes(name))
        }
        let path = script == nil ? "/nonexistent" : "\(folder.path.text ?? ""):/usr/bin:/bin"
        return try BuiltCommand.run(arguments: arguments, input: input, in: folder, environment: ["PATH": path])
    }

    @Test("Without the program the message says what to install", arguments: formats)
    func missingProgram(_ format: Format) throws {
        let folder = try TemporaryFolder(["in": format.document])
        let message = { (name: String) in
            Bytes(
                """
                xml2dict: \(name): error: cannot run \(format.program), which decompresses this input \
                (on Debian: apt-get install \(format.package)): No such file or directory

                """
            )
        }
        let environment = ["PATH": "/nonexistent"]
        #expect(try BuiltCommand.run("in", in: folder, environment: environment) == .failure(66, message("in")))
        #expect(
            try BuiltCommand.run(input: .bytes(format.document), environment: environment)
                == .failure(66, message("<stdin>"))
        )
    }

    @Test("A program that says nothing is told by its status")
    func silence() throws {
        let message: Bytes = "xml2dict: in: error: gzip ended with status 3\n"
        #expect(try run("in", gzip: "cat >/dev/null; echo '<a/>'; exit 3") == .failure(65, message))
        // It reads nothing at all.
        #expect(try run("in", gzip: "echo '<a/>'; exit 3") == .failure(65, message))
        let big = StandardInput.bytes(Bytes([0x1F, 0x8B]) + Bytes("x") * 1_000_000)
        let early: Bytes = "xml2dict: <stdin>: error: gzip ended with status 3\n"
        #expect(try run("-", gzip: "echo '<a/>'; exit 3", input: big) == .failure(65, early))
    }

    @Test("A program that ends before its data has lost some")
    func earlyEnd() throws {
        let big = StandardInput.bytes(Bytes([0x1F, 0x8B]) + Bytes("x") * 1_000_000)
        let message: Bytes = "xml2dict: <stdin>: error: the program ended before the compressed data did\n"
        #expect(try run("-", gzip: "echo '<a/>'", input: big) == .failure(65, message))
    }

    @Test("Broken XML ends the program")
    func brokenDocument() throws {
        let result = try run("in", gzip: "printf '<r></s>'; head -c 2000000 /dev/zero; exec sleep 1000")
        #expect(result.errors.text?.hasPrefix("xml2dict: in:1:6: error: mismatched tag") == true)
    }

    @Test("Compressed data from an address is decompressed")
    func address() throws {
        #expect(try run("-c", "http://x/a.gz", gzip: "cat >/dev/null; echo '<a/>'") == .success("{\"a\":{}}\n"))
    }

    @Test("An incomplete transfer is the error, not its decompression")
    func incompleteTransfer() throws {
        let folder = try TemporaryFolder(["in": Bytes(Self.formats[0].piece(0).values.dropLast(3))])
        try folder.write("#!/bin/sh\ncat in; echo 'curl: (18) cut off' >&2; exit 18", to: "curl")
        try folder.setMode(0o755, of: "curl")
        let path = "\(folder.path.text ?? ""):/usr/bin:/bin"
        let result = try BuiltCommand.run("http://x/", in: folder, environment: ["PATH": path])
        #expect(result == .failure(66, "xml2dict: http://x/: error: curl: (18) cut off\n"))
    }

    // MARK: The flag

    @Test("--decompress never refuses compressed data and names the format", arguments: formats)
    func never(_ format: Format) throws {
        let message = Bytes(
            "xml2dict: in: error: this is compressed with \(format.program), not XML; "
                + "without '--decompress never', xml2dict decompresses it\n"
        )
        for data in [format.document, format.piece(2)] {
            for result in try runThrice(data, "--decompress", "never") { #expect(result == .failure(65, message)) }
        }
    }

    @Test("--decompress never reads XML, and auto decompresses")
    func always() throws {
        for result in try runThrice("<a>1</a>", "--decompress", "never") { #expect(result == .success(json)) }
        for result in try runThrice(Self.formats[0].document, "--decompress", "auto") {
            #expect(result == .success(json))
        }
        #expect(
            try BuiltCommand.run("--decompress", "yes")
                == .failure(64, "xml2dict: --decompress takes one of auto, never, not 'yes'\nTry 'xml2dict --help'.\n")
        )
    }
}
