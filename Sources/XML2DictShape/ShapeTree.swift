import XML2Dict

/// A tree of paths, which learns the shape of values: it visits their entries, and counts at the node of each path.
///
///     value      {"feed": {"entry": [{"id": "1"}, {"id": "2", "n": "x"}]}}
///     nodes      0 root ─▶ 1 feed ─▶ 2 entry ─▶ 3 id, 4 n          the numbers are indices of `nodes`
///     frames     [ the feed: entry 0 of 1 ] [ the array: item 1 of 2 ] [ the second entry: entry 1 of 2 ]
///
/// A frame is a dictionary or an array that is being visited, so deep values need no recursion. Keys mostly come in the
/// order of the previous dictionary, so the search for a child's node begins with the node after the last one found.
///
/// It is a struct behind a pointer: a class would check each access to its members for exclusivity.
struct ShapeTree: ~Copyable {
    private(set) var nodes = GrowableBuffer<ShapeNode>()
    /// How many nodes count for the limit.
    private var pathCount = 0

    private(set) var names = ShapeNames()
    /// The shape's numbers of the names of the current document; -1 for those that have not occurred.
    private var documentNumbers: [Int32] = []
    /// The roles of the keys of the current document.
    private var roles: KeyRoles?
    private var members = MemberTable()
    /// The beginning of the first text at each node that is not empty.
    private(set) var examples: [Int: String] = [:]
    private var frames: [Frame] = []

    /// How many different paths there may be.
    let pathLimit: Int
    /// How many bytes the nodes may take.
    let byteLimit: Int
    /// The limit that the values exceed; the shape is not that of all values then.
    private(set) var exceeded: XMLOptions.Limit?

    /// The length of an example in bytes of UTF-8.
    static let exampleLength = 60

    private struct Frame {
        let children: UnsafePointer<Entry>
        let count: Int
        var next = 0
        /// The node of a dictionary, or of an array's items.
        let node: Int
        /// The child of that node which is probably next.
        var expected: Int32
        let isArray: Bool
    }

    init(pathLimit: Int, byteLimit: Int) {
        self.pathLimit = pathLimit
        self.byteLimit = byteLimit
        nodes.append(ShapeNode(key: ShapeNode.root, parent: -1))
    }

    // MARK: Observing

    mutating func beginDocument(_ roles: KeyRoles) {
        documentNumbers.removeAll(keepingCapacity: true)
        self.roles = roles
    }

    mutating func observe(_ value: Entry, in tree: StorageView) {
        var only = value
        nodes[0].occur(1)
        withUnsafePointer(to: &only) { only in
            visit(Frame(children: only, count: 1, node: 0, expected: -1, isArray: true), tree)
        }
    }

    mutating func observe(items run: UnsafeBufferPointer<Entry>, in tree: StorageView) {
        guard let first = run.baseAddress, !run.isEmpty else { return }
        let items = child(of: 0, key: ShapeNode.items)
        visit(Frame(children: first, count: run.count, node: items, expected: -1, isArray: true), tree)
    }

    mutating func observe(_ run: UnsafeBufferPointer<Entry>, in tree: StorageView, at path: [Int]) {
        var node = 0
        for key in path { node = child(of: node, key: number(of: key, tree)) }
        // All nodes come into being in the order of the document, before those of the open elements inside.
        for entry in run { visitValues(of: entry, at: child(of: node, key: number(of: entry.key, tree)), tree) }
    }

    /// Learns the values of a pending entry, without counting it: the dictionary around it is not complete.
    private mutating func visitValues(of entry: Entry, at node: Int, _ tree: StorageView) {
        var only = entry.unlisted
        withUnsafePointer(to: &only) { only in
            visit(Frame(children: only, count: 1, node: node, expected: -1, isArray: true), tree)
        }
    }

    // MARK: Visiting

    private mutating func visit(_ first: Frame, _ tree: StorageView) {
        // The key of text, which may have no text before `mergeForms` needs it.
        if roles?.isOrdered == false { _ = number(of: tree.textKey, tree) }
        var frame = first
        while true {
            while frame.next < frame.count {
                let entry = frame.children[frame.next]
                frame.next &+= 1
                let node: Int
                if frame.isArray {
                    node = frame.node
                } else {
                    node = child(of: frame, key: number(of: entry.key, tree))
                    frame.expected = nodes[node].next
                    if entry.kind == .array {
                        nodes[node].arrays &+= 1
                        nodes[node].occur(itemCount(of: entry, tree))
                        enter(entry, at: node, isArray: true, from: &frame, tree)
                        continue
                    }
                    nodes[node].occur(max(1, entry.observedCount))
                }
                switch entry.kind {
                case .string, .number, .boolean, .name: note(entry, at: node, tree)
                case .null: if entry.observedCount == 0 { nodes[node].nulls &+= 1 }
                case .textOnly:
                    nodes[node].dictionaries &+= 1
                    let text = child(of: node, key: number(of: tree.textKey, tree))
                    nodes[text].occur(1)
                    noteText(tree.text(entry), at: text)
                case .dictionary:
                    nodes[node].dictionaries &+= 1
                    enter(entry, at: node, isArray: false, from: &frame, tree)
                case .array:
                    nodes[node].nestedArrays &+= 1
                    let items = child(of: node, key: ShapeNode.items)
                    nodes[items].occur(itemCount(of: entry, tree))
                    enter(entry, at: items, isArray: true, from: &frame, tree)
                }
            }
            guard let outer = frames.popLast() else { return }
            frame = outer
        }
    }

