/// The open elements of a document: their names, the namespaces in scope, and the selection by paths.
///
///     <rss><channel><item><m:url …            elements   [ rss ][ channel ][ item ][ m:url ]
///                                             names      IDs of all names so far
///                                             resolver   namespaces in scope, names for paths, keys
///                                             paths      which paths lead here
///                                             selection  whether the innermost element is built
///
/// The type does not depend on the form of values, so `PartCutter` and the search after a broken record use the type.
package struct OpenElements: ~Copyable {
    private(set) var elements = GrowableBuffer<OpenElement>()
    package var names: NameInterner
    var resolver: NameResolver
    var paths: PathMatcher
    var selection: BuildSelection
    private let plan: Plan

    init(_ plan: Plan) {
        // Swift 6.3.1 destroys wrong members of a noncopyable value if `init` reads members before setting all members.
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

    /// Pushes an element, which inherits `xml:space` from its parent.
    @inline(__always)
    mutating func push(_ names: OpenElement.Names, _ start: TagStart, _ marks: Marks, pendingStart: Int) {
        var flags = plan.rules.flags
        if count > 0 { flags.formUnion(elements[count &- 1].flags.intersection(.preservesSpace)) }
        append(OpenElement(names, pendingStart: pendingStart, start: start, marks: marks, flags: flags))
    }

    mutating func take() -> GrowableBuffer<OpenElement> { elements.take() }

    var hasRootBegun: Bool { elements.capacity > 0 }
    var isAfterRoot: Bool { count == 0 && hasRootBegun }

    /// The root, even after its end tag, because the buffer keeps its first element until another document begins.
    var root: OpenElement? { hasRootBegun ? elements.base[0] : nil }

    @inline(__always)
    mutating func resolve(_ written: Int, isAttribute: Bool) throws(BuildError) -> OpenElement.Names {
        let (path, key) = try isAttribute ? resolver.attribute(written, &names) : resolver.element(written, &names)
        return OpenElement.Names(written: written, path: path, key: key)
    }

    @inline(__always)
    mutating func marks(ofElement name: Int) -> Marks { paths.marks(ofElement: name, in: elements) }

    @inline(__always)
    mutating func marks(ofAttribute name: Int) -> Marks { paths.marks(ofAttribute: name, in: elements) }

    /// Ends an element that is not built, and returns whether a path skips the element itself, not only a parent.
    mutating func endUnbuilt() -> Bool {
        count &-= 1
        if plan.rules.tracksNamespaces { resolver.leave(count) }
        return selection.endSkipped(count)
    }

    /// Opens an element: brings its declarations into scope, resolves its name, and selects the element by its path.
    ///
    /// - Parameters:
    ///   - written: The ID of the element's name in the document.
    ///   - attributes: The attributes.
    ///   - start: The position of the tag.
    ///   - pendingStart: The index of the element's first node.
    ///   - isRead: Whether a parser has read the tag. Otherwise, the method checks no prefixes of attributes.
    /// - Returns: The ID and the value of an attribute `type` with a prefix, such as `xsi:type`, or `nil`.
    /// - Throws: `BuildError.tooMany`, or `namespace` for a prefix that is not declared.
    @inline(__always)
    mutating func open(
        _ written: Int,
        _ attributes: AttributeList,
        at start: TagStart,
        pendingStart: Int,
        isRead: Bool = true
    ) throws(BuildError) -> (written: Int, value: UnsafeBufferPointer<UInt8>)? {
        var type: (written: Int, value: UnsafeBufferPointer<UInt8>)?
        if plan.rules.tracksNamespaces, !attributes.isEmpty {
            type = try declareNamespaces(attributes)
            if isRead, resolver.isStrict { try checkNamespaces(of: attributes) }
        }
        let names = try self.names(of: written)
        var marks: Marks = []
        if plan.rules.hasElementPaths, !selection.isBuilding || paths.mayMark(element: names.path) {
            marks = self.marks(ofElement: names.path)
            if marks.contains(.skip) || !selection.isBuilding { selection.begin(marks, count) }
        }
        push(names, start, marks, pendingStart: pendingStart)
        return type
    }

    @inline(__always)
    private mutating func names(of written: Int) throws(BuildError) -> OpenElement.Names {
        try plan.rules.resolvesElements ? resolve(written, isAttribute: false) : OpenElement.Names(written)
    }

    /// Brings the declarations of a tag into scope, before its names are resolved, and returns its `type` attribute.
    @inline(never)
    private mutating func declareNamespaces(
        _ attributes: AttributeList
    ) throws(BuildError) -> (written: Int, value: UnsafeBufferPointer<UInt8>)? {
        var type: (written: Int, value: UnsafeBufferPointer<UInt8>)?
        for (name, value) in attributes {
            let written = try names.checked(names.id(ofStable: name)), role = try resolver.role(written, &names)
            if role == .type { type = (written, value.bytes) }
            guard role == .declaration else { continue }
            try resolver.declare(written, names.checked(names.id(of: value)), depth: count, names)
        }
        return type
    }

    /// Whether a start tag that no parser has read begins a record, or may have attributes that are records.
    mutating func beginsRecord(_ tag: WrittenTag) throws(BuildError) -> Bool {
        try read(tag) { open, name, attributes throws(BuildError) in
            defer { open.resolver.leave(open.count) }
            if open.plan.rules.tracksNamespaces { _ = try open.declareNamespaces(attributes) }
            return open.paths.beginsRecord(try open.names(of: name).path, in: open.elements)
        } ?? false
    }

    /// Calls `body` with the name and attributes of an unparsed tag, or returns `nil` if the tag has no name.
    mutating func read<Result>(
        _ tag: WrittenTag,
        _ body: (inout OpenElements, _ name: Int, AttributeList) throws(BuildError) -> Result
    ) throws(BuildError) -> Result? {
        try tag.withAttributes { name, attributes throws(BuildError) in
            defer { names.forgetAddresses(of: attributes) }
            return try body(&self, names.checked(names.id(of: name)), attributes)
        }
    }

    /// The namespace and the local name in the value of an attribute `xsi:type`, or `nil` for another attribute.
    mutating func typeName(
        _ attribute: Int,
        _ value: UnsafeBufferPointer<UInt8>
    ) throws(BuildError) -> (uri: UnsafeBufferPointer<UInt8>, local: Slice<UnsafeBufferPointer<UInt8>>)? {
        guard resolver.isOfInstance(attribute, names) else { return nil }
        let name = QualifiedName(XMLWhitespace.trimmed(value))
        let prefix = try names.checked(names.id(of: UnsafeBufferPointer(rebasing: name.prefix)))
        let uri = names.names[resolver.uri(ofPrefix: prefix)].utf8
        return (uri, name.name(in: uri))
    }

    /// Refuses undeclared prefixes, and two attributes with one expanded name but different prefixes (section 6.3).
    ///
    /// The check includes all elements of the document, also elements that are not built.
    private mutating func checkNamespaces(of attributes: AttributeList) throws(BuildError) {
        var slot: Int32?
        var hasDifferentPrefixes = false
        for (name, _) in attributes {
            let written = try names.checked(names.id(ofStable: name))
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
            let written = try names.checked(names.id(ofStable: name))
            guard let slot = try resolver.prefixSlot(ofAttribute: written, &names) else { continue }
            let expandedName = try resolver.expandedName(ofAttribute: written, slot, &names)
            guard expandedNames.insert(expandedName).inserted else {
                throw .namespace(
                    "the attribute \(names.names[written].shortened) is there already, with another prefix for its namespace; \(setting: "namespaces", ".keep", ".strip") reads it all the same"
                )
            }
        }
    }

    /// Whether a prefix is declared, for a plan that tracks namespaces.
    mutating func declares(_ prefix: String) -> Bool {
        resolver.uri(ofPrefix: names.id(ofOption: prefix)) != resolver.scope.nothing
    }

    var writtenNames: [String] { (0..<count).map { names.names[elements[$0].writtenName].string } }

    func depth(of name: ArraySlice<UInt8>) -> Int? {
        (0..<count).last { names.names[elements[$0].writtenName].utf8.elementsEqual(name) }
    }
}
