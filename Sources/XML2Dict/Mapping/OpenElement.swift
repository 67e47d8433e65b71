/// An element whose end tag has not arrived yet: only 40 bytes, because each start tag writes one.
struct OpenElement: BitwiseCopyable {
    /// Properties of an element that its content decides.
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// `xml:space="preserve"` is in force.
        static let preservesSpace = Flags(rawValue: 1)
        /// It has `xsi:nil="true"` and no other attributes.
        static let isNil = Flags(rawValue: 2)
        /// A child has begun since its last run of text; noted only if the options need it.
        static let followsChild = Flags(rawValue: 4)
        /// It has other nodes than attributes, text and elements.
        static let hasOtherNodes = Flags(rawValue: 8)
        /// Some of its nodes may be runs of text.
        static let hasRuns = Flags(rawValue: 16)
        /// Some of its nodes may be raw: see `Entry.isRaw`.
        static let hasRawNodes: Flags = [.hasRuns, .hasOtherNodes]
        /// A CDATA section that is a node is open.
        static let isInCDATA = Flags(rawValue: 32)
        /// Its white space is not trimmed, unless it is that between child elements.
        static let keepsContent = Flags(rawValue: 64)
        /// A child element has begun; noted only if the options need it.
        static let hasChildren = Flags(rawValue: 128)
        /// Not all of its text is white space without references; noted only with `keepsContent`.
        static let hasContent = Flags(rawValue: 256)
        /// It is a record that is broken, and skipped.
        static let isBroken = Flags(rawValue: 1 << 15)
        /// Its attributes are kept for the records in it.
        static let hasKeptAttributes = Flags(rawValue: 1 << 14)

        /// Whether all of its text is white space between child elements.
        var haveOnlyLayout: Bool {
            intersection([.keepsContent, .hasChildren, .hasContent, .preservesSpace]) == [.keepsContent, .hasChildren]
        }
    }

    /// The numbers of its name.
    struct Names: BitwiseCopyable {
        // All fit, as a key has 28 bits.
        private let writtenNumber: UInt32
        private let pathNumber: UInt32
        private let keyNumber: UInt32

        @inline(__always)
        init(written: Int, path: Int, key: Int) {
            writtenNumber = UInt32(truncatingIfNeeded: written)
            pathNumber = UInt32(truncatingIfNeeded: path)
            keyNumber = UInt32(truncatingIfNeeded: key)
        }

        /// A name for which all numbers are equal.
        @inline(__always)
        init(_ number: Int) {
            self.init(written: number, path: number, key: number)
        }

        /// The number of the name as the document writes it.
        @inline(__always)
        var written: Int { Int(writtenNumber) }

        /// The number of the name for paths, with its namespace.
        @inline(__always)
        var path: Int { Int(pathNumber) }

        /// The number of the key.
        @inline(__always)
        var key: Int { Int(keyNumber) }
    }

    private let names: Names
    /// How many of its pending entries are attributes.
    var attributeCount: UInt32 = 0
    /// The index of its first pending entry.
    var pendingStart: Int
    /// The position of its start tag.
    var start: TagStart
    /// The marks that the paths of the options, or their shape, give it.
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

    /// Copies an element that another builder has opened, for the buffers of this one.
    ///
    /// - Parameters:
    ///   - other: The element.
    ///   - numbers: The number in this builder for each name of the other builder.
    ///   - pendingStart: Where its part of the pending entries begins.
    init(_ other: OpenElement, _ numbers: NumberMap, pendingStart: Int) {
        let names = Names(
            written: numbers[other.writtenName],
            path: numbers[other.name],
            key: numbers[other.key]
        )
        self.init(names, pendingStart: pendingStart, start: other.start, marks: other.marks, flags: other.flags)
        attributeCount = other.attributeCount
    }

    /// The number of its name as the document writes it.
    @inline(__always)
    var writtenName: Int { names.written }

    /// The number of its name for paths, with its namespace.
    @inline(__always)
    var name: Int { names.path }

    /// The number of its key.
    @inline(__always)
    var key: Int { names.key }

    /// The place of its start tag; `none` while it is unknown, and for elements around a part.
    @inline(__always)
    var place: TextPosition { start.place ?? .none }

    /// The line of its start tag, counted from 1; 0 while it is unknown.
    @inline(__always)
    var line: UInt { place.lines &+ 1 }

    /// The index of the first pending entry of its content, after its attributes.
    @inline(__always)
    var contentStart: Int { pendingStart &+ Int(attributeCount) }

    /// Whether it has comments or other nodes in place of a text that its type needs.
    var lacksWholeText: Bool { marks.contains(.wholeText) && flags.contains(.hasOtherNodes) }

    /// Whether its last node is an attribute, or it has none; `count` nodes are pending.
    func hasOnlyAttributes(_ count: Int) -> Bool { count == contentStart }

    @inline(__always)
    var preservesSpace: Bool { !flags.isDisjoint(with: [.preservesSpace, .keepsContent]) }
}

/// The position of a start tag: its line and column, or only the number of bytes before it.
///
/// Expat always knows the byte. Lines take time to count, and most are never needed: an error can name only an element
/// that is still open.
package struct TagStart: BitwiseCopyable {
    /// The number of lines before it, or of bytes while the line is unknown.
    private let number: UInt
    /// The column; `unknown` while the line is unknown, too.
    private let columnNumber: UInt32

    private static let unknown = UInt32.max

    /// A place that is known.
    @inline(__always)
    init(_ place: TextPosition) {
        number = place.lines
        columnNumber = UInt32(truncatingIfNeeded: min(place.columns, UInt(Self.unknown - 1)))
    }

    /// A place whose line is unknown; `byteIndex` is expat's count of the bytes before it.
    @inline(__always)
    package init(byteIndex: Int) {
        number = UInt(bitPattern: byteIndex)
        columnNumber = Self.unknown
    }

    /// The line and the column; `nil` while they are unknown.
    @inline(__always)
    var place: TextPosition? {
        columnNumber == Self.unknown ? nil : TextPosition(lines: number, columns: UInt(columnNumber))
    }

    /// The number of bytes before the tag; `nil` once the line is known.
    var byteIndex: Int? { columnNumber == Self.unknown ? Int(bitPattern: number) : nil }
}
