/// Builds values from start tags, text and end tags.
///
/// It knows the options, but not expat. It builds the root, which is the whole document, or each element at a path,
/// which is a record. It skips the rest.
///
///     open       the open elements, root first: name, where each began, where its part of `pending` begins
///     pending    finished content of the open elements, as entries: attributes first, then children
///     text       all finished text, then the text of the open elements: see `TextCollector`
///     entries    dictionaries and arrays of finished elements
///
/// While `<a>x<b>y</b>` is open and `z` has just arrived:
///
///     open     [ a ]              pending  [ b: {text: y} ]
///     text     "x" suspended, "y" finished, "z" being collected
///
/// At `</a>` the pending run `b` and the text `xz` fold into one dictionary, and one entry, `a`, replaces the run.
///
/// The extensions `+Attributes`, `+Elements`, `+Text`, `+NonElementNodes`, `+Order` and `+Records` build these things;
/// `+Parts` joins what several builders have made of the parts of one document.
struct ValueBuilder: ~Copyable {
    // Open elements and finished content.
    var open = GrowableBuffer<OpenElement>()
    var pending = GrowableBuffer<Entry>()
    var text: TextCollector
    var entries = GrowableBuffer<Entry>()
    /// The lines of elements that have ended, if the options keep them.
    var lines = LineTable()

    // Names, keys and dictionaries.
    var names: NameInterner
    var resolver: NameResolver
    var folding: Folding
    var writtenDeclarations = WrittenDeclarations()
    var order = ContentOrder()

    // Selection and delivery.
    var selection: BuildSelection
    var records = RecordQueue()
    /// The path of the last record, which the next record mostly shares.
    var lastPath = ElementPath()
    /// Whether records wait until the document ends, as the items of an array.
    let collectsRecords: Bool
    /// The items of that array.
    var selected = GrowableBuffer<Entry>()
    /// The part of the origin that all records share.
    var source = RecordSource()
    /// The session that gives values their shape; `nil` when the options have none.
    let shapingSession: (any ShapingSession)?
    let shapingOutcome: Shaping.Fault
    /// What did not fit and is to be reported.
    var mismatches: [Mismatch] = []
    /// What matched in earlier documents of the same input.
    var earlier: Matches?
    /// The place of the root in `pending`, once it has ended.
    private var rootPlace: Int?
    /// The elements around a part of a document; none when the builder reads the whole document.
    var spine = PartSpine()

    /// The paths of the options, in the order of the table.
    let marked: [MarkedPath]
    var paths: PathTable
    let rules: BuildRules
    let keys: BuildKeys
    let roles: KeyRoles

    /// Creates a builder of a whole document, or of the elements at paths.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - marked: The paths of the options, and the path of the records if there is one.
    ///   - path: The path of records that are delivered one by one; `nil` keeps selected elements until the end.
    init(_ options: XMLOptions, _ marked: [MarkedPath], recordsAt path: XMLPath?) {
        var names = NameInterner()
        var paths = PathTable()
        for path in marked {
            paths.add(path.path, path.marks, &names)
        }
        let prefix = options.attributePrefix
        let keys = BuildKeys(options, &names)
        let resolver = NameResolver(options, attributePrefix: prefix, &names)
        let selected = marked.filter { $0.marks == .record }.map(\.path)
        // This reads no member before all are set: Swift 6.3.1 then destroys the wrong parts of a noncopyable value.
        let rules = BuildRules(options, paths)
        var numbered: [(number: Int, role: KeyRole)] = []
        for (key, role) in options.roles { numbered.append((names.number(ofOption: key), role)) }
        let roles = KeyRoles(
            numbered,
            textKey: keys.text,
            attributePrefix: Array(prefix.utf8),
            discardsAttributes: !rules.keepsAttributes,
            isOrdered: rules.isOrdered,
            keepsRoot: !rules.dropsRoot,
            prefixSeparator: options.prefixSeparator
        )
        self.rules = rules
        self.roles = roles
        self.keys = keys
        text = TextCollector(TextRules(options))
        folding = Folding(listsSome: rules.hasLists)
        selection = BuildSelection(selected)
        collectsRecords = path == nil && !selected.isEmpty
        shapingOutcome = options.shaping?.outcome ?? .error
        let isStrict = options.shaping?.outcome != .shaper
        shapingSession = (options.shaping?.shaper as? any ValueShaper)?.makeSession(isStrict: isStrict)
        self.names = names
        self.marked = marked
        self.paths = paths
        self.resolver = resolver
    }

    /// Whether the root has begun, and whether it has ended.
    var hasRootBegun: Bool { open.capacity > 0 }
    var isAfterRoot: Bool { open.count == 0 && hasRootBegun }

