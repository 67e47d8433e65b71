/// Builds values from start tags, text and end tags.
///
/// It knows the options and nothing of expat. It builds the elements that are asked for and passes over the rest: the root,
/// which is the whole document, or each element at a path, which is a record.
///
/// Three stacks and two stores:
///
///     open       the open elements, root first: name, where it began, where its part of `pending` and `aside` begins
///     pending    what is finished inside the open elements, as entries: an element's run begins with its attributes
///     aside      text of open elements that a child interrupted
///     bytes      all finished text, and at its end, from `textStart` on, the text that is being collected
///     entries    dictionaries and arrays of finished elements
///
/// While `<a>x<b>y</b>` is open and `z` has just arrived:
///
///     open     [ a ]              pending  [ b: {text: y} ]
///     aside    "x"                bytes    "y" + "z" (being collected)
///
/// At `</a>` the text set aside and the text collected join to `xz`, the pending run and the text fold into one dictionary, and
/// the run is replaced by one entry: `a`. Most text is never set aside: white space between elements is dropped as it comes.
///
/// What the default options need is done first and straight; everything else stands behind a flag of the rules that says that it is
/// there, in a file of its own: `+Attributes`, `+Text`, `+Asides`, `+Elements`, `+Records`.
struct ValueBuilder: ~Copyable {
    var names: NameInterner
    var open = GrowableBuffer<OpenElement>()
    var pending = GrowableBuffer<Entry>()
    var aside = GrowableBuffer<UInt8>()
    var bytes = GrowableBuffer<UInt8>()
    var entries = GrowableBuffer<Entry>()
    var folding: Folding
    var resolver: NameResolver
    var collisions = CollisionCheck()
    let paths: PathTable
    /// What is remembered of elements that are not built; `nil` when the root is.
    var search: PathSuggestions?
    /// Whether the innermost open element is one to build, or inside one.
    var isBuilding: Bool
    /// Records that have ended and have not been taken, from `firstFinished` on.
    var finished: [FinishedRecord] = []
    var firstFinished = 0
    /// The names that the last record's path shows, by their numbers, whether some are left out, and the path.
    var lastPath: (names: [Int], isCut: Bool, text: String) = ([], false, "")
    /// What the records that wait have in common, once one of several has been taken.
    var shared: StorageBlocks?
    /// How many elements are open around the one that is being built.
    var outerDepth = 0
    /// How many elements are open around the one that is being left out, and whether that one stood in one to build.
    var skipped: (depth: Int, wasBuilding: Bool)?
    /// Where in `bytes` the text begins that is being collected for the innermost open element.
    var textStart = 0
    /// Whether text comes from a CDATA section that is to be told from other text.
    var isInCDATA = false
    /// Where the root is among what is pending, once it has ended.
    var rootPlace: Int?
    /// The declarations that are in force, as they were last written, when, and how many bytes they are.
    var scopeEntry: (entry: Entry, changes: Int, byteCount: Int)?
    /// How many bytes of namespaces were written into keys and declarations since somebody last asked.
    private var namespaceBytes = 0

    /// Whether records stay where they are until the document ends, as the items of an array.
    let collectsRecords: Bool
    /// The lines of elements that have ended, if they are kept.
    var lines = LineTable()
    let rules: BuildRules
    let keys: Keys
    let shape: ConventionInfo

    /// The numbers of keys that are options.
    struct Keys {
        let text: Int
        let attributeGroup: Int
        let cdata: Int?
        let comment: Int?
        let processingInstruction: Int?
        let doctype: Int?
        let declarations: Int
        let defaultNamespace: Int
        let version: Int
        let encoding: Int
    }

    /// A builder of whole documents, or of the elements at a path, which are records.
    ///
    /// - Parameters:
    ///   - options: How XML becomes a value.
    ///   - marked: The paths of the options, and that of the records if there is one.
    ///   - path: The records to hand over one by one; `nil` keeps what is selected until the end.
    /// - Throws: When there is no room for it.
    init(
        _ options: XMLReader.Options,
        _ marked: [MarkedPath],
        recordsAt path: XMLPath?
    ) throws(BuildError) {
        var names = NameInterner()
        var paths = PathTable()
        for path in marked {
            try paths.add(path.path, path.marks, &names)
        }
        let selected = marked.filter { $0.marks == .record }.map(\.path)
        let rules = BuildRules(options, paths)
        let prefix = if case .prefixed(let prefix) = options.attributes { prefix } else { "" }
        let keys = try Self.keys(options, attributePrefix: prefix, &names)
        let resolver = try NameResolver(options, attributePrefix: prefix, &names)
        collectsRecords = path == nil && !selected.isEmpty
        self.rules = rules
        self.keys = keys
        self.resolver = resolver
        let isGrouped = if case .grouped = options.attributes { true } else { false }
        shape = ConventionInfo(
            textKey: keys.text,
            attributePrefix: Array(prefix.utf8),
            attributeGroupKey: isGrouped ? keys.attributeGroup : nil,
            hasMarkedAttributes: isGrouped || !prefix.isEmpty || options.attributes == .discarded,
            cdataKey: keys.cdata,
            asideKeys: [keys.comment, keys.processingInstruction, keys.doctype].compactMap(\.self),
            declarationsKey: keys.declarations,
            isOrdered: rules.isOrdered
        )
        folding = Folding(listsSome: !options.forceList.isEmpty || rules.listsAll)
        search = selected.isEmpty ? nil : PathSuggestions(selected)
        isBuilding = selected.isEmpty
        self.names = names
        self.paths = paths
    }

