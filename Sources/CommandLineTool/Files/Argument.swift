import XML2Dict

/// A word of the command line.
///
/// Its bytes are those that the shell passed: file names need not be UTF-8.
struct Argument {
    /// The input of a command line without files.
    nonisolated(unsafe) static let standardInput = Argument(bytes: strdup("-"))

    /// The word, a C string that lives as long as the process.
    let bytes: UnsafePointer<CChar>

    /// The word for messages: without the password of an address, and with `\xNN` for bytes that are not UTF-8.
    var shown: String {
        text.map { Terminal.shown($0) } ?? Address.hidingPasswords(in: Terminal.escape(bytesOf: bytes))
    }

    /// The word as a file name in messages; an empty one is shown as `''`.
    var shownAsFile: String { shown.isEmpty ? "''" : shown }

    /// The word as the name of an input in messages; `-` is standard input.
    var shownAsInput: String { text == "-" ? "<stdin>" : shownAsFile }

    /// The word as text; `nil` when it is not UTF-8.
    var text: String? { String(validatingCString: bytes) }

    /// Whether the word is `@FILE`: the file has arguments, one a line.
    var namesArguments: Bool { bytes[0] == CChar(UInt8(ascii: "@")) && bytes[1] != 0 }

    /// Whether no new file can take its place: it is standard input, an address, an open file, a device or a pipe.
    var isIrreplaceable: Bool {
        switch try? OutputTarget(self) {
        case .descriptor, .inPlace: true
        case .file, nil: text == "-" || address != nil
        }
    }

    /// The word as a URL; `nil` for any other word.
    var address: Address? { text.flatMap { Address($0) } }
}

extension Argument {
    /// The most bytes of a file that is held in memory as a whole, such as a schema: a device may never end.
    private static let sizeLimit = 1 << 30

    /// The lines of the file that the word names, without white space at their ends.
    ///
    /// Empty lines and lines that begin with `#` do not count.
    ///
    /// - Parameter subject: The reader of the file for messages, such as a flag.
    /// - Returns: The lines.
    /// - Throws: `CommandError` when the file cannot be read, or is not UTF-8.
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

    /// The bytes of the file that the word names.
    ///
    /// - Parameter subject: The reader of the file for messages, such as a flag.
    /// - Returns: The bytes.
    /// - Throws: `CommandError` when the file cannot be read, or is larger than 1 GiB.
    func contentsOfFile(for subject: String) throws(CommandError) -> [UInt8] {
        do throws(SystemError) {
            if let contents = try FileDescriptor(reading: bytes).contents(limit: Self.sizeLimit) { return contents }
        } catch {
            let hint = address == nil ? "" : "; only inputs are fetched, so download it first"
            throw CommandError("\(subject): cannot read \(shownAsFile): \(error.text)\(hint)", .noInput)
        }
        throw CommandError("\(subject): \(shownAsFile) is larger than 1 GiB, the limit for such a file")
    }
}