    /// Goes into a dictionary or an array, and keeps the frame around it.
    ///
    /// - Parameters:
    ///   - container: The dictionary or array.
    ///   - node: Its node, or that of its items.
    ///   - isArray: Whether it is an array.
    ///   - frame: The frame around it, which becomes its own.
    ///   - tree: The memory of the value.
    @inline(__always)
    private mutating func enter(
        _ container: Entry,
        at node: Int,
        isArray: Bool,
        from frame: inout Frame,
        _ tree: StorageView
    ) {
        guard container.length > 0 else { return }
        frames.append(frame)
        frame = Frame(
            children: tree.firstChild(of: container),
            count: container.length,
            node: node,
            expected: isArray ? -1 : nodes[node].firstChild,
            isArray: isArray
        )
    }

    /// How many values an array has, with those that were observed before.
    private func itemCount(of array: Entry, _ tree: StorageView) -> Int {
        guard array.length > 0 else { return 0 }
        let first = tree.firstChild(of: array)
        var count = array.length
        for place in 0..<array.length { count &+= max(1, first[place].observedCount) &- 1 }
        return count
    }

    @inline(__always)
    private mutating func note(_ entry: Entry, at node: Int, _ tree: StorageView) {
        if entry.kind == .number { nodes[node].numbers &+= 1 }
        if entry.kind == .boolean { nodes[node].booleans &+= 1 }
        if entry.kind == .name, entry.offset == tree.textKey { nodes[node].textMarks &+= 1 }
        noteText(tree.text(entry), at: node)
    }

    @inline(__always)
    private mutating func noteText(_ text: UnsafeBufferPointer<UInt8>, at node: Int) {
        let form = TextForm(text)
        nodes[node].forms.add(form)
        if form == .string, text.count <= 9, TextForm.isNotFinite(text) { nodes[node].notFinite &+= 1 }
        if text.count > nodes[node].longest { noteLonger(text, at: node) }
    }

    /// Notes a text that is longer than those before; the first one that is not empty is the example.
    @inline(never)
    private mutating func noteLonger(_ text: UnsafeBufferPointer<UInt8>, at node: Int) {
        nodes[node].longest = text.count
        guard examples[node] == nil else { return }
        var length = min(text.count, Self.exampleLength)
        // A character must not be cut.
        while length > 0, length < text.count, text[length] & 0xC0 == 0x80 { length -= 1 }
        examples[node] = String(decoding: text[..<length], as: UTF8.self)
    }

    // MARK: Nodes

    /// The child of the node of a frame under a key.
    @inline(__always)
    private mutating func child(of frame: Frame, key: Int32) -> Int {
        if frame.expected >= 0, nodes[Int(frame.expected)].key == key { return Int(frame.expected) }
        return child(of: frame.node, key: key)
    }

    /// The child of a node under a key, which is made if there is none.
    ///
    /// Over a limit, the node itself takes the place of new children. Its counts are wrong then, and the shape is
    /// not used.
    @inline(never)
    mutating func child(of parent: Int, key: Int32) -> Int {
        if let known = known(key, of: parent) { return known }
        let isPath = isPath(key)
        guard !isPath || pathCount < pathLimit else {
            exceeded = exceeded ?? .paths
            return parent
        }
        guard (nodes.count + 1) * MemoryLayout<ShapeNode>.stride <= byteLimit else {
            exceeded = exceeded ?? .result
            return parent
        }
        if isPath { pathCount += 1 }
        let new = Int32(nodes.count)
        nodes.append(ShapeNode(key: key, parent: Int32(parent)))
        let last = nodes[parent].lastChild
        if last >= 0 { nodes[Int(last)].next = new } else { nodes[parent].firstChild = new }
        nodes[parent].lastChild = new
        members[parent, key] = new
        return Int(new)
    }

    /// Whether a key makes a path: that of an element or an attribute, and not of the items of an array, or of text.
    private func isPath(_ key: Int32) -> Bool {
        key >= 0 && (names.roles[Int(key)] == .element || names.roles[Int(key)] == .attribute)
    }

    /// The child of a node under a key; `nil` without one.
    func known(_ key: Int32, of parent: Int) -> Int? {
        var next = nodes[parent].firstChild
        for _ in 0..<MemberTable.narrow {
            guard next >= 0 else { return nil }
            if nodes[Int(next)].key == key { return Int(next) }
            next = nodes[Int(next)].next
        }
        return members[parent, key].map { Int($0) }
    }

    // MARK: Names

