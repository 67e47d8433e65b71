/// The memory of a value and of every value in it, freed as a few blocks.
///
/// Storage from a reader never changes. See `ChangedStorage` for changes by a program.
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
/// The builder writes an element's entries at its end tag, so children come before their parents. Parts of a
/// document have separate blocks: see `JoinedOffsets`.
package class ValueStorage: @unchecked Sendable {
    private let blocks: StorageBlocks

    package final let roles: KeyRoles

    /// Only a `ChangedStorage` adds names.
    final var names: StorageNames {
        didSet { tree.names = names.view }
    }

    package private(set) final var tree: StorageView

    /// The blocks must not belong to another storage.
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
        self.names = StorageNames(names)
        tree = StorageView(blocks, names.view, textKey: roles.textKey)
    }

    /// Creates a storage for content that a change adds to `other`, with offsets from the buffers of `other`.
    init(_ blocks: StorageBlocks? = nil, like other: ValueStorage, _ names: StorageNames) {
        blocks?.origin = other.origin
        self.blocks = blocks ?? other.blocks
        roles = other.roles
        self.names = names
        tree = other.tree
        tree.names = names.view
    }

    init(_ other: ValueStorage, _ options: XMLOptions) {
        blocks = other.blocks
        roles = KeyRoles(other.roles, options)
        names = other.names
        tree = other.tree
    }

    /// An empty storage with the first names and the roles, as the base of every value that a program creates.
    static let ofLiterals: ValueStorage = {
        var names = NameInterner()
        // ID 0 is the key of a value that is under no key.
        _ = names.id(ofOption: "")
        let textKey = names.id(ofOption: KeyRoles.textKey)
        return ValueStorage(StorageBlocks(), names: names.list, KeyRoles(ofProgram: textKey))
    }()

    func owner(ofChildAt index: Int, in entry: Entry) -> ValueStorage { self }

    var base: ValueStorage { self }

    final var origin: XMLValue.Origin? { blocks.origin }

    final var ancestors: Entry? {
        get { blocks.ancestors }
        set { blocks.ancestors = newValue }
    }

    /// The document and its root, or a record in both members, or `nil` for selected elements and for composed values.
    final var document: (entry: Entry, root: Entry)? { blocks.document }

    package final func line(of entry: Entry) -> Int? {
        if let line = noted(entry) { return line }
        guard entry.kind == .array, entry.length > 0 else { return nil }
        return noted(tree.child(of: entry, at: 0))
    }

    /// The size in bytes, or `nil` for a value that a program has changed.
    package final var byteCount: Int? { base === self ? blocks.byteCount : nil }

    final var hasLines: Bool { !blocks.lines.isEmpty }

    func noted(_ entry: Entry) -> Int? { blocks.lines.line(of: entry) }
}

final class StorageBlocks: @unchecked Sendable {
    // These buffers change only before a storage gets the blocks, so accesses cannot overlap.
    @exclusivity(unchecked) var entries: GrowableBuffer<Entry>
    @exclusivity(unchecked) var bytes: GrowableBuffer<UInt8>
    @exclusivity(unchecked) var lines: LineTable
    /// The blocks of a document's parts, without lines, because `lines` of the document has the lines of all parts.
    let parts: [StorageBlocks]
    let start: (entries: Int, bytes: Int)
    // Only `ValueStorage` sets these properties.
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

    func shrinkToFit() {
        entries = entries.take()
        bytes = bytes.take()
        lines = lines.take()
    }

    fileprivate var byteCount: Int {
        parts.reduce(entries.count * MemoryLayout<Entry>.stride + bytes.count) { $0 + $1.byteCount }
    }
}
