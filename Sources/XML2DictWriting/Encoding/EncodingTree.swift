import XML2Dict

/// The document that an encoder makes, as nodes in one buffer.
///
/// A type may fill its containers in any order, so nodes are linked, and written at the end. A structure with `@id` 7
/// and two elements `tag`:
///
///     encoded  0: item   attributes 1, content 2 … 3
///              1: id     "7"
///              2: tag    "a", next 3
///              3: tag    "b"
struct EncodingTree: ~Copyable {
    var encoded = GrowableBuffer<EncodedNode>()
    var keys = GrowableBuffer<EncodingKey>()
    private var bytes = GrowableBuffer<UInt8>()
    let plan: EncodingPlan
    var unform: Unform
    /// The element that got the last attribute: `marks[name]` is `mark` if this element has the attribute `name`.
    private var markedElement: Int32 = -1
    private var mark = 0
    private var marks = GrowableBuffer<Int>()
    /// The declarations of prefixes: each combines the index of an element and the id of an attribute's name.
    private var declarations: Set<Int> = []
    private var way = GrowableBuffer<Int32>()
    private var unmatchedPaths: Set<Int>

    var tree: StorageView
    var nodes = GrowableBuffer<Node>()
    var attributes = GrowableBuffer<Node>()
    var declaresNamespaces = false
    var hasText = false

    init(_ plan: EncodingPlan, _ names: NameView) throws(XMLError) {
        unform = Unform(try plan.values.plan().conventions, names)
        unmatchedPaths = plan.namedPaths
        tree = unform.tree
        self.plan = plan
        bytes.append(Array("preserve".utf8)[...])
    }

    mutating func removeAll() {
        encoded.count = 0
        bytes.count = Self.preserve.length
        markedElement = -1
        declarations = []
    }

    mutating func end(_ names: NameView) { tree = StorageView(GrowableBuffer(), bytes, names, textKey: 0) }

    /// The value of `xml:space`, which is at the beginning of `bytes`.
    static let preserve = Entry(key: 0, kind: .string, length: 8, offset: 0)

    @inline(__always)
    private mutating func append(_ node: EncodedNode) -> Int32 {
        guard encoded.count < Int(Int32.max) else { Memory.isExhausted() }
        let index = Int32(encoded.count), parent = Int(node.parent)
        encoded.append(node)
        guard parent >= 0 else { return index }
        if node.kind == .attribute {
            encoded[parent].attributes = list(encoded[parent].attributes, followedBy: index)
        } else {
            encoded[parent].content = list(encoded[parent].content, followedBy: index)
        }
        return index
    }

    @inline(__always)
    mutating func list(_ list: EncodedNode.List, followedBy index: Int32) -> EncodedNode.List {
        if !list.isEmpty { encoded[Int(list.last)].next = index }
        return EncodedNode.List(first: list.isEmpty ? index : list.first, last: index)
    }

    /// Adds an element, which is the root if `parent` is -1.
    @inline(__always)
    mutating func addElement(
        _ name: Int32,
        in parent: Int32,
        _ flags: EncodedNode.Flags = [],
        _ text: Entry = .noText
    ) -> Int32 {
        var node = EncodedNode(name: name, parent: parent, flags: flags, text: text)
        if plan.marksSpace, hasOuterSpace(text) { node.flags.insert(.keepsSpace) }
        return append(node)
    }

    mutating func addText(_ text: Entry, in parent: Int32) -> Bool {
        guard !encoded[Int(parent)].flags.contains(.isTextSet) else { return false }
        encoded[Int(parent)].flags.insert(.isTextSet)
        addNode(text, in: parent)
        return true
    }

    mutating func addNode(_ text: Entry, _ kind: Node.Kind = .text, target: Int32 = 0, in parent: Int32) {
        guard text.length > 0 || kind != .text else { return }
        _ = append(EncodedNode(name: target, parent: parent, kind: kind, text: text))
        guard kind == .text || kind == .cdata else { return }
        encoded[Int(parent)].flags.insert(.hasTextNodes)
        if plan.marksSpace, hasOuterSpace(text) { encoded[Int(parent)].flags.insert(.keepsSpace) }
    }

    mutating func addAttribute(_ name: Int32, _ text: Entry, in parent: Int32, _ names: inout TagNames) -> Bool {
        if parent != markedElement { markAttributes(of: parent) }
        marks.extend(to: Int(name) + 1, with: 0)
        guard marks[Int(name)] != mark else { return false }
        marks[Int(name)] = mark
        if names.checked(name).parts.role == .declaration { declarations.insert(declaration(name, in: parent)) }
        _ = append(EncodedNode(name: name, parent: parent, kind: .attribute, text: text))
        return true
    }

    private mutating func markAttributes(of element: Int32) {
        markedElement = element
        mark += 1
        for (_, attribute) in nodes(of: encoded[Int(element)].attributes) { marks[Int(attribute.name)] = mark }
    }