    /// The shape's number of a name of the document.
    @inline(__always)
    private mutating func number(of name: Int, _ tree: StorageView) -> Int32 {
        if name < documentNumbers.count, documentNumbers[name] >= 0 { return documentNumbers[name] }
        return newNumber(of: name, tree)
    }

    @inline(never)
    private mutating func newNumber(of name: Int, _ tree: StorageView) -> Int32 {
        while documentNumbers.count <= name { documentNumbers.append(-1) }
        let text = tree.names[name]
        documentNumbers[name] = names.number(of: text.utf8, roles?.role(of: name, named: text) ?? .element)
        return documentNumbers[name]
    }

    // MARK: Parts

    /// Adds what another tree has learned from the values after those of this one.
    mutating func add(_ next: borrowing ShapeTree) {
        exceeded = exceeded ?? next.exceeded
        var places = [Int](repeating: 0, count: next.nodes.count)
        // A parent is before its children.
        for node in 0..<next.nodes.count {
            let other = next.nodes[node]
            if node > 0 {
                let key = other.key >= 0 ? names.number(of: Int(other.key), in: next.names) : other.key
                places[node] = child(of: places[Int(other.parent)], key: key)
            }
            let place = places[node]
            if examples[place] == nil { examples[place] = next.examples[node] }
            nodes[place].add(other)
        }
        if let key = next.names.keys[.text] { _ = names.number(of: Int(key), in: next.names) }
    }

    /// Gives each path one form: where elements are texts or dictionaries, their texts are those of dictionaries.
    mutating func mergeForms() {
        guard let key = names.keys[.text] else { return }
        for node in 0..<nodes.count where nodes[node].dictionaries > 0 && nodes[node].texts > 0 {
            let isElement = nodes[node].key < 0 || names.roles[Int(nodes[node].key)] == .element
            guard isElement, nodes[node].nestedArrays == 0 else { continue }
            let text = child(of: node, key: key)
            nodes[text].add(nodes[node].takeTexts())
        }
    }
}

/// The facts about the values at one path, in a tree of paths.
///
/// The children of a node are the keys of its dictionaries, in the order of their first appearance:
///
///     feed ─┬─ first ─▶ entry ── next ─▶ title ── next ─▶ -1
///           └─ last ──────────────────────▲
///
/// A node is a plain value, so that learning allocates nothing for a value. Names and examples are elsewhere.
struct ShapeNode: BitwiseCopyable {
    /// How many levels the output about a shape indents: with more, it would grow with the square of the depth.
    static let shownLevels = 32

    /// The number of its key in the shape's names; `items` for the items of an array that is itself an item.
    let key: Int32
    let parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1

    // Occurrences.
    /// How many dictionaries have the key.
    var parents = 0
    /// How many values are under the key in all of these.
    var count = 0
    /// The least and the greatest number of values in one dictionary that has the key.
    var least = Int.max
    var most = 0
    /// How many of the dictionaries have an array under the key.
    var arrays = 0

    // Kinds of values.
    var dictionaries = 0
    var nulls = 0
    /// Texts that are numbers or booleans in the value.
    var numbers = 0
    var booleans = 0
    /// How many entries of the array of an element's order mark a piece of text.
    var textMarks = 0
    /// Values that are arrays inside arrays.
    var nestedArrays = 0

    // Texts.
    var forms = TextForms()
    /// How many texts are `INF`, `NaN` and the like, which are numbers for a decoder, and not for JSON.
    var notFinite = 0
    /// The length of the longest text in bytes of UTF-8.
    var longest = 0

    /// The key of the items of an array that is itself an item.
    static let items: Int32 = -2
    /// The key of the root.
    static let root: Int32 = -1

    /// How many texts there are.
    var texts: Int { forms.total }

    /// Adds the facts of another node, except its example.
    mutating func add(_ other: ShapeNode) {
        parents += other.parents
        count += other.count
        least = min(least, other.least)
        most = max(most, other.most)
        arrays += other.arrays
        dictionaries += other.dictionaries
        nulls += other.nulls
        numbers += other.numbers
        booleans += other.booleans
        textMarks += other.textMarks
        nestedArrays += other.nestedArrays
        forms.add(other.forms)
        notFinite += other.notFinite
        longest = max(longest, other.longest)
    }

    /// Moves the facts about texts to a new node, and counts each text as a dictionary.
    mutating func takeTexts() -> ShapeNode {
        var texts = ShapeNode(key: key, parent: parent)
        (texts.parents, texts.count, texts.least, texts.most) = (self.texts, self.texts, 1, 1)
        (texts.numbers, texts.booleans, texts.forms) = (numbers, booleans, forms)
        (numbers, booleans, forms, dictionaries) = (0, 0, TextForms(), dictionaries + self.texts)
        return texts
    }

    /// Notes that a dictionary has some values under the key.
    @inline(__always)
    mutating func occur(_ values: Int) {
        parents &+= 1
        count &+= values
        least = min(least, values)
        most = max(most, values)
    }
}
