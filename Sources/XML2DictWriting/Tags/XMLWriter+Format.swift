package import XML2Dict

extension XMLWriter {
    /// The form of the text.
    public struct Format: Hashable, Sendable {
        /// The number of spaces for each level of nested elements, at most 64; with 0, no white space is between them.
        ///
        /// No white space is added in an element with text, under `xml:space="preserve"`, or where the options do not
        /// trim white space: it would be text.
        public var indentation: Int {
            get { indent.spaceCount }
            set { indent = XMLValue.Indentation(spaceCount: newValue) }
        }

        package var indent: XMLValue.Indentation

        /// Whether characters beyond ASCII are written as character references, such as `&#xE9;`.
        ///
        /// A character beyond ASCII is then an error in names, comments, CDATA sections, processing instructions and
        /// the DOCTYPE, which have no references.
        package var isASCII = false

        /// Whether characters that could control a terminal are written as character references, also where XML has
        /// none.
        package var isForTerminal = false

        /// Whether empty elements have an end tag: `<a></a>` in place of `<a/>`.
        package var hasLongEmptyTags = false

        /// Whether the text begins with an XML declaration, `<?xml version="1.0" encoding="UTF-8"?>`.
        public var hasDeclaration = true

        /// Each element on its own line, indented by two spaces for each level.
        public static let pretty = Format(indentation: 2)

        /// Without white space between elements.
        public static let compact = Format(indentation: 0)

        /// A format.
        ///
        /// - Parameters:
        ///   - indentation: The number of spaces for each level; with 0, no white space is between elements.
        ///   - hasDeclaration: Whether the text begins with an XML declaration.
        public init(indentation: Int, hasDeclaration: Bool = true) {
            indent = XMLValue.Indentation(spaceCount: indentation)
            self.hasDeclaration = hasDeclaration
        }
    }
}
