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

    /// The word as a URL; `nil` for any other word.
    var address: Address? { text.flatMap { Address($0) } }
}
