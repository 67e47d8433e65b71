/// The child elements and texts of an element, in document order if the value keeps this order.
///
///     {"@id": "1", "b": ["x", "y"], "i": "z", "#text": ["1", "2"], "#order": ["b", "#text", "i", "b", "#text"]}
///
///     runs     b 0 …< 1    #text 0 …< 1   i 0 …< 1   b 1 …< 2   #text 1 …< 2
///     items    b "x"       text "1"       i "z"      b "y"      text "2"
///
/// A run is one or more items under one key. Without an order key, each entry of the dictionary is a run. In the array
/// of the order key, each mention of a key is a run of one item, and the last mention is a run of the remaining items.
/// Entries without a mention come last. The items of a JsonML array follow its name and its attributes.
struct ElementContent: Sequence, IteratorProtocol {
    struct Item {
        /// The name, valid while `value` exists, or `nil` for a text.
        let name: UnsafeBufferPointer<UInt8>?
        let value: XMLValue
    }

    private struct Run {
        var entry = Entry.nothing
        var name: UnsafeBufferPointer<UInt8>?
        /// Whether the run has text or CDATA sections; in other runs, `nextOfRun` skips unmarked attributes.
        var isText = true
        var isArray = false
        var next = 0
        var end = 0
        /// The storage of the run, which the element keeps alive.
        var owner: Unmanaged<ValueStorage>
    }

    private let element: XMLValue
    private let tree: StorageView
    private let roles: Unmanaged<KeyRoles>
    /// Whether children may belong to other storages, because a program changed the element.
    private let isChanged: Bool
    private var run: Run
    private var nextEntry = 0
    /// The array of the order key, which mentions keys, and the index of the next mention.
    private var order = Entry.nothing
    private var nextMention = 0
    /// For each entry, the number of remaining mentions, and the number of items that earlier mentions have taken.
    private var mentions = Counts()
    private var taken = Counts()
    /// The index of the entry for each mention, or empty for a dictionary of few entries.
    private var entryIndices: [Int?] = []

    init(of value: XMLValue) {
        element = value.first
        tree = element.storage.tree
        roles = Unmanaged.passUnretained(element.storage.roles)
        isChanged = element.storage.base !== element.storage
        run = Run(owner: Unmanaged.passUnretained(element.storage))
        switch element.entry.kind {
        case .string, .number, .boolean, .name:
            run.entry = element.entry
            run.end = 1
        case .array:
            nextEntry = element.entry.length > 1 && element.child(at: 1).entry.isDictionary ? 2 : 1
        case .dictionary: findOrder()
        case .textOnly, .null: break
        }
    }

    mutating func next() -> Item? {
        while true {
            if let item = nextOfRun() { return item }
            if element.entry.kind == .array {
                guard nextEntry < element.entry.length else { return nil }
                nextEntry += 1
                if let item = orderedItem(element.child(at: nextEntry - 1)) { return item }
            } else if nextMention < order.length {
                nextMention += 1
                followOrder(at: nextMention - 1)
            } else {
                guard element.entry.isDictionary, nextEntry < element.entry.childCount else { return nil }
                nextEntry += 1
                begin(nextEntry - 1, order.length > 0 ? taken[nextEntry - 1] : attributeCount(nextEntry - 1), .max)
            }
        }
    }

    @inline(__always)
    private mutating func nextOfRun() -> Item? {
        while run.next < run.end {
            let index = run.next
            run.next += 1
            let entry = run.isArray ? tree.child(of: run.entry, at: index) : run.entry
            if !run.isText, roles._withUnsafeGuaranteedRef({ $0.isUnmarkedAttribute(entry) }) { continue }
            let isItem = isChanged && run.isArray
            let owner = run.owner._withUnsafeGuaranteedRef { isItem ? $0.owner(ofChildAt: index, in: run.entry) : $0 }
            let isText = run.isText && (entry.isText || !roles._withUnsafeGuaranteedRef { $0.form.hasTextElements })
            return Item(name: isText ? nil : run.name, value: XMLValue(storage: owner, entry: entry))
        }
        return nil
    }

    private mutating func begin(_ index: Int, _ first: Int, _ count: Int) {
        let child = tree.child(of: element.entry, at: index), name = tree.names[child.key]
        let role = roles._withUnsafeGuaranteedRef { $0.role(of: child, named: name, inDocument: element.isDocument) }
        let isText = roles._withUnsafeGuaranteedRef { $0[child.key] == .text } || role == .cdata
        guard isText || role == .element else { return }
        run.isArray = isList(child)
        let length = run.isArray ? child.length : 1
        run.entry = child
        run.name = name.utf8
        run.isText = isText
        run.next = first
        run.end = first + Swift.min(count, length - Swift.min(first, length))
        guard isChanged else { return }
        run.owner = Unmanaged.passUnretained(element.storage.owner(ofChildAt: index, in: element.entry))
    }

    private func isList(_ entry: Entry) -> Bool {
        entry.kind == .array && !roles._withUnsafeGuaranteedRef { $0.isOrdered }
    }

    /// Returns the number of attributes before the elements or texts under the same key.
    private func attributeCount(_ index: Int) -> Int {
        let child = tree.child(of: element.entry, at: index), isList = isList(child)
        guard !isList || child.length > 0 else { return 0 }
        let first = isList ? tree.child(of: child, at: 0) : child
        return roles._withUnsafeGuaranteedRef { roles in
            guard roles.isUnmarkedAttribute(first) else { return 0 }
            guard roles[child.key] == .text else { return isList ? 1 : 0 }
            // Without an order, only the last text belongs to the element, and the earlier texts are attributes.
            let count = isList ? child.length : 1
            return order.length == 0 ? count - 1 : Swift.max(0, count - mentions[index])
        }
    }

