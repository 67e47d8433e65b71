/// The keys of a value, and the names of XML that they become.
///
/// A key is looked at once: what it means under the options, and the name that it becomes, are kept by its number.
///
///     "@id"      attribute   id
///     "#text"    text
///     "u:item"   plain       item in the namespace u, whose prefix depends on the declarations in force
///
/// Keys and names have numbers of their own, which a table finds by the numbers of the value that is being written.
struct WrittenNames: ~Copyable {
    /// The meaning of a key in an element's dictionary.
    enum Meaning: UInt8 {
        case unknown
        /// An element, or an attribute where both share keys.
        case plain
        case attribute, attributeGroup, declarations
        case text, cdata, comment, instruction, doctype
        case version, encoding
    }

    struct Key: BitwiseCopyable {
        var meaning: Meaning = .unknown
        /// The number of its name, without a prefix where `namespace` is known.
        var name: Int32 = 0
        /// The number of the URI of its namespace; -1 when the prefix is part of the name.
        var namespace: Int32 = -1
    }

    /// A name as XML writes it.
    struct WrittenName: BitwiseCopyable {
        var role: QualifiedName.Role = .ordinary
        var isKnown = false
        var isValid = false
        /// The slot of its prefix; for a declaration, of the declared prefix.
        var slot: Int32 = 0
        var hasPrefix = false
    }

    private(set) var interner = NameInterner()
    private(set) var scope = NamespaceScope()
    private var keys = GrowableBuffer<Key>()
    private var writtenNames = GrowableBuffer<WrittenName>()
    /// The number of a key, by its number in the value.
    private var numbers = GrowableBuffer<Int32>()
    private let special: [(key: [UInt8], meaning: Meaning)]
    private let rules: WriteRules
    private let xmlNamespace: Int
    let nothing: Int

    init(_ options: XMLOptions, _ rules: WriteRules) throws(BuildError) {
        var interner = NameInterner()
        var scope = NamespaceScope()
        let nothing = try interner.number(ofOption: "")
        let xmlNamespace = try interner.number(ofOption: "http://www.w3.org/XML/1998/namespace")
        _ = try scope.slot(of: nothing)
        let xml = try scope.slot(of: interner.number(ofOption: "xml"))
        try scope.declare(Int32(xml), xmlNamespace, depth: -1)
        var special: [(key: [UInt8], meaning: Meaning)] = []
        func add(_ key: String?, _ meaning: Meaning) {
            if let key { special.append((Array(key.utf8), meaning)) }
        }
        add(options.textKey, .text)
        add(options.cdataKey, .cdata)
        add(options.commentKey, .comment)
        add(options.processingInstructionKey, .instruction)
        add(options.doctypeKey, .doctype)
        if case .group(let key) = options.attributes { add(key, .attributeGroup) }
        if [.collect, .inherit].contains(options.namespaceDeclarations) {
            add(String(decoding: rules.attributePrefix, as: UTF8.self) + "xmlns", .declarations)
        }
        self.special = special
        self.rules = rules
        self.nothing = nothing
        self.xmlNamespace = xmlNamespace
        self.interner = interner
        self.scope = scope
    }

    var names: NameView { interner.names }

    // MARK: Keys

    /// The number of a key of the value.
    @inline(__always)
    mutating func number(of key: Int, _ tree: StorageView) throws(BuildError) -> Int {
        if key < numbers.count, numbers[key] >= 0 { return Int(numbers[key]) }
        return try find(key, tree)
    }

    @inline(never)
    private mutating func find(_ key: Int, _ tree: StorageView) throws(BuildError) -> Int {
        let name = tree.names[key]
        let number = try interner.checked(interner.number(of: name, 0..<name.byteCount))
        guard numbers.extend(to: key + 1, with: -1) else { throw .outOfMemory }
        numbers[key] = Int32(number)
        return number
    }

