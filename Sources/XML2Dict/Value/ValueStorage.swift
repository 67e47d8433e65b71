/// The memory of a value and of every value in it, freed as a few blocks.
///
/// What a reader makes never changes; see `ChangedStorage` for what a program changes.
///
/// `<menu><item id="1">Cake</item><item/></menu>` under the default convention:
///
///     names    0: text   1: menu   2: item   3: id
///     bytes    "1Cake"
///     entries  0: id    string, 1 byte from 0       the first <item>
///              1: text  string, 4 bytes from 1
///              2: item  array, 2 entries from 3     <menu>: one key, as both <item>s share it
///              3: -     dictionary, 2 entries from 0
///              4: -     dictionary, no entries
///              5: menu  dictionary, 1 entry from 2  the document
///
/// The builder writes an element's entries at its end tag, so children come before their parents and the root is last.
/// The number of blocks does not depend on the document's depth.
///
/// A document that was read in parts has the blocks of each part: see `JoinedOffsets`.
package class ValueStorage: @unchecked Sendable {
    private let blocks: StorageBlocks

    /// The roles of keys, under the options of the reader.
    package final let roles: KeyRoles

    /// The names; only a `ChangedStorage` gets more of them.
    final var names: KnownNames {
        didSet { tree.names = names.view }
    }

    /// The blocks as plain pointers, valid as long as this object is alive.
    package private(set) final var tree: StorageView

    /// Makes the storage of blocks that no other storage has.
    init(
        _ blocks: StorageBlocks,
        names: NameList,
        _ roles: KeyRoles,
        origin: XMLValue.Origin? = nil,
        document: (entry: Entry, root: Entry)? = nil
    ) {
        blocks.origin = origin
        blocks.document = document
        self.blocks = blocks
        self.roles = roles
        self.names = KnownNames(names)
        tree = StorageView(blocks, names.numbers, textKey: roles.textKey)
    }

    /// Makes a storage of content that a change adds to a value.
    ///
    /// - Parameters:
    ///   - blocks: Its blocks, if it has some.
    ///   - other: The storage of the value: offsets count from the same address.
    ///   - names: The names, with those of the value.
    init(_ blocks: StorageBlocks? = nil, like other: ValueStorage, _ names: KnownNames) {
        blocks?.origin = other.origin
        self.blocks = blocks ?? other.blocks
        roles = other.roles
        self.names = names
        tree = other.tree
        tree.names = names.view
    }

    /// Makes a storage of the same content with the options of a writer.
    init(_ other: ValueStorage, _ options: XMLOptions) {
        blocks = other.blocks
        roles = KeyRoles(other.roles, options)
        names = other.names
        tree = other.tree
    }

    /// The base of every value that a program makes: its first names and its roles, without content.
    static let ofLiterals: ValueStorage = {
        var names = NameInterner()
        // The first name is the key of a value that is under no key.
        _ = names.number(ofOption: "")
        let textKey = names.number(ofOption: KeyRoles.textKey)
        return ValueStorage(StorageBlocks(), names: names.list, KeyRoles(ofProgram: textKey))
    }()

    // MARK: Content

    /// The storage that a child belongs to.
    ///
    /// - Parameters:
    ///   - place: The place of the child.
    ///   - entry: A dictionary or an array of this storage.
    /// - Returns: The storage.
    func owner(ofChildAt place: Int, in entry: Entry) -> ValueStorage { self }

    /// The storage of the content that no change has touched.
    var base: ValueStorage { self }

    // MARK: Facts

    /// The place of the record in its document; `nil` for a whole document.
    final var origin: XMLValue.Origin? { blocks.origin }

    /// The elements around the record, with their attributes, if the options want them.
    final var ancestors: Entry? {
        get { blocks.ancestors }
        set { blocks.ancestors = newValue }
    }

    /// The value that was read and the element in it: the document and its root, or twice the same record.
    ///
    /// A document whose root has no key is its root. It is `nil` for selected elements, and for composed values.
    final var document: (entry: Entry, root: Entry)? { blocks.document }

    /// The line on which an element begins, or the first of several; `nil` when the storage has no line for it.
    package final func line(of entry: Entry) -> Int? {
        if let line = noted(entry) { return line }
        guard entry.kind == .array, entry.length > 0 else { return nil }
        return noted(tree.child(of: entry, at: 0))
    }

    /// The memory of the content in bytes, without the names; `nil` for one that a program has changed.
    package final var byteCount: Int? { base === self ? blocks.byteCount : nil }

    /// Whether lines were kept.
    final var hasLines: Bool { !blocks.lines.isEmpty }

    /// The line that was kept for just this entry.
    func noted(_ entry: Entry) -> Int? { blocks.lines.line(of: entry) }
}

/// The large blocks of a storage, the lines of its elements if the options kept them, and the place of the document.
final class StorageBlocks: @unchecked Sendable {
    // They change only while no storage has them, so accesses cannot overlap.
    @exclusivity(unchecked) var entries: GrowableBuffer<Entry>
    @exclusivity(unchecked) var bytes: GrowableBuffer<UInt8>
    @exclusivity(unchecked) var lines: LineTable
    /// The blocks of the parts of a document that was read in parts; the lines are for all of them.
    let parts: [StorageBlocks]
    /// The offsets of the first entry and the first byte.
    let start: (entries: Int, bytes: Int)
    // The storage sets these when it is made.
    fileprivate var origin: XMLValue.Origin?
    fileprivate var ancestors: Entry?
    fileprivate var document: (entry: Entry, root: Entry)?

    init(
        entries: consuming GrowableBuffer<Entry> = GrowableBuffer(),
        bytes: consuming GrowableBuffer<UInt8> = GrowableBuffer(),
        lines: consuming LineTable = LineTable(),
        parts: [StorageBlocks] = [],
        from start: (entries: Int, bytes: Int) = (0, 0)
    ) {
        self.start = start
        self.parts = parts
        self.entries = entries
        self.bytes = bytes
        self.lines = lines
    }

    /// Gives up the room after the content.
    func shrinkToFit() {
        entries = entries.take()
        bytes = bytes.take()
        lines = lines.take()
    }

    fileprivate var byteCount: Int {
        parts.reduce(entries.count * MemoryLayout<Entry>.stride + bytes.count) { $0 + $1.byteCount }
    }
}
