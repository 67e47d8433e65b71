/// Builds values from start tags, text and end tags.
///
/// It knows the plan, but not expat. It builds the root, which is the whole document, or each element at a path,
/// which is a record. It skips the rest.
///
///     open       the open elements, root first: see `OpenElements`
///     pending    content of the open elements, as entries: attributes first, then children and runs of text
///     text       all finished text, then the text that arrives; the bytes of the runs: see `TextCollector`
///     entries    dictionaries and arrays of finished elements
///
/// While `<a>x<b>y</b>` is open and `z` has just arrived:
///
///     open     [ a ]              pending  [ run "x" ][ b: {text: y} ]
///     text     "x" of the run, "y" finished, "z" being collected
///
/// At `</a>` the runs `x` and `z` become the text `xz`. The pending entries `b` and `text` fold into one dictionary, and
/// one entry, `a`, replaces them.
///
/// The extensions `+Attributes`, `+Elements`, `+Runs` and `+Records` implement these steps; `+Parts`
/// joins the results of several builders, one for each part of a document.
struct ValueBuilder: ~Copyable {
    // Open elements and finished content.
    var open: OpenElements
    var pending = GrowableBuffer<Entry>()
    var text: TextCollector
    var entries = GrowableBuffer<Entry>()
    /// The lines of elements that have ended, if the options keep them.
    var lines = LineTable()

    // Dictionaries.
    var folding: Folding
    var declarationCache = DeclarationCache()
    /// The attributes of the elements around records, if the options want them.
    var ancestors = AncestorAttributes()

    // Delivery.
    var records: RecordQueue
    /// The session that gives values their shape; `nil` when the options have none.
    var shaping: RecordShaping?
    /// That session, if it follows the elements of the document.
    let follower: (any ElementFollower)?
    /// The elements around a part of a document; none when the builder reads the whole document.
    var cutElements = CutElements()

    /// The first name with a key of the options, and its start tag, until the parser takes it.
    var reserved: (key: Int, start: TagStart)?
    private var hasFoundReserved = false

    let rules: BuildRules
    let plan: Plan

    /// A builder of a whole document, or of the elements at the paths of a plan.
    init(_ plan: Plan) {
        // This reads no member before all are set: Swift 6.3.1 then destroys the wrong parts of a noncopyable value.
        var open = OpenElements(plan)
        let rules = plan.rules
        if rules.watchesAttributes { open.names.watch(plan.reservedKeys) }
        let shaping = plan.shaping == nil ? nil : RecordShaping.of(plan)
        text = TextCollector(plan.text)
        folding = Folding(listsSome: rules.hasLists)
        records = RecordQueue(areKept: plan.records == nil && plan.selects)
        follower = rules.followsElements ? shaping?.session as? any ElementFollower : nil
        self.shaping = shaping
        self.open = open
        self.rules = rules
        self.plan = plan
    }

    /// The name of the root as the document writes it, also after its end.
    var rootName: String? { open.root.map { open.names.names[$0.writtenName].string } }

    // MARK: Events

    /// Handles a start tag.
    ///
    /// - Parameters:
    ///   - name: The element's name.
    ///   - attributes: Its attributes.
    ///   - start: Where the tag begins, for origins and messages; with its line if the rules need that.
    /// - Throws: `BuildError`: `tooMany`, or the rule of the options that its names break.
    @inline(__always)
    mutating func startElement(
        _ name: CString,
        _ attributes: AttributeList,
        at start: TagStart
    ) throws(BuildError) {
        if text.isCollecting { try noteRun() }
        let written = try open.names.checked(open.names.number(of: name))
        var addsDeclarations = false
        if rules.opensPlainly, open.selection.isBuilding, !open.paths.mayMark(element: written) {
            push(OpenElement.Names(written), start, [])
        } else {
            try openByRules(written, attributes, start)
            addsDeclarations = rules.declarations == .inherit
        }
        if !attributes.isEmpty || addsDeclarations { try addAttributes(attributes) }
        text.finish()
    }

