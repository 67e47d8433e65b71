extension XMLValue {
    /// The format of JSON text.
    ///
    /// Every format has the same content.
    ///
    /// The text is JSON as in RFC 8259, in UTF-8, with no key twice in an object.
    public struct JSONFormat: Hashable, Sendable {
        /// The indentation of nested entries.
        public var indentation: XMLIndentation

        /// Whether the entries of each object are in the order of their keys, by Unicode scalar values, instead of
        /// document order.
        public var sortsKeys = false

        /// Whether characters beyond ASCII are written as `\uXXXX`.
        public var isASCII = false

        /// Whether keys, strings and the rest are coloured with the escape sequences of terminals.
        ///
        /// Coloured text is not JSON.
        package var isColored = false

        /// Whether characters that control a terminal, or change the direction of text, are written as `\uXXXX`.
        package var isForTerminal = false

        /// A format with this indentation.
        package init(indentation: XMLIndentation) {
            self.indentation = indentation
        }

        /// All on one line, without spaces.
        public static let compact = JSONFormat(indentation: .none)

        /// Each entry on its own line, indented by two spaces for each level.
        public static let pretty = JSONFormat(indentation: .spaces(2))
    }
}
