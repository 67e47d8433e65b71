import XML2Dict

/// Writes the markup of nodes: tags with their attributes and declarations, text, and other nodes.
///
///     start(a)   putAttribute(id, "7")   open()   start(b)   end("x")   end()
///     <a         id="7"                  >        <b         >x</b>     </a>
///
/// The writer adds escapes, end tags, declarations of prefixes, and the layout of the format. It refuses nodes that XML
/// cannot represent. It knows no convention: see `Unform`.
struct TagWriter: ~Copyable {
    struct Tag: BitwiseCopyable {
        let name: Int32
        /// Whether `xml:space` is `preserve`, and after `open`, whether white space in the element is text.
        var keepsSpace: Bool?
        /// Whether the next text begins with a reference, so that readers do not drop this text as layout.
        var marksSpace = false
    }

    enum ElementText {
        case none, some
        /// White space that readers would drop as layout.
        case blank
    }

    var output: OutputBuffer
    var names: TagNames
    let rules: TagRules
    var openTags = GrowableBuffer<Tag>()
    /// Maps the id of an attribute's expanded name to the `tagCount` of the last tag with this attribute.
    private var attributeTags = GrowableBuffer<Int>()
    private var tagCount = 0
    var hasDoctype = false
    private(set) var hasRoot = false
    private var isAtStart = true

    init(_ rules: TagRules, _ names: PlannedNames = TagNames.planned.names, to target: OutputBuffer.Target) {
        self.names = TagNames(rules, names)
        output = OutputBuffer(to: target)
        self.rules = rules
    }

    mutating func begin() {
        names.leaveAll()
        openTags.count = 0
        hasDoctype = false
        hasRoot = false
        isAtStart = true
    }

    @inline(__always)
    mutating func start(_ name: TagName) throws(WriteError) -> Tag {
        let isPlain = names.checked(name.text).isPlain && name.namespace < 0 && !rules.expandsNames
        guard isPlain, openTags.count > 0 else { return try start(name, declaringFrom: names.scope.declarations.count) }
        tagCount &+= 1
        try putName(name.text, .start)
        return Tag(name: name.text)
    }

    /// Writes `<`, the name, and the declarations from the index `first`, which the value does not have as attributes.
    @inline(never)
    mutating func start(_ name: TagName, declaringFrom first: Int) throws(WriteError) -> Tag {
        let written = try checkStart(name)
        try putName(written, .start)
        try putDeclarations(from: first)
        return Tag(name: written)
    }

    /// Declares the namespaces that the root or the name of a tag needs, and returns the id of the qualified name.
    mutating func checkStart(_ name: TagName) throws(WriteError) -> Int32 {
        tagCount &+= 1
        let checked = try checkedName(name)
        if openTags.count == 0 {
            hasRoot = true
            if rules.declaresNamespaces { try declareFixedNamespaces() }
        }
        let written = try qualified(name, checked, isAttribute: false)
        if rules.expandsNames, name.namespace < 0, !checked.parts.hasPrefix { try endDefaultNamespace() }
        return written
    }

    @discardableResult
    mutating func checkedName(_ name: TagName) throws(WriteError) -> TagNames.CheckedName {
        let checked = names.checked(name.text)
        guard checked.isValid else { throw .name(name.text) }
        return checked
    }

    mutating func open(_ tag: Tag, text: ElementText) throws(WriteError) {
        try put(UInt8(ascii: ">"))
        var tag = tag
        tag.marksSpace = text == .blank && !(rules.honorsXMLSpace && tag.keepsSpace == true)
        tag.keepsSpace = text != .none || tag.keepsSpace ?? isInText()
        openTags.append(tag)
    }

    mutating func end() throws(WriteError) {
        let top = openTags.count &- 1
        try startLine(depth: top)
        try putName(openTags[top].name, .end)
        openTags.count = top
        names.scope.leave(top)
    }

    mutating func leaveTags(downTo count: Int) {
        for depth in (count...openTags.count).reversed() { names.scope.leave(depth) }
        openTags.count = count
    }

    @inline(__always)
    mutating func end(_ tag: Tag, _ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        if text.isEmpty { return try endEmpty(tag) }
        try put(UInt8(ascii: ">"))
        try putText(text)
        try putName(tag.name, .end)
        names.scope.leave(openTags.count)
    }

    mutating func endEmpty(_ tag: Tag) throws(WriteError) {
        names.scope.leave(openTags.count)
        guard rules.format.hasLongEmptyTags else { return try put("/>") }
        try put(UInt8(ascii: ">"))
        try putName(tag.name, .end)
    }

