/// The names of a storage, which are the first `count` names of a list.
///
/// A change never adds names to the list of a reader. When a change needs a new name, the value copies the list to a
/// table. The changed value and its later versions share the table, and each of them may add names:
///
///     document                list   [ text menu item ]                    never grows, or only the parser adds to it
///     value, with a price     table  [ text menu item price ]  count 4  ┐
///     a copy, with a note     table  [ text menu item price note ]  5   ┴ one table
///
/// An ID means the same name in all these values, so the values can share content.
struct StorageNames {
    /// A value leaves a shared table if half of the table's names exceed the value's names by more than this number.
    private static let mostStrangers = 1000

    private var list: NameList
    private(set) var count: Int
    private var table: NameTable?

    init(_ list: NameList) {
        self.list = list
        count = list.count
    }

    /// Valid as long as `self` is alive.
    var view: NameView { list.view }

    /// These names, in a separate table if other values have added many names to the shared table.
    ///
    /// Otherwise, the copies of a long-lived value would add names to one table without limit.
    var own: StorageNames {
        guard let table, table.count / 2 > count + Self.mostStrangers else { return self }
        var own = self
        own.table = nil
        own.makeTable()
        return own
    }

    mutating func id(of name: [UInt8]) -> Int {
        name.withUnsafeBufferPointer { name in withTable { $0.certain($0.id(of: name)) } }
    }

    mutating func withTable<Result>(_ body: (inout NameInterner) -> Result) -> Result {
        let table = table ?? makeTable()
        let (result, newCount) = table.locked { names in (body(&names), names.count) }
        count = newCount
        return result
    }

    @discardableResult
    private mutating func makeTable() -> NameTable {
        let table = NameTable(copying: list, count: count)
        self.table = table
        list = table.list
        return table
    }

    /// Adds the names of another storage, or returns `false` if an ID may mean different names in the two storages.
    mutating func merge(_ other: StorageNames) -> Bool {
        if list === other.list {
            count = max(count, other.count)
        } else if other.contains(self) {
            self = other
        } else {
            return contains(other)
        }
        return true
    }

    private func contains(_ other: StorageNames) -> Bool {
        guard let table else { return false }
        return table.original === other.list && other.count <= table.originalCount
    }
}

private final class NameTable: @unchecked Sendable {
    let original: NameList
    let originalCount: Int
    let list: NameList
    private let monitor = Monitor()
    private var names: NameInterner

    init(copying original: NameList, count: Int) {
        self.original = original
        originalCount = count
        names = NameInterner(copying: original, count: count)
        list = names.list
    }

    var count: Int { locked { $0.count } }

    func locked<Result>(_ body: (inout NameInterner) -> Result) -> Result {
        monitor.locked { body(&names) }
    }
}

struct NameIDMap {
    private let ids: UnsafePointer<Int32>

    /// The buffer has the new ID at the index of each old ID, and must stay alive as long as the map.
    init(_ ids: borrowing GrowableBuffer<Int32>) {
        self.ids = UnsafePointer(ids.base)
    }

    @inline(__always)
    subscript(id: Int) -> Int { Int(ids[id]) }
}
