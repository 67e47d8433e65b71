import XML2Dict

/// A word of the command line, as bytes, because file names need not be UTF-8.
struct Argument {
    nonisolated(unsafe) static let standardInput = Argument(bytes: strdup("-"))

    /// A C string that lives as long as the process.
    let bytes: UnsafePointer<CChar>

    /// The word for messages, without the password of a URL, and with `\xNN` for bytes that are not UTF-8.
    var shown: String {
        text.map { Terminal.shown($0) } ?? DocumentURL.hidingPasswords(in: Terminal.escape(bytesOf: bytes))
    }

    var shownAsFile: String { shown.isEmpty ? "''" : shown }

    var shownAsInput: String { text == "-" ? "<stdin>" : shownAsFile }

    /// `nil` when the word is not UTF-8.
    var text: String? { String(validatingCString: bytes) }

    /// Whether the word is `@FILE`, which names a file with an argument on each line.
    var namesArguments: Bool { bytes[0] == CChar(UInt8(ascii: "@")) && bytes[1] != 0 }

    /// Whether the word names an input that no new file can replace, such as standard input, a URL, a device or a pipe.
    var isIrreplaceable: Bool {
        switch try? OutputTarget(self) {
        case .descriptor, .inPlace: true
        case .file, nil: text == "-" || url != nil
        }
    }

    var url: DocumentURL? { text.flatMap { DocumentURL($0) } }
}

extension Argument {
    /// The maximum number of bytes that the command reads from a file such as a schema, because a device may never end.
    private static let sizeLimit = 1 << 30

    /// The trimmed lines of the file that the word names, without empty lines and lines that begin with `#`.
    ///
    /// - Throws: A `CommandError` that names the subject, when the file cannot be read, or is not UTF-8.
    func linesOfFile(for subject: String) throws(CommandError) -> [String] {
        var bytes = try contentsOfFile(for: subject)
        // Editors on Windows begin UTF-8 with a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError("\(subject): \(shown) is not UTF-8")
        }
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            var line = line.drop(while: \.isWhitespace)
            while line.last?.isWhitespace == true { line.removeLast() }
            return String(line)
        }
        return lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    /// - Throws: `CommandError` when the file cannot be read, or is larger than 1 GiB.
    func contentsOfFile(for subject: String) throws(CommandError) -> [UInt8] {
        do throws(SystemError) {
            if let contents = try FileDescriptor(reading: bytes).contents(limit: Self.sizeLimit) { return contents }
        } catch {
            let hint = url == nil ? "" : "; only inputs are fetched, so download it first"
            throw CommandError("\(subject): cannot read \(shownAsFile): \(error.text)\(hint)", .noInput)
        }
        throw CommandError("\(subject): \(shownAsFile) is larger than 1 GiB, the limit for such a file")
    }
}
