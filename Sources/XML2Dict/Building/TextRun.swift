/// Runs of text: pending entries of a raw kind, which become text at the end tag of their element.
///
/// A child, or another node that has an entry, interrupts the text of its parent. The text before it becomes a run at its
/// place among the pending entries. Its bytes wait in `TextCollector.runs`, so that a value has no bytes that it does not
/// use:
///
///     <p>a<b/>c<i/>…          pending  [ run "a" ][ b ][ run "c" ][ i ]        runs  "ac"
///
/// At the end tag, `ValueBuilder+Runs` takes all runs out.
extension Entry {
    // The bits of a run, and of a run that follows a child. Only pending entries have them.
    private static let runBit: UInt64 = 0x40
    private static let followsChildBit: UInt64 = 0x20

    /// A run of text as it arrived, under the key of text.
    static func run(_ bytes: Range<Int>, followsChild: Bool, key: Int) -> Entry {
        var entry = Entry(key: key, kind: .string, length: bytes.count, offset: bytes.lowerBound)
        entry.second |= runBit | (followsChild ? followsChildBit : 0)
        return entry
    }

    @inline(__always)
    var isRun: Bool { second & Self.runBit != 0 }

    /// Whether a child is between the run and the run before it, or the start tag; noted only if the options need it.
    var followsChild: Bool { second & Self.followsChildBit != 0 }

    /// The place of the bytes of a run, or of text.
    var place: Range<Int> { offset..<offset + length }
}
