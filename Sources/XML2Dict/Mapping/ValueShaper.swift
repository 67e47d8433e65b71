/// The session that gives values their shape, and the mismatches that it has found.
///
/// It is a class because Swift 6.3.1 leaks an array that an optional struct in a noncopyable value holds. Accesses to
/// `found` are not checked for exclusivity, because each attribute reads it.
final class RecordShaping {
    let session: any ShapingSession
    /// The session, if it follows the elements of the document.
    let shaper: (any ElementShaper)?
    /// The mismatches of the innermost element, until their position is noted.
    @exclusivity(unchecked) var found: [ElementMismatch] = []
    /// The mismatches of the current record or document.
    var noted: [LocatedMismatch] = []
    let outcome: Shaping.Fault
    var mismatches: [LocatedMismatch] = []

    /// Whether another mismatch of the same record is needed, because an error reports only the first.
    var wantsMore: Bool { outcome == .shaper || noted.isEmpty }

    private init(_ session: any ShapingSession, _ outcome: Shaping.Fault) {
        self.session = session
        shaper = session as? any ElementShaper
        self.outcome = outcome
    }

    /// Returns `nil` without a shape, and for a shaper that only reports.
    static func of(_ plan: Plan) -> RecordShaping? {
        guard let shaping = plan.shaping, let shaper = shaping.shaper as? any ValueShaper else { return nil }
        let outcome = shaping.outcome
        return RecordShaping(shaper.makeSession(isStrict: outcome != .shaper, plan), outcome)
    }
}

/// Fits the values of readers to a shape before they are delivered.
///
/// The core knows no schemas: see `XML2DictShape`.
///
///     builder ── a complete record or document ──▶ session ── perhaps another entry ──▶ builder
///
/// A session belongs to one builder, and uses its IDs of names. It adds entries and text after the content of the
/// builder, which it does not change.
package protocol ValueShaper: Shaper {
    /// Creates a session for a builder, which stops at the first mismatch of a value if it is strict.
    func makeSession(isStrict: Bool, _ plan: Plan) -> any ShapingSession
}

package protocol ShapingSession: AnyObject {
    /// Returns a record or a document, or another value in its place, with its mismatches.
    func shape(_ value: Entry, in space: inout ShapingSpace) -> (value: Entry, mismatches: [ShapeMismatch])
}

package struct ShapeMismatch {
    /// The position as a JSON Pointer (RFC 6901), and the expected value.
    package let message: String
    /// The entries from the mismatch outwards, whose lines may be known.
    package let entries: [Entry]

    package init(_ message: String, entries: [Entry]) {
        self.message = message
        self.entries = entries
    }
}

/// The memory of a builder, to which a session may add.
package struct ShapingSpace {
    /// The memory, which moves when the session adds to it.
    package private(set) var tree: StorageView
    private let buffers: Buffers?

    private typealias Buffers = (
        entries: UnsafeMutablePointer<GrowableBuffer<Entry>>, bytes: UnsafeMutablePointer<GrowableBuffer<UInt8>>,
        names: UnsafeMutablePointer<NameInterner>
    )

    /// Creates the space of a value, to which nothing can be added.
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

    /// Adds a dictionary or an array, whose entries are outside of this memory.
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
