package import XML2Dict

/// A change of a document: a new value for the elements or the attribute at a path, or `nil` to delete them.
typealias Edit = (path: EditPath, value: String?)

/// Edits, compiled: all their paths as one tree.
///
///     /a/b[@x='1']/c     document ─a─▶ 2 ─b─▶ 3 ─@x='1'─▶ 4 ─c─▶ 5
///     a/*                anywhere ─a─▶ 6 ─*─▶ 7
///
/// A document keeps the nodes that each open element has reached. An element looks up its name in the nodes of the one
/// around it, so the time does not depend on the number of edits.
package final class EditPlan: Sendable {
    struct Node {
        /// The nodes to which names and selectors lead.
        var next: [EditPath.Selector: Int] = [:]
        var hasAttributes = false
        var hasPositions = false
        /// The edits of the elements that reach it.
        var edits: [Int] = []
    }

    /// The nodes at which paths begin.
    static let anywhere = 0, document = 1

    let edits: [Edit]
    let nodes: [Node]
    /// The plan for reading, which marks the elements of each step.
    let reading: Plan
    /// For each edit, the number of the path of its elements there.
    let pathNumbers: [Int]
    /// The prefixes of attributes that edits set and do not declare.
    let prefixes: [String]

    /// - Throws: An `XMLError` with the code `invalidOptions`.
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
            // The elements around the first step count its siblings.
            if !edit.path.isAnchored, !edit.path.steps[0].selectors.isEmpty { _ = number(of: "*") }
        }
        (self.edits, self.nodes, self.pathNumbers) = (edits, nodes, pathNumbers)
        let paths = numbers.sorted { $0.value < $1.value }.map(\.key)
        let names = edits.filter { $0.value != nil }.compactMap { $0.path.attribute?.split(separator: ":") }
        let prefixed = names.filter { $0.count > 1 }, declared = prefixed.filter { $0[0] == "xmlns" }.map { $0[1] }
        prefixes = Set(prefixed.map { $0[0] }).subtracting(declared + ["xml", "xmlns"]).map(String.init)
        reading = try Plan(options, showing: paths, tracksNamespaces: !prefixes.isEmpty)
    }

    /// Adds the steps of a path, and returns the node to which they lead.
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

    /// Edits a document.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - fileDescriptor: The file that gets it with all edits, or a part of it before an error.
    /// - Returns: Whether it has changed, and which paths match nothing.
    /// - Throws: An `XMLError` of the document, the source, an edit or the file.
    package func edit(_ source: XMLSource, to fileDescriptor: Int32) throws(XMLError) -> EditingResult {
        try DocumentEditing(self, to: .file(fileDescriptor)).edit(source)
    }
}

/// The open elements at steps of the paths, with the nodes that they have reached.
struct EditedElements {
    private let plan: EditPlan
    /// Each with the numbers of children that have reached a node with positions.
    private var open: [(depth: Int, nodes: [Int], counts: [Int: Int])] = [(0, [EditPlan.document], [:])]

    init(_ plan: EditPlan) { self.plan = plan }

    /// Opens an element.
    ///
    /// - Returns: The edits of the element, in their order.
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

    /// Closes the innermost element, if it has this depth.
    mutating func end(depth: Int) {
        if open.count > 1, open[open.count - 1].depth == depth { open.removeLast() }
    }
}
