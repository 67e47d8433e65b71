/// A program that the command runs to read an input.
struct InputProgram: Sendable {
    let name: String
    /// Its arguments, before those of a single run.
    let arguments: [String]
    /// The purpose, for the message that the program is missing.
    let purpose: String
    /// The package of Debian that contains it.
    let package: String
    /// The first bytes of the data that it decompresses: each form is enough.
    var signatures: [[UInt8]] = []
    /// Whether it ends with status 0 although it lost data, and only a message says so.
    var onlyWarnsOfLoss = false

    /// Fetches an address, which follows its arguments.
    ///
    /// They exclude the user's own settings of curl, which could change its output. curl cannot take the address for a
    /// flag, because it follows `--url`. A redirection cannot lead curl to another protocol.
    static let curl = InputProgram(
        name: "curl",
        arguments: [
            "--disable", "--silent", "--show-error", "--fail", "--location", "--max-redirs", "20", "--compressed",
            "--globoff", "--no-buffer", "--proto", "=http,https", "--proto-redir", "=http,https", "--url",
        ],
        purpose: "fetches addresses",
        package: "curl"
    )

    /// The programs that decompress standard input to standard output.
    static let decompressors = [
        decompressor("gzip", [[0x1F, 0x8B]]),
        decompressor("bzip2", [Array("BZh".utf8)], onlyWarnsOfLoss: true),
        decompressor("xz", package: "xz-utils", [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]),
        // pzstd(1) begins with a frame of its own.
        decompressor("zstd", [[0x28, 0xB5, 0x2F, 0xFD], [0x50, 0x2A, 0x4D, 0x18]]),
    ]

    private static func decompressor(
        _ name: String,
        package: String? = nil,
        _ signatures: [[UInt8]],
        onlyWarnsOfLoss: Bool = false
    ) -> InputProgram {
        InputProgram(
            name: name,
            arguments: ["-dc"],
            purpose: "decompresses this input",
            package: package ?? name,
            signatures: signatures,
            onlyWarnsOfLoss: onlyWarnsOfLoss
        )
    }

    /// The number of bytes that decide which program decompresses an input.
    static let longestSignature = decompressors.flatMap(\.signatures).map(\.count).max() ?? 0

    /// The program for data that begins with these bytes; `nil` for any other data.
    static func decompressor(of bytes: [UInt8]) -> InputProgram? {
        decompressors.first { $0.signatures.contains { bytes.starts(with: $0) } }
    }

    /// Whether these bytes could be the first ones of a signature, and are not a whole one.
    static func mayDecompress(_ bytes: [UInt8]) -> Bool {
        decompressors.contains { $0.signatures.contains { $0.count > bytes.count && $0.starts(with: bytes) } }
    }

    /// The message of the program about a failure, among the lines that it wrote to standard error.
    ///
    ///     \n gzip: stdin: unexpected end of file      "gzip: unexpected end of file"
    ///     bzip2: Compressed file ends …;\n …          "bzip2: Compressed file ends …"
    ///     /*stdin*\ : Read error …                    "zstd: Read error …"
    ///
    /// - Returns: The first line that begins like a message, or else the last line; `nil` without a line.
    func message(in text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        let heads = [name + ":"] + Self.namesOfStandardInput
        guard let line = lines.first(where: { line in heads.contains { line.hasPrefix($0) } }) ?? lines.last else {
            return nil
        }
        var rest = line
        for head in [name] + Self.namesOfStandardInput where rest.hasPrefix(head) {
            rest = rest.dropFirst(head.count).drop { $0 == ":" || $0 == " " }
        }
        while let last = rest.last, last == ";" || last.isWhitespace { rest.removeLast() }
        return "\(name): \(rest)"
    }

    /// What the programs call standard input in their messages.
    private static let namesOfStandardInput = ["stdin", "(stdin)", "/*stdin*\\"]
}
