import XML2Dict

/// A program that the command runs to read an input.
struct InputProgram: Sendable {
    let name: String
    /// Its arguments, before those of a single run.
    let arguments: [String]
    /// The purpose, for the message that the program is missing.
    let purpose: String
    /// The package of Debian that contains it.
    let package: String
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

    /// The program that decompresses data of a format from standard input to standard output.
    static func decompressor(of format: CompressedFormat) -> InputProgram {
        InputProgram(
            name: format.name,
            arguments: ["-dc"],
            purpose: "decompresses this input",
            package: format.name == "xz" ? "xz-utils" : format.name,
            onlyWarnsOfLoss: format.name == "bzip2"
        )
    }

    /// The message of the program about a failure, among the lines that it wrote to standard error.
    ///
    ///     \n gzip: stdin: unexpected end of file      "gzip: unexpected end of file"
    ///     bzip2: Compressed file ends …;\n …          "bzip2: Compressed file ends …"
    ///     /*stdin*\ : Read error …                    "zstd: Read error …"
    ///
    /// gzip and bzip2 also call bytes after the compressed data `trailing garbage`, and say that all else is well.
    ///
    /// - Returns: The first line that begins like a message, or else the last line; `nil` without a line.
    func message(in text: String) -> String? {
        if text.contains("trailing garbage") {
            return "\(name): bytes that are not \(name) follow the compressed data; "
                + "\(name) -dc FILE | xml2dict leaves them out"
        }
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
