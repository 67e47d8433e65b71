import XML2Dict

/// The numbers that a schema gives to the names of a document.
///
/// Each name is looked up once; after that its number in the document finds its number in the schema.
struct DocumentNames: ~Copyable {
    private let table: SchemaTable
    private var numbers = PlainStack<Int32>()

    /// The number of a name that has not occurred, and of one that the schema does not have.
    private static let unknown: Int32 = -2
    private static let unnamed: Int32 = -1

    init(_ table: SchemaTable) {
        self.table = table
    }

    /// The schema's number of a name; below 0 when it has none.
    @inline(__always)
    mutating func number(of name: Int, _ tree: StorageView) -> Int32 {
        if name < numbers.count, numbers[name] != Self.unknown { return numbers[name] }
        return newNumber(of: name, tree)
    }

    @inline(never)
    private mutating func newNumber(of name: Int, _ tree: StorageView) -> Int32 {
        while numbers.count <= name { numbers.append(Self.unknown) }
        numbers[name] = table.numbers[Array(tree.names[name].utf8)] ?? Self.unnamed
        return numbers[name]
    }
}

extension Name {
    /// The name as text.
    var text: String { String(decoding: utf8, as: UTF8.self) }
}
