extension XMLValue {
    /// The indentation of text, as JSON or as XML: of entries or of elements inside others.
    package enum Indentation: Hashable, Sendable {
        /// All on one line, without spaces.
        case none
        /// Each on its own line, indented by this many spaces, from 0 to 64, for each level.
        case spaces(Int)
        /// Each on its own line, indented by one tab for each level.
        case tab

        /// The largest number of spaces; a larger one counts as this one.
        private static let mostSpaces = 64

        /// The number of spaces; 0 for one line.
        package var spaceCount: Int { if case .spaces(let count) = self { count } else { self == .tab ? 1 : 0 } }

        /// So many spaces; 0 is one line.
        package init(spaceCount: Int) { self = spaceCount > 0 ? .spaces(spaceCount) : .none }

        /// The character and the number for each level; `nil` for one line.
        package var unit: (byte: UInt8, count: Int)? {
            switch self {
            case .none: nil
            case .spaces(let count): (UInt8(ascii: " "), min(max(0, count), Self.mostSpaces))
            case .tab: (UInt8(ascii: "\t"), 1)
            }
        }
    }
}
