/// The memory of a value and of every value in it, freed as a few blocks.
///
/// What a reader makes never changes.
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
///
/// The storage of a value that changed has the blocks of the one before and those of its edits: see `StorageEdits`.
package final class ValueStorage: @unchecked Sendable {
    private let blocks: StorageBlocks
    let names: NameList

    /// How many names there were when this storage was made.
    private let readNameCount: Int

    /// How many names belong to this storage; the parser may be adding more to the list.
    var nameCount: Int { edits?.nameCount ?? readNameCount }

    /// The blocks as plain pointers, valid as long as this object is alive.
    package let tree: StorageView

    /// The place of the record in its document; `nil` for a whole document.
    let origin: XMLValue.Origin?

    /// The roles of keys, under the options of the reader.
    package let roles: KeyRoles

    /// The value that was read and the element in it: the document and its root, or twice the same record.
    ///
    /// A document whose root has no key is its root. It is `nil` for selected elements, and for composed and edited
    /// values.
    let document: (entry: Entry, root: Entry)?

    /// What edits have added to the storage that a reader made; `nil` without edits.
    let edits: StorageEdits?

    init(
        _ blocks: StorageBlocks,
        names: NameList,
        _ roles: KeyRoles,
        origin: XMLValue.Origin? = nil,
        document: (entry: Entry, root: Entry)? = nil
    ) {
        self.origin = origin
        self.document = document
        self.roles = roles
        tree = StorageView(blocks, names.numbers, textKey: roles.textKey)
        self.blocks = blocks
        self.names = names
        readNameCount = names.count
        edits = nil
    }

    /// The storage of an edited value: that which a reader made, and the edits.
    init(_ edits: StorageEdits) {
        let source = edits.source
        blocks = source.blocks
        origin = source.origin
        roles = source.roles
        document = nil
        names = edits.names
        readNameCount = edits.nameCount
        tree = edits.tree
        self.edits = edits
    }

    /// A storage without content, with the names and the convention of another one.
    init(emptyLike other: ValueStorage) {
        blocks = StorageBlocks(entries: GrowableBuffer(), bytes: GrowableBuffer(), lines: LineTable())
        origin = other.origin
        roles = other.roles
        document = nil
        names = other.names
        readNameCount = other.nameCount
        tree = StorageView(blocks.entries, blocks.bytes, names.numbers, textKey: roles.textKey)
        edits = nil
    }

    /// A storage without content.
    init(emptyBlocks names: NameList) {
        blocks = StorageBlocks(entries: GrowableBuffer(), bytes: GrowableBuffer(), lines: LineTable())
        origin = nil
        roles = KeyRoles(textKey: 0)
        document = nil
        self.names = names
        readNameCount = 0
        tree = StorageView(blocks.entries, blocks.bytes, names.numbers, textKey: 0)
        edits = nil
    }

    /// The line on which an element begins, or the first of several; `nil` when the storage has no line for it.
    func line(of entry: Entry) -> Int? {
        if let line = noted(entry) { return line }
        guard entry.kind == .array, entry.length > 0 else { return nil }
        return noted(tree.child(of: entry, at: 0))
    }

    /// The line that was kept for just this entry.
    func noted(_ entry: Entry) -> Int? {
        edits.map { $0.line(of: entry) } ?? blocks.lines.line(of: entry)
    }

    /// Whether lines were kept.
    var hasLines: Bool { edits?.hasLines ?? !blocks.lines.isEmpty }
}
