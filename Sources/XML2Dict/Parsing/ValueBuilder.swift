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
struct ValueBuilder: ~Copyable {
    private(set) var names: NameTable
    private(set) var open = GrowableBuffer<OpenElement>()
    private var pending = GrowableBuffer<Entry>()
    private var aside = GrowableBuffer<UInt8>()
    private var bytes = GrowableBuffer<UInt8>()
    private var entries = GrowableBuffer<Entry>()
    private var folding = Folding()
    /// Which elements to build; `nil` for the root.
    private(set) var selection: RecordSelection?
    /// Whether the innermost open element is one to build, or inside one.
    private var isBuilding: Bool
    /// Records that have ended and have not been taken, from `firstFinished` on.
    private var finished: [FinishedRecord] = []
    private var firstFinished = 0
    /// What the records that wait have in common, once one of several has been taken.
    private var shared: ValueBlocks?
    /// How many elements are open around the one that is being built.
    private var outerDepth = 0
    /// Where in `bytes` the text begins that is being collected for the innermost open element.
    private var textStart = 0

    private let rules: Rules
    private let textKey: Int
    private let attributeGroupKey: Int

    /// The options, as the callbacks need them.
    private struct Rules {
        let trims: Bool
        let attributes: XMLReader.Attributes
        let attributePrefix: [UInt8]
        let textOnlyIsString: Bool
        let empty: XMLReader.Empty
    }

    /// A builder of whole documents, or of the elements at a path.
    init(_ options: XMLReader.Options, recordsAt path: XMLPath?) throws(BuildProblem) {
        var names = NameTable()
        let textKey = try Self.number(of: options.textKey, in: &names)
        var attributePrefix = ""
        var attributeGroupKey = textKey
        switch options.attributes {
        case .prefixed(let prefix): attributePrefix = prefix
        case .grouped(let key): attributeGroupKey = try Self.number(of: key, in: &names)
        case .merged, .discarded: break
        }
        var selection: RecordSelection?
        if let path { selection = try RecordSelection(path, &names) }
        rules = Rules(
            trims: options.trimming == .ends,
            attributes: options.attributes,
            attributePrefix: Array(attributePrefix.utf8),
            textOnlyIsString: options.textOnly == .string,
            empty: options.empty
        )
        self.names = names
        self.textKey = textKey
        self.attributeGroupKey = attributeGroupKey
        self.selection = selection
        isBuilding = path == nil
    }

    /// The number of a name that comes from the options.
    static func number(of name: String, in names: inout NameTable) throws(BuildProblem) -> Int {
        let number = number(of: Array(name.utf8), in: &names)
        guard number >= 0 else { throw .outOfMemory }
        return number
    }

    private static func number(of name: [UInt8], in names: inout NameTable) -> Int {
        name.withUnsafeBufferPointer { buffer in
            withUnsafePointer(to: 0 as UInt8) { nothing in
                names.number(of: buffer.baseAddress ?? nothing, count: buffer.count)
            }
        }
    }

    /// Whether the root has ended.
    var isBehindRoot: Bool { open.count == 0 && open.capacity > 0 }

    // MARK: What the parser reports

    /// A start tag.
    ///
    /// - Parameters:
    ///   - name: The element's name, a C string.
    ///   - attributes: Names and values in turn, C strings, and a null pointer at the end. An address of a name always means
    ///     the same name.
    ///   - line: Where the tag begins, as told by the parser; kept for messages.
    ///   - column: The same.
    /// - Throws: When there is no room for it.
    @inline(__always)
    mutating func startElement(
        _ name: UnsafePointer<CChar>,
        _ attributes: UnsafePointer<UnsafePointer<CChar>?>,
        line: UInt,
        column: UInt
    ) throws(BuildProblem) {
        if bytes.count != textStart {
            try setTextAside()
        }
        let key = try checked(names.number(of: name))
        if !isBuilding {
            beginRecord(ifFoundAt: key)
        }
        let element = OpenElement(
            key: key,
            pendingStart: pending.count,
            asideStart: aside.count,
            line: line,
            column: column,
            preservesSpace: open.count > 0 && open.base[open.count &- 1].preservesSpace
        )
        guard open.append(element) else { throw .outOfMemory }
        if attributes.pointee != nil {
            try addAttributes(attributes)
        }
        textStart = bytes.count
    }

    @inline(never)
    private mutating func beginRecord(ifFoundAt key: Int) {
        settleRecord()
        guard selection?.matches(key, in: open, names.names) ?? false else { return }
        isBuilding = true
        outerDepth = open.count
    }

    /// A piece of text of the innermost open element.
    @inline(__always)
    mutating func text(_ piece: UnsafePointer<UInt8>, count: Int) throws(BuildProblem) {
        guard isBuilding else { return }
        var start = 0
        if bytes.count == textStart, piece[0] <= 0x20, dropsLeadingSpace {
            // The white space between elements comes here, and most often all of the piece is.
            while start < count, XMLSpace.isSpace(piece[start]) {
                start &+= 1
            }
        }
        guard bytes.append(piece + start, count: count &- start) else { throw .outOfMemory }
    }

