/// The memory behind a value and everything in it: never changed once it is made, freed as a few blocks.
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
/// An element's entries are written when its end tag is reached, so children stand before their parents and the root is
/// last. There are as many blocks however deep the document is.
final class ValueStorage: @unchecked Sendable {
    private let blocks: StorageBlocks
    private let names: NameList

    /// The same as plain pointers, good as long as this object is alive.
    let tree: StorageView

    /// Where the record stands that this is; `nil` for whole documents.
    let origin: XMLValue.Origin?

    /// What the options made of attributes and text.
    let shape: ConventionInfo

    /// The value of the whole document and its root, when the document is a dictionary with its root in it.
    let document: (entry: Entry, root: Entry)?

    init(
        _ blocks: StorageBlocks,
        names: NameList,
        _ shape: ConventionInfo,
        origin: XMLValue.Origin? = nil,
        document: (entry: Entry, root: Entry)? = nil
    ) {
        self.origin = origin
        self.document = document
        self.shape = shape
        tree = StorageView(
            entries: UnsafePointer(blocks.entries.base),
            bytes: UnsafePointer(blocks.bytes.base),
            names: names.numbers,
            textKey: shape.textKey
        )
        self.blocks = blocks
        self.names = names
    }

    /// The line on which an element begins, or the first of several; `nil` when it is not known.
    func line(of entry: Entry) -> Int? {
        if let line = blocks.lines.line(of: entry) { return line }
        guard entry.kind == .array, entry.length > 0 else { return nil }
        return blocks.lines.line(of: tree.child(of: entry, at: 0))
    }
}