    // MARK: Order

    private mutating func findOrder() {
        guard roles._withUnsafeGuaranteedRef({ $0.form.keepsOrder }) else { return }
        let count = element.entry.childCount
        for index in 0..<count {
            let child = tree.child(of: element.entry, at: index)
            guard roles._withUnsafeGuaranteedRef({ $0[child.key] == .order }), child.kind == .array, child.length > 0
            else { continue }
            let last = tree.child(of: child, at: child.length - 1)
            order = last.kind == .array ? last : child
        }
        guard order.length > 0 else { return }
        mentions = Counts(count, upTo: order.length)
        taken = mentions
        if count > 16 { entryIndices = findEntryIndices() }
        for index in 0..<order.length {
            if let entryIndex = entryIndex(ofMention: index) { mentions[entryIndex] += 1 }
        }
        for index in 0..<count { taken[index] = attributeCount(index) }
    }

    private mutating func followOrder(at index: Int) {
        guard let entryIndex = entryIndex(ofMention: index) else { return }
        let first = taken[entryIndex]
        mentions[entryIndex] -= 1
        let isLast = mentions[entryIndex] == 0
        taken[entryIndex] = isLast ? .max : first + 1
        begin(entryIndex, first, isLast ? .max : 1)
    }

    private func entryIndex(ofMention index: Int) -> Int? {
        guard entryIndices.isEmpty else { return entryIndices[index] }
        let key = tree.child(of: order, at: index)
        guard key.kind == .name else {
            return key.isText ? tree.index(of: tree.text(key), in: element.entry) : nil
        }
        return (0..<element.entry.childCount).first { tree.child(of: element.entry, at: $0).key == key.offset }
    }

    private func findEntryIndices() -> [Int?] {
        let keys = (0..<element.entry.childCount).map { tree.child(of: element.entry, at: $0).key }
        let indices = Dictionary(zip(keys, keys.indices)) { first, _ in first }
        lazy var indicesOfTexts = Dictionary(zip(keys.map { Array(tree.names[$0].utf8) }, keys.indices)) { first, _ in
            first
        }
        return (0..<order.length).map { index in
            let key = tree.child(of: order, at: index)
            return key.kind == .name ? indices[key.offset] : key.isText ? indicesOfTexts[Array(tree.text(key))] : nil
        }
    }

    // MARK: Elements that are arrays

    private func orderedItem(_ item: XMLValue) -> Item? {
        guard item.entry.kind == .array else { return item.entry.isText ? Item(name: nil, value: item) : nil }
        guard item.entry.length > 0 else { return nil }
        let name = item.child(at: 0).entry
        switch name.kind == .name ? roles._withUnsafeGuaranteedRef({ $0[name.offset] }) : .element {
        case .cdata where item.entry.length > 1: return Item(name: nil, value: item.child(at: 1))
        case .element where name.isText: return Item(name: tree.text(name), value: item)
        default: return nil
        }
    }
}

/// A count for each entry of a dictionary, without an allocation for up to eight entries.
private struct Counts {
    private var few = SIMD8<UInt32>()
    private var many: [Int] = []

    /// `limit` is the largest count other than `Int.max`.
    init(_ count: Int = 0, upTo limit: Int = 0) {
        if count > few.scalarCount || limit >= UInt32.max { many = Array(repeating: 0, count: count) }
    }

    subscript(index: Int) -> Int {
        get {
            guard many.isEmpty else { return many[index] }
            let count = index < few.scalarCount ? few[index] : 0
            return count == .max ? .max : Int(count)
        }
        set {
            if many.isEmpty { few[index] = UInt32(clamping: newValue) } else { many[index] = newValue }
        }
    }
}

extension XMLValue {
    /// The first element of an array of repeated elements, or this value if it is one element, even a JsonML array.
    var first: XMLValue {
        guard entry.kind == .array, entry.length > 0, !isOrderedElement else { return self }
        return child(at: 0)
    }

    var isOrderedElement: Bool {
        storage.roles.isOrdered && entry.kind == .array && entry.length > 0
            && storage.tree.child(of: entry, at: 0).isText
    }
}

extension XMLValue {
    /// The child elements, each with its name, in document order if this value keeps this order.
    ///
    /// ```swift
    /// for (name, child) in book.children where name == "section" { show(child) }
    /// ```
    ///
    /// Values of ``XMLOptions/faithful`` and ``XMLOptions/jsonml``, and of any reader with ``XMLOptions/orderKey``,
    /// keep the whole order. In other values, elements with the same name are together, where the first element was.
    /// Attributes, text, comments and processing instructions are not children. An array of repeated elements has the
    /// children of its first element.
    @inlinable
    public var children: some Sequence<(name: String, value: XMLValue)> {
        ChildElements(of: self)
    }

    /// All text in this element and in the elements inside it, in the order of ``children``.
    ///
    /// ```swift
    /// // <p>Hello <b>world</b>!</p>
    /// page["p"]?.allText                               // "Hello world!", with XMLOptions.faithful
    /// ```
    ///
    /// White space that the reader removed is missing. An array of repeated elements has the text of its first element.
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

/// A sequence for inline code, so that the compiler specializes the loops of other modules.
@usableFromInline struct ChildElements: Sequence, IteratorProtocol {
    private var content: ElementContent

    @usableFromInline init(of element: XMLValue) {
        content = ElementContent(of: element)
    }

    @usableFromInline mutating func next() -> (name: String, value: XMLValue)? {
        while let item = content.next() {
            if let name = item.name { return (String(decoding: name, as: UTF8.self), item.value) }
        }
        return nil
    }
}
