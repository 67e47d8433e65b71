/// The session that gives values their shape, and the mismatches that it has found.
///
/// It is a class because Swift 6.3.1 leaks an array that an optional struct in a noncopyable value holds. Accesses to
/// `found` are not checked for exclusivity, because each attribute reads it.
final class RecordShaping {
    let session: any ShapingSession
    /// The session, if it follows the elements of the document.
    let shaper: (any ElementShaper)?
    /// What does not fit at the innermost element, until its place is noted.
    @exclusivity(unchecked) var found: [ElementFault] = []
    /// The mismatches of the record, or of the document, that is being built.
    var noted: [LocatedMismatch] = []
    let outcome: Shaping.Fault
    /// The mismatches to report.
    var mismatches: [LocatedMismatch] = []

    /// Whether another mismatch of the same record is of use: an error reports one.
    var wantsMore: Bool { outcome == .shaper || noted.isEmpty }

    private init(_ session: any ShapingSession, _ outcome: Shaping.Fault) {
        self.session = session
        shaper = session as? any ElementShaper
        self.outcome = outcome
    }

    /// The session for a document; `nil` without a shape, and for a shaper that only reports.
    static func of(_ plan: Plan) -> RecordShaping? {
        guard let shaping = plan.shaping, let shaper = shaping.shaper as? any ValueShaper else { return nil }
        let outcome = shaping.outcome
        return RecordShaping(shaper.makeSession(isStrict: outcome != .shaper, plan), outcome)
    }
}

/// Holds the values of readers to a shape, before they are delivered.
///
/// The core knows no schemas: see `XML2DictShape`.
///
///     builder ── a complete record or document ──▶ session ── perhaps another entry ──▶ builder
///
/// A session belongs to one builder, and knows its numbers of names. It adds
/// entries and text after those of the builder, and changes none.
package protocol ValueShaper: Shaper {
    /// A session for a builder.
    ///
    /// - Parameters:
    ///   - isStrict: Whether the session stops at the first mismatch of a value.
    ///   - plan: The plan of the builder.
    /// - Returns: The session.
    func makeSession(isStrict: Bool, _ plan: Plan) -> any ShapingSession
}

package protocol ShapingSession: AnyObject {
    /// Gives a value its shape.
    ///
    /// - Parameters:
    ///   - value: A record or a document.
    ///   - space: The memory around it.
    /// - Returns: The value, or another one in its place; and its mismatches.
    func shape(_ value: Entry, in space: inout ShapingSpace) -> (value: Entry, mismatches: [ShapeMismatch])
}

/// A place of a value that does not fit.
package struct ShapeMismatch {
    /// The place as a JSON Pointer (RFC 6901), and what was expected there.
    package let message: String
    /// The entries from the place outwards, whose lines may be known.
    package let entries: [Entry]

    package init(_ message: String, entries: [Entry]) {
        self.message = message
        self.entries = entries
    }
}

/// The memory of a builder, to which a session may add.
package struct ShapingSpace {
    /// The memory; it moves when something is added.
    package private(set) var tree: StorageView
    private let buffers: Buffers?

    private typealias Buffers = (
        entries: UnsafeMutablePointer<GrowableBuffer<Entry>>, bytes: UnsafeMutablePointer<GrowableBuffer<UInt8>>,
        names: UnsafeMutablePointer<NameInterner>
    )

    /// The memory of a value, to which nothing can be added.
    package init(reading value: XMLValue) {
        tree = value.storage.tree
        buffers = nil
    }

    /// Runs a conversion that may add to the memory of a builder.
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

    /// The number of a name, which is added if it is new.
    package mutating func number(of name: String) -> Int {
        buffers?.names.pointee.number(ofOption: name) ?? 0
    }

    /// Adds a dictionary or an array.
    ///
    /// - Parameters:
    ///   - content: Its entries, which are outside of this memory.
    ///   - kind: Its kind.
    ///   - key: Its key.
    /// - Returns: Its entry.
    package mutating func add(_ content: UnsafeBufferPointer<Entry>, _ kind: Entry.Kind, under key: Int) -> Entry {
        guard let buffers else { return .null(under: key) }
        let offset = content.isEmpty ? 0 : buffers.entries.pointee.count
        buffers.entries.pointee.append(content)
        update(buffers)
        return Entry(key: key, kind: kind, length: content.count, offset: offset)
    }

    /// Adds a text.
    package mutating func add(_ text: [UInt8], _ kind: Entry.Kind, under key: Int) -> Entry {
        guard let buffers else { return .null(under: key) }
        let offset = buffers.bytes.pointee.count
        buffers.bytes.pointee.append(text[...])
        update(buffers)
        return Entry(key: key, kind: kind, length: text.count, offset: offset)
    }

    /// Follows the memory to its new place.
    private mutating func update(_ buffers: Buffers) {
        tree = StorageView(buffers.entries.pointee, buffers.bytes.pointee, tree.names, textKey: tree.textKey)
    }
}