    private static func keys(
        _ options: XMLReader.Options,
        attributePrefix: String,
        _ names: inout NameInterner
    ) throws(BuildError) -> Keys {
        let group = if case .grouped(let key) = options.attributes { key } else { "" }
        return Keys(
            text: try names.number(ofOption: options.textKey ?? ""),
            attributeGroup: try names.number(ofOption: group),
            cdata: try number(of: options.cdataKey, &names),
            comment: try number(of: options.commentKey, &names),
            processingInstruction: try number(of: options.processingInstructionKey, &names),
            doctype: try number(of: options.doctypeKey, &names),
            declarations: try names.number(ofOption: attributePrefix + "xmlns"),
            defaultNamespace: try names.number(ofOption: options.defaultNamespaceKey),
            version: try names.number(ofOption: "version"),
            encoding: try names.number(ofOption: "encoding")
        )
    }

    private static func number(of key: String?, _ names: inout NameInterner) throws(BuildError) -> Int? {
        guard let key else { return nil }
        return try names.number(ofOption: key)
    }

    /// Whether the root has begun.
    var hasRootBegun: Bool { open.capacity > 0 }

    /// Whether the root has ended.
    var isBehindRoot: Bool { open.count == 0 && hasRootBegun }

    /// How much memory an entry takes.
    static let bytesPerEntry = MemoryLayout<Entry>.size

    // MARK: What the parser reports

    /// A start tag.
    ///
    /// - Parameters:
    ///   - name: The element's name, a C string.
    ///   - attributes: Names and values in turn, C strings, and a null pointer at the end. An address of a name always means
    ///     the same name.
    ///   - line: Where the tag begins, as told by the parser; kept for messages.
    ///   - column: The same.
    /// - Throws: When there is no room for it, or its names break a rule of the options.
    @inline(__always)
    mutating func startElement(
        _ name: UnsafePointer<CChar>,
        _ attributes: UnsafePointer<UnsafePointer<CChar>?>,
        line: UInt,
        column: UInt
    ) throws(BuildError) {
        if bytes.count != textStart {
            try interruptText()
        }
        let written = try names.checked(names.number(of: name))
        var path = written, key = written, marks: PathMarks = []
        if !rules.hasPlainStarts {
            (path, key, marks) = try beginUnusual(written, attributes)
        }
        let element = OpenElement(
            written: written,
            path: path,
            key: key,
            pendingStart: pending.count,
            asideStart: aside.count,
            line: line,
            column: column,
            marks: marks,
            preservesSpace: open.count > 0 && open.base[open.count &- 1].preservesSpace
        )
        guard open.append(element) else { throw .outOfMemory }
        if attributes.pointee != nil || rules.declarations == .inScope {
            try addAttributes(attributes)
        }
        textStart = bytes.count
    }

    /// What a start tag needs beside its name and attributes.
    @inline(never)
    private mutating func beginUnusual(
        _ written: Int,
        _ attributes: UnsafePointer<UnsafePointer<CChar>?>
    ) throws(BuildError) -> (path: Int, key: Int, marks: PathMarks) {
        if open.count > 0 { open.base[open.count &- 1].flags.insert(.isParted) }
        if !rules.textSeparator.isEmpty, isBuilding { try endRunAside() }
        if rules.tracksNamespaces, attributes.pointee != nil { try declareNamespaces(attributes) }
        var path = written, key = written
        if rules.resolvesElements {
            (path, key) = try resolver.element(written, &names)
            if rules.writesNamespaces { noteNamespaces(names.names[key].byteCount) }
        }
        guard rules.hasElementPaths else { return (path, key, []) }
        let marks = paths.marks(ofElement: path, in: open)
        if skipped == nil {
            if marks.contains(.skip) {
                skipped = (open.count, isBuilding)
                isBuilding = false
            } else if !isBuilding {
                beginRecord(marks.contains(.record), path)
            }
        }
        return (path, key, marks)
    }

