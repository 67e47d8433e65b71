import XML2Dict

/// Writes values as XML, without recursion, into memory or through one buffer to a file.
///
/// Each element is planned once, before its start tag is written: what is in it becomes a list of parts, each with its
/// role, its entry and its key. Attributes are written with the start tag; the parts of the content wait until their
/// turn. The items of an array with one role are one part, which counts them. In `{"a": {"@id": "1", "b": ["x", "y"],
/// "#text": "z"}}`, when `y` is next:
///
///     stack    [ document: at its end ][ a: at its first part ]                  text   <a id="1"><b>x</b>
///     plan     [ element a ][ elements b: 1 of 2 ][ text "z" ]
///
/// The parts of a document are in the extensions `+Plan`, `+Document`, `+Elements`, `+Attributes`, `+Declarations`,
/// `+Nodes` and `+Text`. A document to which records are added is in `+Records`.
struct XMLTextWriter: ~Copyable {
    /// An open element, or the document.
    struct Element: BitwiseCopyable {
        var tag: StartTag
        /// The places in the plan: of the first part, of the next one, and after the last one.
        let start: Int
        var next: Int
        let end: Int
        /// The part that was begun last, for error messages; -1 before the first one.
        var current = -1
        /// Whether it is the document, which has no tags.
        var isDocument = false
        /// Whether white space in it is text.
        var keepsSpace: Bool
    }

    var output: OutputBuffer
    let rules: WritingPlan
    var names: WrittenNames
    var stack = GrowableBuffer<Element>()
    /// The parts of the open elements that are not attributes.
    var plan = GrowableBuffer<ElementPart>()
    /// The attributes and the declarations of the element that was planned last.
    var attributes = GrowableBuffer<ElementPart>()
    /// The parts of an element with a key of order, in the order of its entries, and their keys.
    var unplanned = GrowableBuffer<ElementPart>()
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
    /// Whether nothing but the declaration has been written.
    var isAtStart = true
    /// How many bytes were read for the values; the values of a program itself may have any names.
    var readCount = Int.max
    /// The bytes of the names that the values do not have, or have once for many elements (AMPLIFY-BOUND).
    private var amplification: Amplification

    init(_ plan: WritingPlan, to target: OutputBuffer.Target) {
        names = WrittenNames(plan)
        rules = plan
        amplification = Amplification(plan.limits)
        output = OutputBuffer(to: target)
    }

    /// Writes the buffer to the file, if it has so many bytes.
    mutating func flush(atLeast count: Int = 0) throws(XMLError) {
        guard output.text.count >= count else { return }
        do throws(SystemError) {
            try output.flush()
        } catch {
            throw XMLError(writing: error)
        }
    }

    /// The reason why writing stops.
    enum WriteError: Error {
        case output(SystemError)
        case value(XMLError.Code, ErrorMessage)
        /// Names that are too long for what was read.
        case amplification
    }

    // MARK: Documents

    /// Writes a whole document, and a line break.
    mutating func writeDocument(_ value: Entry, in tree: StorageView) throws(XMLError) {
        try write { writer throws(WriteError) in
            try writer.beginDocument(value, tree)
            try writer.writeElements(downTo: 0, tree)
        }
    }

    /// Writes a whole document of one element under its name, and a line break.
    mutating func writeDocument(root: Entry, in tree: StorageView) throws(XMLError) {
        let key = names.key(root.key, tree)
        try write { writer throws(WriteError) in
            try writer.beginDocument(root, key, tree)
            try writer.writeElements(downTo: 0, tree)
        }
    }

    /// Writes a document or a part of it that either gets into the file as a whole or not at all: its text is held in
    /// memory until it is complete, and discarded if it fails.
    mutating func writeWhole(_ body: (inout XMLTextWriter) throws(XMLError) -> Void) throws(XMLError) {
        let start = output.hold()
        do throws(XMLError) {
            try body(&self)
        } catch {
            output.release(discardingFrom: start)
            throw error
        }
        output.release()
        try flush(atLeast: OutputBuffer.size)
    }

    /// Writes a document or a part of it.
    mutating func write(_ body: (inout XMLTextWriter) throws(WriteError) -> Void) throws(XMLError) {
        do throws(WriteError) { try body(&self) } catch { throw explain(error) }
    }

