/// Builds values from start tags, text and end tags.
///
/// A builder uses the plan, but not expat. It builds the whole document, or each record at a path, and skips the rest.
///
///     open      the open elements, root first: see `OpenElements`
///     form      the nodes of open elements, and the values of ended elements: see `Nodes` and `Form`
///     records   the values that wait for the caller
///
/// Events open elements and append nodes. At an end tag, `Form` creates the value of the element, and the value is a
/// node of the parent. The extensions `+Attributes`, `+Shaping`, `+Records`, `+Matches`, `+Observing` and `+Recovery`
/// implement steps of this process. `+Parts` joins the results of builders that each built a part of a document.
package struct ValueBuilder: ~Copyable {
    package var open: OpenElements
    var form: Form
    var ancestors = AncestorAttributes()

    var records: RecordQueue
    /// The elements around a part of a document.
    var cutElements = CutElements()

    /// The first reserved key of an element or attribute, and the start tag, until the parser notes the key.
    var reserved: (key: Int, start: TagStart)?
    private var hasFoundReserved = false

    let plan: Plan
    let rules: BuildRules

    package init(_ plan: Plan) {
        // Swift 6.3.1 destroys the wrong members of a noncopyable value if `init` reads a member before all are set.
        var open = OpenElements(plan)
        let rules = plan.rules
        if rules.watchesAttributes { open.names.watch(plan.reservedKeys) }
        form = Form(plan)
        records = RecordQueue(areKept: plan.records == nil && plan.selects)
        self.open = open
        self.rules = rules
        self.plan = plan
    }

    /// The name of the root as the document writes the name, also after the end tag of the root.
    var rootName: String? { open.root.map { open.names.names[$0.writtenName].string } }

    // MARK: Events

    /// Handles a start tag, and expects the line in `start` only if the rules need lines.
    ///
    /// - Throws: `BuildError.tooMany`, or an error for names that break a rule of the options.
    @inline(__always)
    package mutating func startElement(
        _ name: CString,
        _ attributes: AttributeList,
        at start: TagStart
    ) throws(BuildError) {
        if form.nodes.text.isCollecting { try endRun() }
        let written = try open.names.checked(open.names.id(of: name))
        if rules.opensPlainly, open.selection.isBuilding, !open.paths.mayMark(element: written) {
            open.push(OpenElement.Names(written), start, [], pendingStart: form.nodes.pending.count)
        } else {
            try openByRules(written, attributes, start)
        }
        if !attributes.isEmpty || rules.endsEachTag { try addAttributes(attributes) }
        form.nodes.text.finish()
    }

    /// Opens an element by the rules about names and parents, but adds no attributes.
    @inline(never)
    mutating func openByRules(_ written: Int, _ attributes: AttributeList, _ start: TagStart) throws(BuildError) {
        if rules.notesChildren, open.count > 0 { open[open.count - 1].flags.formUnion(rules.flagsOfParents) }
        let type = try open.open(written, attributes, at: start, pendingStart: form.nodes.pending.count)
        if rules.countsElementKeys { form.declarations.add(open.names.names[open[open.count - 1].key].byteCount) }
        if rules.followsElements { try beginShape(written, type) }
    }

    @inline(never)
    mutating func resolve(_ written: Int, isAttribute: Bool) throws(BuildError) -> OpenElement.Names {
        let found = try open.resolve(written, isAttribute: isAttribute)
        if rules.writesNamespaces { form.declarations.add(open.names.names[found.key].byteCount) }
        return found
    }

    /// Handles a chunk of text of the innermost open element.
    @inline(__always)
    package mutating func characterData(_ characters: UnsafePointer<UInt8>, count: Int) {
        guard open.selection.isBuilding else { return }
        form.nodes.text.append(characters, count: count, open[open.count &- 1].flags)
    }

    /// Notes that the innermost element has a reference, a CDATA section, or text with more than white space.
    mutating func noteContent() {
        if open.count > 0 { open[open.count &- 1].flags.insert(.hasContent) }
    }

    mutating func outerSpace(_ space: UnsafeBufferPointer<UInt8>) {
        guard open.selection.isWhole, open.count == 0 else { return }
        for (index, byte) in space.enumerated() where byte != 0x0D || space[index...].dropFirst().first != 0x0A {
            // The line breaks CR and CR LF become LF (XML 1.0, section 2.11).
            form.nodes.text.bytes.append(byte == 0x0D ? 0x0A : byte)
        }
    }

    /// Turns the collected text into a run of the innermost open element, or of the document outside the root.
    @inline(never)
    mutating func endRun() throws(BuildError) {
        let flags = open.last?.flags ?? []
        if open.count > 0 { open[open.count &- 1].flags = flags.union(.hasRuns).subtracting(.followsChild) }
        try form.nodes.endRun(followsChild: flags.contains(.followsChild))
    }

    package mutating func startCDATA() throws(BuildError) {
        guard open.selection.isBuilding else { return }
        noteContent()
        // With the mark `wholeText`, one value has all text of an element, including the text of CDATA sections.
        guard rules.otherNodes.contains(.cdata), open.last?.marks.contains(.wholeText) == false else { return }
        if form.nodes.text.isCollecting { try endRun() }
        open[open.count &- 1].flags.insert(.isInCDATA)
    }

    package mutating func endCDATA() throws(BuildError) {
        guard open.selection.isBuilding, open.last?.flags.contains(.isInCDATA) == true else { return }
        open[open.count &- 1].flags.remove(.isInCDATA)
        open[open.count &- 1].flags.insert(.hasOtherNodes)
        try form.nodes.endNode(.cdata)
    }

    /// Handles a comment, an instruction, a DOCTYPE, or an item of the XML declaration, such as `version`.
    package mutating func node(
        _ kind: RawNode,
        named name: CString? = nil,
        _ content: UnsafeBufferPointer<UInt8>
    ) throws(BuildError) {
        guard open.count > 0 ? open.selection.isBuilding : open.selection.isWhole && rules.keepsNodesBesideRoot
        else { return }
        if form.nodes.text.isCollecting { try endRun() }
        if open.count > 0 { open[open.count &- 1].flags.insert(.hasOtherNodes) }
        let id = try name.map { name throws(BuildError) in try open.names.checked(open.names.id(of: name)) }
        form.nodes.text.bytes.append(content)
        try form.nodes.endNode(kind, named: id ?? 0)
    }

    /// Makes entries from all raw nodes, such as comments, without waiting for the end tags of the open elements.
    mutating func settleNodes() {
        for depth in 0...open.count {
            let start = depth > 0 ? open[depth - 1].contentStart : 0
            let end = depth < open.count ? open[depth].pendingStart : form.nodes.pending.count
            form.settleNodes(start..<max(start, end), depth > 0 ? open[depth - 1].flags : nil)
        }
    }

    /// Handles an end tag, and returns whether the tag completes the root or a record.
    @inline(__always)
    package mutating func endElement() throws(BuildError) -> Bool {
        guard open.selection.isBuilding else {
            endUnbuilt()
            return false
        }
        if rules.followsElements { try endShape() }
        if !open[open.count &- 1].flags.isDisjoint(with: .hasRawNodes) {
            if open.count <= cutElements.depth { return try endCutElement() }
            if form.nodes.text.isCollecting { try endRun() }
        }
        let element = open[open.count &- 1], isAlone = open.count &- 1 <= open.selection.outerDepth
        try form.end(element, isAlone: isAlone, &open.names)
        if !rules.endsPlainly || element.key <= rules.lastReservedKey { try endByRules(element, isAlone) }
        open.count &-= 1
        guard open.count == open.selection.outerDepth else { return false }
        if !open.selection.isWhole { try takeRecord(element) }
        open.selection.complete()
        return true
    }

    /// Leaves the namespace scope of the innermost open element, and notes faults and reserved keys for messages.
    @inline(never)
    private mutating func endByRules(_ element: OpenElement, _ isAlone: Bool) throws(BuildError) {
        if rules.tracksNamespaces { open.resolver.leave(open.count - 1) }
        if form.hasFaults { try reportFaults() }
        // A reserved key means text or comments only in a parent's dictionary. The root and records have no parent.
        guard !isAlone, element.key <= rules.lastReservedKey, form.nodes.pending.count > element.pendingStart else {
            return
        }
        if form.nodes.pending.last?.isText == true { noteString(under: element.key) }
    }

    @inline(never)
    private mutating func takeRecord(_ element: OpenElement) throws(BuildError) {
        guard let entry = form.nodes.pending.last else { return }
        form.nodes.pending.count -= 1
        try finishRecord(entry, element)
    }

    @inline(never)
    mutating func endUnbuilt() {
        if open.endUnbuilt() { form.nodes.text.finish() }
    }

    /// Notes that the innermost open element, or one of its attributes, is a string under a reserved key.
    @inline(never)
    mutating func noteString(under key: Int) {
        guard !hasFoundReserved, plan.reservedKeys.contains(key) else { return }
        hasFoundReserved = true
        reserved = (key, open[open.count &- 1].start)
    }

    /// Forgets the reserved key in a record that is not delivered, so that the builder notes the next reserved key.
    mutating func forgetReservedKey() {
        guard reserved != nil else { return }
        (reserved, hasFoundReserved) = (nil, false)
        if rules.watchesAttributes { open.names.watch(plan.reservedKeys) }
    }

    // MARK: The document

    /// Returns the value of the whole document, after the root has ended.
    ///
    /// The value is a dictionary with the root and the nodes beside it, or an array of the selected elements. If the
    /// options drop the root's name, the value is the root alone, or an array of the root and these nodes.
    package mutating func takeDocument() throws(BuildError) -> XMLValue {
        let (document, root) = try shapedDocument()
        let blocks = StorageBlocks(
            entries: form.entries.take(),
            bytes: form.nodes.text.takeBytes(),
            lines: form.lines.take()
        )
        let storage = ValueStorage(blocks, names: open.names.list, plan.roles, document: root.map { (document, $0) })
        return XMLValue(storage: storage, entry: document)
    }

    mutating func shapedDocument() throws(BuildError) -> (document: Entry, root: Entry?) {
        let (document, root) = try endDocument()
        guard let shaped = try shaped(document), !shaped.isIdentical(to: document) else { return (document, root) }
        guard let root else { return (shaped, nil) }
        return (shaped, root.isIdentical(to: document) ? shaped : tree.child(of: shaped, under: root.key))
    }

    var tree: StorageView {
        StorageView(form.entries, form.nodes.text.bytes, open.names.names, textKey: plan.roles.textKey)
    }

    mutating func endDocument() throws(BuildError) -> (document: Entry, root: Entry?) {
        guard open.selection.isWhole else { return (try form.array(of: records.kept), nil) }
        if form.nodes.text.isCollecting { try endRun() }
        // The root's entry has replaced the root's nodes at `pendingStart`, unless the options skip the root.
        let root = open.isAfterRoot ? open.root : nil
        let index = root.flatMap { $0.marks.contains(.skip) ? nil : $0.pendingStart }
        return try form.document(root: index, open.names.count)
    }
}