    mutating func addNil(to element: Int32, _ names: inout TagNames) {
        if let text = text("true") { _ = addAttribute(plan.nilName, text, in: element, &names) }
    }

    func nodes(of list: EncodedNode.List) -> LinkedNodes { LinkedNodes(base: encoded.base, index: list.first) }

    private func declaration(_ name: Int32, in element: Int32) -> Int { Int(element) << 32 | Int(name) }

    func attribute(_ name: Int32, of element: EncodedNode) -> EncodedNode? {
        nodes(of: element.attributes).first { $0.node.name == name }?.node
    }

    func isInForce(_ name: Int32, at element: Int32) -> Bool {
        guard !declarations.isEmpty else { return false }
        var element = element
        while element >= 0, !declarations.contains(declaration(name, in: element)) {
            element = encoded[Int(element)].parent
        }
        return element >= 0
    }

    mutating func insert(_ flags: EncodedNode.Flags, at node: Int32) {
        encoded[Int(node)].flags.insert(flags)
    }

    mutating func isAttribute(_ name: Int32, in parent: Int32) -> Bool {
        findWay(to: parent, from: name)
        var isAttribute = false
        for (pathIndex, path) in plan.paths.enumerated() where leads(path) {
            unmatchedPaths.remove(pathIndex)
            isAttribute = true
        }
        return isAttribute
    }

    private mutating func findWay(to parent: Int32, from name: Int32? = nil) {
        // The document has no element `_0`, because the element of the enumeration's case gets the content of `_0`.
        way.count = 0
        if let name { way.append(name) }
        var element = parent
        while element >= 0 {
            if !isAssociatedValue(element) { way.append(encoded[Int(element)].name) }
            element = encoded[Int(element)].parent
        }
    }

    private func leads(_ path: PathSteps<Int32>, dropping dropped: Int = 0) -> Bool {
        path.lead(dropping: dropped, toDepth: way.count) { $0 == way[way.count - 1 - $1] }
    }

    var hasUnmatchedPaths: Bool { !unmatchedPaths.isEmpty }

    /// Finds an unmatched path, such as `item/@idd`, and a similar key of an element at the path, such as `id`.
    mutating func nearMiss(_ names: NameView) -> (path: String, name: String)? {
        for pathIndex in unmatchedPaths.sorted() {
            let path = plan.paths[pathIndex]
            guard let last = path.steps.last ?? nil else { continue }
            let wanted = WantedName(names[Int(last)].string)
            for index in 0..<encoded.count {
                let node = encoded[index], name = names[Int(node.name)]
                // A name that differs by more than one character may be from another type with the same element name.
                let isNear = wanted.changes(to: name.utf8).map { $0 <= 1 } ?? false
                guard isNear, node.parent >= 0, node.kind == .child else { continue }
                findWay(to: node.parent)
                guard leads(path, dropping: 1) else { continue }
                return (plan.pathTexts[pathIndex], name.shortened)
            }
        }
        return nil
    }

    private func isAssociatedValue(_ element: Int32) -> Bool {
        let node = encoded[Int(element)]
        return node.name == plan.associatedValueName && node.parent >= 0
            && encoded[Int(node.parent)].flags.contains(.isNested)
    }

    mutating func text(_ string: String) -> Entry? {
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
    mutating func text(_ text: UnsafeBufferPointer<UInt8>) -> Entry {
        let offset = bytes.count
        bytes.append(text)
        return self.text(from: offset)
    }

    private func text(from offset: Int) -> Entry {
        Entry(key: 0, kind: .string, length: bytes.count &- offset, offset: offset)
    }

    private func hasOuterSpace(_ text: Entry) -> Bool {
        guard text.length > 0 else { return false }
        let last = text.offset + text.length - 1
        return XMLWhitespace.contains(bytes[text.offset]) || XMLWhitespace.contains(bytes[last])
    }

    @inline(__always)
    mutating func text<Number: FixedWidthInteger>(of number: Number) -> Entry {
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
        var index = count
        repeat {
            index &-= 1
            start[index] = UInt8(truncatingIfNeeded: magnitude % 10) &+ UInt8(ascii: "0")
            magnitude /= 10
        } while magnitude > 0
        if number < 0 { start[0] = UInt8(ascii: "-") }
        bytes.count = offset &+ count
        return text(from: offset)
    }

    private mutating func text(ofWide number: some FixedWidthInteger) -> Entry {
        text(number.description) ?? .noText
    }

    /// Adds a finite number in the shortest form that reads back (XML Schema part 2, sections 3.2.4 and 3.2.5).
    mutating func text<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        ofFloatingPoint number: Number
    ) -> Entry {
        let text = text(number.description) ?? .noText
        // Swift prints whole numbers with `.0`.
        guard text.length > 2, bytes[bytes.count - 1] == UInt8(ascii: "0"), bytes[bytes.count - 2] == UInt8(ascii: ".")
        else { return text }
        bytes.count -= 2
        return self.text(from: text.offset)
    }
}
