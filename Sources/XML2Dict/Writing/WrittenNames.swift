/// The keys of a value, and the names of XML that they become.
///
/// The writer looks at each key once, and keeps by its number the role of the key and the name that it becomes.
///
///     "@id"      attribute   id
///     "#text"    text
///     "u:item"   element     item in the namespace u, whose prefix depends on the declarations in force
///
/// Keys and names have numbers of their own, which a table finds by the numbers of the value that is being written.
struct WrittenNames: ~Copyable {
    struct Key: BitwiseCopyable {
        let role: KeyRole
        /// Whether a string under the key is an attribute, although elements may have such keys.
        let isAttributeName: Bool
        /// The number of the key; -1 for an unknown one.
        let number: Int32
        /// The number of its name, without a prefix where `namespace` is known.
        let name: Int32
        /// The number of the URI of its namespace; -1 when the prefix is part of the name.
        let namespace: Int32
        /// The number of the prefix in the key, where `namespace` is known.
        let prefix: Int32
        /// When it was found: names of another value may have the same numbers.
        var generation: Int32 = 0

        static let unknown = Key(role: .element, isAttributeName: false, number: -1, name: 0)

        init(
            role: KeyRole,
            isAttributeName: Bool,
            number: Int32,
            name: Int32,
            namespace: Int32 = -1,
            prefix: Int32 = -1
        ) {
            self.role = role
            self.isAttributeName = isAttributeName
            self.number = number
            self.name = name
            self.namespace = namespace
            self.prefix = prefix
        }
    }

    /// A name as XML writes it.
    struct WrittenName: BitwiseCopyable {
        var role: QualifiedName.Role = .ordinary
        var isKnown = false
        var isValid = false
        /// Whether it is `xml:space`.
        var isSpace = false
        /// The slot of its prefix; for a declaration, of the declared prefix.
        var slot: Int32 = 0
        /// How many bytes its prefix has; 0 without a prefix.
        var prefixLength: Int32 = 0
        /// The number of its expanded name, and that of the namespace for which it is known.
        var expanded: Int32 = -1
        var expandedNamespace: Int32 = -1

        var hasPrefix: Bool { prefixLength > 0 }
    }

    /// The neighbors of a declaration; `NamespaceScope.none` at an end.
    struct Link: BitwiseCopyable {
        var earlier = NamespaceScope.none
        var later = NamespaceScope.none
    }

    private(set) var interner = NameInterner()
    private(set) var scope = NamespaceScope()
    /// The last declaration of a namespace that is in force, by the number of its URI.
    private var latest = GrowableBuffer<Int32>()
    /// For each declaration, its neighbors among the declarations in force of the same namespace.
    private var links = GrowableBuffer<Link>()
    /// The prefix that was made for a namespace in this document, by the number of its URI.
    private var madePrefixes = GrowableBuffer<Int32>()
    /// The numbers of the namespaces for which prefixes were made.
    private var madeFor = GrowableBuffer<Int32>()
    /// How many prefixes were tried.
    private var madeCount = 0
    /// The keys that are known, also those in dictionaries of attributes, by their numbers in the value.
    private var keys = GrowableBuffer<Key>()
    private var attributes = GrowableBuffer<Key>()
    private var generation: Int32 = 1
    /// The names of elements that are texts of the value, by their own numbers.
    private var elements = GrowableBuffer<Key>()
    private var writtenNames = GrowableBuffer<WrittenName>()
    private let roles: [(key: [UInt8], role: KeyRole)]
    private let rules: WriteRules
    /// The numbers of the empty text, of the namespaces of `xml` and `xmlns`, and of `xsi` and its namespace.
    let nothing: Int
    let xmlNamespace: Int
    let declarationNamespace: Int
    let schemaInstancePrefix: Int
    let schemaInstance: Int

