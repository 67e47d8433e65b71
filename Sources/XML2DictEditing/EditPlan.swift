package import XML2Dict

typealias Edit = (path: EditPath, value: String?)

/// The compiled edits, with all their paths as one tree.
///
///     /a/b[@x='1']/c     document ─a─▶ 2 ─b─▶ 3 ─@x='1'─▶ 4 ─c─▶ 5
///     a/*                anywhere ─a─▶ 6 ─*─▶ 7
///
/// Each open element keeps the nodes that match the element, and a child looks up its name in the nodes of the parent.
/// So the time for an element does not depend on the number of edits.
package final class EditPlan: Sendable {
    struct Node {
        var next: [EditPath.Selector: Int] = [:]
        var hasAttributes = false
        var hasPositions = false
        var edits: [Int] = []
    }

    static let anywhere = 0, document = 1

    let edits: [Edit]
    let nodes: [Node]
    /// Marks the elements of each step while a document is read.
    let reading: Plan
    /// Indexed by edit: the index of the edit's path, without selectors, among the paths of `reading`.
    let pathIndices: [Int]
    /// The prefixes of attributes that edits set.
    let prefixes: [String]

    init(_ edits: [Edit], _ options: XMLOptions) throws(XMLError) {
        var nodes = [Node(), Node()], known: [XMLPath: Int] = [:], pathIndices: [Int] = []
        func pathIndex(of path: XMLPath) -> Int {
            let index = known[path] ?? known.count
            known[path] = index
            return index
        }
        for (index, edit) in edits.enumerated() {
            nodes[Self.add(edit.path, to: &nodes)].edits.append(index)
            pathIndices.append(edit.path.prefixes.map(pathIndex).last ?? 0)
            // Selectors of a first step count siblings under any parent, so all elements must be marked.
            if !edit.path.isAnchored, !edit.path.steps[0].selectors.isEmpty { _ = pathIndex(of: "*") }
        }
        (self.edits, self.nodes, self.pathIndices) = (edits, nodes, pathIndices)
        let paths = known.sorted { $0.value < $1.value }.map(\.key)
        let names = edits.filter { $0.value != nil }.compactMap { $0.path.attribute?.split(separator: ":") }
        prefixes = Set(names.filter { $0.count > 1 }.map { $0[0] }).subtracting(["xml", "xmlns"]).map(String.init)
        reading = try Plan(options, showing: paths, tracksNamespaces: !prefixes.isEmpty)
    }

    private static func add(_ path: EditPath, to nodes: inout [Node]) -> Int {
        var node = path.isAnchored ? document : anywhere
        for step in path.steps {
            for selector in [.name(Array(step.name.utf8))] + step.selectors {
                if case .attribute = selector { nodes[node].hasAttributes = true }
                if case .position = selector { nodes[node].hasPositions = true }
                let next = nodes[node].next[selector] ?? nodes.count
                nodes[node].next[selector] = next
                if next == nodes.count { nodes.append(Node()) }
                node = next
            }
        }
        return node
    }

    package func edit(_ source: XMLSource, to fileDescriptor: Int32) throws(XMLError) -> EditingResult {
        try DocumentEditing(self, to: .file(fileDescriptor)).edit(source)
    }
}

struct EditedElements {
    private let plan: EditPlan
    private var open: [(depth: Int, nodes: [Int], counts: [Int: Int])] = [(0, [EditPlan.document], [:])]

    init(_ plan: EditPlan) { self.plan = plan }

    /// Opens an element, and returns the indices of its edits in ascending order.
    mutating func begin(_ tag: MarkedTag) -> [Int] {
        let parent = open.count - 1, isKnown = open[parent].depth == tag.depth - 1
        var reached: [Int] = []
        for node in (isKnown ? open[parent].nodes : []) + [EditPlan.anywhere] {
            for name in [tag.name, EditPath.anyName] {
                if let next = plan.nodes[node].next[.name(name)] { reach(next, tag, in: parent, &reached) }
            }
        }
        open.append((tag.depth, reached, [:]))
        return reached.flatMap { plan.nodes[$0].edits }.sorted()
    }

    private mutating func reach(_ index: Int, _ tag: MarkedTag, in parent: Int, _ reached: inout [Int]) {
        reached.append(index)
        let node = plan.nodes[index]
        for (name, value) in tag.attributes where node.hasAttributes {
            if let next = node.next[.attribute(name: name, value: value)] { reach(next, tag, in: parent, &reached) }
        }
        guard node.hasPositions else { return }
        let count = open[parent].counts[index, default: 0] + 1
        open[parent].counts[index] = count
        if let next = node.next[.position(count)] { reach(next, tag, in: parent, &reached) }
    }

    mutating func end(depth: Int) {
        if open.count > 1, open[open.count - 1].depth == depth { open.removeLast() }
    }
}
