/// Why a document could not be read: what is wrong, where, and inside which element.
///
/// ```swift
/// do {
///     let menu = try XMLReader().read(contentsOf: "menu.xml")
/// } catch {
///     print(error)            // menu.xml:4:12: mismatched tag: </nam> cannot close <name>, …
///     print(error.line ?? 0, error.path)
/// }
/// ```
///
/// Positions are where the parser noticed the fault. They are absent when no document was looked at, as when a file is missing.
public struct XMLReaderError: Error, Hashable, Sendable {
    /// The kind of fault, to decide on in a program.
    public var code: Code

    /// What is wrong, in words for a person.
    ///
    /// It names no position; `description` does.
    public var message: String {
        get { words.description }
        set { words = "\(newValue)" }
    }

    /// The message, with the options that it mentions kept apart.
    package private(set) var words: ErrorMessage

    /// The member of the options that the error is about, when its value alone is wrong.
    package private(set) var option: String?

    /// The name of the file, when one was read by name.
    public var file: String?

    /// The line, counted from 1.
    public var line: Int?

    /// The column, counted from 1, in Unicode scalars.
    public var column: Int?

    /// The byte, counted from 0.
    ///
    /// In UTF-8 and US-ASCII it is the byte of the input. Any other encoding is converted to UTF-8 first, and the bytes of the
    /// converted text are counted.
    public var byteOffset: Int?

    /// The open elements from the root to the fault, such as `/rss/channel/item`.
    ///
    /// It is empty outside the root. When more than 40 elements are open, the middle ones are left out and `…` stands for
    /// them.
    public var path: String

    /// The line of the document at which the fault was noticed, as much of it as was at hand.
    public var excerpt: Excerpt?

    /// A piece of a document's line around a fault.
    public struct Excerpt: Hashable, Sendable {
        /// The text, at most about 70 Unicode scalars of it, exactly as it stands in the document.
        public var text: String

        /// How many Unicode scalars of `text` stand before the fault.
        public var caret: Int

        /// An excerpt with this text, in which so many scalars stand before the fault.
        public init(text: String, caret: Int) {
            self.text = text
            self.caret = caret
        }
    }

    init(
        _ code: Code,
        _ words: ErrorMessage,
        file: String? = nil,
        line: Int? = nil,
        column: Int? = nil,
        byteOffset: Int? = nil,
        path: String = "",
        excerpt: Excerpt? = nil
    ) {
        self.code = code
        self.words = words
        self.file = file
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
        self.path = path
        self.excerpt = excerpt
    }

    func inFile(_ file: String) -> XMLReaderError {
        var error = self
        error.file = file
        return error
    }

    func about(option: String) -> XMLReaderError {
        var error = self
        error.option = option
        return error
    }
}

extension XMLReaderError: CustomStringConvertible {
    /// `file:line:column: message`, without what is absent.
    public var description: String {
        var text = ""
        if let file { text += "\(file):" }
        if let line, let column { text += "\(line):\(column):" }
        return text.isEmpty ? message : "\(text) \(message)"
    }
}
