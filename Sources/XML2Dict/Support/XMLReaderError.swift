/// An error of reading a document: the reason, the place, and the open elements.
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
/// The position is the place at which the parser noticed the error. It is `nil` when the reader has no document, as for
/// a missing file.
public struct XMLReaderError: Error, Hashable, Sendable {
    /// The kind of the error, for decisions in a program.
    public var code: Code

    /// The reason in words, without the position, which `description` adds.
    public var message: String {
        get { words.description }
        set { words = "\(newValue)" }
    }

    /// The message, in which options are parts of their own.
    package private(set) var words: ErrorMessage

    /// The member of the options whose value is wrong; `nil` when the error is about something else.
    package var option: String? { words.option }

    /// The limit that the document exceeds, for the code ``Code/limit``; `nil` for a limit without an option.
    public var limit: Limit?

    /// The name of the file; `nil` when the document was not read by name.
    public var file: String?

    /// The line, counted from 1.
    public var line: Int?

    /// The column, counted from 1, in Unicode scalars.
    public var column: Int?

    /// The byte, counted from 0.
    ///
    /// In UTF-8 and US-ASCII it is the byte of the input. In any other encoding it is the byte of the text after its
    /// conversion to UTF-8.
    public var byteOffset: Int?

    /// The open elements from the root to the error, such as `/rss/channel/item`.
    ///
    /// The path is empty outside the root. When more than 40 elements are open, `…` replaces the middle ones.
    ///
    /// For JSON it is the JSON pointer (RFC 6901) to the value with the error, such as `/items/3/name`.
    public var path: String

    /// The line of the document around the error, at most 70 bytes of it in UTF-8.
    ///
    /// It is `nil` when its end has not arrived, as in a document that is fed in pieces.
    public var excerpt: String?

    /// The number of Unicode scalars in ``excerpt`` before the error.
    public var caret: Int?

    /// The excerpt while its end may still arrive.
    private(set) var unfinishedExcerpt: Excerpt?

    /// An error with a code and a message, such as a test needs; the other members can be set afterwards.
    public init(_ code: Code, _ message: String) {
        self.init(code, ErrorMessage(stringLiteral: message))
    }

    @_disfavoredOverload
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
        unfinishedExcerpt = excerpt
    }

    /// The error with its excerpt, if that is complete, and otherwise without.
    func with(_ excerpt: Excerpt) -> XMLReaderError {
        var error = self
        let line = excerpt.line
        error.excerpt = line?.text
        error.caret = line?.caret
        error.unfinishedExcerpt = nil
        return error
    }

    /// The error at an earlier place, whose byte is not known any more.
    func at(line: Int, column: Int, _ excerpt: Excerpt?) -> XMLReaderError {
        var error = self
        (error.line, error.column) = (line, column)
        error.byteOffset = nil
        error.unfinishedExcerpt = excerpt
        return error
    }

    /// The error on a line of which nothing more is known.
    func at(line: Int?) -> XMLReaderError {
        var error = self
        (error.line, error.column, error.byteOffset, error.unfinishedExcerpt) = (line, nil, nil, nil)
        return error
    }

    func at(path: String) -> XMLReaderError {
        var error = self
        error.path = path
        return error
    }

    /// The error with a remark at the end of its message.
    func adding(_ remark: ErrorMessage) -> XMLReaderError {
        var error = self
        error.words = "\(words)\(remark)"
        return error
    }

    func inFile(_ file: String) -> XMLReaderError {
        var error = self
        error.file = file
        return error
    }

    /// The error of a broken record, of which there are more than a limit allows.
    func last(over limit: Limit, _ value: Int) -> XMLReaderError {
        var error = self
        error.words = "\(words) (\(limit.message(value)))"
        error.limit = limit
        return error
    }

    /// The error of one of several documents in an input.
    func inDocument(_ number: Int) -> XMLReaderError {
        var error = self
        error.words = "document \(number): \(words)"
        return error
    }

    func about(option: String) -> XMLReaderError {
        var error = self
        error.words.option = option
        return error
    }
}

extension XMLReaderError: CustomStringConvertible {
    /// `file:line:column: message`, without what is absent.
    public var description: String {
        var text = ""
        if let file { text += "\(file):" }
        if let line { text += "\(line):" + (column.map { "\($0):" } ?? "") }
        return text.isEmpty ? message : "\(text) \(message)"
    }
}
