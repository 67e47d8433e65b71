/// Creates the value of an element at the end tag, from the nodes of the element and by the rules of a plan.
///
///     nodes      the nodes of the open elements: see `Nodes`
///     entries    dictionaries and arrays of finished elements
///
/// While `<a>x<b>y</b>` is open and `z` has just arrived:
///
///     nodes    pending [ run "x" ][ b: {text: y} ]      text  run "x", finished "y", collected "z"
///
/// At `</a>` the runs `x` and `z` become the text `xz`. The nodes `b` and `text` fold into one dictionary, and one
/// entry, `a`, replaces them.
///
/// Most elements become plain dictionaries, which this file creates. The extensions do the rest: `+Text` joins runs,
/// `+Order` keeps the order of nodes, `+Nodes` gives keys to comments and other nodes, `+Types` types texts,
/// `+Attributes` groups attributes and declarations, `+Origins` adds the origin and the ancestors of a record, and
/// `+Document` creates the value of a document.
struct Form: ~Copyable {
    var nodes: Nodes
    var entries = GrowableBuffer<Entry>()
    var lines = LineTable()
    var folding: Folding
    /// The empty arrays that the shape adds to the innermost element, for child elements that are missing.
    var missingLists: [Entry] = []
    /// The shapes of the open elements, root first, if the shape follows elements.
    var shapes = GrowableBuffer<ElementShape>()
    /// `nil` if the options have no shape.
    let shaping: RecordShaping?
    var declarations = DeclarationCache()
    let rules: FormRules

    init(_ plan: Plan) {
        let rules = plan.forming
        nodes = Nodes(plan.text)
        folding = Folding(listsSome: rules.hasLists)
        shaping = RecordShaping.of(plan)
        self.rules = rules
    }

    /// Whether the builder may forget nodes of an open element, because no option makes one array of all nodes.
    var mayForgetContent: Bool { !rules.isOrdered && !rules.unwrapsSiblings }

    /// Replaces the nodes of an element by one node of the parent, the value of the element.
    ///
    /// `isAlone` is `true` for the root and for a record, because options never omit these or put them in an array.
    @inline(__always)
    mutating func end(_ element: OpenElement, isAlone: Bool, _ names: inout NameInterner) throws(BuildError) {
        var value: Entry?
        if element.flags.isDisjoint(with: .hasRawNodes) {
            value = try self.value(of: element, &names)
        } else {
            value = try valueOfRawNodes(of: element, &names)
        }
        if value == nil, isAlone { value = .emptyDictionary(under: element.key) }
        nodes.pending.count = element.pendingStart
        guard let value else { return }
        nodes.append(rules.appendsPlainly ? value : marked(value, element, isAlone))
    }

    /// Returns the value of an element without raw nodes, or `nil` if the options omit the element.
    @inline(__always)
    private mutating func value(of element: OpenElement, _ names: inout NameInterner) throws(BuildError) -> Entry? {
        let content = try nodes.text.take(of: element, under: rules.keys.text)
        guard rules.formsPlainly else { return try valueByRules(of: element, content, &names) }
        let value = rules.hasTypes ? content.map { typed($0, as: element.marks) } : content
        return try plainValue(of: element, value, names.count)
    }

    @inline(never)
    private mutating func marked(_ value: Entry, _ element: OpenElement, _ isAlone: Bool) -> Entry {
        let value = rules.keepsLines ? lines.note(value, element.line, isOrdered: rules.isOrdered) : value
        return !isAlone && element.marks.contains(.list) ? value.listed : value
    }

    /// Returns the value of an element whose nodes are final, or `nil` if the options omit the element.
    @inline(__always)
    private mutating func plainValue(
        of element: OpenElement,
        _ content: Entry?,
        _ nameCount: Int
    ) throws(BuildError) -> Entry? {
        let found = nodes.pending.count &- element.pendingStart
        if let content {
            if found == 0, let entry = textOnly(content, of: element) { return entry }
            if found == 0 || rules.keepsTextBeside { nodes.append(content) }
        } else if found == 0 {
            return empty(under: element.key)
        }
        return try fold(from: element.pendingStart, under: element.key, nameCount)
    }

    /// Returns the value of an element by the options and the shape that change texts or empty elements.
    @inline(never)
    mutating func valueByRules(
        of element: OpenElement,
        _ content: Entry?,
        _ names: inout NameInterner
    ) throws(BuildError) -> Entry? {
        var content = content
        if !missingLists.isEmpty { addMissingLists(to: element, names.count) }
        if let text = content, element.preservesSpace, element.marks.contains(.shaped) { content = shapedBlank(text) }
        if let text = content {
            content = typed(text, element.marks, &names)
        } else if element.hasOnlyAttributes(nodes.pending.count), element.flags.contains(.isNil) {
            return .null(under: element.key)
        } else if element.marks.contains(.shaped) {
            if nodes.pending.count == element.pendingStart { return shapedEmpty(element, &names) }
            // The call only reports a missing text. Attributes and comments stay.
            if element.hasOnlyAttributes(nodes.pending.count) || element.lacksWholeText {
                _ = shapedEmpty(element, &names)
            }
        }
        let isUnwrapped =
            rules.unwrapsSiblings && (content == nil || !rules.keepsTextBeside) && hasOnlySiblings(element)
        let value = try plainValue(of: element, content, names.count)
        guard isUnwrapped, let value, value.kind == .dictionary, value.length == 1 else { return value }
        return entries[value.offset].under(key: element.key)
    }

    private func hasOnlySiblings(_ element: OpenElement) -> Bool {
        guard element.attributeCount == 0, !element.flags.contains(.hasOtherNodes) else { return false }
        let found = nodes.pending.count - element.pendingStart
        return found > 1 || found == 1 && nodes.pending[element.pendingStart].isListed
    }

    /// Returns the value of an element with only text, or `nil` if `Entry.Kind.textOnly` cannot express the value.
    @inline(__always)
    private func textOnly(_ value: Entry, of element: OpenElement) -> Entry? {
        if rules.textOnlyIsString, !element.marks.contains(.dictionary) { return value.under(key: element.key) }
        guard value.kind == .string else { return nil }
        return Entry(key: element.key, kind: .textOnly, length: value.length, offset: value.offset)
    }

    /// Returns `nil` if the options omit the element.
    func empty(under key: Int) -> Entry? {
        switch rules.empty {
        case .dictionary: .emptyDictionary(under: key)
        case .null: .null(under: key)
        case .string: .emptyString(under: key)
        case .omit: nil
        }
    }

    @inline(__always)
    mutating func fold(from start: Int, under key: Int, _ nameCount: Int) throws(BuildError) -> Entry {
        try fold(start..<nodes.pending.count, under: key, nameCount)
    }

    @inline(__always)
    mutating func fold(_ run: Range<Int>, under key: Int, _ nameCount: Int) throws(BuildError) -> Entry {
        let offset = entries.count
        let length = try folding.appendDictionary(of: nodes.pending, run, nameCount: nameCount, to: &entries)
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: key, kind: .dictionary, length: length, offset: offset)
    }

    /// Returns a dictionary or an array of the entries from an offset to the end of the buffer.
    func whole(_ kind: Entry.Kind, from offset: Int, under key: Int) throws(BuildError) -> Entry {
        let length = entries.count - offset
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: key, kind: kind, length: length, offset: offset)
    }
}