    /// Whether white space that comes next would be cut off in the end, as nothing stands before it.
    @inline(__always)
    private var dropsLeadingSpace: Bool {
        let element = open.base[open.count &- 1]
        return trims(element) && aside.count == element.asideStart
    }

    /// The end tag of the innermost open element.
    ///
    /// - Returns: Whether it completes what was asked for: the document, or a record.
    /// - Throws: When there is no room for it.
    @inline(__always)
    mutating func endElement() throws(BuildProblem) -> Bool {
        if !isBuilding { settleRecord() }
        let element = open.base[open.count &- 1]
        open.count &-= 1
        guard isBuilding else { return false }
        let text = try takeText(of: element)
        let found = pending.count &- element.pendingStart
        let entry: Entry?
        if found > 0 {
            if let text {
                guard pending.append(text) else { throw .outOfMemory }
            }
            entry = try fold(from: element.pendingStart, under: element.key)
        } else if let text {
            entry = try textOnly(text, under: element.key)
        } else {
            entry = empty(under: element.key)
        }
        pending.count = element.pendingStart
        if let entry {
            guard pending.append(entry) else { throw .outOfMemory }
        }
        guard open.count == outerDepth else { return false }
        isBuilding = false
        if selection != nil { finishRecord(element) }
        return true
    }

    @inline(never)
    private mutating func finishRecord(_ element: OpenElement) {
        guard let entry = pending.last else { return }
        pending.count -= 1
        finished.append(FinishedRecord(entry: entry, element: element))
    }

    /// Notes the path of the last record before the open elements change.
    ///
    /// Mostly it is asked for before that, as the parser is stopped at each record; but not in the text of an entity.
    private mutating func settleRecord() {
        guard let last = finished.indices.last, finished[last].path == nil else { return }
        finished[last].path = path(to: finished[last].element)
    }

    /// The value of the whole document, when the root has ended: a dictionary with one key.
    mutating func takeDocument() throws(BuildProblem) -> XMLValue {
        let offset = entries.count
        guard entries.append(pending.base, count: pending.count) else { throw .outOfMemory }
        let document = Entry(key: textKey, kind: .dictionary, length: pending.count, offset: offset)
        pending.count = 0
        let blocks = ValueBlocks(entries: entries.take(), bytes: bytes.take())
        let storage = ValueStorage(blocks, names: names.list, textKey: textKey)
        textStart = 0
        return XMLValue(storage: storage, entry: document)
    }

    // MARK: Records

    /// Whether a record waits to be taken.
    var hasRecord: Bool { firstFinished < finished.count }

    /// The record that waits, where it lies until it is dropped.
    var record: (entry: Entry, tree: ValueTree)? {
        guard hasRecord else { return nil }
        let tree = ValueTree(
            entries: UnsafePointer(entries.base),
            bytes: UnsafePointer(bytes.base),
            names: names.names,
            textKey: textKey
        )
        return (finished[firstFinished].entry, tree)
    }

    /// The record that waits, as a value of its own.
    ///
    /// - Parameter origin: Makes its origin from its element and the path that leads to it.
    /// - Returns: The value, or `nil` when no record waits.
    /// - Throws: When there is no room for it.
    mutating func copyRecord(_ origin: (OpenElement, String) -> XMLValue.Origin) throws(BuildProblem) -> XMLValue? {
        guard hasRecord else { return nil }
        let record = finished[firstFinished]
        let storage = ValueStorage(
            try copyBlocks(),
            names: names.list,
            textKey: textKey,
            origin: origin(record.element, record.path ?? path(to: record.element))
        )
        return XMLValue(storage: storage, entry: record.entry)
    }

    /// The stores as they are now.
    ///
    /// Records that wait together share one copy, as each could need all of it.
    private mutating func copyBlocks() throws(BuildProblem) -> ValueBlocks {
        if let shared { return shared }
        guard let entries = entries.copy(), let bytes = bytes.copy() else { throw .outOfMemory }
        let blocks = ValueBlocks(entries: entries, bytes: bytes)
        if finished.count > 1 { shared = blocks }
        return blocks
    }

    /// Forgets the record that waits.
    mutating func dropRecord() {
        firstFinished += 1
        guard !hasRecord else { return }
        shared = nil
        finished.removeAll(keepingCapacity: true)
        firstFinished = 0
        // What the next record has already been given must stay.
        guard !isBuilding else { return }
        entries.count = 0
        bytes.count = 0
        textStart = 0
    }

    /// The names from the root to an element that is, or was, in the innermost open one.
    private func path(to element: OpenElement) -> String {
        path + "/" + name(of: element)
    }

    /// The open elements from the root, the middle ones left out when there are many.
    var path: String {
        let count = open.count
        var path = ""
        for index in 0..<count where count <= 40 || index < 20 || index >= count - 20 {
            if count > 40, index == count - 20 { path += "/…" }
            path += "/" + name(of: open.base[index])
        }
        return path
    }

    /// An element's name, for people: cut when nobody would read it.
    func name(of element: OpenElement) -> String {
        let name = names.names[element.key].string
        return name.utf8.count <= 200 ? name : String(name.prefix(100)) + "…"
    }