    /// Opens an element, without its attributes, by the rules about its name and its parent.
    @inline(never)
    mutating func openByRules(_ written: Int, _ attributes: AttributeList, _ start: TagStart) throws(BuildError) {
        if rules.notesChildren, open.count > 0 { open[open.count - 1].flags.formUnion(rules.flagsOfParents) }
        let type = rules.tracksNamespaces && !attributes.isEmpty ? try open.declareNamespaces(attributes) : nil
        let names = try rules.resolvesElements ? resolve(written, isAttribute: false) : OpenElement.Names(written)
        let isSelected =
            rules.hasElementPaths && (!open.selection.isBuilding || open.paths.mayMark(element: names.path))
        let marks = isSelected ? select(names.path) : []
        push(names, start, marks)
        if rules.followsElements { try follow(written, type) }
    }

    /// Makes an element the innermost open one.
    @inline(__always)
    mutating func push(_ names: OpenElement.Names, _ start: TagStart, _ marks: PathMarks) {
        open.push(names, start, marks, pendingStart: pending.count)
    }

    /// Finds the numbers of the name of an element or an attribute, for paths and as a key.
    @inline(never)
    mutating func resolve(_ written: Int, isAttribute: Bool) throws(BuildError) -> OpenElement.Names {
        let found = try open.resolve(written, isAttribute: isAttribute)
        if rules.writesNamespaces { declarationCache.add(open.names.names[found.key].byteCount) }
        return found
    }

    /// Finds the marks of an element that begins, and decides whether it is built.
    mutating func select(_ path: Int) -> PathMarks {
        settleRecord()
        return open.select(path)
    }

    /// Handles text of the innermost open element; more of it may follow.
    @inline(__always)
    mutating func characterData(_ piece: UnsafePointer<UInt8>, count: Int) {
        guard open.selection.isBuilding else { return }
        text.append(piece, count: count, open[open.count &- 1].flags)
    }

    /// Notes that text of the innermost open element is more than white space, or is a reference or a CDATA section.
    mutating func noteContent() {
        if open.count > 0 { open[open.count &- 1].flags.insert(.hasContent) }
    }

    /// Handles white space beside the root.
    mutating func outerSpace(_ space: UnsafeBufferPointer<UInt8>) {
        guard open.selection.isWhole, open.count == 0 else { return }
        for (place, byte) in space.enumerated() where byte != 0x0D || space[place...].dropFirst().first != 0x0A {
            // A line break is a line feed (XML 1.0, section 2.11).
            text.bytes.append(byte == 0x0D ? 0x0A : byte)
        }
    }

    /// Handles the end tag of the innermost open element.
    ///
    /// - Returns: Whether it completes the root or a record.
    /// - Throws: `BuildError`: `tooMany`, or the rule of the options that the element's content breaks.
    @inline(__always)
    mutating func endElement() throws(BuildError) -> Bool {
        guard open.selection.isBuilding else {
            endUnbuilt()
            return false
        }
        let element = open[open.count &- 1]
        let ended: Entry?
        if element.flags.contains(.hasRuns) {
            if open.count <= cutElements.depth { return try endCutElement() }
            ended = try valueOfRuns()
        } else {
            ended = try value(of: element, text.take(of: element, under: rules.keys.text))
        }
        open.count &-= 1
        pending.count = element.pendingStart
        if !rules.endsPlainly { endByRules(ended, element) } else if let ended { push(ended) }
        guard open.count == open.selection.outerDepth else { return false }
        if !open.selection.isWhole { try takeRecord(element) }
        open.selection.complete()
        return true
    }

    /// Adds an element that has ended to the one around it, if the rules keep it.
    @inline(never)
    private mutating func endByRules(_ value: Entry?, _ element: OpenElement) {
        if rules.tracksNamespaces { open.resolver.leave(open.count) }
        guard var value else { return }
        if rules.keepsLines { value = lines.note(value, element.line, isOrdered: rules.isOrdered) }
        // The root and a record have no siblings to be listed with.
        let isListed = element.marks.contains(.list) && open.count > open.selection.outerDepth
        push(isListed ? value.listed : value)
    }

