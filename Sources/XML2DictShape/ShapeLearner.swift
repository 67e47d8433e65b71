package import XML2Dict

/// Learns the shape of values: each path has a node, and the node counts the values at the path.
///
///     value      {"feed": {"entry": [{"id": "1"}, {"id": "2", "n": "x"}]}}
///     nodes      0 root ─▶ 1 feed ─▶ 2 entry ─▶ 3 id, 4 n          the numbers are indices of `nodes`
///     frames     [ the feed: entry 0 of 1 ] [ the array: item 1 of 2 ] [ the second entry: entry 1 of 2 ]
///
/// A frame is a dictionary or array that the learner visits. Frames are a stack, so deep values need no recursion. Keys
/// mostly have the order of the previous dictionary, so the search for a child begins after the child found last.
///
/// Unchecked exclusivity is safe, because one thread learns at a time, and no function that changes a member runs
/// inside an access to the same member. Checked accesses would cost more than the counting.
package final class ShapeLearner: PartObserver, @unchecked Sendable {
    @exclusivity(unchecked) private(set) var nodes = GrowableBuffer<ShapeNode>()
    @exclusivity(unchecked) private var pathCount = 0

    @exclusivity(unchecked) private var names = ShapeNames()
    @exclusivity(unchecked) private var documentIDs = DocumentIDs()
    @exclusivity(unchecked) private var roles: KeyRoles?
    @exclusivity(unchecked) private var members = MemberTable()
    /// For the index of each node, the beginning of the node's first text that is not empty.
    @exclusivity(unchecked) private var examples: [Int: String] = [:]
    @exclusivity(unchecked) private var frames: [Frame] = []

    private let pathLimit: Int
    private let byteLimit: Int
    /// The first limit that the values exceed, or `nil` if the shape is complete.
    @exclusivity(unchecked) private var exceeded: XMLOptions.Limit?

    private static let exampleLength = 60

    private struct Frame {
        let children: UnsafePointer<Entry>
        let count: Int
        var next = 0
        let node: Int
        var expected: Int32
        let isArray: Bool
    }

    package init(pathLimit: Int, byteLimit: Int = .max) {
        self.pathLimit = pathLimit
        self.byteLimit = byteLimit
        nodes.append(ShapeNode(key: ShapeNode.root, parent: -1))
    }

    package convenience init(_ limits: Limits) {
        self.init(pathLimit: limits[.paths], byteLimit: limits[.result])
    }

    package func beginDocument(_ roles: KeyRoles) {
        documentIDs.removeAll()
        self.roles = roles
    }

    package func observe(_ value: Entry, in tree: StorageView) {
        nodes[0].occur(1)
        visit(value, at: 0, tree)
    }

    package func observe(items run: UnsafeBufferPointer<Entry>, in tree: StorageView) {
        guard let first = run.baseAddress, !run.isEmpty else { return }
        let items = child(of: 0, key: ShapeNode.items)
        visit(Frame(children: first, count: run.count, node: items, expected: -1, isArray: true), tree)
    }

    package func observe(_ run: UnsafeBufferPointer<Entry>, in tree: StorageView, at path: [Int]) {
        var node = 0
        for key in path { node = child(of: node, key: id(of: key, tree)) }
        // The loop adds the nodes in document order, before the nodes of open elements. The loop does not count the
        // entries under their keys, because the dictionary around the entries is not complete.
        for entry in run { visit(entry.unlisted, at: child(of: node, key: id(of: entry.key, tree)), tree) }
    }

    private func visit(_ value: Entry, at node: Int, _ tree: StorageView) {
        withUnsafePointer(to: value) { only in
            visit(Frame(children: only, count: 1, node: node, expected: -1, isArray: true), tree)
        }
    }

    private func visit(_ first: Frame, _ tree: StorageView) {
        // Adds the text key, because `mergeForms` needs the key even if no value has it.
        if roles?.isOrdered == false { _ = id(of: tree.textKey, tree) }
        var frame = first
        while true {
            while frame.next < frame.count {
                let entry = frame.children[frame.next]
                frame.next &+= 1
                let node: Int
                if frame.isArray {
                    node = frame.node
                } else {
                    node = child(of: frame, key: id(of: entry.key, tree))
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
                    let text = child(of: node, key: id(of: tree.textKey, tree))
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

    @inline(__always)
    private func enter(_ container: Entry, at node: Int, isArray: Bool, from frame: inout Frame, _ tree: StorageView) {
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

    /// The number of items, including items that were observed before.
    private func itemCount(of array: Entry, _ tree: StorageView) -> Int {
        guard array.length > 0 else { return 0 }
        let first = tree.firstChild(of: array)
        var count = array.length
        for index in 0..<array.length { count &+= max(1, first[index].observedCount) &- 1 }
        return count
    }

    @inline(__always)
    private func note(_ entry: Entry, at node: Int, _ tree: StorageView) {
        if entry.kind == .number { nodes[node].numbers &+= 1 }
        if entry.kind == .boolean { nodes[node].booleans &+= 1 }
        if entry.kind == .name, entry.offset == tree.textKey { nodes[node].textMarks &+= 1 }
        noteText(tree.text(entry), at: node)
    }

    @inline(__always)
    private func noteText(_ text: UnsafeBufferPointer<UInt8>, at node: Int) {
        let form = TextForm(text)
        nodes[node].forms[form] &+= 1
        if form == .string, text.count <= 9, TextForm.isNotFinite(text) { nodes[node].notFinite &+= 1 }
        if text.count > nodes[node].longest { noteLonger(text, at: node) }
    }

    @inline(never)
    private func noteLonger(_ text: UnsafeBufferPointer<UInt8>, at node: Int) {
        nodes[node].longest = text.count
        guard examples[node] == nil else { return }
        var length = min(text.count, Self.exampleLength)
        // The cut must not be inside a character.
        while length > 0, length < text.count, text[length] & 0xC0 == 0x80 { length -= 1 }
        examples[node] = String(decoding: text[..<length], as: UTF8.self)
    }

    @inline(__always)
    private func child(of frame: Frame, key: Int32) -> Int {
        if frame.expected >= 0, nodes[Int(frame.expected)].key == key { return Int(frame.expected) }
        return child(of: frame.node, key: key)
    }

    /// Returns the child of a node under a key, and adds a missing child.
    ///
    /// Over a limit, the method returns the parent. The counts become wrong, but `checkLimit` then refuses the shape.
    @inline(never)
    private func child(of parent: Int, key: Int32) -> Int {
        if let known = child(key, of: parent) { return known }
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

    /// Whether a key is the name of an element or attribute, because only nodes of such keys count as paths.
    private func isPath(_ key: Int32) -> Bool {
        key >= 0 && (names.roles[Int(key)] == .element || names.roles[Int(key)] == .attribute)
    }

    func child(_ key: Int32, of parent: Int) -> Int? {
        var next = nodes[parent].firstChild
        for _ in 0..<MemberTable.narrow {
            guard next >= 0 else { return nil }
            if nodes[Int(next)].key == key { return Int(next) }
            next = nodes[Int(next)].next
        }
        return members[parent, key].map { Int($0) }
    }

    @inline(__always)
    private func id(of name: Int, _ tree: StorageView) -> Int32 {
        documentIDs.id(of: name) { newID(of: name, tree) }
    }

    @inline(never)
    private func newID(of name: Int, _ tree: StorageView) -> Int32 {
        let text = tree.names[name]
        return names.id(of: text.utf8, roles?.role(of: name, named: text) ?? .element)
    }

    package func another() -> ShapeLearner { ShapeLearner(pathLimit: pathLimit, byteLimit: byteLimit) }

    package func add(_ next: ShapeLearner) {
        exceeded = exceeded ?? next.exceeded
        var targets = [Int](repeating: 0, count: next.nodes.count)
        // `nodes` has each parent before its children.
        for node in 0..<next.nodes.count {
            let other = next.nodes[node]
            if node > 0 {
                let key = other.key >= 0 ? names.id(of: Int(other.key), in: next.names) : other.key
                targets[node] = child(of: targets[Int(other.parent)], key: key)
            }
            let target = targets[node]
            if examples[target] == nil { examples[target] = next.examples[node] }
            nodes[target].add(other)
        }
        if let key = next.names.keys[.text] { _ = names.id(of: Int(key), in: next.names) }
    }

    private func mergeForms() {
        guard let key = names.keys[.text] else { return }
        for node in 0..<nodes.count where nodes[node].dictionaries > 0 && nodes[node].texts > 0 {
            let isElement = nodes[node].key < 0 || names.roles[Int(nodes[node].key)] == .element
            guard isElement, nodes[node].nestedArrays == 0 else { continue }
            let text = child(of: node, key: key)
            nodes[text].add(nodes[node].takeTexts())
        }
    }

    /// Returns a copy in which all elements at a path are dictionaries if some of them are dictionaries.
    func withOneForm() -> ShapeLearner {
        let copy = ShapeLearner(pathLimit: .max)
        copy.add(self)
        copy.mergeForms()
        return copy
    }

    package func checkLimit() throws(XMLError) {
        guard let exceeded else { return }
        throw XMLError(over: exceeded, exceeded == .paths ? pathLimit : byteLimit)
    }

    package var isEmpty: Bool { nodes[0].count == 0 && nodes.count == 1 }

    /// The number of dictionaries at the parent of a node, or the number of all values for the root.
    func parentCount(of node: Int) -> Int {
        let facts = nodes[node]
        return facts.parent >= 0 ? nodes[Int(facts.parent)].dictionaries : facts.parents
    }

    func isMissing(_ node: Int) -> Bool { nodes[node].parents < parentCount(of: node) }

    func children(of node: Int) -> [Int] {
        var found: [Int] = []
        var next = nodes[node].firstChild
        while next >= 0 {
            found.append(Int(next))
            next = nodes[Int(next)].next
        }
        return found
    }

    func child(_ role: KeyRole, of node: Int) -> Int? { names.keys[role].flatMap { child($0, of: node) } }

    func name(of node: Int) -> String {
        let key = nodes[node].key
        return key >= 0 ? names.texts[Int(key)] : ""
    }

    /// The role of a key, or `nil` for the root and for the items of an array, which have no key.
    func role(of node: Int) -> KeyRole? {
        let key = nodes[node].key
        return key >= 0 ? names.roles[Int(key)] : nil
    }

    func example(at node: Int) -> String { examples[node] ?? "" }
}
