/// Holds the values of readers to a shape, before they are delivered.
///
/// The core knows no schemas: see `XML2DictShape`.
///
///     builder ── a complete record or document ──▶ session ── perhaps another entry ──▶ builder
///
/// A session belongs to one builder, and knows its numbers of names. It changes nothing that the builder holds: it adds
/// entries and text behind them.
package protocol ValueShaper: AnyObject, Sendable {
    /// A session for a builder.
    ///
    /// - Parameter isStrict: Whether the first mismatch of a value is enough, as the value is refused then.
    /// - Returns: The session.
    func makeSession(isStrict: Bool) -> any ShapingSession

    /// Whether values that do not fit are delivered, and only reported.
    var deliversMismatches: Bool { get }

    /// Reports a mismatch of a value that is delivered.
    func report(_ error: XMLReaderError)
}

package protocol ShapingSession: AnyObject {
    /// Gives a value its shape.
    ///
    /// - Parameters:
    ///   - value: A record or a document.
    ///   - space: The memory around it.
    /// - Returns: The value, or another one in its place; and what does not fit.
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
    /// Whether memory was exhausted: then what was added is not there.
    package private(set) var isFull = false
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

    init(
        _ entries: UnsafeMutablePointer<GrowableBuffer<Entry>>,
        _ bytes: UnsafeMutablePointer<GrowableBuffer<UInt8>>,
        _ names: UnsafeMutablePointer<NameInterner>,
        textKey: Int
    ) {
        buffers = (entries, bytes, names)
        tree = StorageView(entries.pointee, bytes.pointee, names.pointee.names, textKey: textKey)
    }

    /// The number of a name, which the document may not have.
    package mutating func number(of name: String) -> Int {
        if let number = try? buffers?.names.pointee.number(ofOption: name) { return number }
        isFull = true
        return 0
    }

    /// Adds a dictionary or an array.
    ///
    /// - Parameters:
    ///   - content: Its entries, which are outside of this memory.
    ///   - kind: Its kind.
    ///   - key: Its key.
    /// - Returns: Its entry.
    package mutating func add(_ content: UnsafeBufferPointer<Entry>, _ kind: Entry.Kind, under key: Int) -> Entry {
        guard let buffers else { return fail(under: key) }
        let offset = content.isEmpty ? 0 : buffers.entries.pointee.count
        guard buffers.entries.pointee.append(content) else { return fail(under: key) }
        update(buffers)
        return Entry(key: key, kind: kind, length: content.count, offset: offset)
    }

    /// Adds a text.
    package mutating func add(_ text: [UInt8], _ kind: Entry.Kind, under key: Int) -> Entry {
        guard let buffers else { return fail(under: key) }
        let offset = buffers.bytes.pointee.count
        guard buffers.bytes.pointee.append(text[...]) else { return fail(under: key) }
        update(buffers)
        return Entry(key: key, kind: kind, length: text.count, offset: offset)
    }

    /// Follows the memory to its new place.
    private mutating func update(_ buffers: Buffers) {
        tree = StorageView(buffers.entries.pointee, buffers.bytes.pointee, tree.names, textKey: tree.textKey)
    }

    private mutating func fail(under key: Int) -> Entry {
        isFull = true
        return .null(under: key)
    }
}

/// The shaper of the options, and what becomes of values that do not fit.
package struct Shaping: Hashable, Sendable {
    /// What becomes of a value that does not fit.
    enum Fault {
        /// The shaper decides: the value is delivered, or an error ends the document.
        case shaper
        /// An error ends the document, or a part of it.
        case error
        /// The record is left out and reported.
        case skip
    }

    package let shaper: any ValueShaper
    var fault = Fault.shaper

    package init(_ shaper: any ValueShaper) {
        self.shaper = shaper
    }

    /// What a builder does, after the shaper was asked.
    var outcome: Fault {
        switch fault {
        case .error: .error
        case .shaper, .skip: shaper.deliversMismatches ? .shaper : fault == .skip ? .skip : .error
        }
    }

    package static func == (one: Shaping, other: Shaping) -> Bool {
        one.shaper === other.shaper && one.fault == other.fault
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shaper)) }
}

extension XMLValue {
    /// The entry of the value.
    package var content: Entry { entry }
}
