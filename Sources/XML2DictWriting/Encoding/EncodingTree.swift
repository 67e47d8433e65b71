import XML2Dict

/// The document that an encoder makes, as nodes in one buffer.
///
/// Containers of a type may be filled in any order, so nodes are linked, and written when all are known. A structure with
/// `@id` 7 and two elements `tag`:
///
///     nodes    0: item   attributes 1, content 2 … 3
///              1: id     "7"
///              2: tag    "a", next 3
///              3: tag    "b"
///
/// The extension `+Keys` finds the names of coding keys, and `+Writing` writes the nodes.
struct EncodingTree: ~Copyable {
    var nodes = GrowableBuffer<EncodedNode>()
    /// What coding keys become, by the numbers of their texts.
    var keys = GrowableBuffer<EncodingKey>()
    var bytes = GrowableBuffer<UInt8>()
    let plan: EncodingPlan
    var tags: TagWriter
    /// Makes the nodes of values.
    var unform: Unform
    /// The next nodes of the elements that are being written, outermost element first.
    var unwritten = GrowableBuffer<Int32>()
    /// The element that got the last attribute, and the mark of the names of its attributes.
    private var markedElement: Int32 = -1
    private var mark = 0
    private var marks = GrowableBuffer<Int>()
    /// The elements that declare prefixes, with the numbers of these attributes.
    private var declarations: Set<Int> = []
    /// The names from an element, or an attribute, to the root.
    private var way = GrowableBuffer<Int32>()
    /// The paths of attributes with named elements that no key has matched yet.
    private var unmatchedPaths: Set<Int>

    init(_ plan: EncodingPlan, _ markup: TagRules, to target: OutputBuffer.Target) throws(XMLError) {
        let conventions = try plan.values.plan().conventions
        unmatchedPaths = plan.namedPaths
        let tags = TagWriter(markup, plan.names, to: target)
        unform = Unform(conventions, tags.names.view)
        self.tags = tags
        self.plan = plan
    }

    /// Forgets all nodes, and keeps the names.
    mutating func removeAll() {
        nodes.count = 0
        bytes.count = 0
        markedElement = -1
        declarations = []
    }

    // MARK: Nodes

    private mutating func append(_ node: EncodedNode) -> Int32 {
        guard nodes.count < Int(Int32.max) else { Memory.isExhausted() }
        nodes.append(node)
        return Int32(nodes.count &- 1)
    }

    /// Adds an element; with -1 as its parent it is the root.
    @inline(__always)
    mutating func addElement(
        _ name: Int32,
        in parent: Int32,
        _ flags: EncodedNode.Flags = [],
        _ text: EncodedNode.Text = .init()
    ) -> Int32 {
        var node = EncodedNode(name: name, parent: parent, flags: flags, text: text)
        if plan.marksSpace, text.hasOuterSpace { node.flags.insert(.keepsSpace) }
        let number = append(node)
        if parent >= 0 { linkContent(number, in: Int(parent)) }
        return number
    }

    /// Adds the text of an element.
    ///
    /// - Returns: Whether the element has no text of its own already.
    mutating func addText(_ text: EncodedNode.Text, in parent: Int32) -> Bool {
        guard !nodes[Int(parent)].flags.contains(.isTextSet) else { return false }
        nodes[Int(parent)].flags.insert(.isTextSet)
        addNode(text, in: parent)
        return true
    }

    /// Adds a text or another node to an element.
    mutating func addNode(_ text: EncodedNode.Text, _ kind: Node.Kind = .text, target: Int32 = 0, in parent: Int32) {
        guard text.count > 0 || kind != .text else { return }
        linkContent(append(EncodedNode(name: target, parent: parent, kind: kind, text: text)), in: Int(parent))
        guard kind == .text || kind == .cdata else { return }
        nodes[Int(parent)].flags.insert(.hasPieces)
        if plan.marksSpace, text.hasOuterSpace { nodes[Int(parent)].flags.insert(.keepsSpace) }
    }

    @inline(__always)
    private mutating func linkContent(_ number: Int32, in parent: Int) {
        let last = nodes[parent].lastContent
        if last < 0 { nodes[parent].firstContent = number } else { nodes[Int(last)].next = number }
        nodes[parent].lastContent = number
    }

    /// Adds an attribute.
    ///
    /// - Returns: Whether the element does not have it already.
    mutating func addAttribute(
        _ name: Int32,
        _ text: EncodedNode.Text,
        in parent: Int32
    ) -> Bool {
        let element = Int(parent)
        if parent != markedElement { markAttributes(of: parent) }
        marks.extend(to: Int(name) + 1, with: 0)
        guard marks[Int(name)] != mark else { return false }
        marks[Int(name)] = mark
        if tags.names.checked(name).parts.role == .declaration { declarations.insert(declaration(name, in: parent)) }
        let number = append(EncodedNode(name: name, parent: parent, kind: .attribute, text: text))
        let last = nodes[element].lastAttribute
        if last < 0 { nodes[element].firstAttribute = number } else { nodes[Int(last)].next = number }
        nodes[element].lastAttribute = number
        return true
    }

    /// Marks the names of an element's attributes, to find one that is added again.
    private mutating func markAttributes(of element: Int32) {
        markedElement = element
        mark += 1
        var next = nodes[Int(element)].firstAttribute
        while next >= 0 {
            marks[Int(nodes[Int(next)].name)] = mark
            next = nodes[Int(next)].next
        }
    }

    private func declaration(_ name: Int32, in element: Int32) -> Int { Int(element) << 32 | Int(name) }

