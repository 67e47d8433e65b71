/// What edits add to a storage: blocks for the runs and texts that changed, and new names.
///
/// The storage that it edits, its *base*, stays as it is and stays alive. Setting `b` in `{"a": […], "b": 1}` to `2`:
///
///     base    entries  [ … │ a  b │ ]     bytes  "…1"          never changes
///                       ▲
///     own     run      [ a  b ]           text   "2"           `a` still refers to the base, `b` to the text
///
/// So a change copies the run that contains it, and the runs around that up to the edited value; nothing else. While
/// the storage of a value belongs to that value alone, its own runs and texts are overwritten in place, and a run that
/// grows gets twice the room.
///
/// A run or a text that two entries refer to is *shared*, and then copied when it changes. Whether the runs *in* a
/// shared run are shared, too, is found out on the way to them: `passSharing(from:to:)`.
///
/// A value that changes after it was copied gets new edits, with the old ones as their base. After `mostBases` of them,
/// the value is copied as a whole. So freeing one does not recurse deeply, and old versions do not live forever.
final class StorageEdits: @unchecked Sendable {
    /// How many edited storages in a row one may be based on.
    static let mostBases = 16

    /// The storage that a reader made, from whose addresses all offsets count.
    let source: ValueStorage
    /// How many edited storages this one is based on.
    let depth: Int
    /// The storage that was edited; `nil` without one, and for a detached base.
    let base: ValueStorage?
    /// The base, when a value in use may still be changing other parts of it.
    private let detachedBase: StorageEdits?

    var blocks = OwnBlocks()
    /// Text that is copied with the run that contains it, and never overwritten.
    var copiedText = OwnBlocks()

    private(set) var names: NameList
    private(set) var nameCount: Int
    /// The table of the names, made when a name is first looked up.
    private var nameTable: NameInterner?
    var tree: StorageView

    let hasLines: Bool
    private var dictionaryLines: [Int: Int] = [:]
    private var textLines: [Int: Int] = [:]

    /// Edits of a storage, which stays as it is.
    init(of base: ValueStorage) {
        let edits = base.edits
        source = edits?.source ?? base
        depth = edits.map { $0.depth + 1 } ?? 0
        self.base = base
        detachedBase = nil
        names = base.names
        nameCount = base.nameCount
        tree = base.tree
        hasLines = base.hasLines
    }

    /// Edits of a storage of which a value, out of reach, may still be changing a part that this one does not reach.
    ///
    /// Such a value may also add names, so the caller says which names, and how many, there were before.
    init(detachedFrom base: StorageEdits, names: NameList, nameCount: Int) {
        source = base.source
        depth = base.depth + 1
        self.base = nil
        detachedBase = base
        self.names = names
        self.nameCount = nameCount
        tree = StorageView(base.source.tree, names.numbers)
        hasLines = false
    }

    /// Edits without a base, for a copy of a whole value.
    init(copying value: XMLValue) {
        source = ValueStorage(emptyLike: value.storage)
        depth = 0
        base = nil
        detachedBase = nil
        names = source.names
        nameCount = source.nameCount
        tree = source.tree
        hasLines = value.storage.hasLines
    }

    // MARK: Names

    /// The number of a name, which it adds if it is new; those of the base keep their numbers.
    ///
    /// The first new name moves all to another list, so the storage object of the value must be made anew.
    func number(of name: UnsafeBufferPointer<UInt8>) -> Int {
        var table = nameTable.take() ?? NameInterner(sharing: names, count: nameCount)
        let number = table.certain(table.number(of: name))
        if names !== table.list {
            names = table.list
            tree = StorageView(tree, table.names)
        }
        nameCount = table.count
        nameTable = consume table
        return number
    }

    // MARK: Lines

    /// The line that was kept for an entry.
    func line(of entry: Entry) -> Int? {
        guard hasLines else { return nil }
        if entry.length > 0 {
            let lines = entry.kind == .dictionary || entry.kind == .array ? dictionaryLines : textLines
            if let line = lines[entry.offset] { return line }
        }
        return (base ?? source).noted(entry)
    }

    /// Keeps the line of an entry for its copy.
    func keepLine(of entry: Entry, in storage: ValueStorage?, for copy: Entry) {
        guard hasLines, copy.length > 0, let line = storage?.noted(entry) ?? line(of: entry) else { return }
        switch copy.kind {
        case .dictionary, .array: dictionaryLines[copy.offset] = line
        case .textOnly, .string, .number, .boolean: textLines[copy.offset] = line
        case .null, .name: break
        }
    }
}
