import XML2Dict

/// The document that an encoder makes, as nodes in one buffer.
///
/// Containers of a type may be filled in any order, so nodes are linked, and become entries when all are known. A
/// structure with `@id` 7 and two elements `tag`:
///
///     nodes    0: item   attributes 1, content 2 … 3
///              1: id     "7"
///              2: tag    "a", next 3
///              3: tag    "b"
///     entries  item: [ @id: "7" ][ tag: "a" ][ tag: "b" ]
///
/// The entries are those of the convention `xmltodict`, but in document order: entries with one key are not folded
/// unless a value is made of them.
struct EncodingTree: ~Copyable {
    private(set) var nodes = GrowableBuffer<EncodedNode>()
    var names: EncodingNames
    private var bytes = GrowableBuffer<UInt8>()
    private var entries = GrowableBuffer<Entry>()
    /// The entries of the element that is being made.
    private var pending = GrowableBuffer<Entry>()
    /// Folds the entries of each element, if a value is made.
    private var folding = Folding(listsSome: false)
    private var isFolding = false
    private let plan: EncodingPlan
    /// Whether a text loses white space because its element has `xml:space` other than `preserve`.
    private(set) var losesSpace = false
    /// The names from an element, or an attribute, to the root.
    private var way = GrowableBuffer<Int32>()
    /// The paths of attributes with named elements that no key has matched yet.
    private var unmatchedPaths: Set<Int>

    init(_ plan: EncodingPlan) {
        names = EncodingNames(plan)
        unmatchedPaths = plan.namedPaths
        self.plan = plan
    }

    /// Forgets all nodes, and keeps the names.
    mutating func removeAll() {
        nodes.count = 0
        bytes.count = 0
        entries.count = 0
        losesSpace = false
    }