    /// The number of a text that is used as a key.
    mutating func number(of text: UnsafeBufferPointer<UInt8>) throws(BuildError) -> Int {
        guard let start = text.baseAddress, !text.isEmpty else { return nothing }
        return try interner.checked(interner.number(of: start, count: text.count))
    }

    /// Forgets the numbers of a value whose names are no longer in use.
    mutating func forgetNumbers() {
        numbers.count = 0
    }

    /// What a key means.
    @inline(__always)
    mutating func key(_ number: Int) throws(BuildError) -> Key {
        if number < keys.count, keys[number].meaning != .unknown { return keys[number] }
        return try makeKey(number)
    }

    @inline(never)
    private mutating func makeKey(_ number: Int) throws(BuildError) -> Key {
        guard keys.extend(to: number + 1, with: Key()) else { throw .outOfMemory }
        let bytes = Array(names[number].utf8)
        let key: Key
        if let found = special.first(where: { $0.key == bytes }) {
            key = Key(meaning: found.meaning, name: Int32(number))
        } else if !rules.attributePrefix.isEmpty, bytes.starts(with: rules.attributePrefix) {
            key = try named(bytes.dropFirst(rules.attributePrefix.count), .attribute)
        } else {
            key = try named(bytes[...], .plain)
        }
        keys[number] = key
        return key
    }

    /// What a key in a dictionary of attributes means.
    mutating func attribute(_ number: Int) throws(BuildError) -> Key {
        try named(Array(names[number].utf8)[...], .attribute)
    }

    /// A key that becomes a name.
    private mutating func named(_ key: ArraySlice<UInt8>, _ meaning: Meaning) throws(BuildError) -> Key {
        let separator = rules.separator ?? [UInt8(ascii: ":")]
        guard let start = Self.lastOccurrence(of: separator, in: key) else {
            return Key(meaning: meaning, name: Int32(try number(of: key)))
        }
        let prefix = key[..<start], local = key[(start + separator.count)...]
        let name = prefix + [UInt8(ascii: ":")] + local
        let isDeclaration = prefix.elementsEqual("xmlns".utf8)
        var namespace = rules.fixedNamespaces[String(decoding: prefix, as: UTF8.self)].map { Array($0.utf8) }
        if namespace == nil, rules.expandsNamespaces { namespace = Array(prefix) }
        if let namespace, !isDeclaration {
            let uri = try number(of: namespace[...])
            return Key(meaning: meaning, name: Int32(try number(of: local)), namespace: Int32(uri))
        }
        return Key(meaning: meaning, name: Int32(try number(of: name[...])))
    }

    private mutating func number(of bytes: ArraySlice<UInt8>) throws(BuildError) -> Int {
        try interner.number(ofOption: String(decoding: bytes, as: UTF8.self))
    }

    private static func lastOccurrence(of mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count > mark.count else { return nil }
        return (bytes.startIndex..<bytes.endIndex - mark.count).last { bytes[$0...].starts(with: mark) }
    }

    /// What the name of an element means in an array, where no key is special, or a key of text that is an element.
    mutating func element(_ number: Int) throws(BuildError) -> Key {
        try named(Array(names[number].utf8)[...], .plain)
    }

    /// Whether a name is that of an attribute wherever it is: a declaration, or one of XML's own.
    func isAlwaysAttribute(_ name: Int) -> Bool {
        let name = names[name].utf8
        return name.starts(with: "xml".utf8)
            && (name.starts(with: "xmlns:".utf8) || name.starts(with: "xml:".utf8) || name.elementsEqual("xmlns".utf8))
    }

    /// The number of a text.
    mutating func text(_ text: String) throws(BuildError) -> Int {
        try interner.number(ofOption: text)
    }

    // MARK: Names

    /// What is known of a name.
    @inline(__always)
    mutating func writtenName(_ number: Int) throws(BuildError) -> WrittenName {
        if number < writtenNames.count, writtenNames[number].isKnown { return writtenNames[number] }
        return try makeWrittenName(number)
    }

