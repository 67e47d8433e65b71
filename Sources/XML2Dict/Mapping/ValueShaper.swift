/// The session that fits values to a shape, and the mismatches that the session has found.
///
/// This is a class, because Swift 6.3.1 leaks an array in an optional struct of a noncopyable value. Exclusivity checks
/// of `found` are off, because the builder reads `found` for each attribute.
final class RecordShaping {
    let session: any ShapingSession
    /// The session as an `ElementShaper`, or `nil` if the session shapes only complete values.
    let shaper: (any ElementShaper)?
    /// The mismatches of the innermost element, until their position is noted.
    @exclusivity(unchecked) var found: [ElementMismatch] = []
    /// The mismatches of the current record or document.
    var noted: [LocatedMismatch] = []
    let outcome: Shaping.Fault
    var mismatches: [LocatedMismatch] = []

    /// `false` if the record already has a mismatch, and an error reports only the first mismatch.
    var wantsMore: Bool { outcome == .shaper || noted.isEmpty }

    private init(_ session: any ShapingSession, _ outcome: Shaping.Fault) {
        self.session = session
        shaper = session as? any ElementShaper
        self.outcome = outcome
    }

    /// Returns `nil` if the plan has no shaper, or if the shaper is no `ValueShaper`.
    static func of(_ plan: Plan) -> RecordShaping? {
        guard let shaping = plan.shaping, let shaper = shaping.shaper as? any ValueShaper else { return nil }
        let outcome = shaping.outcome
        return RecordShaping(shaper.makeSession(isStrict: outcome != .shaper, plan), outcome)
    }
}

/// Fits values to a shape before a reader delivers the values.
///
/// The core knows no schemas: see `XML2DictShape`.
///
///     builder ── a complete record or document ──▶ session ── perhaps another entry ──▶ builder
///
/// A session belongs to one builder, and uses the builder's IDs of names. The session appends entries and text to the
/// builder's buffers, but does not change earlier content.
package protocol ValueShaper: Shaper {
    /// Creates a session for a builder, and a strict session stops at the first mismatch of a value.
    func makeSession(isStrict: Bool, _ plan: Plan) -> any ShapingSession
}

package protocol ShapingSession: AnyObject {
    /// Returns a record or document, perhaps as another entry that replaces `value`, and the mismatches.
    func shape(_ value: Entry, in space: inout ShapingSpace) -> (value: Entry, mismatches: [ShapeMismatch])
}

package struct ShapeMismatch {
    /// The position as a JSON Pointer (RFC 6901), and the expected value.
    package let message: String
    /// The entries from the mismatch outwards, because the first entry with a known line gives the error its line.
    package let entries: [Entry]

    package init(_ message: String, entries: [Entry]) {
        self.message = message
        self.entries = entries
    }
}

/// The buffers of a builder, where a session may append entries, text and names.
package struct ShapingSpace {
    /// A view of the buffers, made again after each append because a buffer that grows may move.
    package private(set) var tree: StorageView
    private let buffers: Buffers?

    private typealias Buffers = (
        entries: UnsafeMutablePointer<GrowableBuffer<Entry>>, bytes: UnsafeMutablePointer<GrowableBuffer<UInt8>>,
        names: UnsafeMutablePointer<NameInterner>
    )

    /// Creates a read-only space with the buffers of a complete value.
    package init(reading value: XMLValue) {
        tree = value.storage.tree
        buffers = nil
    }

    @inline(__always)
    static func with<Result>(
        _ entries: UnsafeMutablePointer<GrowableBuffer<Entry>>,
        _ bytes: UnsafeMutablePointer<GrowableBuffer<UInt8>>,
        _ names: UnsafeMutablePointer<NameInterner>,
        _ textKey: Int,
        _ convert: (inout ShapingSpace) -> Result
    ) -> Result {
        var space = ShapingSpace(entries, bytes, names, textKey: textKey)
        return convert(&space)
    }

    private init(
        _ entries: UnsafeMutablePointer<GrowableBuffer<Entry>>,
        _ bytes: UnsafeMutablePointer<GrowableBuffer<UInt8>>,
        _ names: UnsafeMutablePointer<NameInterner>,
        textKey: Int
    ) {
        buffers = (entries, bytes, names)
        tree = StorageView(entries.pointee, bytes.pointee, names.pointee.names, textKey: textKey)
    }

    package mutating func id(of name: String) -> Int {
        buffers?.names.pointee.id(ofOption: name) ?? 0
    }

    /// Adds a dictionary or an array of `content`, which must be outside of the buffers because they may move.
    package mutating func add(_ content: UnsafeBufferPointer<Entry>, _ kind: Entry.Kind, under key: Int) -> Entry {
        guard let buffers else { return .null(under: key) }
        let offset = content.isEmpty ? 0 : buffers.entries.pointee.count
        buffers.entries.pointee.append(content)
        update(buffers)
        return Entry(key: key, kind: kind, length: content.count, offset: offset)
    }

    package mutating func add(_ text: [UInt8], _ kind: Entry.Kind, under key: Int) -> Entry {
        guard let buffers else { return .null(under: key) }
        let offset = buffers.bytes.pointee.count
        buffers.bytes.pointee.append(text[...])
        update(buffers)
        return Entry(key: key, kind: kind, length: text.count, offset: offset)
    }

    private mutating func update(_ buffers: Buffers) {
        tree = StorageView(buffers.entries.pointee, buffers.bytes.pointee, tree.names, textKey: tree.textKey)
    }
}
