/// The memory of a value and of every value in it: immutable, and freed as a few blocks.
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
final class ValueStorage: @unchecked Sendable {
    private let blocks: StorageBlocks
    private let names: NameList

    /// The blocks as plain pointers, valid as long as this object is alive.
    let tree: StorageView

    /// The place of the record in its document; `nil` for a whole document.
    let origin: XMLValue.Origin?

    /// How the options represent attributes and text.
    let convention: ConventionInfo

    /// The value that was read and the element in it: the document and its root, or twice the same record.
    ///
    /// A document whose root has no key is its root. It is `nil` for selected elements and for composed values.
    let document: (entry: Entry, root: Entry)?

    init(
        _ blocks: StorageBlocks,
        names: NameList,
        _ convention: ConventionInfo,
        origin: XMLValue.Origin? = nil,
        document: (entry: Entry, root: Entry)? = nil
    ) {
        self.origin = origin
        self.document = document
        self.convention = convention
        tree = StorageView(blocks.entries, blocks.bytes, names.numbers, textKey: convention.textKey)
        self.blocks = blocks
        self.names = names
    }

    /// The line on which an element begins, or the first of several; `nil` when the storage has no line for it.
    func line(of entry: Entry) -> Int? {
        if let line = blocks.lines.line(of: entry) { return line }
        guard entry.kind == .array, entry.length > 0 else { return nil }
        return blocks.lines.line(of: tree.child(of: entry, at: 0))
    }
}