    /// The attribute of an element with a name.
    func attribute(_ name: Int32, of element: EncodedNode) -> EncodedNode? {
        var number = element.firstAttribute
        while number >= 0 {
            let node = nodes[Int(number)]
            if node.name == name { return node }
            number = node.next
        }
        return nil
    }

    /// Whether an element or one around it declares a prefix.
    func isInForce(_ name: Int32, at element: Int32) -> Bool {
        guard !declarations.isEmpty else { return false }
        var element = element
        while element >= 0, !declarations.contains(declaration(name, in: element)) {
            element = nodes[Int(element)].parent
        }
        return element >= 0
    }

    mutating func insert(_ flags: EncodedNode.Flags, at node: Int32) {
        nodes[Int(node)].flags.insert(flags)
    }

    /// Whether a path of the encoder makes a name of an element an attribute.
    mutating func isAttribute(_ name: Int32, in parent: Int32) -> Bool {
        findWay(to: parent, from: name)
        var isAttribute = false
        for (number, path) in plan.paths.enumerated() where leads(path) {
            unmatchedPaths.remove(number)
            isAttribute = true
        }
        return isAttribute
    }

    private mutating func findWay(to parent: Int32, from name: Int32? = nil) {
        // The document has no element `_0`, because its content is in the case's element.
        way.count = 0
        if let name { way.append(name) }
        var element = parent
        while element >= 0 {
            if !isAssociatedValue(element) { way.append(nodes[Int(element)].name) }
            element = nodes[Int(element)].parent
        }
    }

    private func leads(_ path: PathSteps<Int32>, dropping dropped: Int = 0) -> Bool {
        path.lead(dropping: dropped, toDepth: way.count) { $0 == way[way.count - 1 - $1] }
    }

    /// Whether the keys of nil properties may match paths.
    var hasUnmatchedPaths: Bool { !unmatchedPaths.isEmpty }

    /// A path of attributes without a key, for whose elements a key is an element with nearly the same name.
    mutating func nearMiss() -> (path: String, name: String)? {
        for number in unmatchedPaths.sorted() {
            let path = plan.paths[number]
            guard let last = path.steps.last ?? nil else { continue }
            let wanted = WantedName(names[Int(last)].string)
            for place in 0..<nodes.count {
                let node = nodes[place], name = names[Int(node.name)]
                // Names that differ more may be those of another type with an element of this name.
                let isNear = wanted.changes(to: name.utf8).map { $0 <= 1 } ?? false
                guard isNear, node.parent >= 0, node.kind == .child else { continue }
                findWay(to: node.parent)
                guard leads(path, dropping: 1) else { continue }
                return (plan.pathTexts[number], name.shortened)
            }
        }
        return nil
    }

    private func isAssociatedValue(_ element: Int32) -> Bool {
        let node = nodes[Int(element)]
        return node.name == plan.associatedValueName && node.parent >= 0
            && nodes[Int(node.parent)].flags.contains(.isNested)
    }

    // MARK: Text

    /// Adds the bytes of a text; `nil` when it has a character that XML does not have.
    mutating func text(_ string: String) -> EncodedNode.Text? {
        var string = string
        let offset = bytes.count
        let isValid = string.withUTF8 { text in
            guard XMLCharacters.firstInvalid(in: text) == nil else { return false }
            bytes.append(text)
            return true
        }
        return isValid ? text(from: offset) : nil
    }

    /// Adds the bytes of a text that is known to be valid.
    mutating func text(_ text: UnsafeBufferPointer<UInt8>) -> EncodedNode.Text {
        let offset = bytes.count
        bytes.append(text)
        return self.text(from: offset)
    }

    private func text(from offset: Int) -> EncodedNode.Text {
        let count = bytes.count &- offset
        guard count > 0 else { return EncodedNode.Text() }
        let hasOuterSpace = XMLWhitespace.contains(bytes[offset]) || XMLWhitespace.contains(bytes[bytes.count &- 1])
        return EncodedNode.Text(offset: offset, count: count, hasOuterSpace: hasOuterSpace)
    }

    /// Adds a whole number.
    @inline(__always)
    mutating func text<Number: FixedWidthInteger>(of number: Number) -> EncodedNode.Text {
        guard Number.bitWidth <= 64 else { return text(ofWide: number) }
        let offset = bytes.count
        bytes.reserve(20)
        var magnitude = UInt64(truncatingIfNeeded: number.magnitude)
        var count = number < 0 ? 2 : 1
        var power: UInt64 = 10
        while magnitude >= power {
            count &+= 1
            let (next, overflow) = power.multipliedReportingOverflow(by: 10)
            if overflow { break }
            power = next
        }
        let start = bytes.end
        var place = count
        repeat {
            place &-= 1
            start[place] = UInt8(truncatingIfNeeded: magnitude % 10) &+ UInt8(ascii: "0")
            magnitude /= 10
        } while magnitude > 0
        if number < 0 { start[0] = UInt8(ascii: "-") }
        bytes.count = offset &+ count
        return EncodedNode.Text(offset: offset, count: count)
    }

    private mutating func text(ofWide number: some FixedWidthInteger) -> EncodedNode.Text {
        text(number.description) ?? .init()
    }

    /// Adds a finite number in the shortest form that reads back (XML Schema part 2, sections 3.2.4 and 3.2.5).
    mutating func text<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        ofFloatingPoint number: Number
    ) -> EncodedNode.Text {
        var text = text(number.description) ?? .init()
        // Swift prints whole numbers with a point.
        if text.count > 2, bytes[bytes.count - 1] == UInt8(ascii: "0"), bytes[bytes.count - 2] == UInt8(ascii: ".") {
            text.count -= 2
            bytes.count -= 2
        }
        return text
    }
}
