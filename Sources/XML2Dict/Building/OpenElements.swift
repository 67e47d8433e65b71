/// The open elements of a document: their names, the namespaces in scope, and what the paths select.
///
///     <rss><channel><item><m:url …            elements   [ rss ][ channel ][ item ][ m:url ]
///                                             names      numbers of all names so far
///                                             resolver   namespaces in scope; names for paths, and keys
///                                             paths      which paths lead here
///                                             selection  whether the innermost element is built
///
/// It decides nothing about the form of values, so it also serves those who only follow the tags of a document: the
/// cutter of parts, and the search after a broken record.
struct OpenElements: ~Copyable {
    private(set) var elements = GrowableBuffer<OpenElement>()
    var names: NameInterner
    var resolver: NameResolver
    /// The paths of the options, and which of them have matched.
    var paths: PathMatcher
    var selection: BuildSelection
    private let plan: Plan

    init(_ plan: Plan) {
        // This reads no member before all are set: Swift 6.3.1 then destroys the wrong parts of a noncopyable value.
        var names = plan.names.begun()
        resolver = NameResolver(plan.resolving, isUsed: plan.rules.usesNames, &names)
        selection = BuildSelection(isWhole: plan.paths.isForWholeDocument)
        paths = PathMatcher(plan.paths)
        self.names = names
        self.plan = plan
    }

    @inline(__always)
    var count: Int {
        get { elements.count }
        set { elements.count = newValue }
    }

    @inline(__always)
    var last: OpenElement? { elements.last }

    @inline(__always)
    subscript(index: Int) -> OpenElement {
        get { elements[index] }
        _modify { yield &elements[index] }
    }

    @inline(__always)
    mutating func append(_ element: OpenElement) {
        elements.append(element)
    }

    /// Makes an element the innermost one; `xml:space` holds for it as for the one around it.
    @inline(__always)
    mutating func push(_ names: OpenElement.Names, _ start: TagStart, _ marks: Marks, pendingStart: Int) {
        var flags = plan.rules.flags
        if count > 0 { flags.formUnion(elements[count &- 1].flags.intersection(.preservesSpace)) }
        append(OpenElement(names, pendingStart: pendingStart, start: start, marks: marks, flags: flags))
    }

    /// Takes the elements out.
    mutating func take() -> GrowableBuffer<OpenElement> { elements.take() }

    /// Whether the root has begun, and whether it has ended.
    var hasRootBegun: Bool { elements.capacity > 0 }
    var isAfterRoot: Bool { count == 0 && hasRootBegun }

    /// The root, also after its end: the first element stays in its place until another document begins.
    var root: OpenElement? { hasRootBegun ? elements.base[0] : nil }

    // MARK: Names and paths

    /// Finds the numbers of the name of an element or an attribute, for paths and as a key.
    @inline(__always)
    mutating func resolve(_ written: Int, isAttribute: Bool) throws(BuildError) -> OpenElement.Names {
        let (path, key) = try isAttribute ? resolver.attribute(written, &names) : resolver.element(written, &names)
        return OpenElement.Names(written: written, path: path, key: key)
    }

    /// The marks of an element that begins inside the open ones.
    @inline(__always)
    mutating func marks(ofElement name: Int) -> Marks { paths.marks(ofElement: name, in: elements) }

    /// Finds the marks of an element that begins, and decides whether it is built.
    mutating func select(_ name: Int) -> Marks {
        let marks = marks(ofElement: name)
        if marks.contains(.skip) || !selection.isBuilding { selection.begin(marks, count) }
        return marks
    }

    /// The marks of an attribute of the innermost element.
    @inline(__always)
    mutating func marks(ofAttribute name: Int) -> Marks { paths.marks(ofAttribute: name, in: elements) }

    /// Ends the innermost element, which is not built.
    ///
    /// - Returns: Whether it was skipped, and what is around it is not.
    mutating func endUnbuilt() -> Bool {
        count &-= 1
        if plan.rules.tracksNamespaces { resolver.leave(count) }
        return selection.endSkipped(count)
    }

    // MARK: Namespaces

    /// Brings the declarations of a tag into force, before its names are resolved.
    ///
    /// - Returns: The number and the value of an attribute called `type` in some namespace; `nil` without one.
    @inline(never)
    mutating func declareNamespaces(
        _ attributes: AttributeList
    ) throws(BuildError) -> (written: Int, value: UnsafeBufferPointer<UInt8>)? {
        var type: (written: Int, value: UnsafeBufferPointer<UInt8>)?
        for (name, value) in attributes {
            let written = try names.checked(names.number(ofStable: name)), role = try resolver.role(written, &names)
            if role == .type { type = (written, value.bytes) }
            guard role == .declaration else { continue }
            let uri = try names.checked(names.number(of: value))
            try resolver.declare(written, uri, depth: count, names)
        }
        if resolver.isStrict { try checkNamespaces(of: attributes) }
        return type
    }