    /// The memory of the entries.
    var view: StorageView { StorageView(entries, bytes, names.view, textKey: plan.textKey) }

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
        addPiece(text, in: parent)
        return true
    }

    /// Adds text to an element.
    mutating func addPiece(_ text: EncodedNode.Text, in parent: Int32) {
        guard text.count > 0 else { return }
        let number = append(EncodedNode(name: 0, parent: parent, flags: .isText, text: text))
        linkContent(number, in: Int(parent))
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
        guard attribute(name, of: nodes[element]) == nil else { return false }
        let number = append(EncodedNode(name: name, parent: parent, text: text))
        let last = nodes[element].lastAttribute
        if last < 0 { nodes[element].firstAttribute = number } else { nodes[Int(last)].next = number }
        nodes[element].lastAttribute = number
        return true
    }

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

    /// Whether an element or one around it has an attribute.
    func isInForce(_ attribute: Int32, at element: Int32) -> Bool {
        var element = element
        while element >= 0 {
            let node = nodes[Int(element)]
            if self.attribute(attribute, of: node) != nil { return true }
            element = node.parent
        }
        return false
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
            let wanted = WantedName(names.view[Int(last)].string)
            for place in 0..<nodes.count {
                let node = nodes[place], name = names.view[Int(node.name)]
                // Names that differ more may be those of another type with an element of this name.
                let isNear = wanted.changes(to: name.utf8).map { $0 <= 1 } ?? false
                guard isNear, node.parent >= 0, !node.flags.contains(.isText) else { continue }
                findWay(to: node.parent)
                guard leads(path, dropping: 1), hasContent(Int32(place), in: node.parent) else { continue }
                return (plan.pathTexts[number], name.shortened)
            }
        }
        return nil
    }

    /// Whether a node is content of an element, and no attribute.
    private func hasContent(_ node: Int32, in parent: Int32) -> Bool {
        var next = nodes[Int(parent)].firstContent
        while next >= 0, next != node { next = nodes[Int(next)].next }
        return next >= 0
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

    // MARK: Entries

    /// Makes the entries of an element.
    ///
    /// - Parameters:
    ///   - element: The number of its node.
    ///   - isRoot: Whether the declarations of the root come before its attributes.
    /// - Returns: The entry of the element, under its name.
    mutating func makeEntries(of element: Int32, isRoot: Bool) -> Entry {
        entries.append(unmade(element))
        var place = 0, added = isRoot ? plan.declarations : []
        while place < entries.count {
            // An element comes before its entries, so one pass makes them all.
            if let number = number(ofUnmade: entries[place]) {
                makeEntry(of: number, at: place, added)
                added = []
            }
            place += 1
        }
        return entries[0]
    }

    /// The place of an element whose entries are not made yet: a null that has a length, and the node as its offset.
    private func unmade(_ number: Int32) -> Entry {
        Entry(key: Int(nodes[Int(number)].name), kind: .null, length: 1, offset: Int(number))
    }

    private func number(ofUnmade entry: Entry) -> Int32? {
        entry.kind == .null && entry.length > 0 ? Int32(entry.offset) : nil
    }

    private mutating func makeEntry(of number: Int32, at place: Int, _ added: [(name: Int32, uri: String)]) {
        let key = entries[place].key
        var node = nodes[Int(number)]
        if node.flags.contains(.isNested), let value = onlyAssociatedValue(of: node) { node = value }
        let space = attribute(plan.spaceName, of: node)
        if node.flags.contains(.keepsSpace), let space, !isPreserving(space) { losesSpace = true }
        pending.count = 0
        for (name, uri) in added { addAttribute(name, text(uri)) }
        var next = node.firstAttribute
        while next >= 0 {
            let attribute = nodes[Int(next)]
            addAttribute(attribute.name, attribute.text)
            next = attribute.next
        }
        if node.flags.contains(.isDictionary) { sortPending(from: added.count) }
        if node.flags.contains(.isNull) { addAttribute(plan.nilName, text("true")) }
        if node.flags.contains(.keepsSpace), space == nil { addAttribute(plan.spaceName, text("preserve")) }
        if node.flags.contains(.hasText) { pending.append(entry(node.text, key: plan.textKey)) }
        next = node.firstContent
        let contentStart = pending.count
        while next >= 0 {
            let child = nodes[Int(next)]
            if child.flags.contains(.isText) {
                pending.append(entry(child.text, key: plan.textKey))
            } else {
                pending.append(child.hasOnlyText ? entry(child.text, key: Int(child.name)) : unmade(next))
            }
            next = child.next
        }
        if node.flags.contains(.isDictionary) { sortPending(from: contentStart) }
        entries[place] = takePending(under: key)
    }

    /// Sorts the last pending entries by their names; those of a list stay in their order.
    private mutating func sortPending(from start: Int) {
        let view = names.view
        let sorted = (start..<pending.count).map { (place: $0, entry: pending[$0]) }.sorted { one, other in
            let first = view[one.entry.key], second = view[other.entry.key]
            return first.precedes(second) || one.entry.key == other.entry.key && one.place < other.place
        }
        pending.count = start
        for (_, entry) in sorted { pending.append(entry) }
    }

    /// Makes an element of the pending entries.
    private mutating func takePending(under key: Int) -> Entry {
        if isFolding { joinTexts() }
        guard pending.count > 0 else { return .null(under: key) }
        if pending.count == 1, pending[0].key == plan.textKey { return pending[0].under(key: key) }
        let start = entries.count
        var length = pending.count
        if isFolding {
            length = folding.appendCertainDictionary(of: pending, 0..<length, nameCount: names.count, to: &entries)
        } else {
            entries.append(pending, 0..<length)
        }
        return Entry(key: key, kind: .dictionary, length: length, offset: start)
    }

    /// Joins the texts of the pending entries into one after them, as a reader does.
    private mutating func joinTexts() {
        let start = bytes.count
        var count = 0
        for place in 0..<pending.count {
            let entry = pending[place]
            if entry.key == plan.textKey {
                bytes.reserve(entry.length)
                bytes.append(bytes.base + entry.offset, count: entry.length)
            } else {
                pending[count] = entry
                count += 1
            }
        }
        guard count < pending.count else { return }
        pending.count = count
        pending.append(Entry(key: plan.textKey, kind: .string, length: bytes.count - start, offset: start))
    }

    /// Makes a value of an element: a dictionary of its name, in the convention `xmltodict`.
    ///
    /// The tree is empty afterwards.
    mutating func makeValue(of element: Int32) -> XMLValue {
        isFolding = true
        let root = makeEntries(of: element, isRoot: true)
        let document = Entry(key: 0, kind: .dictionary, length: 1, offset: entries.count)
        entries.append(root)
        return XMLValue(document, entries.take(), bytes.take(), names.list, plan.roles)
    }

    private func entry(_ text: EncodedNode.Text, key: Int) -> Entry {
        guard text.count > 0 else { return .null(under: key) }
        return Entry(key: key, kind: .string, length: text.count, offset: text.offset)
    }

    private mutating func addAttribute(_ name: Int32, _ text: EncodedNode.Text?) {
        guard let text else { return }
        let key = names.attributeKey(of: name)
        pending.append(Entry(key: key, kind: .string, length: text.count, offset: text.offset))
    }

    /// Whether an attribute `xml:space` is `preserve`.
    private func isPreserving(_ space: EncodedNode) -> Bool {
        bytes[space.text.offset..<space.text.offset + space.text.count].elementsEqual("preserve".utf8)
    }

    /// The single associated value of an enumeration's case, whose content is the content of the case's element.
    ///
    /// The decoder takes a child `_0` first, so an element that has one is not replaced.
    private func onlyAssociatedValue(of node: EncodedNode) -> EncodedNode? {
        guard node.firstContent >= 0, node.firstContent == node.lastContent, node.firstAttribute < 0 else { return nil }
        let value = nodes[Int(node.firstContent)]
        guard value.name == plan.associatedValueName, value.flags.isDisjoint(with: [.isItem, .isText]) else {
            return nil
        }
        guard attribute(plan.associatedValueName, of: value) == nil else { return nil }
        var child = value.firstContent
        while child >= 0 {
            let node = nodes[Int(child)]
            if node.name == plan.associatedValueName, !node.flags.contains(.isText) { return nil }
            child = node.next
        }
        return value
    }
}
