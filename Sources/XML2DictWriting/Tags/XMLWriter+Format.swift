package import XML2Dict

extension XMLWriter {
    /// The layout and the notation of the text that a writer writes.
    public struct Format: Hashable, Sendable {
        /// The number of spaces for each level of nested elements, at most 64, where 0 adds no white space.
        ///
        /// The writer adds no white space where readers would take it as text: in an element with text, under
        /// `xml:space="preserve"`, or if the options do not trim white space.
        public var indentation: Int {
            get { indent.spaceCount }
            set { indent = XMLValue.Indentation(spaceCount: newValue) }
        }

        package var indent: XMLValue.Indentation

        /// Whether characters beyond ASCII are written as character references, such as `&#xE9;`.
        ///
        /// Names, comments, CDATA sections, processing instructions and the DOCTYPE have no references, so characters
        /// beyond ASCII are errors there.
        package var isASCII = false

        /// Whether characters that could control a terminal become references, even where XML allows no references.
        package var isForTerminal = false

        /// Whether empty elements are written as `<a></a>` rather than `<a/>`.
        package var hasLongEmptyTags = false

        /// Whether the text begins with an XML declaration, `<?xml version="1.0" encoding="UTF-8"?>`.
        public var hasDeclaration = true

        /// A format with each element on its own line, indented by two spaces for each level.
        public static let pretty = Format(indentation: 2)

        /// A format without white space between elements.
        public static let compact = Format(indentation: 0)

        /// Creates a format.
        ///
        /// - Parameters:
        ///   - indentation: The number of spaces for each level, or 0 for no white space between elements.
        ///   - hasDeclaration: Whether the text begins with an XML declaration.
        public init(indentation: Int, hasDeclaration: Bool = true) {
            indent = XMLValue.Indentation(spaceCount: indentation)
            self.hasDeclaration = hasDeclaration
        }
    }
}