    init(_ options: XMLOptions, _ rules: WriteRules) {
        var interner = NameInterner()
        var scope = NamespaceScope()
        let nothing = interner.number(ofOption: "")
        let xmlNamespace = interner.number(ofOption: "http://www.w3.org/XML/1998/namespace")
        let declarationNamespace = interner.number(ofOption: "http://www.w3.org/2000/xmlns/")
        let schemaInstancePrefix = interner.number(ofOption: "xsi")
        let schemaInstance = interner.number(ofOption: XMLEncoder.schemaInstance)
        _ = scope.slot(of: nothing)
        // The prefix xml is declared without a declaration (Namespaces in XML 1.0, section 3).
        let xml = scope.slot(of: interner.number(ofOption: "xml"))
        scope.declare(Int32(xml), xmlNamespace, depth: -1)
        var latest = GrowableBuffer<Int32>(), links = GrowableBuffer<Link>()
        latest.extend(to: xmlNamespace + 1, with: NamespaceScope.none)
        links.append(Link())
        latest[xmlNamespace] = 0
        roles = options.roles.map { (Array($0.key.utf8), $0.role) }
        self.rules = rules
        self.nothing = nothing
        self.xmlNamespace = xmlNamespace
        self.declarationNamespace = declarationNamespace
        self.schemaInstancePrefix = schemaInstancePrefix
        self.schemaInstance = schemaInstance
        self.interner = interner
        self.scope = scope
        self.latest = latest
        self.links = links
    }

    @inline(__always)
    var names: NameView { interner.names }

    // MARK: Keys

    /// What a key of the value means.
    @inline(__always)
    mutating func key(_ number: Int, _ tree: StorageView) -> Key {
        if number < keys.count, keys[number].generation == generation { return keys[number] }
        return find(number, tree)
    }

    @inline(never)
    private mutating func find(_ number: Int, _ tree: StorageView) -> Key {
        keys.extend(to: number + 1, with: .unknown)
        let name = tree.names[number].utf8
        var key = named(ArraySlice(Array(name)))
        key.generation = generation
        keys[number] = key
        return key
    }

    /// Forgets the keys of a value whose names are no longer in use.
    mutating func forgetKeys() {
        generation &+= 1
    }

    private mutating func named(_ key: ArraySlice<UInt8>) -> Key {
        if let found = roles.first(where: { key.elementsEqual($0.key) }) {
            if found.role == .declarations { return named(ArraySlice("xmlns".utf8), .declarations, key: key) }
            // A value of another form is an element with this name.
            return named(key, found.role)
        }
        guard !rules.attributePrefix.isEmpty, key.starts(with: rules.attributePrefix) else {
            return named(key, .element)
        }
        return named(key.dropFirst(rules.attributePrefix.count), .attribute, key: key)
    }

    /// What a key means in a dictionary that has only attributes.
    mutating func attribute(_ number: Int, _ tree: StorageView) -> Key {
        if number < attributes.count, attributes[number].generation == generation { return attributes[number] }
        attributes.extend(to: number + 1, with: .unknown)
        let name = tree.names[number].utf8
        let isMarked = name.starts(with: rules.attributePrefix)
        var key = named(Array(name).dropFirst(isMarked ? rules.attributePrefix.count : 0), .attribute)
        key.generation = generation
        attributes[number] = key
        return key
    }

    /// The name of an element from a text, such as the name in a setting or the first item of an ordered element.
    mutating func element(_ name: UnsafeBufferPointer<UInt8>) -> Key {
        let number = number(of: name)
        if number < elements.count, elements[number].number >= 0 { return elements[number] }
        elements.extend(to: number + 1, with: .unknown)
        let key = named(Array(name)[...], .element)
        elements[number] = key
        return key
    }

    /// The role of the first item of an array such as `["#comment", "x"]`.
    func node(_ name: UnsafeBufferPointer<UInt8>) -> KeyRole {
        roles.first { $0.key.elementsEqual(name) }?.role ?? .element
    }

    /// Whether an array with this first item is a node that is no element: a comment, an instruction or the like.
    func isNode(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        node(name) == .cdata || node(name).isNode
    }

