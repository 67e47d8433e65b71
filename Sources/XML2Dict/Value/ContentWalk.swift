/// Visits the values inside a value without recursion, parents before their children and in document order.
///
/// The caller chooses the values to enter, and gives each value a number as a note, such as a number of path steps:
///
///     outer    [ {menu}, next 1, note 0 ][ {item: …}, next 1, note 1 ]     current  the array, next 2, note 2
///     next()                                                                        its third item: index 2, note 2
///
/// The walk gives the items of an array the key of the array.
struct ContentWalk {
    /// A value that does not retain its storage, because the whole value keeps all storages alive.
    struct VisitedValue {
        fileprivate let storage: Unmanaged<ValueStorage>
        let entry: Entry

        var retained: XMLValue { XMLValue(storage: storage.takeUnretainedValue(), entry: entry) }

        fileprivate func owner(ofChildAt index: Int) -> Unmanaged<ValueStorage> {
            .passUnretained(storage.takeUnretainedValue().owner(ofChildAt: index, in: entry))
        }
    }

    struct Step {
        let value: VisitedValue
        let index: Int
        let note: Int
        let isItem: Bool
    }

    private struct Frame {
        let container: VisitedValue
        let note: Int
        var next = 0
    }

    private let tree: StorageView
    private let isChanged: Bool
    private var current: Frame?
    private var outer: [Frame] = []

    init(into value: XMLValue, _ note: Int) {
        tree = value.storage.tree
        isChanged = value.storage is ChangedStorage
        enter(VisitedValue(storage: .passUnretained(value.storage), entry: value.entry), note)
    }

    mutating func enter(_ value: VisitedValue, _ note: Int) {
        guard value.entry.childCount > 0 else { return }
        if let current { outer.append(current) }
        current = Frame(container: value, note: note)
    }

    mutating func next() -> Step? {
        guard let frame = current else { return nil }
        let container = frame.container, index = frame.next
        if index + 1 < container.entry.childCount { current?.next = index + 1 } else { current = outer.popLast() }
        let isItem = container.entry.kind == .array, child = tree.child(of: container.entry, at: index)
        let storage = isChanged ? container.owner(ofChildAt: index) : container.storage
        let entry = isItem ? child.under(key: container.entry.key) : child
        return Step(value: VisitedValue(storage: storage, entry: entry), index: index, note: frame.note, isItem: isItem)
    }
}