    /// A piece of text of the innermost open element.
    @inline(__always)
    mutating func text(_ piece: UnsafePointer<UInt8>, count: Int) throws(BuildError) {
        guard isBuilding else { return }
        if isInCDATA { return try textInCDATA(piece, count) }
        var start = 0
        if bytes.count == textStart, piece[0] <= 0x20, dropsLeadingSpace {
            // The white space between elements comes here, and most often all of the piece is.
            while start < count, XMLWhitespace.isSpace(piece[start]) {
                start &+= 1
            }
        }
        guard bytes.append(piece + start, count: count &- start) else { throw .outOfMemory }
    }

    /// Whether white space that comes next would be cut off in the end, as nothing stands before it.
    @inline(__always)
    private var dropsLeadingSpace: Bool {
        let element = open.base[open.count &- 1]
        return rules.dropsLeadingSpace && !element.preservesSpace && aside.count == element.asideStart
    }

    /// The end tag of the innermost open element.
    ///
    /// - Returns: Whether it completes what was asked for: the document, or a record.
    /// - Throws: When there is no room for it, or what is in it breaks a rule of the options.
    @inline(__always)
    mutating func endElement() throws(BuildError) -> Bool {
        if !isBuilding {
            endUnbuilt()
            return false
        }
        let element = open.base[open.count &- 1]
        if rules.hasPlainEnds {
            open.count &-= 1
            let text = try takeText(of: element)
            let found = pending.count &- element.pendingStart
            let entry: Entry?
            if found > 0 {
                if let text {
                    guard pending.append(text) else { throw .outOfMemory }
                }
                entry = try fold(from: element.pendingStart, under: element.key)
            } else if let text {
                entry = textOnly(text, under: element.key)
            } else {
                entry = empty(under: element.key)
            }
            pending.count = element.pendingStart
            if let entry {
                guard pending.append(entry) else { throw .outOfMemory }
            }
        } else {
            try endUnusual(element)
        }
        guard open.count == outerDepth else { return false }
        isBuilding = false
        if search == nil { rootPlace = pending.count - 1 } else { finishRecord(element) }
        return true
    }

    /// The end tag of an element that is not built.
    @inline(never)
    private mutating func endUnbuilt() {
        settleRecord()
        open.count &-= 1
        if rules.tracksNamespaces { resolver.leave(open.count) }
        if let skipped, skipped.depth == open.count {
            isBuilding = skipped.wasBuilding
            self.skipped = nil
            textStart = bytes.count
        }
    }

    /// Appends what was found in the innermost open element, or beside the root.
    @inline(__always)
    mutating func push(
        _ entry: Entry,
        _ origin: CollisionCheck.Origin,
        _ name: Int,
        meaning: Int? = nil
    ) throws(BuildError) {
        guard pending.append(entry) else { throw .outOfMemory }
        guard rules.refusesCollisions else { return }
        try collisions.note(origin, name, meaning: meaning ?? name, at: pending.count - 1)
    }

    /// Notes that namespaces were written out: in a key, or as declarations.
    @inline(__always)
    mutating func noteNamespaces(_ byteCount: Int) {
        namespaceBytes &+= byteCount
    }

    /// How many bytes of namespaces were written out since the last call.
    mutating func takeNamespaceBytes() -> Int {
        defer { namespaceBytes = 0 }
        return namespaceBytes
    }

    // MARK: The document

    /// The value of the whole document, when the root has ended.
    ///
    /// - Returns: A dictionary with the root and what stands beside it; the root alone, if its name is dropped; or the array of the
    ///   elements that were selected.
    mutating func takeDocument() throws(BuildError) -> XMLValue {
        let root = search == nil && !rules.dropsRoot ? rootPlace.map { pending.base[$0] } : nil
        let document = try documentEntry()
        pending.count = 0
        let blocks = StorageBlocks(entries: entries.take(), bytes: bytes.take(), lines: lines.take())
        let storage = ValueStorage(blocks, names: names.list, shape, document: root.map { (document, $0) })
        textStart = 0
        return XMLValue(storage: storage, entry: document)
    }

    private mutating func documentEntry() throws(BuildError) -> Entry {
        if search != nil {
            let offset = entries.count
            guard entries.append(pending.base, count: pending.count) else { throw .outOfMemory }
            return Entry(key: keys.text, kind: .array, length: pending.count, offset: offset)
        }
        if rules.dropsRoot {
            return rootPlace.map { pending.base[$0] } ?? emptyDictionary(under: keys.text)
        }
        if rules.refusesCollisions { try refuseCollisions(from: 0, in: nil) }
        return try fold(from: 0, under: keys.text)
    }
}