    /// Makes what is known of a key that becomes a name.
    ///
    /// - Parameters:
    ///   - name: The key without its prefix of attributes.
    ///   - role: Its role.
    ///   - key: The whole key, if it is another one.
    /// - Returns: What is known.
    private mutating func named(
        _ name: ArraySlice<UInt8>,
        _ role: KeyRole,
        key: ArraySlice<UInt8>? = nil
    ) -> Key {
        let number = Int32(self.number(of: key ?? name))
        guard let start = Self.lastOccurrence(of: rules.separator, in: name) else {
            let isKnown = rules.attributeNames.contains(Array(name)) || name.elementsEqual("xmlns".utf8)
            let written = key == nil ? number : Int32(self.number(of: name))
            return Key(role: role, isAttributeName: isKnown, number: number, name: written)
        }
        let prefix = name[..<start], local = name[(start + rules.separator.count)...]
        // Expanded names have a URI here, which may look like a prefix; declarations keep theirs.
        let isDeclaration =
            prefix.elementsEqual("xmlns".utf8) && (!rules.expandsNamespaces || rules.declarations == .keep)
        let isOfXML = isDeclaration || prefix.elementsEqual("xml".utf8) && !rules.expandsNamespaces
        let isKnown = isOfXML || rules.attributeNames.contains(Array(name))
        var namespace = rules.fixedNamespace(of: prefix)
        if namespace == nil, rules.expandsNamespaces, !isOfXML { namespace = String(decoding: prefix, as: UTF8.self) }
        guard let namespace, !isDeclaration else {
            let written = self.number(of: prefix + [UInt8(ascii: ":")] + local)
            return Key(role: role, isAttributeName: isKnown, number: number, name: Int32(written))
        }
        let uri = interner.number(ofOption: namespace)
        return Key(
            role: role,
            isAttributeName: isKnown || uri == xmlNamespace,
            number: number,
            name: Int32(self.number(of: local)),
            namespace: Int32(uri),
            prefix: Int32(self.number(of: prefix))
        )
    }

    private mutating func number(of bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { bytes in number(of: bytes) }
    }

    /// The number of a text.
    mutating func number(of text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = text.baseAddress, !text.isEmpty else { return nothing }
        return interner.certain(interner.number(of: start, count: text.count))
    }

    mutating func number(of text: String) -> Int {
        interner.number(ofOption: text)
    }

    private static func lastOccurrence(of mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count > mark.count else { return nil }
        return (bytes.startIndex + 1..<bytes.endIndex - mark.count).last { bytes[$0...].starts(with: mark) }
    }

    /// Whether a key in the namespace of `xml` is that of `xml:space`.
    func isSpace(_ key: Key) -> Bool { names[Int(key.name)].utf8.elementsEqual("space".utf8) }

    // MARK: Names

    /// What is known of a name.
    @inline(__always)
    mutating func writtenName(_ number: Int) -> WrittenName {
        if number < writtenNames.count, writtenNames[number].isKnown { return writtenNames[number] }
        return makeWrittenName(number)
    }

    @inline(never)
    private mutating func makeWrittenName(_ number: Int) -> WrittenName {
        writtenNames.extend(to: number + 1, with: WrittenName())
        let name = names[number]
        let qualified = QualifiedName(name.utf8[...])
        let isPrefixed = qualified.role == .declaration && !qualified.prefix.isEmpty
        let owner = isPrefixed ? qualified.local : qualified.prefix
        let prefix = interner.certain(interner.number(of: name, owner.startIndex..<owner.endIndex))
        let written = WrittenName(
            role: qualified.role,
            isKnown: true,
            isValid: WrittenNameCheck.isQualifiedName(name.utf8),
            isSpace: name.utf8.elementsEqual("xml:space".utf8),
            slot: Int32(scope.slot(of: prefix)),
            prefixLength: Int32(qualified.prefix.count)
        )
        writtenNames[number] = written
        return written
    }

    /// The number of an attribute's expanded name (Namespaces in XML 1.0, section 6.3): two attributes of a tag differ
    /// in it.
    ///
    /// - Parameters:
    ///   - number: The number of its name.
    ///   - namespace: The number of the URI of its namespace.
    /// - Returns: The number.
    mutating func expandedName(_ number: Int, in namespace: Int) -> Int {
        let written = writtenName(number)
        if written.expandedNamespace == namespace { return Int(written.expanded) }
        let name = names[number], start = written.hasPrefix ? Int(written.prefixLength) + 1 : 0
        let local = interner.certain(interner.number(of: name, start..<name.byteCount))
        // No name begins with a brace.
        let expanded = self.number(of: "{\(namespace)}\(local)")
        writtenNames[number].expandedNamespace = Int32(namespace)
        writtenNames[number].expanded = Int32(expanded)
        return expanded
    }

    // MARK: Declarations

    /// The number of the URI that a slot's prefix is declared for; `nil` when it is not declared.
    @inline(__always)
    func uri(of slot: Int32) -> Int? {
        let uri = scope.uri(of: slot)
        return uri < 0 ? nil : Int(uri)
    }

