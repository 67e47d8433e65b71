package import XML2Dict

/// An error of writing a value as XML: the reason, and the place in the value.
///
/// ```swift
/// do {
///     print(try XMLWriter(.xmltodict).string(from: ["a b": "x"]))
/// } catch {
///     print(error)            // /a b: 'a b' is not a name of XML
/// }
/// ```
public struct XMLWriterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    ///
    /// Later versions may add codes, so a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// A key is not a name (XML 1.0, production 5; Namespaces in XML 1.0, production 7).
        public static let invalidName = Code(name: "invalidName")

        /// A text has a character that XML excludes (XML 1.0, production 2).
        public static let invalidCharacter = Code(name: "invalidCharacter")

        /// A name has a prefix that no element around it declares.
        public static let undeclaredPrefix = Code(name: "undeclaredPrefix")

        /// A namespace is declared in a way that Namespaces in XML 1.0 forbids (sections 3 and 5).
        public static let invalidDeclaration = Code(name: "invalidDeclaration")

        /// An element would have an attribute twice (XML 1.0, section 3.1, unique attribute specification).
        public static let duplicateAttribute = Code(name: "duplicateAttribute")

        /// A comment, an instruction or a DOCTYPE has a text that would end it or break it.
        public static let invalidNode = Code(name: "invalidNode")

        /// The value does not have the form that the options make: it has an array in an array, several roots, or none.
        public static let invalidForm = Code(name: "invalidForm")

        /// Options contradict each other, or have no meaning for a writer.
        public static let invalidOptions = Code(name: "invalidOptions")

        /// The system could not write the output.
        public static let writeFailed = Code(name: "writeFailed")

        /// The code's name, such as `invalidName`.
        public var description: String { name }
    }

    /// The kind of the error, for decisions in a program.
    public let code: Code

    /// The reason in words, without the place.
    public var message: String { words.description }

    /// The message, with its options as separate parts.
    package let words: ErrorMessage

    /// The place in the value as a JSON pointer (RFC 6901), such as `/rss/channel/item/0`; empty for the whole value.
    public let pointer: String

    /// The operating system's error number, such as `ENOSPC`, for the code ``Code/writeFailed``.
    public let errorNumber: Int32?

    /// Whether the output failed, and not the value.
    package var isOutputFailure: Bool { code == .writeFailed }

    init(_ code: Code, _ words: ErrorMessage, at pointer: String = "", errorNumber: Int32? = nil) {
        self.code = code
        self.words = words
        self.pointer = pointer
        self.errorNumber = errorNumber
    }

    init(_ failure: SystemError) {
        self.init(.writeFailed, "cannot write: \(failure.text)", errorNumber: failure.number)
    }

    /// The place and the message.
    public var description: String { pointer.isEmpty ? message : "\(pointer): \(message)" }
}
