package import XML2Dict

typealias Edit = (path: EditPath, value: String?)

/// Edits, compiled, with all their paths as one tree.
///
///     /a/b[@x='1']/c     document ─a─▶ 2 ─b─▶ 3 ─@x='1'─▶ 4 ─c─▶ 5
///     a/*                anywhere ─a─▶ 6 ─*─▶ 7
///
/// Each open element keeps the nodes that it has reached, in which its children look up their names. The time for an
/// element therefore does not depend on the number of edits.
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
    /// Reads a document, and marks the elements of each step.
    let reading: Plan
    let pathNumbers: [Int]
    /// The prefixes of attributes that edits set.
    let prefixes: [String]

    init(_ edits: [Edit], _ options: XMLOptions) throws(XMLError) {
        var nodes = [Node(), Node()], numbers: [XMLPath: Int] = [:], pathNumbers: [Int] = []
        func number(of path: XMLPath) -> Int {
            let number = numbers[path] ?? numbers.count
            numbers[path] = number
            return number
        }
        for (index, edit) in edits.enumerated() {
            nodes[Self.add(edit.path, to: &nodes)].edits.append(index)
            pathNumbers.append(edit.path.prefixes.map(number).last ?? 0)
            // The first step counts siblings, so their parents must be marked.
            if !edit.path.isAnchored, !edit.path.steps[0].selectors.isEmpty { _ = number(of: "*") }
        }
        (self.edits, self.nodes, self.pathNumbers) = (edits, nodes, pathNumbers)
        let paths = numbers.sorted { $0.value < $1.value }.map(\.key)
        let names = edits.filter { $0.value != nil }.compactMap { $0.path.attribute?.split(separator: ":") }
        prefixes = Set(names.filter { $0.count > 1 }.map { $0[0] }).subtracting(["xml", "xmlns"]).map(String.init)
        reading = try Plan(options, showing: paths, tracksNamespaces: !prefixes.isEmpty)
    }

    private static func add(_ path: EditPath, to nodes: inout [Node]) -> Int {
        var place = path.isAnchored ? document : anywhere
        for step in path.steps {
            for selector in [.name(Array(step.name.utf8))] + step.selectors {
                if case .attribute = selector { nodes[place].hasAttributes = true }
                if case .position = selector { nodes[place].hasPositions = true }
                let next = nodes[place].next[selector] ?? nodes.count
                nodes[place].next[selector] = next
                if next == nodes.count { nodes.append(Node()) }
                place = next
            }
        }
        return place
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

    private mutating func reach(_ number: Int, _ tag: MarkedTag, in parent: Int, _ reached: inout [Int]) {
        reached.append(number)
        let node = plan.nodes[number]
        for (name, value) in tag.attributes where node.hasAttributes {
            if let next = node.next[.attribute(name: name, value: value)] { reach(next, tag, in: parent, &reached) }
        }
        guard node.hasPositions else { return }
        let count = open[parent].counts[number, default: 0] + 1
        open[parent].counts[number] = count
        if let next = node.next[.position(count)] { reach(next, tag, in: parent, &reached) }
    }

    mutating func end(depth: Int) {
        if open.count > 1, open[open.count - 1].depth == depth { open.removeLast() }
    }
}