    /// Brings a declaration into force, for the element inside `depth` others.
    mutating func declare(_ slot: Int32, _ uri: Int, depth: Int) {
        latest.extend(to: uri + 1, with: NamespaceScope.none)
        links.append(Link())
        let hidden = scope.declaration(of: slot)
        scope.declare(slot, uri, depth: depth)
        if hidden >= 0 { unlink(Int(hidden)) }
        let new = scope.declarations.count - 1
        links[new].earlier = latest[uri]
        link(new)
    }

    /// Takes a declaration out of those in force of its namespace.
    ///
    /// It keeps its links for `link`.
    private mutating func unlink(_ declaration: Int) {
        let link = links[declaration]
        if link.later >= 0 {
            links[Int(link.later)].earlier = link.earlier
        } else {
            latest[Int(scope.declarations[declaration].uri)] = link.earlier
        }
        if link.earlier >= 0 { links[Int(link.earlier)].later = link.later }
    }

    /// Puts a declaration to its neighbors.
    ///
    /// Declarations end in reverse order, so the neighbors are those that it had.
    private mutating func link(_ declaration: Int) {
        let link = links[declaration]
        if link.later >= 0 {
            links[Int(link.later)].earlier = Int32(declaration)
        } else {
            latest[Int(scope.declarations[declaration].uri)] = Int32(declaration)
        }
        if link.earlier >= 0 { links[Int(link.earlier)].later = Int32(declaration) }
    }

    /// The number of the name of the attribute that declares a prefix.
    mutating func declaration(of prefix: Int) -> Int {
        guard prefix != nothing else { return number(of: "xmlns") }
        let name = Array("xmlns:".utf8) + Array(names[prefix].utf8)
        return number(of: name[...])
    }

    /// The slot of a prefix, by its number.
    mutating func slot(of prefix: Int) -> Int32 {
        Int32(scope.slot(of: prefix))
    }

    /// Ends the declarations of the element inside `depth` others.
    @inline(__always)
    mutating func leave(_ depth: Int) {
        guard let last = scope.declarations.last, Int(last.depth) == depth else { return }
        endDeclarations(atDepth: depth)
    }

    /// Ends all declarations but that of the prefix `xml`, and forgets the prefixes that were made.
    mutating func leaveAll() {
        for index in 0..<madeFor.count { madePrefixes[Int(madeFor[index])] = NamespaceScope.none }
        madeFor.count = 0
        madeCount = 0
        while let last = scope.declarations.last, last.depth >= 0 { endDeclarations(atDepth: Int(last.depth)) }
    }

    @inline(never)
    private mutating func endDeclarations(atDepth depth: Int) {
        let first = scope.firstDeclaration(atDepth: depth)
        var index = scope.declarations.count - 1
        while index >= first {
            unlink(index)
            let hidden = scope.declarations[index].hidden
            if hidden >= 0 { link(Int(hidden)) }
            index -= 1
        }
        links.count = first
        scope.leave(depth)
    }

    /// The number of a prefix in force for a namespace: that of the empty text for the default namespace, and `nil`
    /// without a prefix.
    func prefix(for uri: Int, isAttribute: Bool) -> Int? {
        var index = uri < latest.count ? latest[uri] : NamespaceScope.none
        while index >= 0 {
            let declaration = scope.declarations[Int(index)]
            let prefix = scope.prefix(of: declaration.slot)
            if !isAttribute || prefix != nothing { return prefix }
            index = links[Int(index)].earlier
        }
        return nil
    }

    /// A prefix that is not in force, for a namespace without one: that of the options, or `ns1` and so on.
    mutating func newPrefix(for uri: Int) -> Int {
        if let fixed = rules.fixedNamespaces.first(where: { $0.uri.utf8.elementsEqual(names[uri].utf8) }) {
            let prefix = interner.number(ofOption: fixed.prefix)
            if self.uri(of: slot(of: prefix)) == nil { return prefix }
        }
        madePrefixes.extend(to: uri + 1, with: NamespaceScope.none)
        let made = Int(madePrefixes[uri])
        if made >= 0, self.uri(of: slot(of: made)) == nil { return made }
        // A prefix that was tried is not tried again, so that all searches together take one step for each declaration.
        while true {
            madeCount += 1
            let prefix = interner.number(ofOption: "ns\(madeCount)")
            guard self.uri(of: slot(of: prefix)) == nil else { continue }
            if made < 0 { madeFor.append(Int32(uri)) }
            madePrefixes[uri] = Int32(prefix)
            return prefix
        }
    }
}