    /// The name of the root as the document writes it, also after its end.
    var rootName: String? {
        // The first open element stays in its place until another document begins.
        hasRootBegun ? names.names[open.base[0].writtenName].string : nil
    }

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
        if text.isCollecting { try interruptText() }
        if rules.notesChildren, open.count > 0 { noteChild() }
        try open(name, attributes, at: start, suspendedStart: text.suspended.count)
        if !attributes.isEmpty || rules.declarations == .inherit { try addAttributes(attributes) }
        text.finish()
    }

    /// Opens an element, without its attributes.
    @inline(__always)
    mutating func open(
        _ name: CString,
        _ attributes: AttributeList,
        at start: TagStart,
        suspendedStart: Int
    ) throws(BuildError) {
        let written = try names.checked(names.number(of: name))
        var path = written, key = written
        if rules.tracksNamespaces, !attributes.isEmpty { try declareNamespaces(attributes) }
        if rules.resolvesElements { (path, key) = try resolve(written, isAttribute: false) }
        var marks: PathMarks = []
        if rules.hasElementPaths { marks = select(path) }
        let element = OpenElement(
            written: written,
            path: path,
            key: key,
            pendingStart: pending.count,
            suspendedStart: suspendedStart,
            start: start,
            marks: marks,
            preservesSpace: open.count > 0 && open[open.count &- 1].preservesSpace
        )
        open.append(element)
    }

    /// Notes that a child separates the text of the innermost open element.
    @inline(never)
    mutating func noteChild() {
        open[open.count &- 1].flags.insert(.hasChildren)
        if selection.isBuilding { text.separate(in: open[open.count &- 1]) }
    }

    /// Finds the numbers of the name of an element or an attribute, for paths and as a key.
    @inline(never)
    mutating func resolve(_ written: Int, isAttribute: Bool) throws(BuildError) -> (path: Int, key: Int) {
        let (path, key) = try isAttribute ? resolver.attribute(written, &names) : resolver.element(written, &names)
        if rules.writesNamespaces { writtenDeclarations.add(names.names[key].byteCount) }
        return (path, key)
    }

    /// Finds the marks of an element that begins, and decides whether it is built.
    @inline(__always)
    mutating func select(_ path: Int) -> PathMarks {
        let marks = paths.marks(ofElement: path, in: open)
        if marks.contains(.skip) || !selection.isBuilding {
            settleRecord()
            selection.begin(marks, path, in: open, paths, names.names)
        }
        return marks
    }

    /// Handles the end tag of the innermost open element.
    ///
    /// - Returns: Whether it completes the root or a record.
    /// - Throws: `BuildError`: `tooMany`, or the rule of the options that the element's content breaks.
    @inline(__always)
    mutating func endElement() throws(BuildError) -> Bool {
        guard selection.isBuilding else {
            endUnbuilt()
            return false
        }
        if open.count <= spine.depth { return try endSpineElement() }
        if rules.isOrdered, text.isCollecting { try endRun(isLast: true) }
        let element = open[open.count &- 1]
        let ended = try value(of: element)
        open.count &-= 1
        pending.count = element.pendingStart
        if let ended { add(ended, of: element) }
        if rules.tracksNamespaces { resolver.leave(open.count) }
        guard open.count == selection.outerDepth else { return false }
        if selection.isWhole { rootPlace = pending.count - 1 } else { try takeRecord(element) }
        selection.complete()
        return true
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
        open.count &-= 1
        if rules.tracksNamespaces { resolver.leave(open.count) }
        if selection.endSkipped(open.count) { text.finish() }
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
        let storage = ValueStorage(blocks, names: names.list, roles, document: root.map { (document, $0) })
        return XMLValue(storage: storage, entry: document)
    }

    /// Makes the entry of the document in its shape, and finds that of its root.
    private mutating func shapedDocument() throws(BuildError) -> (document: Entry, root: Entry?) {
        let (document, root) = try endDocument()
        guard let shaped = try shaped(document), !shaped.isIdentical(to: document) else { return (document, root) }
        guard let root else { return (shaped, nil) }
        if root.isIdentical(to: document) { return (shaped, shaped) }
        let tree = StorageView(entries, text.bytes, names.names, textKey: keys.text)
        return (shaped, tree.child(of: shaped, under: root.key))
    }

    /// Makes the entry of the document, and finds that of its root.
    mutating func endDocument() throws(BuildError) -> (document: Entry, root: Entry?) {
        let root = selection.isWhole ? rootPlace.map { pending[$0] } : nil
        let document = try documentEntry()
        pending.count = 0
        return (document, root)
    }

    private mutating func documentEntry() throws(BuildError) -> Entry {
        if !selection.isWhole {
            let offset = entries.count
            entries.append(selected, 0..<selected.count)
            return Entry(key: keys.text, kind: .array, length: selected.count, offset: offset)
        }
        if rules.listsNodes {
            let offset = entries.count
            entries.append(pending, 0..<pending.count)
            return Entry(key: keys.text, kind: .array, length: pending.count, offset: offset)
        }
        if rules.dropsRoot {
            return rootPlace.map { pending[$0] } ?? emptyDictionary(under: keys.text)
        }
        if rules.notesOrder { try addDocumentOrder() }
        return try fold(from: 0, under: keys.text)
    }
}
