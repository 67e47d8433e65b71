/// The nodes of the open elements in document order, before `Form` creates values from them.
///
///     <p id="1">a<b>c</b><!--d-->e      pending   [ id: "1" ][ run "a" ][ b: {text: c} ][ comment "d" ]
///                                       text      run "a", finished "1", "c" and "d", collected "e"
///
/// Attributes come first, then the content. An attribute and a complete child are entries of the value. Everything else
/// is raw: see `Entry.isRaw`. The pending nodes of a child follow the nodes of its parent, until the entry of the child
/// replaces them.
struct Nodes: ~Copyable {
    var pending = GrowableBuffer<Entry>()
    var text: TextCollector

    init(_ rules: TextRules) {
        text = TextCollector(rules)
    }

    @inline(__always)
    mutating func append(_ node: Entry) {
        pending.append(node)
    }

    @inline(__always)
    mutating func append(attribute key: Int, _ value: CString) throws(BuildError) {
        try append(entry(of: value, under: key))
    }

    @inline(__always)
    mutating func entry(of value: CString, under key: Int) throws(BuildError) -> Entry {
        let offset = text.bytes.count
        let length = try text.append(value)
        return Entry(key: key, kind: .string, length: length, offset: offset)
    }

    @inline(__always)
    mutating func endRun(followsChild: Bool) throws(BuildError) {
        let collected = text.bytes[text.start..<text.bytes.count]
        try append(text.keepRun(collected, followsChild: followsChild))
        text.bytes.count = text.start
    }

    /// Appends a run of another builder, or returns `false` for white space that the rules drop.
    mutating func append(
        _ run: UnsafeBufferPointer<UInt8>,
        followsChild: Bool,
        _ flags: OpenElement.Flags
    ) throws(BuildError) -> Bool {
        if flags.isDisjoint(with: text.rules.spaceKeepers), run.allSatisfy(XMLWhitespace.contains) { return false }
        try append(text.keepRun(run, followsChild: followsChild))
        return true
    }

    /// Turns the collected text into another node, such as a comment.
    mutating func endNode(_ kind: RawNode, named name: Int = 0) throws(BuildError) {
        let content = text.start..<text.bytes.count
        guard content.count <= Entry.maximumLength else { throw .tooMany }
        text.finish()
        append(Entry(kind, named: name, content))
    }
}

package enum RawNode: UInt8 {
    // Each raw value is the low byte of `second` in the pending entry, without `followsChildBit`.
    case run = 0x40
    case cdata = 0x10
    case comment = 0x11
    case instruction = 0x12
    case doctype = 0x13
    /// The `version`, `encoding` or `standalone` of the XML declaration.
    case declaration = 0x14
}

/// Raw nodes: pending entries that `Form` replaces at the end tag, because only `Form` knows the keys of the plan.
///
/// The bytes of runs stay in `TextCollector.runs` until the end tag, so that the bytes of a value do not contain runs
/// that `Form` drops. The bytes of other nodes are finished text.
///
///     first  [ length: 36 bits │ ID of a name: 28 bits ]
///     second [ offset: 56 bits │ unused: 0x80 │ run: 0x40 │ follows a child: 0x20 │ other: 0x10 │ its kind: 4 bits ]
extension Entry {
    private static let runBit: UInt64 = 0x40
    private static let followsChildBit: UInt64 = 0x20
    private static let rawBits: UInt64 = 0x50

    init(_ kind: RawNode, named name: Int, _ bytes: Range<Int>, followsChild: Bool = false) {
        self.init(key: name, kind: .null, length: bytes.count, offset: bytes.lowerBound)
        second |= UInt64(kind.rawValue) | (followsChild ? Self.followsChildBit : 0)
    }

    @inline(__always)
    var isRaw: Bool { second & Self.rawBits != 0 }

    @inline(__always)
    var isRun: Bool { second & Self.runBit != 0 }

    /// The kind of a raw node, or `nil` for an attribute or a child, which are complete.
    var raw: RawNode? { isRaw ? RawNode(rawValue: UInt8(truncatingIfNeeded: second & ~Self.followsChildBit)) : nil }

    /// Whether a child is between the previous run (or the start tag) and this run, set only if the options need this.
    var followsChild: Bool { second & Self.followsChildBit != 0 }

    /// The offsets of the bytes of a raw node, or of text.
    var byteRange: Range<Int> { offset..<offset + length }
}
