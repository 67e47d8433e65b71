import XML2Dict

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
        /// Whether a string under the key is an attribute, under a convention where elements have such keys, too.
        let isAttributeName: Bool
        /// The number of the key; -1 for an unknown one.
        let number: Int32
        /// The number of its name, without a prefix where `namespace` is known.
        let name: Int32
        /// The number of the URI of its namespace; -1 when the prefix is part of the name.
        var namespace: Int32 = -1
        /// The number of the prefix in the key, where `namespace` is known.
        var prefix: Int32 = -1
        /// When it was found: names of another value may have the same numbers.
        var generation: Int32 = 0

        static let unknown = Key(role: .element, isAttributeName: false, number: -1, name: 0)
    }

    /// A name as XML writes it.
    struct WrittenName: BitwiseCopyable {
        var parts = NamespaceScope.Parts.unknown
        var isValid = false
        /// Whether it is `xml:space`.
        var isSpace = false
        /// The number of its expanded name, and the number of its namespace.
        var expanded: Int32 = -1
        var expandedNamespace: Int32 = -1
    }

    private var interner: NameInterner
    var scope: NamespaceScope
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
    private let rules: WritingPlan
    /// The numbers of the namespace of `xmlns`, and of `xsi` and its namespace.
    let declarationNamespace: Int
    let schemaInstancePrefix: Int
    let schemaInstance: Int

    init(_ plan: WritingPlan) {
        var interner = Self.planned.begun()
        scope = NamespaceScope(&interner)
        declarationNamespace = interner.number(ofOption: Self.declarations)
        schemaInstancePrefix = interner.number(ofOption: "xsi")
        schemaInstance = interner.number(ofOption: XMLEncoder.schemaInstance)
        rules = plan
        self.interner = interner
    }

    /// The namespace of `xmlns`.
    private static let declarations = "http://www.w3.org/2000/xmlns/"

    /// The names with which those of each document begin.
    static let planned: PlannedNames = {
        var names = NameInterner()
        _ = NamespaceScope(&names)
        for name in [declarations, "xsi", XMLEncoder.schemaInstance] { _ = names.number(ofOption: name) }
        return PlannedNames(names)
    }()

    /// The numbers of the empty text and of the namespace of `xml`.
    var nothing: Int { scope.nothing }
    var xmlNamespace: Int { scope.xmlNamespace }

    @inline(__always)
    var names: NameView { interner.names }

    // MARK: Keys

    /// The meaning of a key of the value.
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
        if let role = role(of: key) {
            if role == .declarations { return named(ArraySlice("xmlns".utf8), .declarations, key: key) }
            // A value of another form is an element with this name.
            return named(key, role)
        }
        guard !rules.attributePrefix.isEmpty, key.starts(with: rules.attributePrefix) else {
            return named(key, .element)
        }
        return named(key.dropFirst(rules.attributePrefix.count), .attribute, key: key)
    }

    private func role(of key: ArraySlice<UInt8>) -> KeyRole? {
        rules.roles.first { key.elementsEqual($0.key) }?.role
    }

    /// The meaning of a key in a dictionary that has only attributes.
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

    /// The name of an element from a text: a name in a setting, or the first item of an ordered element.
    ///
    /// Its role is that of an array such as `["#comment", "x"]`.
    mutating func element(_ name: UnsafeBufferPointer<UInt8>) -> Key {
        let number = number(of: name)
        if number < elements.count, elements[number].number >= 0 { return elements[number] }
        elements.extend(to: number + 1, with: .unknown)
        let bytes = Array(name)[...]
        let key = named(bytes, role(of: bytes) ?? .element)
        elements[number] = key
        return key
    }

    /// The role of an array with this first item.
    mutating func node(_ name: UnsafeBufferPointer<UInt8>) -> KeyRole { element(name).role }

    /// Whether an array with this first item is a node such as a comment, and not an element.
    mutating func isNode(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let role = node(name)
        return role == .cdata || role.isNode
    }

    /// Makes the entry for a key that becomes a name.
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
            prefix.elementsEqual("xmlns".utf8) && (!rules.form.expandsNamespaces || rules.declarations == .keep)
        let isOfXML = isDeclaration || prefix.elementsEqual("xml".utf8) && !rules.form.expandsNamespaces
        let isKnown = isOfXML || rules.attributeNames.contains(Array(name))
        var namespace = rules.fixedNamespace(of: prefix)
        if namespace == nil, rules.form.expandsNamespaces, !isOfXML {
            namespace = String(decoding: prefix, as: UTF8.self)
        }
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
        interner.certain(interner.number(of: text))
    }

    mutating func number(of text: String) -> Int {
        interner.number(ofOption: text)
    }

    private static func lastOccurrence(of mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count > mark.count else { return nil }
        return (bytes.startIndex + 1..<bytes.endIndex - mark.count).last { bytes[$0...].starts(with: mark) }
    }

    /// Whether a key in the namespace of `xml` is `xml:space`.
    func isSpace(_ key: Key) -> Bool { names[Int(key.name)].utf8.elementsEqual("space".utf8) }

    // MARK: Names

    /// The name for a number; the first call checks it.
    @inline(__always)
    mutating func writtenName(_ number: Int) -> WrittenName {
        if number < writtenNames.count, writtenNames[number].parts.areKnown { return writtenNames[number] }
        return makeWrittenName(number)
    }

    @inline(never)
    private mutating func makeWrittenName(_ number: Int) -> WrittenName {
        writtenNames.extend(to: number + 1, with: WrittenName())
        let name = names[number].utf8
        let written = WrittenName(
            parts: scope.certainParts(of: number, &interner),
            isValid: WrittenNameCheck.isQualifiedName(name),
            isSpace: name.elementsEqual("xml:space".utf8)
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
        let name = names[number]
        let local = interner.certain(interner.number(of: name, written.parts.localStart..<name.byteCount))
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

    /// The number of the name of the attribute that declares a prefix.
    mutating func declaration(of prefix: Int) -> Int {
        guard prefix != nothing else { return number(of: "xmlns") }
        let name = Array("xmlns:".utf8) + Array(names[prefix].utf8)
        return number(of: name[...])
    }

    /// Ends the declarations of the element inside `depth` others.
    @inline(__always)
    mutating func leave(_ depth: Int) { scope.leave(depth) }

    /// Ends all declarations except that of the prefix `xml`, and forgets the prefixes that were made.
    mutating func leaveAll() {
        for index in 0..<madeFor.count { madePrefixes[Int(madeFor[index])] = NamespaceScope.none }
        madeFor.count = 0
        madeCount = 0
        scope.leaveAll()
    }

    /// A prefix that is not in force, for a namespace without one: the prefix in the options, or `ns1` and so on.
    mutating func newPrefix(for uri: Int) -> Int {
        if let fixed = rules.fixedNamespaces.first(where: { $0.uri.utf8.elementsEqual(names[uri].utf8) }) {
            let prefix = interner.number(ofOption: fixed.prefix)
            if self.uri(of: scope.slot(of: prefix)) == nil { return prefix }
        }
        madePrefixes.extend(to: uri + 1, with: NamespaceScope.none)
        let made = Int(madePrefixes[uri])
        if made >= 0, self.uri(of: scope.slot(of: made)) == nil { return made }
        // A prefix that was tried is not tried again, so that all searches together take one step for each declaration.
        while true {
            madeCount += 1
            let prefix = interner.number(ofOption: "ns\(madeCount)")
            guard self.uri(of: scope.slot(of: prefix)) == nil else { continue }
            if made < 0 { madeFor.append(Int32(uri)) }
            madePrefixes[uri] = Int32(prefix)
            return prefix
        }
    }
}

/// Decides which texts can be written as names (Namespaces in XML 1.0, productions 4 and 7).
///
/// Parsers differ in the characters beyond ASCII. Expat accepts those of the fourth edition of XML 1.0, which every
/// parser accepts, so expat decides.
enum WrittenNameCheck {
    /// Whether a text is a name with at most one prefix.
    static func isQualifiedName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { isName(UnsafeBufferPointer(rebasing: $0)) }
    }

    /// Whether a text is a name without a colon.
    static func isName(_ text: String) -> Bool {
        var text = text
        return text.withUTF8(isName)
    }

    /// What an invalid name is not: a name, or only a name with at most one prefix.
    static func requirement(of text: String) -> String {
        let parts = text.split(separator: ":").map(String.init)
        return !parts.isEmpty && parts.allSatisfy(isName) ? "a qualified name" : "an XML name"
    }

    private static func isName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, first.beginsName else { return false }
        guard text.allSatisfy({ $0.isInName && $0 != UInt8(ascii: ":") }) else { return false }
        return text.allSatisfy { $0 < 0x80 } || ExpatCheck.isName(String(decoding: text, as: UTF8.self))
    }
}