    /// The namespace and the local name of the type that an attribute names; `nil` if it is no `xsi:type`.
    mutating func typeName(
        _ attribute: Int,
        _ value: UnsafeBufferPointer<UInt8>
    ) throws(BuildError) -> (uri: UnsafeBufferPointer<UInt8>, local: Slice<UnsafeBufferPointer<UInt8>>)? {
        guard resolver.isOfInstance(attribute, names) else { return nil }
        let name = QualifiedName(XMLWhitespace.trimmed(value))
        let prefix = try names.checked(names.number(of: UnsafeBufferPointer(rebasing: name.prefix)))
        let uri = names.names[resolver.uri(ofPrefix: prefix)].utf8
        return (uri, name.name(in: uri))
    }

    /// Refuses undeclared prefixes, and two attributes with the same expanded name (section 6.3), which need different
    /// prefixes.
    ///
    /// It checks the whole document, also elements that are not built.
    private mutating func checkNamespaces(of attributes: AttributeList) throws(BuildError) {
        var slot: Int32?
        var hasDifferentPrefixes = false
        for (name, _) in attributes {
            let written = try names.checked(names.number(ofStable: name))
            guard let found = try resolver.prefixSlot(ofAttribute: written, &names) else { continue }
            hasDifferentPrefixes = hasDifferentPrefixes || slot.map { $0 != found } ?? false
            slot = found
        }
        if hasDifferentPrefixes { try checkUniqueness(of: attributes) }
    }

    @inline(never)
    private mutating func checkUniqueness(of attributes: AttributeList) throws(BuildError) {
        var expandedNames: Set<UInt64> = []
        for (name, _) in attributes {
            let written = try names.checked(names.number(ofStable: name))
            guard let slot = try resolver.prefixSlot(ofAttribute: written, &names) else { continue }
            let expandedName = try resolver.expandedName(ofAttribute: written, slot, &names)
            guard expandedNames.insert(expandedName).inserted else {
                throw .namespace(
                    "the attribute \(names.names[written].shortened) is there already, with another prefix for its namespace; \(setting: "namespaces", ".keep", ".strip") reads it all the same"
                )
            }
        }
    }

    // MARK: Tags that no parser has read

    /// Opens the element of a start tag, without its attributes.
    ///
    /// - Throws: `BuildError`: `tooMany`, or `namespace` for a prefix that is not declared.
    mutating func open(_ tag: WrittenTag, at place: TextPosition, pendingStart: Int = 0) throws(BuildError) {
        guard let name = tag.name else { return }
        let found = try resolve(name, of: tag)
        let marks = plan.rules.hasElementPaths ? select(found.path) : []
        push(found, TagStart(place), marks, pendingStart: pendingStart)
    }

    /// Whether a start tag begins a record, or an element whose attributes are records, inside the open elements.
    ///
    /// - Throws: `BuildError`: `tooMany`, or `namespace` for a prefix that is not declared.
    mutating func beginsRecord(_ tag: WrittenTag) throws(BuildError) -> Bool {
        guard let name = tag.name else { return false }
        defer { resolver.leave(count) }
        let path = try resolve(name, of: tag).path
        return paths.beginsRecord(path, in: elements)
    }

    /// The names of the open elements, root first, as the document writes them.
    var writtenNames: [String] { (0..<count).map { names.names[elements[$0].writtenName].string } }

    /// How many elements are open around the innermost one with a name, as the document writes it.
    func depth(of name: ArraySlice<UInt8>) -> Int? {
        (0..<count).last { names.names[elements[$0].writtenName].utf8.elementsEqual(name) }
    }

    /// Brings the declarations of a tag into force, and finds the numbers of the name.
    private mutating func resolve(
        _ name: ArraySlice<UInt8>,
        of tag: WrittenTag
    ) throws(BuildError) -> OpenElement.Names {
        let written = try number(of: name)
        if plan.rules.tracksNamespaces {
            for (name, value) in tag.attributes where name.starts(with: "xmlns".utf8) {
                guard let value else { continue }
                let declaration = try number(of: name)
                // The role also makes what is known of a new name.
                guard try resolver.role(declaration, &names) == .declaration else { continue }
                try resolver.declare(declaration, try number(of: value), depth: count, names)
            }
        }
        return try plan.rules.resolvesElements ? resolve(written, isAttribute: false) : OpenElement.Names(written)
    }

    mutating func number(of name: some Collection<UInt8>) throws(BuildError) -> Int {
        try names.checked(names.number(of: String(decoding: name, as: UTF8.self)))
    }
}
