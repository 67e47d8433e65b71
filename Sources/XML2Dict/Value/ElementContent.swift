/// The content of an element in the order of the document, as far as its value keeps that: elements and texts.
///
///     {"@id": "1", "b": ["x", "y"], "i": "z", "#text": ["1", "2"], "#order": ["b", "#text", "i", "b", "#text"]}
///
///     runs     b 0 …< 1    #text 0 …< 1   i 0 …< 1   b 1 …< 2   #text 1 …< 2
///     items    b "x"       text "1"       i "z"      b "y"      text "2"
///
/// Without a key of order, the runs are the entries of the dictionary. With one, each of its keys takes an item, and its
/// last mention takes all that are left; entries that it does not mention are at the end. An element that is an array
/// (JsonML) is one run, after its name and its attributes.
struct ElementContent: Sequence, IteratorProtocol {
    struct Item {
        /// The name of an element, valid as long as the value; `nil` for a text.
        let name: UnsafeBufferPointer<UInt8>?
        let value: XMLValue
    }

    /// Some items of an entry: of an array, or the entry itself.
    private struct Run {
        let container: XMLValue
        /// The key of the items; `nil` for texts.
        let name: UnsafeBufferPointer<UInt8>?
        var next: Int
        let end: Int
    }

    /// The state of a dictionary's entries while its order is followed.
    private struct Mentions {
        /// How often the order mentions the entry from here on.
        var count = 0
        /// How many of its items were taken.
        var taken = 0
    }

    private let element: XMLValue
    private let tree: StorageView
    private let roles: KeyRoles
    private var run: Run?
    /// The next entry, or the next item of an element that is an array.
    private var place = 0
    private var order: XMLValue?
    private var orderPlace = 0
    private var mentions: [Mentions] = []
    /// The places of the entries by their keys, in a dictionary of many.
    private var places: [Int: Int] = [:]

    /// The content of an element; of repeated elements, that of the first.
    init(of value: XMLValue) {
        element = value.first
        tree = element.storage.tree
        roles = element.storage.roles
        switch element.entry.kind {
        case .string, .number, .boolean, .name:
            run = Run(container: element, name: nil, next: 0, end: 1)
        case .array:
            place = element.entry.length > 1 && element.child(at: 1).entry.isDictionary ? 2 : 1
        case .dictionary where roles.form.keepsOrder:
            findOrder()
        case .dictionary, .textOnly, .null: break
        }
    }

    mutating func next() -> Item? {
        while true {
            if let item = nextOfRun() { return item }
            if element.entry.kind == .array {
                guard place < element.entry.length else { return nil }
                place += 1
                if let item = orderedItem(element.child(at: place - 1)) { return item }
            } else if let order, orderPlace < order.entry.length {
                orderPlace += 1
                followOrder(order.child(at: orderPlace - 1).entry)
            } else {
                guard element.entry.isDictionary, place < element.entry.childCount else { return nil }
                place += 1
                begin(place - 1, mentions.isEmpty ? 0 : mentions[place - 1].taken, .max)
            }
        }
    }

    private mutating func nextOfRun() -> Item? {
        while let run, run.next < run.end {
            self.run?.next += 1
            let value = run.container.entry.kind == .array ? run.container.child(at: run.next) : run.container
            // Where attributes have the keys of elements, a text is one.
            if run.name == nil || !roles.isUnmarkedAttribute(value.entry) { return Item(name: run.name, value: value) }
        }
        return nil
    }

    /// Begins a run of an entry's items.
    private mutating func begin(_ place: Int, _ first: Int, _ count: Int) {
        let child = element.child(at: place), name = tree.names[child.entry.key]
        let isText: Bool
        switch roles.role(of: child.entry.key, named: name) {
        case .text, .cdata: isText = true
        case .element: isText = false
        case .version, .encoding, .standalone:
            guard !child.entry.isString else { return }
            isText = false
        case .attribute, .attributeGroup, .declarations, .comment, .instruction, .doctype, .order: return
        }
        let length = child.entry.kind == .array && !roles.isOrdered ? child.entry.length : 1
        let end = first + Swift.min(count, length - Swift.min(first, length))
        run = Run(container: child, name: isText ? nil : name.utf8, next: first, end: end)
    }

    // MARK: Order

