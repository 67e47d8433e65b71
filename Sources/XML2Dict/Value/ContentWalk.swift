/// Goes through the values inside a value, from the outside in and in the order of the document, without recursion.
///
/// The user says which values to enter. A note goes with each, such as how many steps of a path led to it:
///
///     frames   [ {menu}, next 1, note 0 ][ {item: …}, next 1, note 1 ][ the array, next 2, note 2 ]
///     next()                                                            the third item, note 2
///
/// The items of an array get the key of the array.
struct ContentWalk {
    /// A value, whose storage is alive as long as that of the whole value.
    struct Place {
        unowned(unsafe) let storage: ValueStorage
        let entry: Entry

        var value: XMLValue { XMLValue(storage: storage, entry: entry) }
    }

    private struct Frame {
        let container: Place
        let note: Int
        var next = 0
    }

    private let tree: StorageView
    /// Whether children may belong to other storages.
    private let isChanged: Bool
    private var frames: [Frame] = []

    /// Begins at a value, which the caller keeps alive.
    init(at value: XMLValue) {
        tree = value.storage.tree
        isChanged = value.storage is ChangedStorage
    }

    /// Goes into a value.
    mutating func enter(_ place: Place, _ note: Int) {
        guard place.entry.childCount > 0 else { return }
        frames.append(Frame(container: place, note: note))
    }

    /// The next value; `nil` after the last.
    ///
    /// - Returns: The value, the note of the dictionary or array around it, and whether that is an array.
    mutating func next() -> (place: Place, note: Int, isItem: Bool)? {
        guard let top = frames.indices.last else { return nil }
        let container = frames[top].container, note = frames[top].note, place = frames[top].next
        frames[top].next += 1
        if frames[top].next == container.entry.childCount { frames.removeLast() }
        let isItem = container.entry.kind == .array, child = tree.child(of: container.entry, at: place)
        let storage = isChanged ? container.storage.owner(ofChildAt: place, in: container.entry) : container.storage
        let entry = isItem ? child.under(key: container.entry.key) : child
        return (Place(storage: storage, entry: entry), note, isItem)
    }
}
