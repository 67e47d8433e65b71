/// How JSON looks.
///
/// What it says is the same in every format.
///
/// The text is JSON as in RFC 8259, in UTF-8, with no key twice in an object.
public struct JSONFormat: Hashable, Sendable {
    /// How nested things are set off.
    public enum Indentation: Hashable, Sendable {
        /// All on one line, without spaces.
        case none
        /// Each entry on its own line, this many spaces further in than what it is in: from 0 to 64.
        case spaces(Int)
        /// Each entry on its own line, one tab further in than what it is in.
        case tab
    }

    /// More spaces than this are as many as this.
    static let mostSpaces = 64

    /// How nested things are set off.
    public var indentation: Indentation

    /// Whether the entries of each object are in the order of their keys, by Unicode scalar values, instead of document order.
    public var sortsKeys = false

    /// Whether everything beyond ASCII is written as `\uXXXX`.
    public var isASCII = false

    /// Whether keys, strings and the rest are coloured with the escape sequences of terminals.
    ///
    /// It is then not JSON any more.
    public var isColored = false

    /// A format with this indentation and no more.
    public init(indentation: Indentation) {
        self.indentation = indentation
    }

    /// All on one line, without spaces.
    public static let compact = JSONFormat(indentation: .none)

    /// Each entry on its own line, two spaces further in than what it is in.
    public static let pretty = JSONFormat(indentation: .spaces(2))
}
