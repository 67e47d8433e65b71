package import XML2Dict

/// Learns the shape of the values that readers pass to it.
package final class ShapeLearner: PartObserver, @unchecked Sendable {
    // One thread learns at a time; a shape that is shared does not change.
    private let tree: UnsafeMutablePointer<ShapeTree>

    package init(pathLimit: Int, byteLimit: Int = .max) {
        tree = .allocate(capacity: 1)
        tree.initialize(to: ShapeTree(pathLimit: pathLimit, byteLimit: byteLimit))
    }

    /// A learner with the limits of a reader.
    package convenience init(_ limits: [XMLOptions.Limit: Int]) {
        self.init(pathLimit: limits.value(of: .paths), byteLimit: limits.value(of: .result))
    }

    deinit {
        tree.deinitialize(count: 1)
        tree.deallocate()
    }

    // MARK: Observing

    package func beginDocument(_ roles: KeyRoles) { tree.pointee.beginDocument(roles) }

    package func observe(_ value: Entry, in storage: StorageView) { tree.pointee.observe(value, in: storage) }

    package func observe(_ run: UnsafeBufferPointer<Entry>, in storage: StorageView, at path: [Int]) {
        tree.pointee.observe(run, in: storage, at: path)
    }

    package func observe(items run: UnsafeBufferPointer<Entry>, in storage: StorageView) {
        tree.pointee.observe(items: run, in: storage)
    }

    // MARK: Parts

    package func another() -> ShapeLearner {
        ShapeLearner(pathLimit: tree.pointee.pathLimit, byteLimit: tree.pointee.byteLimit)
    }

    package func add(_ next: ShapeLearner) { tree.pointee.add(next.tree.pointee) }

    /// What it has learned, with one form for each path.
    func withOneForm() -> ShapeLearner {
        let copy = ShapeLearner(pathLimit: .max)
        copy.add(self)
        copy.tree.pointee.mergeForms()
        return copy
    }

    // MARK: Results

    /// - Throws: An `XMLError` with the code `limit`, when the shape has exceeded one.
    package func checkLimit() throws(XMLError) {
        guard let exceeded = tree.pointee.exceeded else { return }
        throw XMLError(over: exceeded, exceeded == .paths ? tree.pointee.pathLimit : tree.pointee.byteLimit)
    }

    /// The nodes; the first one is that of the root.
    var nodes: UnsafePointer<ShapeNode> { UnsafePointer(tree.pointee.nodes.base) }

    /// Whether there were no values.
    package var isEmpty: Bool { nodes[0].count == 0 && nodeCount == 1 }

    var nodeCount: Int { tree.pointee.nodes.count }

    /// How many dictionaries the parent of a node has; for the root, how many values there are.
    func parentCount(of node: Int) -> Int {
        let facts = nodes[node]
        return facts.parent >= 0 ? nodes[Int(facts.parent)].dictionaries : facts.parents
    }

    /// Whether a dictionary of the parent has no such key.
    func isMissing(_ node: Int) -> Bool { nodes[node].parents < parentCount(of: node) }

    /// The children of a node, in the order of their first appearance.
    func children(of node: Int) -> [Int] {
        var found: [Int] = []
        var next = nodes[node].firstChild
        while next >= 0 {
            found.append(Int(next))
            next = nodes[Int(next)].next
        }
        return found
    }

    /// The child of a node under a key; `nil` without one.
    func child(_ key: Int32, of node: Int) -> Int? { tree.pointee.known(key, of: node) }

    /// The child of a node under the key with a role; `nil` without one.
    func child(_ role: KeyRole, of node: Int) -> Int? { tree.pointee.names.keys[role].flatMap { child($0, of: node) } }

    /// The name of a node's key; empty for the root, and for the items of an array.
    func name(of node: Int) -> String {
        let key = nodes[node].key
        return key >= 0 ? tree.pointee.names.texts[Int(key)] : ""
    }

    /// The role of a node's key; `nil` for the root, and for the items of an array.
    func role(of node: Int) -> KeyRole? {
        let key = nodes[node].key
        return key >= 0 ? tree.pointee.names.roles[Int(key)] : nil
    }

    /// The beginning of the first text of a node that is not empty.
    func example(at node: Int) -> String { tree.pointee.examples[node] ?? "" }
}