    private mutating func findOrder() {
        for place in 0..<element.entry.childCount {
            let child = tree.child(of: element.entry, at: place)
            guard roles[child.key] == .order, child.kind == .array, child.length > 0 else { continue }
            let array = element.child(at: place)
            // Elements with this name come before it.
            let last = array.child(at: child.length - 1)
            order = last.entry.kind == .array ? last : array
        }
        guard let order else { return }
        let count = element.entry.childCount
        mentions = Array(repeating: Mentions(), count: count)
        if count > 16 {
            for place in 0..<count { places[tree.child(of: element.entry, at: place).key] = place }
        }
        for index in 0..<order.entry.length {
            if let place = self.place(of: order.child(at: index).entry) { mentions[place].count += 1 }
        }
    }

    private mutating func followOrder(_ key: Entry) {
        guard let place = place(of: key) else { return }
        let first = mentions[place].taken
        mentions[place].count -= 1
        let isLast = mentions[place].count == 0
        mentions[place].taken = isLast ? .max : first + 1
        begin(place, first, isLast ? .max : 1)
    }

    /// The place of the entry that an item of the order mentions.
    private func place(of key: Entry) -> Int? {
        guard key.kind == .name else {
            return key.isText ? tree.index(of: tree.text(key), in: element.entry) : nil
        }
        guard places.isEmpty else { return places[key.offset] }
        return (0..<element.entry.childCount).first { tree.child(of: element.entry, at: $0).key == key.offset }
    }

    // MARK: Elements that are arrays

    /// An item of such an element; `nil` for a node such as a comment.
    private func orderedItem(_ item: XMLValue) -> Item? {
        guard item.entry.kind == .array else { return item.entry.isText ? Item(name: nil, value: item) : nil }
        guard item.entry.length > 0 else { return nil }
        let name = item.child(at: 0).entry
        switch name.kind == .name ? roles[name.offset] : .element {
        case .cdata where item.entry.length > 1: return Item(name: nil, value: item.child(at: 1))
        case .element where name.isText: return Item(name: tree.text(name), value: item)
        default: return nil
        }
    }
}

extension XMLValue {
    /// The first of repeated elements; for any other value, that value.
    ///
    /// An array that is an element (JsonML) is no repetition.
    var first: XMLValue {
        guard entry.kind == .array, entry.length > 0, !isOrderedElement else { return self }
        return child(at: 0)
    }

    /// Whether this is an array that is an element: its first item is the name.
    var isOrderedElement: Bool {
        storage.roles.isOrdered && entry.kind == .array && entry.length > 0
            && storage.tree.child(of: entry, at: 0).isText
    }
}

extension XMLValue {
    /// The child elements, each with its name, in the order of the document as far as this value keeps that.
    ///
    /// ```swift
    /// for (name, child) in book.children where name == "section" { show(child) }
    /// ```
    ///
    /// Values of ``XMLOptions/faithful`` and ``XMLOptions/jsonml``, and of any reader with ``XMLOptions/orderKey``, keep
    /// the whole order. Without it, elements with one name are together, at the place of the first of them. Attributes,
    /// text, comments and instructions are no children; where attributes have the keys of elements, that is decided by
    /// the options of the reader.
    ///
    /// For repeated elements, it is the children of the first.
    public var children: some Sequence<(name: String, value: XMLValue)> {
        ElementContent(of: self).lazy.compactMap { item in
            item.name.map { (name: String(decoding: $0, as: UTF8.self), value: item.value) }
        }
    }

    /// All text in this element and in the elements inside it, in the order in which ``children`` has them.
    ///
    /// ```swift
    /// // <p>Hello <b>world</b>!</p>
    /// page["p"]?.allText                               // "Hello world!", with XMLOptions.faithful
    /// ```
    ///
    /// White space that the reader removed is not in it. For repeated elements, it is the text of the first.
    public var allText: String {
        var text: [UInt8] = []
        var outer: [ElementContent] = []
        var current = ElementContent(of: self)
        while true {
            guard let item = current.next() else {
                guard let next = outer.popLast() else { break }
                current = next
                continue
            }
            if item.name != nil {
                outer.append(current)
                current = ElementContent(of: item.value)
            } else if item.value.entry.isText {
                text += item.value.storage.tree.text(item.value.entry)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
