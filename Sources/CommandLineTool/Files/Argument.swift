/// A word of the command line.
///
/// The bytes are as the shell gave them: file names need not be UTF-8.
struct Argument {
    /// The word, a C string that lives as long as the process.
    let bytes: UnsafePointer<CChar>

    /// The word as text, with `\xNN` for bytes that are not UTF-8; for messages.
    var shown: String { Terminal.escape(bytesOf: bytes) }

    /// The same for the name of a file, which can be seen even when it is empty.
    var shownAsFile: String { shown.isEmpty ? "''" : shown }

    /// The word as text; `nil` when it is not UTF-8.
    var text: String? { String(validatingCString: bytes) }
}
