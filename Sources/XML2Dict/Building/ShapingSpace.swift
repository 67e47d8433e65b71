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

    init(
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
