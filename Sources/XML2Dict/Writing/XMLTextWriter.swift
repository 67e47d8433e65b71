/// Writes values as XML, without recursion, into memory or through one buffer to a file.
///
/// The writer visits entries in order and keeps a stack of the open elements. In `{"a": {"@id": "1", "b": ["x",
/// "y"]}}`, when `y` is next:
///
///     stack    [ document: at its end ][ a: at its end, in the array b at "y" ]        text   <a id="1"><b>x</b>
///
/// An element is a run of entries, and one of them may be an array that is being written, so the stack needs only two
/// places in runs. Attributes are written with the start tag, and skipped in the run.
///
/// An element with a key of order is a run of planned parts instead, in the order that the key gives: see `+Order`.
///
/// The parts of a document are in the extensions `+Document`, `+Elements`, `+Parts`, `+OrderedElements`, `+Order`,
/// `+Attributes`, `+Declarations`, `+Nodes` and `+Text`. A document to which records are added is in `+Records`.
struct XMLTextWriter: ~Copyable {
    /// An open element, or the document.
    struct Element: BitwiseCopyable {
        var tag: StartTag
        /// The entries that are not written yet, or the planned parts.
        var next: Int
        var end: Int
        /// The place of the first entry, for error messages.
        var start: Int
        /// The items of an array among them that are not written yet.
        var itemStart = 0
        var item = 0
        var itemEnd = 0
        /// The place in that array from which strings are text.
        var textStart = 0
        /// The key of that array, or of the last entry.
        var key = WrittenNames.Key.unknown
        var flags: Flags

        /// Begins an array with items at these places.
        @inline(__always)
        mutating func setItems(_ items: Range<Int>) {
            (itemStart, item, itemEnd) = (items.lowerBound, items.lowerBound, items.upperBound)
        }

        /// Says that so many items of an array have been written, which came one by one.
        mutating func setItemCount(_ count: Int) {
            (start, next, end) = (0, count, count)
            (itemStart, item, itemEnd) = (0, count, count)
        }
    }

    struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt8
        /// Its entries are the content of an array in document order.
        static let isOrdered = Flags(rawValue: 1)
        /// White space in it is text.
        static let keepsSpace = Flags(rawValue: 2)
        /// It is the document, which has no tags.
        static let isDocument = Flags(rawValue: 4)
        /// All its entries are items of one array.
        static let isArray = Flags(rawValue: 8)
        /// Its entries are planned parts.
        static let isPlanned = Flags(rawValue: 16)
    }

    var output: OutputBuffer
    let rules: WriteRules
    var names: WrittenNames
    var stack = GrowableBuffer<Element>()
    /// The parts of the open elements with a key of order.
    var plan = GrowableBuffer<PlannedPart>()
    /// The parts of the element that is being planned, in the order of its entries, and their keys.
    var unplanned = GrowableBuffer<PlannedPart>()
    var runs = GrowableBuffer<PlannedRun>()
    var planCount = 0
    /// The number of the last tag with an attribute, by the number of the attribute's expanded name.
    var attributeTags = GrowableBuffer<Int>()
    var tagCount = 0
    /// The number of the attribute's key that is being written; -1 between attributes.
    var attributeKey: Int32 = -1
    /// Whether the document has a DOCTYPE, and whether its root has begun.
    var hasDoctype = false
    var hasRoot = false
    /// Whether a part of a document that failed is in the file.
    private(set) var isTorn = false
    /// Whether nothing but the declaration has been written.
    var isAtStart = true

    init(_ writer: XMLWriter, to target: OutputBuffer.Target) throws(XMLWriterError) {
        guard writer.options.separatesPrefixes else {
            throw XMLWriterError(
                .invalidOptions,
                "a name can have the separator of prefixes in it (\(option: "prefixSeparator")); with : prefixes are recognized"
            )
        }
        do throws(XMLReaderError) {
            _ = try writer.options.checkedPaths(recordsAt: nil)
        } catch {
            throw XMLWriterError(.invalidOptions, error.words)
        }
        let rules = WriteRules(writer)
        guard !rules.declaresNamespaces || rules.defaultNamespaces.count < 2 else {
            throw XMLWriterError(
                .invalidOptions,
                "a root declares one default namespace, and several have no prefix (\(option: "namespacePrefixes"))"
            )
        }
        if let invalid = Self.invalidName(of: writer, rules) { throw XMLWriterError(.invalidOptions, invalid) }
        names = WrittenNames(writer.options, rules)
        self.rules = rules
        output = OutputBuffer(to: target)
    }

    /// The message for a name of the settings that is not a name of XML; `nil` when all are.
    private static func invalidName(
        of writer: XMLWriter,
        _ rules: WriteRules
    ) -> ErrorMessage? {
        var given = writer.attributeNames.sorted().map { (option: "attributeNames", name: $0) }
        if let name = writer.rootName { given.append(("rootName", name)) }
        if let name = writer.itemName { given.append(("itemName", name)) }
        guard !given.isEmpty else { return nil }
        var names = WrittenNames(writer.options, rules)
        for (option, name) in given {
            let bytes = Array(name.utf8)
            let isValid = bytes.withUnsafeBufferPointer { bytes in
                names.writtenName(Int(names.element(bytes).name)).isValid
            }
            if !isValid { return "'\(name.shortened)' (\(option: option)) is not a name of XML" }
        }
        return nil
    }

    /// Writes the buffer to the file.
    mutating func flush() throws(XMLWriterError) {
        do throws(SystemError) {
            try output.flush()
        } catch {
            throw XMLWriterError(error)
        }
    }

    /// The reason why writing stops.
    enum Stop: Error {
        case output(SystemError)
        case value(XMLWriterError.Code, ErrorMessage)
    }

    // MARK: Documents

    /// Writes a whole document, and a line end.
    mutating func writeDocument(_ value: Entry, in tree: StorageView) throws(XMLWriterError) {
        try write { writer throws(Stop) in try writer.writeWhole(value, tree) }
    }

    private mutating func writeWhole(_ value: Entry, _ tree: StorageView) throws(Stop) {
        try beginDocument(value, tree)
        try writeElements(downTo: 0, tree)
    }

    /// Writes a whole document if its text fits into the buffer.
    ///
    /// - Returns: Whether it does. Otherwise nothing is written.
    mutating func writeShortDocument(_ value: Entry, in tree: StorageView) throws(XMLWriterError) -> Bool {
        let start = output.mark
        output.isHeld = true
        defer { output.isHeld = false }
        do throws(Stop) {
            try writeWhole(value, tree)
            return true
        } catch {
            _ = output.discard(after: start)
            if case .output(let error) = error, error.isFullBuffer { return false }
            throw explain(error)
        }
    }

    /// Writes a document or a part of it; when that fails, the text that has not reached the file is discarded.
    mutating func write(_ body: (inout XMLTextWriter) throws(Stop) -> Void) throws(XMLWriterError) {
        let start = output.mark
        do throws(Stop) {
            try body(&self)
        } catch {
            isTorn = !output.discard(after: start)
            throw explain(error)
        }
    }

    /// Begins a document that is written item by item, and whose root has only the name of the settings: writes the
    /// root up to its end tag.
    mutating func beginRoot() throws(XMLWriterError) {
        let tree = noTree
        try write { writer throws(Stop) in
            try writer.beginDocument(.nothing, tree, staysOpen: true)
            try writer.writeElements(downTo: 2, tree)
        }
    }

    /// Writes an item into the innermost element: an array in document order, or the content of an element with the
    /// name of the settings.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - index: Its place in an array, for error messages.
    ///   - tree: The memory of the value.
    /// - Throws: An `XMLWriterError` with the place in the value.
    mutating func writeItem(_ item: Entry, at index: Int? = nil, in tree: StorageView) throws(XMLWriterError) {
        let depth = stack.count, count = index.map { $0 + 1 } ?? 0
        stack[depth - 1].setItemCount(count)
        try write { writer throws(Stop) in
            if writer.rules.isOrdered {
                try writer.writeContent(item, tree)
            } else {
                try writer.writeItem(item, tree)
            }
            try writer.writeElements(downTo: depth, tree)
        }
    }

    /// Forgets the keys of values whose table of names is no longer in use.
    mutating func forgetKeys() { names.forgetKeys() }

    /// Writes a document whose root has the name of the settings and nothing in it.
    mutating func writeEmptyDocument() throws(XMLWriterError) {
        try writeDocument(Entry(key: 0, kind: .string, length: 0, offset: 0), in: noTree)
    }

    /// The memory of a value without text and without entries.
    private var noTree: StorageView {
        StorageView(GrowableBuffer(), GrowableBuffer(), names.names, textKey: names.nothing)
    }

    /// Writes the end tag of the document, and a line end.
    mutating func endRoot() throws(XMLWriterError) {
        try write { writer throws(Stop) in
            while writer.stack.count > 0 { try writer.endElement() }
        }
    }

    /// Writes until only `count` elements are open, of which the innermost is written up to its end tag.
    mutating func writeElements(downTo count: Int, _ tree: StorageView) throws(Stop) {
        while stack.count > 0 {
            let top = stack.count &- 1
            if stack[top].item < stack[top].itemEnd {
                let item = tree.entries[stack[top].item]
                stack[top].item &+= 1
                try writeArrayItem(item, tree)
            } else if stack[top].next < stack[top].end {
                try writeNext(tree)
            } else if stack.count > count {
                try endElement()
            } else {
                return
            }
        }
    }

    @inline(__always)
    private mutating func writeNext(_ tree: StorageView) throws(Stop) {
        let top = stack.count &- 1
        let next = stack[top].next
        stack[top].next &+= 1
        if stack[top].flags.contains(.isPlanned) {
            try writePlanned(plan[next], tree)
        } else if stack[top].flags.contains(.isOrdered) {
            try writeContent(tree.entries[next], tree)
        } else {
            try writeEntry(tree.entries[next], tree)
        }
    }

    // MARK: Output

    /// Makes room in the output, before its spare bytes.
    @inline(__always)
    mutating func reserve(_ count: Int) throws(Stop) {
        do throws(SystemError) { try output.reserve(count) } catch { throw .output(error) }
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) throws(Stop) {
        do throws(SystemError) { try output.append(byte) } catch { throw .output(error) }
    }

    @inline(__always)
    mutating func put(_ text: StaticString) throws(Stop) {
        do throws(SystemError) { try output.append(text) } catch { throw .output(error) }
    }

    @inline(__always)
    mutating func put(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        guard let start = text.baseAddress else { return }
        do throws(SystemError) { try output.append(start, text.count) } catch { throw .output(error) }
    }

    /// Begins a line, unless white space is text in the innermost element.
    @inline(__always)
    mutating func startLine(depth: Int) throws(Stop) {
        guard let unit = rules.unit, let top = stack.last, !top.flags.contains(.keepsSpace) else {
            isAtStart = false
            return
        }
        try startLine(unit, depth: depth)
    }

    @inline(never)
    private mutating func startLine(_ unit: (byte: UInt8, count: Int), depth: Int) throws(Stop) {
        var (left, overflow) = unit.count.multipliedReportingOverflow(by: depth)
        guard !overflow else { Memory.isExhausted() }
        let first = min(left, OutputBuffer.size)
        try reserve(first &+ 1)
        var cursor = TextCursor<XMLTextEscapes>(output.end)
        if !isAtStart { cursor.put(UInt8(ascii: "\n")) }
        isAtStart = false
        cursor.putRepeated(unit.byte, count: first)
        output.end = cursor.place
        left -= first
        guard left > 0 else { return }
        do throws(SystemError) { try output.append(unit.byte, count: left) } catch { throw .output(error) }
    }

    // MARK: Names

    @inline(__always)
    mutating func key(of entry: Entry, _ tree: StorageView) -> WrittenNames.Key {
        names.key(entry.key, tree)
    }

    // MARK: Errors

    func explain(_ stop: Stop) -> XMLWriterError {
        switch stop {
        case .output(let failure): XMLWriterError(failure)
        case .value(let code, let message): XMLWriterError(code, message, at: pointer)
        }
    }

    /// The place in the value, as a JSON pointer (RFC 6901).
    private var pointer: String {
        var pointer = ""
        for depth in 0..<stack.count {
            let element = stack[depth]
            if element.flags.contains(.isOrdered) {
                if element.next > element.start { pointer += "/\(element.next - element.start - 1)" }
                continue
            }
            if element.key.number >= 0, !element.flags.contains(.isArray) {
                pointer += Self.step(names.names[Int(element.key.number)].string)
            }
            if element.itemEnd > element.itemStart { pointer += "/\(element.item - element.itemStart - 1)" }
        }
        guard attributeKey >= 0 else { return pointer }
        if rules.isOrdered {
            pointer += "/1"
        } else if let group = rules.attributeGroup {
            pointer += Self.step(group)
        }
        return pointer + Self.step(names.names[Int(attributeKey)].string)
    }

    /// A step of a JSON pointer.
    private static func step(_ key: String) -> String {
        "/" + key.asPointerStep
    }
}
