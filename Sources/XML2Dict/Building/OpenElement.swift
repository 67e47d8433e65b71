/// An element whose end tag has not arrived yet: 48 bytes, as each start tag writes one.
struct OpenElement: BitwiseCopyable {
    /// Properties of an element that its content decides.
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// `xml:space="preserve"` is in force.
        static let preservesSpace = Flags(rawValue: 1)
        /// It has `xsi:nil="true"` and no other attributes.
        static let isNil = Flags(rawValue: 2)
        /// It has child elements, which separate its text; noted only if the options need it.
        static let hasChildren = Flags(rawValue: 4)
        /// It has comments or the like under keys of their own.
        static let hasNonElementNodes = Flags(rawValue: 8)
    }

    // The numbers of its name: as written, for paths, and as a key. All fit, as a key has 28 bits.
    private let writtenNumber: UInt32
    private let pathNumber: UInt32
    private let keyNumber: UInt32
    /// How many of its pending entries are attributes.
    var attributeCount: UInt32 = 0
    /// Where its part of the pending entries begins.
    var pendingStart: Int
    /// Where its part of the suspended text begins.
    let suspendedStart: Int
    /// Where its start tag begins.
    var start: TagStart
    /// The marks that the paths of the options give it.
    let marks: PathMarks
    var flags: Flags

    @inline(__always)
    init(
        written: Int,
        path: Int,
        key: Int,
        pendingStart: Int,
        suspendedStart: Int,
        start: TagStart,
        marks: PathMarks,
        preservesSpace: Bool
    ) {
        writtenNumber = UInt32(truncatingIfNeeded: written)
        pathNumber = UInt32(truncatingIfNeeded: path)
        keyNumber = UInt32(truncatingIfNeeded: key)
        self.pendingStart = pendingStart
        self.suspendedStart = suspendedStart
        self.start = start
        self.marks = marks
        flags = preservesSpace ? .preservesSpace : []
    }

    /// An element that another builder has opened, in the buffers of this one.
    ///
    /// - Parameters:
    ///   - other: The element.
    ///   - numbers: The numbers of the names of the other builder in this one.
    ///   - pendingStart: Where its part of the pending entries begins.
    ///   - suspendedStart: Where its part of the suspended text begins.
    init(_ other: OpenElement, _ numbers: NumberMap, pendingStart: Int, suspendedStart: Int) {
        self.init(
            written: numbers[other.writtenName],
            path: numbers[other.name],
            key: numbers[other.key],
            pendingStart: pendingStart,
            suspendedStart: suspendedStart,
            start: other.start,
            marks: other.marks,
            preservesSpace: false
        )
        attributeCount = other.attributeCount
        flags = other.flags
    }

    /// The number of its name as the document writes it.
    @inline(__always)
    var writtenName: Int { Int(writtenNumber) }

    /// The number of its name for paths, with its namespace.
    @inline(__always)
    var name: Int { Int(pathNumber) }

    /// The number of its key.
    @inline(__always)
    var key: Int { Int(keyNumber) }

    /// The place of its start tag; `none` while it is unknown, and for elements around a part.
    @inline(__always)
    var place: TextPosition { start.place ?? .none }

    /// The line of its start tag, counted from 1; 0 while it is unknown.
    @inline(__always)
    var line: UInt { place.lines &+ 1 }

    @inline(__always)
    var preservesSpace: Bool { flags.contains(.preservesSpace) }
}