    /// Forgets the keys of values whose table of names is no longer in use.
    mutating func forgetKeys() { names.forgetKeys() }

    /// Writes a document whose root has the name of the settings and nothing in it.
    mutating func writeEmptyDocument() throws(XMLError) {
        try writeDocument(Entry(key: 0, kind: .string, length: 0, offset: 0), in: noTree)
    }

    /// The memory of a value without text and without entries.
    var noTree: StorageView {
        StorageView(GrowableBuffer(), GrowableBuffer(), names.names, textKey: names.nothing)
    }

    /// Writes until only `count` elements are open, the innermost of them up to its end tag.
    mutating func writeElements(downTo count: Int, _ tree: StorageView) throws(WriteError) {
        while stack.count > 0 {
            let top = stack.count &- 1
            if stack[top].next < stack[top].end {
                try writeNext(of: top, tree)
            } else if stack.count > count {
                try endElement()
            } else {
                return
            }
        }
    }

    /// Writes the next part of the innermost element, or the next item of that part.
    @inline(__always)
    private mutating func writeNext(of top: Int, _ tree: StorageView) throws(WriteError) {
        let place = stack[top].next
        let part = plan[place]
        stack[top].current = place
        plan[place].item &+= 1
        if part.item &+ 1 >= part.itemEnd { stack[top].next = place &+ 1 }
        let entry = part.isRun ? tree.entries[part.entry.offset &+ part.item] : part.entry
        try write(part.role, entry, part.key, tree)
    }

    // MARK: Output

    /// Makes room in the output, before its spare bytes.
    @inline(__always)
    mutating func reserve(_ count: Int) throws(WriteError) {
        do throws(SystemError) { try output.reserve(count) } catch { throw .output(error) }
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) throws(WriteError) {
        do throws(SystemError) { try output.append(byte) } catch { throw .output(error) }
    }

    @inline(__always)
    mutating func put(_ text: StaticString) throws(WriteError) {
        do throws(SystemError) { try output.append(text) } catch { throw .output(error) }
    }

    @inline(__always)
    mutating func put(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        guard let start = text.baseAddress else { return }
        do throws(SystemError) { try output.append(start, text.count) } catch { throw .output(error) }
    }

    /// Begins a line, unless white space is text in the innermost element.
    @inline(__always)
    mutating func startLine(depth: Int) throws(WriteError) {
        guard let unit = rules.unit, let top = stack.last, !top.keepsSpace else {
            isAtStart = false
            return
        }
        try startLine(unit, depth: depth)
    }

    @inline(never)
    private mutating func startLine(_ unit: (byte: UInt8, count: Int), depth: Int) throws(WriteError) {
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

    /// Counts names that are longer in the XML than in the value.
    @inline(never)
    mutating func countNames(_ byteCount: Int, of elements: Int = 1) throws(WriteError) {
        let (product, overflows) = byteCount.multipliedReportingOverflow(by: elements)
        guard amplification.allows(overflows ? .max : product, read: readCount) else { throw .amplification }
    }

    // MARK: Errors

    func explain(_ stop: WriteError) -> XMLError {
        switch stop {
        case .output(let failure): XMLError(writing: failure)
        case .value(let code, let message): XMLError(code, message, path: pointer)
        case .amplification:
            XMLError(
                over: .amplification,
                rules.limits[.amplification],
                "the names of elements make the XML more than # times as long as the value",
                path: pointer
            )
        }
    }

    /// The place in the value, as a JSON pointer (RFC 6901).
    private var pointer: String {
        var pointer = ""
        for depth in 0..<stack.count where stack[depth].current >= 0 {
            let part = plan[stack[depth].current]
            if part.key.number >= 0 { pointer += Self.step(names.names[Int(part.key.number)].string) }
            if part.isRun { pointer += "/\(part.item - 1)" }
        }
        guard attributeKey >= 0 else { return pointer }
        if rules.form.isOrdered {
            pointer += "/1"
        } else if let group = rules.form.attributeGroupKey {
            pointer += Self.step(group)
        }
        return pointer + Self.step(names.names[Int(attributeKey)].string)
    }

    /// A step of a JSON pointer.
    private static func step(_ key: String) -> String {
        "/" + key.asPointerStep
    }
}
