/// An element before its end tag, in only 40 bytes, because each start tag writes an `OpenElement`.
struct OpenElement: BitwiseCopyable {
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// `xml:space="preserve"` is in force.
        static let preservesSpace = Flags(rawValue: 1)
        /// The element has `xsi:nil="true"` and no other attributes.
        static let isNil = Flags(rawValue: 2)
        /// A child has begun since the last run of text; set only if the options need this flag.
        static let followsChild = Flags(rawValue: 4)
        /// The element has nodes other than attributes, text and elements.
        static let hasOtherNodes = Flags(rawValue: 8)
        static let hasRuns = Flags(rawValue: 16)
        /// Some nodes of the element may be raw: see `Entry.isRaw`.
        static let hasRawNodes: Flags = [.hasRuns, .hasOtherNodes]
        static let isInCDATA = Flags(rawValue: 32)
        /// White space is not trimmed, except between child elements.
        static let keepsContent = Flags(rawValue: 64)
        /// A child element has begun; set only if the options need this flag.
        static let hasChildren = Flags(rawValue: 128)
        /// The text has a reference or a character other than white space; set only with `keepsContent`.
        static let hasContent = Flags(rawValue: 256)
        /// The element is a broken record, which the builder skips.
        static let isBroken = Flags(rawValue: 1 << 15)
        static let hasKeptAttributes = Flags(rawValue: 1 << 14)

        /// Whether all text of the element is white space between child elements.
        var haveOnlyLayout: Bool {
            intersection([.keepsContent, .hasChildren, .hasContent, .preservesSpace]) == [.keepsContent, .hasChildren]
        }
    }

    struct Names: BitwiseCopyable {
        // All IDs fit, because an entry stores the ID of a key in 28 bits.
        private let writtenID: UInt32
        private let pathID: UInt32
        private let keyID: UInt32

        @inline(__always)
        init(written: Int, path: Int, key: Int) {
            writtenID = UInt32(truncatingIfNeeded: written)
            pathID = UInt32(truncatingIfNeeded: path)
            keyID = UInt32(truncatingIfNeeded: key)
        }

        @inline(__always)
        init(_ id: Int) {
            self.init(written: id, path: id, key: id)
        }

        /// The ID of the name in the document.
        @inline(__always)
        var written: Int { Int(writtenID) }

        /// The ID of the name for paths: see `NameResolver`.
        @inline(__always)
        var path: Int { Int(pathID) }

        @inline(__always)
        var key: Int { Int(keyID) }
    }

    private let names: Names
    var attributeCount: UInt32 = 0
    var pendingStart: Int
    var start: TagStart
    var marks: Marks
    var flags: Flags

    @inline(__always)
    init(_ names: Names, pendingStart: Int, start: TagStart, marks: Marks, flags: Flags) {
        self.names = names
        self.pendingStart = pendingStart
        self.start = start
        self.marks = marks
        self.flags = flags
    }

    /// Copies an element that another builder has opened, for the buffers of this builder.
    init(_ other: OpenElement, _ ids: NameIDMap, pendingStart: Int) {
        let names = Names(
            written: ids[other.writtenName],
            path: ids[other.name],
            key: ids[other.key]
        )
        self.init(names, pendingStart: pendingStart, start: other.start, marks: other.marks, flags: other.flags)
        attributeCount = other.attributeCount
    }

    @inline(__always)
    var writtenName: Int { names.written }

    @inline(__always)
    var name: Int { names.path }

    @inline(__always)
    var key: Int { names.key }

    /// The position of the start tag, or `none` while the line is unknown or if the element is around a part.
    @inline(__always)
    var position: TextPosition { start.position ?? .none }

    /// The line of the start tag, counted from 1, or 0 while the line is unknown.
    @inline(__always)
    var line: UInt { position.lines &+ 1 }

    @inline(__always)
    var contentStart: Int { pendingStart &+ Int(attributeCount) }

    /// Whether the shape requires that all content is text, but the element has comments or other nodes.
    var lacksWholeText: Bool { marks.contains(.wholeText) && flags.contains(.hasOtherNodes) }

    /// Whether an element with `count` pending nodes has only attributes.
    func hasOnlyAttributes(_ count: Int) -> Bool { count == contentStart }

    @inline(__always)
    var preservesSpace: Bool { !flags.isDisjoint(with: [.preservesSpace, .keepsContent]) }
}

/// The position of a start tag: the line and column, or only the number of bytes before the tag.
///
/// Expat always knows the number of bytes. Lines take time to count, so the handler computes the lines only of elements
/// that are open at an error or at the end of a chunk.
package struct TagStart: BitwiseCopyable {
    /// The number of lines before the tag, or the number of bytes while the line is unknown.
    private let count: UInt
    /// The column, or `unknown` while the line is unknown.
    private let column: UInt32

    private static let unknown = UInt32.max

    @inline(__always)
    init(_ position: TextPosition) {
        count = position.lines
        column = UInt32(truncatingIfNeeded: min(position.columns, UInt(Self.unknown - 1)))
    }

    /// A position whose line is unknown, from expat's count of the bytes before the tag.
    @inline(__always)
    package init(byteIndex: Int) {
        count = UInt(bitPattern: byteIndex)
        column = Self.unknown
    }

    @inline(__always)
    var position: TextPosition? {
        column == Self.unknown ? nil : TextPosition(lines: count, columns: UInt(column))
    }

    /// The number of bytes before the tag, or `nil` once the line is known.
    var byteIndex: Int? { column == Self.unknown ? Int(bitPattern: count) : nil }
}
