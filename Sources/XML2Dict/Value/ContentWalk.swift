/// Goes through the values inside a value, from the outside in and in the order of the document, without recursion.
///
/// The user says which values to enter. A note goes with each, such as how many steps of a path led to it:
///
///     frames   [ {menu}, next 1, note 0 ][ {item: …}, next 1, note 1 ][ the array, next 2, note 2 ]
///     next()                                                            the third item: index 2, note 2
///
/// The items of an array get the key of the array.
struct ContentWalk {
    /// A value, whose storage is alive as long as that of the whole value.
    struct Place {
        unowned(unsafe) let storage: ValueStorage
        let entry: Entry

        var value: XMLValue { XMLValue(storage: storage, entry: entry) }
    }

    struct Step {
        let place: Place
        /// The place in the dictionary or array around it.
        let index: Int
        /// The note of that.
        let note: Int
        /// Whether that is an array.
        let isItem: Bool
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

    /// Enters a value, which the caller keeps alive.
    init(into value: XMLValue, _ note: Int) {
        tree = value.storage.tree
        isChanged = value.storage is ChangedStorage
        enter(Place(storage: value.storage, entry: value.entry), note)
    }

    /// Goes into a value.
    mutating func enter(_ place: Place, _ note: Int) {
        guard place.entry.childCount > 0 else { return }
        frames.append(Frame(container: place, note: note))
    }

    /// The next value; `nil` after the last.
    mutating func next() -> Step? {
        guard let top = frames.indices.last else { return nil }
        let container = frames[top].container, note = frames[top].note, index = frames[top].next
        frames[top].next += 1
        if frames[top].next == container.entry.childCount { frames.removeLast() }
        let isItem = container.entry.kind == .array, child = tree.child(of: container.entry, at: index)
        let storage = isChanged ? container.storage.owner(ofChildAt: index, in: container.entry) : container.storage
        let entry = isItem ? child.under(key: container.entry.key) : child
        return Step(place: Place(storage: storage, entry: entry), index: index, note: note, isItem: isItem)
    }
}