    @inline(never)
    private mutating func makeWrittenName(_ number: Int) throws(BuildError) -> WrittenName {
        guard writtenNames.extend(to: number + 1, with: WrittenName()) else { throw .outOfMemory }
        let name = names[number]
        let qualified = QualifiedName(name.utf8[...])
        let isPrefixed = qualified.role == .declaration && !qualified.prefix.isEmpty
        let owner = isPrefixed ? qualified.local : qualified.prefix
        let prefix = try interner.checked(interner.number(of: name, owner.startIndex..<owner.endIndex))
        let written = WrittenName(
            role: qualified.role,
            isKnown: true,
            isValid: Self.isValid(name.utf8),
            slot: Int32(try scope.slot(of: prefix)),
            hasPrefix: !qualified.prefix.isEmpty
        )
        writtenNames[number] = written
        return written
    }

    /// Whether a text is a qualified name (Namespaces in XML 1.0, production 7).
    ///
    /// Parsers differ in the characters beyond ASCII. Expat accepts those of the fourth edition of XML 1.0, which every
    /// parser accepts, so expat decides.
    private static func isValid(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy(hasNameBytes) else { return false }
        return name.allSatisfy { $0 < 0x80 } || parts.allSatisfy { isName(String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether bytes are not empty, and whether those of ASCII can be a name.
    private static func hasNameBytes(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = bytes.first, RawTag.beginsName(first), first != UInt8(ascii: ":") else { return false }
        return bytes.allSatisfy { UndeclaredEntityCheck.isInName($0) && $0 != UInt8(ascii: ":") }
    }

    /// Whether expat accepts a text as a name.
    private static func isName(_ text: String) -> Bool {
        (try? XMLReader(.parker).read(.string("<\(text)/>"))) != nil
    }

    // MARK: Declarations

    /// The number of the URI that a slot's prefix is declared for; `nil` when it is not declared.
    func uri(of slot: Int32) -> Int? {
        let uri = scope.uri(of: slot)
        return uri < 0 ? nil : Int(uri)
    }

    /// Brings a declaration into force, for the element inside `depth` others.
    mutating func declare(_ slot: Int32, _ uri: Int, depth: Int) throws(BuildError) {
        try scope.declare(slot, uri, depth: depth)
    }

    /// The slot of a prefix, by its number.
    mutating func slot(of prefix: Int) throws(BuildError) -> Int32 {
        Int32(try scope.slot(of: prefix))
    }

    /// Ends the declarations of the element inside `depth` others.
    @inline(__always)
    mutating func leave(_ depth: Int) {
        scope.leave(depth)
    }

    /// A prefix in force for a namespace, by its number, which is that of the empty text for the default namespace;
    /// `nil` without one.
    func prefix(for uri: Int, isAttribute: Bool) -> Int? {
        for index in (0..<scope.declarations.count).reversed() where scope.isInForce(index) {
            let declaration = scope.declarations[index]
            guard Int(declaration.uri) == uri else { continue }
            let prefix = scope.prefix(of: declaration.slot)
            if !isAttribute || prefix != nothing { return prefix }
        }
        return nil
    }

    /// A prefix that is not in force, for a namespace without one: that of the options, or `ns1` and so on.
    mutating func newPrefix(for uri: Int) throws(BuildError) -> Int {
        if let fixed = rules.fixedNamespaces.first(where: { $0.value.utf8.elementsEqual(names[uri].utf8) }) {
            let prefix = try interner.number(ofOption: fixed.key)
            if try self.uri(of: slot(of: prefix)) == nil { return prefix }
        }
        var count = 1
        while true {
            let prefix = try interner.number(ofOption: "ns\(count)")
            let slot = try scope.slot(of: prefix)
            if scope.uri(of: Int32(slot)) < 0 { return prefix }
            count += 1
        }
    }
}
