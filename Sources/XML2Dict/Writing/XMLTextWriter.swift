/// Writes values as XML, without recursion, into memory or through one buffer to a file.
///
/// It visits entries in order and keeps a stack of the open elements. In `{"a": {"@id": "1", "b": ["x", "y"]}}`, when
/// `y` is next:
///
///     stack    [ document: at its end ][ a: at its end, in the array b at "y" ]        text   <a id="1"><b>x</b>
///
/// An element is a run of entries, of which one may be an array that is being written, so the stack only needs two
/// places in runs. Attributes are written with the start tag, and passed over in the run.
///
/// The extensions `+Attributes`, `+Content`, `+Nodes`, `+Document` and `+Text` write these parts.
struct XMLTextWriter: ~Copyable {
    /// An open element, or the document.
    struct Element: BitwiseCopyable {
        /// The number of the prefix, and of the name; the prefix is -1 when it is part of the name.
        var prefix: Int32
        var name: Int32
        /// The entries that are not written yet.
        var next: Int
        var end: Int
        /// The items of an array among them that are not written yet.
        var itemStart = 0
        var item = 0
        var itemEnd = 0
        /// The number of the key of that array, or of the last entry.
        var key = -1
        /// The place of the first entry, for error messages.
        var start: Int
        var flags: Flags
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
    }

    var output: OutputBuffer
    let rules: WriteRules
    var names: WrittenNames
    var stack = GrowableBuffer<Element>()
    /// The number of each attribute's name that the current start tag has, by the number of the tag.
    var attributeTags = GrowableBuffer<Int>()
    var tagCount = 0

    init(_ options: XMLOptions, _ format: XMLWriter.Format, to fileNumber: Int32?) throws(XMLWriterError) {
        let rules = WriteRules(options, format)
        do throws(BuildError) {
            names = try WrittenNames(options, rules)
        } catch {
            throw XMLWriterError(.outOfMemory, "memory is exhausted")
        }
        self.rules = rules
        output = OutputBuffer(to: fileNumber)
    }

    /// Writes the buffer to the file.
    mutating func flush() throws(XMLWriterError) {
        do throws(OutputBuffer.Failure) {
            try output.flush()
        } catch {
            throw XMLWriterError(error)
        }
    }

    /// The reason why writing stops.
    enum Stop: Error {
        case output(OutputBuffer.Failure)
        case build(BuildError)
        case value(XMLWriterError.Code, ErrorMessage)
    }

    /// Writes a whole document, and a line end.
    mutating func writeDocument(_ value: Entry, in tree: StorageView) throws(XMLWriterError) {
        do throws(Stop) {
            try beginDocument(value, tree)
            while stack.count > 0 { try step(tree) }
            if rules.unit == nil { try put(UInt8(ascii: "\n")) }
        } catch {
            throw explain(error, tree)
        }
    }

    /// Writes the next entry of the innermost element, or its end tag.
    @inline(__always)
    private mutating func step(_ tree: StorageView) throws(Stop) {
        let top = stack.count &- 1
        if stack[top].item < stack[top].itemEnd {
            let item = tree.entries[stack[top].item]
            stack[top].item &+= 1
            try writeItem(item, key: stack[top].key, tree)
        } else if stack[top].next < stack[top].end {
            let entry = tree.entries[stack[top].next]
            stack[top].next &+= 1
            if stack[top].flags.contains(.isOrdered) {
                try writeContent(entry, tree)
            } else {
                try writeEntry(entry, tree)
            }
        } else {
            try endElement()
        }
    }

    // MARK: Output

    @inline(__always)
    mutating func put(_ byte: UInt8) throws(Stop) {
        do throws(OutputBuffer.Failure) { try output.append(byte) } catch { throw .output(error) }
    }

    @inline(__always)
    mutating func put(_ text: StaticString) throws(Stop) {
        do throws(OutputBuffer.Failure) { try output.append(text) } catch { throw .output(error) }
    }

    @inline(__always)
    mutating func put(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        guard let start = text.baseAddress else { return }
        do throws(OutputBuffer.Failure) { try output.append(start, text.count) } catch { throw .output(error) }
    }

    /// Begins a line, unless white space is text in the innermost element.
    @inline(__always)
    mutating func startLine(depth: Int) throws(Stop) {
        guard let unit = rules.unit, let top = stack.last, !top.flags.contains(.keepsSpace) else { return }
        try startLine(unit, depth: depth)
    }

    @inline(never)
    private mutating func startLine(_ unit: (byte: UInt8, count: Int), depth: Int) throws(Stop) {
        // The document begins with the first line.
        if depth > 0 || output.text.count > 0 || stack.count > 1 { try put(UInt8(ascii: "\n")) }
        let (count, overflow) = unit.count.multipliedReportingOverflow(by: depth)
        guard !overflow else { throw .build(.tooMany) }
        if count > 0 {
            do throws(OutputBuffer.Failure) { try output.append(unit.byte, count: count) } catch { throw .output(error) }
        }
    }

    // MARK: Names

    /// Calls a function that looks up names.
    @inline(__always)
    mutating func lookUp<Result>(
        _ body: (inout WrittenNames) throws(BuildError) -> Result
    ) throws(Stop) -> Result {
        do throws(BuildError) { return try body(&names) } catch { throw .build(error) }
    }

    // MARK: Errors

    private func explain(_ stop: Stop, _ tree: StorageView) -> XMLWriterError {
        switch stop {
        case .output(let failure): XMLWriterError(failure)
        case .build(.tooMany): XMLWriterError(.invalidForm, "the value is too large", at: pointer)
        case .build: XMLWriterError(.outOfMemory, "memory is exhausted")
        case .value(let code, let message): XMLWriterError(code, message, at: pointer)
        }
    }

    /// The place in the value, as a JSON pointer (RFC 6901).
    private var pointer: String {
        var pointer = ""
        for depth in 0..<stack.count {
            let element = stack[depth]
            if element.flags.contains(.isOrdered) {
                pointer += "/\(element.next - element.start - 1)"
                continue
            }
            if element.key >= 0, !element.flags.contains(.isArray) {
                let key = names.names[element.key].string
                pointer += "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
            }
            if element.itemEnd > 0 { pointer += "/\(element.item - element.itemStart - 1)" }
        }
        return pointer
    }
}