    // MARK: Attributes

    private mutating func addAttributes(_ attributes: UnsafePointer<UnsafePointer<CChar>?>) throws(BuildProblem) {
        if rules.trims {
            noteSpace(attributes)
        }
        guard isBuilding else { return }
        switch rules.attributes {
        case .merged:
            try addEach(attributes) { names, name in names.number(of: name) }
        case .prefixed:
            let prefix = rules.attributePrefix
            try addEach(attributes) { names, name in
                let bytes = UnsafeRawBufferPointer(start: name, count: Memory.length(of: name))
                return Self.number(of: prefix + bytes, in: &names)
            }
        case .grouped:
            let start = pending.count
            try addEach(attributes) { names, name in names.number(of: name) }
            let group = try fold(from: start, under: attributeGroupKey)
            pending.count = start
            guard pending.append(group) else { throw .outOfMemory }
        case .discarded:
            break
        }
    }

    @inline(__always)
    private mutating func addEach(
        _ attributes: UnsafePointer<UnsafePointer<CChar>?>,
        number: (inout NameTable, UnsafePointer<CChar>) -> Int
    ) throws(BuildProblem) {
        var next = attributes
        while let name = next[0], let value = next[1] {
            let key = try checked(names.number(ofStable: name, make: number))
            let length = Memory.length(of: value)
            let offset = bytes.count
            guard length <= Entry.maximumLength else { throw .tooMany }
            guard bytes.append(UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: length),
                pending.append(Entry(key: key, kind: .string, length: length, offset: offset))
            else { throw .outOfMemory }
            next += 2
        }
    }

    /// XML 1.0, section 2.10: `xml:space` holds for the element and everything in it, until set again.
    private func noteSpace(_ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        var next = attributes
        while let name = next[0], let value = next[1] {
            if name[0] == UInt8(ascii: "x"), name[1] == UInt8(ascii: "m"), String(cString: name) == "xml:space" {
                let value = String(cString: value)
                if value == "preserve" || value == "default" {
                    open.base[open.count &- 1].preservesSpace = value == "preserve"
                }
            }
            next += 2
        }
    }

    @inline(__always)
    private func checked(_ number: Int) throws(BuildProblem) -> Int {
        guard number >= 0 else { throw names.count < NameList.maximumCount ? .outOfMemory : .tooMany }
        return number
    }

    // MARK: Text

    /// A child begins: keeps the text collected so far for its element.
    private mutating func setTextAside() throws(BuildProblem) {
        guard aside.append(bytes.base + textStart, count: bytes.count - textStart) else { throw .outOfMemory }
        bytes.count = textStart
    }

    /// The whole text of an element that ends, as an entry under the text key, if there is any.
    ///
    /// Afterwards nothing is being collected.
    @inline(__always)
    private mutating func takeText(of element: OpenElement) throws(BuildProblem) -> Entry? {
        if aside.count != element.asideStart {
            try rejoinText(of: element)
        }
        var start = textStart, end = bytes.count
        if start == end { return nil }
        if trims(element) {
            XMLSpace.trim(bytes.base, &start, &end)
            if start == end {
                bytes.count = textStart
                return nil
            }
        }
        guard end &- start <= Entry.maximumLength else { throw .tooMany }
        bytes.count = end
        textStart = end
        return Entry(key: textKey, kind: .string, length: end &- start, offset: start)
    }

    /// Puts text set aside and text just collected together, in document order, as text being collected.
    private mutating func rejoinText(of element: OpenElement) throws(BuildProblem) {
        guard aside.append(bytes.base + textStart, count: bytes.count - textStart) else { throw .outOfMemory }
        bytes.count = textStart
        let count = aside.count - element.asideStart
        guard bytes.append(aside.base + element.asideStart, count: count) else { throw .outOfMemory }
        aside.count = element.asideStart
    }

    @inline(__always)
    private func trims(_ element: OpenElement) -> Bool {
        rules.trims && !element.preservesSpace
    }

    // MARK: What an element becomes

    @inline(__always)
    private mutating func fold(from start: Int, under key: Int) throws(BuildProblem) -> Entry {
        let offset = entries.count
        let length = try folding.appendDictionary(
            of: pending.base + start,
            count: pending.count &- start,
            nameCount: names.count,
            to: &entries
        )
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: key, kind: .dictionary, length: length, offset: offset)
    }

    @inline(__always)
    private mutating func textOnly(_ text: Entry, under key: Int) throws(BuildProblem) -> Entry {
        if rules.textOnlyIsString { return text.under(key: key) }
        return Entry(key: key, kind: .textOnly, length: text.length, offset: text.offset)
    }

    private func empty(under key: Int) -> Entry? {
        switch rules.empty {
        case .dictionary: Entry(key: key, kind: .dictionary, length: 0, offset: 0)
        case .null: Entry(key: key, kind: .null, length: 0, offset: 0)
        case .string: Entry(key: key, kind: .string, length: 0, offset: 0)
        case .omitted: open.count > outerDepth ? nil : Entry(key: key, kind: .dictionary, length: 0, offset: 0)
        }
    }
}
