/// An error of reading, writing or converting, with its position and its remedy.
///
/// ```swift
/// do {
///     let menu = try XMLReader().read(.file("menu.xml"))
/// } catch {
///     print(error)            // menu.xml:4:12: mismatched tag: </nam> cannot close <name>, …
///     print(error.line ?? 0, error.path)
/// }
/// ```
///
/// The position is where the parser noticed the error. If a file is missing, or a value cannot be written, the error
/// has no position.
public struct XMLError: Error, Hashable, Sendable {
    /// The kind of the error, for decisions in a program.
    public var code: Code

    /// The message, at most 2,000 bytes, without the position and the remedy, which ``description`` adds.
    public var message: String { words.fact.bounded }

    /// The remedy, if the library has one, with options as members in Swift, such as `limits[.depth]`.
    public var remedy: String? { words.remedy?.bounded }

    package var words: ErrorMessage

    package var option: String? { words.option }

    /// The limit that the document exceeds, for the code ``Code/limit``, or `nil` if programs cannot set the limit.
    public var limit: XMLOptions.Limit?

    /// The name of the file, or `nil` if the document was not read by name.
    public var file: String?

    /// The line, counted from 1.
    public var line: Int?

    /// The column, counted from 1, in Unicode scalars.
    public var column: Int?

    /// The offset in bytes, counted from 0, in the input, or in the text converted to UTF-8 from another encoding.
    public var byteOffset: Int?

    /// The open elements from the root to the error, such as `/rss/channel/item`.
    ///
    /// The path is empty outside the root. If more than 40 elements are open, `…` replaces the middle elements. In JSON
    /// and in a value that cannot be written, the path is the JSON pointer (RFC 6901) to the error, such as
    /// `/items/3/name`.
    public var path: String

    /// The line of the document around the error, cut to 70 bytes of UTF-8.
    ///
    /// The excerpt is `nil` if the end of the line has not arrived, such as in a document that is fed in chunks.
    public var excerpt: String?

    /// The number of Unicode scalars in ``excerpt`` before the error.
    public var caret: Int?

    var unfinishedExcerpt: Excerpt?

    /// Whether the error is in the output, not in the input or the value.
    package private(set) var isOutputFailure = false

    /// Creates an error, such as for a test, and the caller can set the other members afterwards.
    public init(_ code: Code, message: String, remedy: String? = nil) {
        self.init(code, ErrorMessage(message, remedy: remedy))
    }

    package init(writing failure: SystemError) {
        self.init(.inputOutput, "cannot write: \(failure.text)")
        isOutputFailure = true
    }

    package init(
        _ code: Code,
        _ words: ErrorMessage,
        file: String? = nil,
        line: Int? = nil,
        column: Int? = nil,
        byteOffset: Int? = nil,
        path: String = ""
    ) {
        self.code = code
        self.words = words
        self.file = file
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
        self.path = path
    }

    func with(_ excerpt: Excerpt) -> XMLError {
        var error = self
        let line = excerpt.line
        error.excerpt = line?.text
        error.caret = line?.caret
        error.unfinishedExcerpt = nil
        return error
    }

    func at(line: Int?, column: Int? = nil, _ excerpt: Excerpt? = nil, path: String? = nil) -> XMLError {
        var error = self
        (error.line, error.column, error.byteOffset, error.unfinishedExcerpt) = (line, column, nil, excerpt)
        error.path = path ?? self.path
        return error
    }

    func adding(_ remark: ErrorMessage) -> XMLError {
        var error = self
        error.words = words.adding(remark)
        return error
    }

    func last(over limit: XMLOptions.Limit, _ value: Int) -> XMLError {
        var error = adding(" (\(limit.message(value).adding(")"))")
        error.limit = limit
        return error
    }

    func about(option: String) -> XMLError {
        var error = self
        error.words.option = option
        return error
    }
}

extension XMLError: CustomStringConvertible {
    /// The text `file:line:column: message; remedy`, or for a value that is written, `path: message; remedy`.
    public var description: String {
        var text = ""
        if let file { text += "\(file):" }
        if let line { text += "\(line):" + (column.map { "\($0):" } ?? "") }
        if text.isEmpty, !path.isEmpty { text = "\(path):" }
        return (text.isEmpty ? "\(words)" : "\(text) \(words)").bounded
    }
}

extension XMLError {
    /// The kind of an error.
    ///
    /// Later versions may add codes, so a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The document breaks a rule of XML 1.0, of JSON (RFC 8259) or, if the options expand namespaces, of
        /// Namespaces in XML 1.0.
        public static let malformed = Code(name: "malformed")

        /// The document ends inside the root element, a tag, a comment or another construct, or has no element.
        ///
        /// JSON ends inside a value, or has no value.
        public static let unexpectedEnd = Code(name: "unexpectedEnd")

        /// The bytes are invalid in the encoding, the encoding is unknown, or the declaration contradicts the bytes.
        public static let encoding = Code(name: "encoding")

        /// A reference names an undeclared entity (XML 1.0, section 4.1) or an entity in another file, or the document
        /// declares an entity that the options forbid.
        ///
        /// The reader never opens a file that a document names. Without an error, the text of the file would be lost.
        public static let entity = Code(name: "entity")

        /// The document exceeds one of the limits, which ``XMLError/limit`` names.
        public static let limit = Code(name: "limit")

        /// A path or a namespace of the options matches nothing in the document, and the options require a match.
        public static let noMatch = Code(name: "noMatch")

        /// A record or a document does not fit the schema of the options, or a skipped record does not decode.
        public static let mismatch = Code(name: "mismatch")

        /// A value cannot be written as XML, such as a text with U+0001, or cannot be converted to or from objects.
        public static let invalidValue = Code(name: "invalidValue")

        /// An edit is impossible in this document, or contradicts another edit.
        public static let invalidEdit = Code(name: "invalidEdit")

        /// A text is not a path.
        public static let invalidPath = Code(name: "invalidPath")

        /// Options contradict each other, or an option has an impossible value.
        public static let invalidOptions = Code(name: "invalidOptions")

        /// A JSON Schema is invalid, or has a rule that the reader cannot check.
        public static let invalidSchema = Code(name: "invalidSchema")

        /// The caller used a push reader after a call of `finish`.
        public static let finished = Code(name: "finished")

        /// The system could not open the input.
        public static let cannotOpen = Code(name: "cannotOpen")

        /// The system could not read the open input, or not write the output.
        public static let inputOutput = Code(name: "inputOutput")

        /// The parser is in a state that cannot occur, which is a defect of this library.
        public static let defect = Code(name: "defect")

        /// The name of the code, such as `malformed`.
        public var description: String { name }
    }
}