    /// Takes a record that has ended out of the pending entries.
    @inline(never)
    private mutating func takeRecord(_ element: OpenElement) throws(BuildError) {
        guard let entry = pending.last else { return }
        pending.count -= 1
        try finishRecord(entry, element)
    }

    /// Handles the end tag of an element that is not built.
    @inline(never)
    mutating func endUnbuilt() {
        settleRecord()
        if open.endUnbuilt() { text.finish() }
    }

    /// Notes that the innermost open element is a string under this key, or has one as an attribute.
    @inline(never)
    mutating func noteString(under key: Int, isElement: Bool) {
        // The root and a record are under no key that has another meaning.
        guard !hasFoundReserved, plan.reservedKeys.contains(key),
            !isElement || open.count - 1 > open.selection.outerDepth
        else { return }
        hasFoundReserved = true
        reserved = (key, open[open.count &- 1].start)
    }

    /// Forgets the key of a record that is not delivered, so that the next one counts.
    mutating func forgetReservedKey() {
        guard reserved != nil else { return }
        (reserved, hasFoundReserved) = (nil, false)
        if rules.watchesAttributes { open.names.watch(plan.reservedKeys) }
    }

    /// Appends an entry of the innermost open element, or beside the root.
    @inline(__always)
    mutating func push(_ entry: Entry) {
        pending.append(entry)
    }

    // MARK: The document

    /// Makes the value of the whole document, after the root has ended.
    ///
    /// - Returns: A dictionary with the root and the nodes beside it; the root alone, or an array of it and these nodes,
    ///   if the options drop its name; or an array of the selected elements.
    mutating func takeDocument() throws(BuildError) -> XMLValue {
        let (document, root) = try shapedDocument()
        let blocks = StorageBlocks(entries: entries.take(), bytes: text.takeBytes(), lines: lines.take())
        let storage = ValueStorage(blocks, names: open.names.list, rules.roles, document: root.map { (document, $0) })
        return XMLValue(storage: storage, entry: document)
    }

    /// Makes the entry of the document in its shape, and finds the entry of its root.
    private mutating func shapedDocument() throws(BuildError) -> (document: Entry, root: Entry?) {
        let (document, root) = try endDocument()
        guard let shaped = try shaped(document), !shaped.isIdentical(to: document) else { return (document, root) }
        guard let root else { return (shaped, nil) }
        return (shaped, root.isIdentical(to: document) ? shaped : tree.child(of: shaped, under: root.key))
    }

    /// The memory of the builder, as long as it does not change.
    var tree: StorageView { StorageView(entries, text.bytes, open.names.names, textKey: rules.keys.text) }

    /// Makes the entry of the document, and finds the entry of its root.
    mutating func endDocument() throws(BuildError) -> (document: Entry, root: Entry?) {
        defer { pending.count = 0 }
        guard open.selection.isWhole else { return (arrayOfAll(), nil) }
        // The root's entry is where its content was, unless the options skip it.
        let ended = open.isAfterRoot ? open.root : nil
        let root = ended.flatMap { $0.marks.contains(.skip) ? nil : pending[$0.pendingStart] }
        if rules.listsNodes { return (arrayOfAll(), root) }
        if !rules.roles.form.keepsRoot { return (root ?? emptyDictionary(under: rules.keys.text), root) }
        return (try documentInOrder(), root)
    }

    /// The array of a document's nodes, or of its selected elements.
    private mutating func arrayOfAll() -> Entry {
        let offset = entries.count
        if open.selection.isWhole {
            entries.append(pending, 0..<pending.count)
        } else {
            entries.append(records.kept, 0..<records.kept.count)
        }
        return Entry(key: rules.keys.text, kind: .array, length: entries.count - offset, offset: offset)
    }
}
