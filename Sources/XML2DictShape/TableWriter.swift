import XML2Dict

/// The columns of a table, and the line that is being written.
struct TableWriter: ~Copyable {
    private let table: SchemaTable
    private var cells: CellWriter
    private let lineEnd: [UInt8]
    /// The column of records that are only a text.
    private let textColumn: Int?
    /// The entries of the current line; null where there is none.
    private var row = PlainStack<Entry>()
    /// The separators of cells that are joined lists.
    private let separators: [[UInt8]]
    /// What the properties of all places are, one place after the other.
    private var contents = PlainStack<Content>()
    /// The node of each place, and where its contents begin.
    private var places = PlainStack<(node: Int, start: Int)>()
    /// The exploded lists of the current line, and what their items are.
    private var exploded: [(list: Entry, content: Content)?]
    private var numbers: DocumentNames
    private var rest = PlainStack<(entry: Entry, place: Int)>()
    private var joined: [UInt8] = []
    /// The names that the numbers are of: each document has its own.
    private var names: UnsafeRawPointer?

    /// `TableColumns.Content`, with -1 for `nil`.
    struct Content: BitwiseCopyable {
        let column: Int
        let place: Int
        var list: Int
    }

    init(_ columns: TableColumns, _ format: TableFormat) {
        table = columns.table
        numbers = DocumentNames(columns.table)
        cells = CellWriter(format)
        lineEnd = format.lineEnd
        textColumn = columns.textColumn
        var separators = Array(repeating: [UInt8](), count: columns.columns.count)
        var places = PlainStack<(node: Int, start: Int)>(), contents = PlainStack<Content>()
        for place in columns.places {
            places.append((place.node, contents.count))
            for content in place.contents {
                contents.append(
                    Content(column: content.column ?? -1, place: content.place ?? -1, list: content.list ?? -1)
                )
                if let column = content.column, let separator = content.separator { separators[column] = separator }
            }
        }
        var row = PlainStack<Entry>()
        for _ in columns.columns { row.append(.null(under: 0)) }
        self.places = places
        self.contents = contents
        self.row = row
        self.separators = separators
        exploded = Array(repeating: nil, count: columns.listCount)
    }

    mutating func text(of record: Entry, in tree: StorageView) -> UnsafeBufferPointer<UInt8> {
        cells.text.shrink(to: 0)
        if names != tree.names.identity {
            names = tree.names.identity
            numbers.forget()
        }
        for column in 0..<row.count { row[column] = .null(under: 0) }
        for list in exploded.indices { exploded[list] = nil }
        switch record.kind {
        case .dictionary, .textOnly: rest.append((record, TableColumns.record))
        case .array, .null: break
        // A record that is only a text has the column of its text.
        case .string, .name, .number, .boolean: if let textColumn { row[textColumn] = record }
        }
        fillRest(tree)
        writeLines(from: 0, tree)
        return cells.text[0..<cells.text.count]
    }

    // MARK: Lines

    /// Writes the lines for the lists from `list` on; a list without items makes one line.
    private mutating func writeLines(from list: Int, _ tree: StorageView) {
        guard list < exploded.count else { return writeLine(tree) }
        guard let (entry, content) = exploded[list], entry.length > 0 else { return writeLines(from: list + 1, tree) }
        let outer = Array(row[0..<row.count])
        for place in 0..<entry.length {
            for column in outer.indices { row[column] = outer[column] }
            for inner in exploded.indices where inner > list { exploded[inner] = nil }
            put(tree.child(of: entry, at: place), content, tree)
            fillRest(tree)
            writeLines(from: list + 1, tree)
        }
        for column in outer.indices { row[column] = outer[column] }
    }

    private mutating func writeLine(_ tree: StorageView) {
        for column in 0..<row.count {
            if column > 0 { cells.text.append(cells.comma) }
            let entry = row[column]
            switch entry.kind {
            case .null, .dictionary, .textOnly:
                // Many readers skip an empty line.
                if row.count == 1 { cells.writeOnlyNull() } else { cells.writeNull() }
            case .array: join(entry, separators[column], tree)
            // A number is no formula.
            case .string, .name, .number, .boolean: cells.write(tree.text(entry), isSafe: entry.kind != .number)
            }
        }
        for byte in lineEnd { cells.text.append(byte) }
    }

    private mutating func join(_ list: Entry, _ separator: [UInt8], _ tree: StorageView) {
        guard list.length > 0 else { return cells.writeNull() }
        joined.removeAll(keepingCapacity: true)
        for place in 0..<list.length {
            if place > 0 { joined += separator }
            let item = tree.child(of: list, at: place)
            switch item.kind {
            case .null, .array: break
            // An element with only text.
            case .dictionary:
                guard item.length > 0 else { break }
                let text = tree.child(of: item, at: 0)
                switch text.kind {
                case .string, .name, .number, .boolean: joined.append(contentsOf: tree.text(text))
                case .null, .array, .dictionary, .textOnly: break
                }
            case .textOnly, .string, .name, .number, .boolean: joined.append(contentsOf: tree.text(item))
            }
        }
        joined.withUnsafeBufferPointer { cells.write($0, isSafe: true) }
    }

    // MARK: Cells

    private mutating func fillRest(_ tree: StorageView) {
        while rest.count > 0 {
            let (entry, number) = rest[rest.count - 1]
            rest.shrink(to: rest.count - 1)
            let place = places[number]
            let node = table.nodes[place.node]
            var expected = node.firstProperty
            for index in 0..<entry.childCount {
                let child = tree.child(of: entry, at: index)
                let name = numbers.number(of: child.key, tree)
                guard let property = table.property(name, of: node, place.node, probably: expected) else { continue }
                expected = property &+ 1
                put(child, contents[place.start &+ property &- node.firstProperty], tree)
            }
        }
    }

    /// Puts a value where its column is.
    @inline(__always)
    private mutating func put(_ value: Entry, _ content: Content, _ tree: StorageView) {
        switch value.kind {
        case .dictionary, .textOnly:
            if content.place >= 0 { rest.append((value, content.place)) }
        case .array:
            if content.list >= 0 {
                exploded[content.list] = (value, Content(column: content.column, place: content.place, list: -1))
            } else if content.column >= 0 {
                row[content.column] = value
            }
        case .string, .name, .number, .boolean, .null:
            if content.column >= 0 { row[content.column] = value }
        }
    }
}
