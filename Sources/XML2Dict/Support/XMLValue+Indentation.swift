extension XMLValue {
    /// The indentation of JSON or XML.
    package enum Indentation: Hashable, Sendable {
        case none
        /// Each entry or element on its own line, indented by 0 to 64 spaces for each level.
        case spaces(Int)
        case tab

        private static let mostSpaces = 64

        package var spaceCount: Int { if case .spaces(let count) = self { count } else { self == .tab ? 1 : 0 } }

        package init(spaceCount: Int) { self = spaceCount > 0 ? .spaces(spaceCount) : .none }

        package var unit: (byte: UInt8, count: Int)? {
            switch self {
            case .none: nil
            case .spaces(let count): (UInt8(ascii: " "), min(max(0, count), Self.mostSpaces))
            case .tab: (UInt8(ascii: "\t"), 1)
            }
        }
    }
}
