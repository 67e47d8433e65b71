public import XML2Dict

extension XMLWriter {
    /// The form of the text.
    public struct Format: Hashable, Sendable {
        /// The indentation of nested elements.
        ///
        /// No white space is added in an element with text, under `xml:space="preserve"`, or where the options do not
        /// trim white space: it would be text.
        public var indentation: XMLValue.Indentation

        /// Whether characters beyond ASCII are written as character references, such as `&#xE9;`.
        ///
        /// A character beyond ASCII is then an error in names, comments, CDATA sections, processing instructions and
        /// the DOCTYPE, which have no references.
        public var isASCII = false

        /// Whether characters that could control a terminal are written as character references, also where XML has
        /// none.
        package var isForTerminal = false

        /// Whether empty elements have an end tag: `<a></a>` in place of `<a/>`.
        public var hasLongEmptyTags = false

        /// Whether the text begins with an XML declaration, `<?xml version="1.0" encoding="UTF-8"?>`.
        public var hasDeclaration = true

        /// Each element on its own line, indented by two spaces for each level.
        public static let pretty = Format(indentation: .spaces(2))

        /// Without white space between elements.
        public static let compact = Format(indentation: .none)

        /// A format with this indentation.
        public init(indentation: XMLValue.Indentation) {
            self.indentation = indentation
        }
    }
}