    mutating func putAttribute(
        _ name: TagName,
        _ text: UnsafeBufferPointer<UInt8>,
        of tag: inout Tag
    ) throws(WriteError) {
        let first = names.scope.declarations.count
        let (written, expanded) = try checkAttribute(name, text)
        if names.scope.declarations.count > first { try putDeclarations(from: first) }
        try putAttribute(written, text)
        guard expanded == names.space else { return }
        if text.elementsEqual("preserve".utf8) { tag.keepsSpace = true }
        if text.elementsEqual("default".utf8) { tag.keepsSpace = false }
    }

    /// Declares the namespace of an attribute, and returns the ids of its qualified name and its expanded name.
    @inline(__always)
    mutating func checkAttribute(
        _ name: TagName,
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(WriteError) -> (written: Int32, expanded: Int) {
        let checked = try checkedName(name)
        var written = name.text, expanded = Int(name.text)
        if name.namespace < 0, checked.parts.role == .declaration {
            try checkDeclaration(names.scope.prefix(of: checked.parts.slot), names.id(of: text), isAttribute: true)
        } else if name.namespace >= 0 || checked.parts.hasPrefix {
            written = try qualified(name, checked, isAttribute: true)
            let uri = name.namespace >= 0 ? Int(name.namespace) : names.uri(of: checked.parts.slot)
            expanded = names.expandedName(name.text, in: uri ?? names.nothing)
        }
        try noteAttribute(expanded, named: Int(name.text))
        return (written, expanded)
    }

    @inline(__always)
    mutating func putAttribute(_ name: Int32, _ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        try putName(name, .attribute)
        try putAttributeValue(text)
        try put(UInt8(ascii: "\""))
    }

    mutating func noteAttribute(_ expanded: Int, named name: Int) throws(WriteError) {
        attributeTags.extend(to: expanded + 1, with: 0)
        guard attributeTags[expanded] != tagCount else { throw .attributeTwice(name) }
        attributeTags[expanded] = tagCount
    }

    /// The position of a name in a tag, which decides the bytes around it.
    enum NamePosition {
        /// `<a`
        case start
        /// `</a>`
        case end
        /// ` a="`
        case attribute
    }

    @inline(__always)
    mutating func putName(_ id: Int32, _ position: NamePosition) throws(WriteError) {
        let name = names.view[Int(id)]
        try checkASCII(name.utf8)
        try reserve(name.byteCount &+ 3)
        var cursor = TextCursor<XMLTextEscapes>(output.end)
        cursor.put(position == .attribute ? UInt8(ascii: " ") : UInt8(ascii: "<"))
        if position == .end { cursor.put(UInt8(ascii: "/")) }
        cursor.putPlain(name.bytes, count: name.byteCount)
        if position == .end { cursor.put(UInt8(ascii: ">")) }
        if position == .attribute { cursor.put(UInt8(ascii: "=")) }
        if position == .attribute { cursor.put(UInt8(ascii: "\"")) }
        output.end = cursor.pointer
    }

    @inline(__always)
    mutating func checkASCII(_ name: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        guard rules.format.isASCII, name.contains(where: { $0 >= 0x80 }) else { return }
        throw .value("the name \(String(shortening: name)) is not ASCII, and a name cannot have character references")
    }

    func error(_ stop: WriteError, path: String = "") -> XMLError {
        switch stop {
        case .output(let failure): XMLError(writing: failure)
        case .value(let message): XMLError(.invalidValue, message, path: path)
        case .name(let name):
            XMLError(.invalidValue, "'\(names.view[Int(name)].shortened)' is not an XML name", path: path)
        case .attributeTwice(let name): XMLError(.invalidValue, names.messageOfRepeated(name), path: path)
        case .amplification:
            XMLError(
                over: .amplification,
                rules.limits[.amplification],
                "the names of elements make the XML more than # times as long as the value",
                path: path
            )
        }
    }

    mutating func flush(atLeast count: Int) throws(WriteError) {
        guard output.text.count >= count else { return }
        do throws(SystemError) { try output.flush() } catch { throw .output(error) }
    }

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

    @inline(__always)
    private mutating func isInText() -> Bool {
        openTags.count > 0 && openTags[openTags.count &- 1].keepsSpace == true
    }

    @inline(__always)
    mutating func startLine() throws(WriteError) { try startLine(depth: openTags.count) }

    @inline(__always)
    private mutating func startLine(depth: Int) throws(WriteError) {
        guard let unit = rules.unit, !isInText() else {
            isAtStart = false
            return
        }
        try startLine(unit, depth: depth)
    }

    mutating func endLine() throws(WriteError) {
        if !rules.includesOuterSpace { try put(UInt8(ascii: "\n")) }
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
        output.end = cursor.pointer
        left -= first
        guard left > 0 else { return }
        do throws(SystemError) { try output.append(unit.byte, count: left) } catch { throw .output(error) }
    }
}
