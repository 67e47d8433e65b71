package import XML2Dict

/// The name of an element, an attribute or a prefix, as numbers of `TagNames`.
package struct TagName: BitwiseCopyable {
    /// The key that it comes from, for messages; -1 without one.
    var key: Int32 = -1
    /// The name, without its prefix where `namespace` is known.
    package var text: Int32
    /// The URI of its namespace; -1 when the prefix is part of the name.
    var namespace: Int32 = -1
    /// The prefix in the key, where `namespace` is known.
    var prefix: Int32 = -1

    package static var none: TagName { TagName(text: 0) }
}

/// The names of a document by their numbers, the declarations in force, and the prefixes that the writer makes.
package struct TagNames: ~Copyable {
    /// A name of which is known how a tag writes it.
    struct CheckedName: BitwiseCopyable {
        var parts = NamespaceScope.Parts.unknown
        /// Whether it is a qualified name (Namespaces in XML 1.0, production 7).
        var isValid = false
        /// Whether it is a valid name without a prefix, and declares nothing.
        var isPlain = false
        /// The last namespace of the name, and its expanded name there.
        fileprivate var namespace: Int32 = -1
        fileprivate var expanded: Int32 = -1
        /// Its last prefix, and the name with it.
        fileprivate var prefix: Int32 = -1
        fileprivate var qualified: Int32 = -1
    }

    private var interner: NameInterner
    var scope: NamespaceScope
    private var checked = GrowableBuffer<CheckedName>()
    /// The prefixes that were made for namespaces in this document.
    private var madePrefixes: [Int: Int] = [:]
    /// How many prefixes were tried.
    private var madeCount = 0
    private let rules: TagRules
    /// The number of the expanded name of `xml:space`.
    let space: Int
    /// How many bytes were read for the values; the values of a program itself may have any names.
    var readCount = Int.max
    /// The bytes of the names that the values do not have, or have once for many elements (AMPLIFY-BOUND).
    private var amplification: Amplification

    /// - Parameters:
    ///   - rules: The markup.
    ///   - names: The names with which those of the document begin.
    package init(_ rules: TagRules, _ names: PlannedNames = planned.names) {
        var interner = names.begun()
        scope = NamespaceScope(&interner)
        space = Self.planned.space
        amplification = Amplification(rules.limits)
        self.rules = rules
        self.interner = interner
    }

    /// The names with which those of each document begin: their numbers stay the same.
    package struct Planned {
        package let names: PlannedNames
        let xmlns, xmlnsNamespace, xsi, schemaInstance, null, space: Int

        fileprivate init() {
            var names = NameInterner()
            let scope = NamespaceScope(&names)
            xmlns = names.number(ofOption: "xmlns")
            xmlnsNamespace = names.number(ofOption: "http://www.w3.org/2000/xmlns/")
            xsi = names.number(ofOption: "xsi")
            schemaInstance = names.number(ofOption: TagRules.schemaInstance)
            null = names.number(ofOption: "nil")
            space = names.number(ofOption: "{\(scope.xmlNamespace)}\(names.number(ofOption: "space"))")
            self.names = PlannedNames(names)
        }
    }

    package static let planned = Planned()

    /// The numbers of the empty text and of the namespace of `xml`.
    var nothing: Int { scope.nothing }
    var xmlNamespace: Int { scope.xmlNamespace }

    @inline(__always)
    package var view: NameView { interner.names }

    /// The number of a text.
    mutating func number(of text: UnsafeBufferPointer<UInt8>) -> Int { interner.certain(interner.number(of: text)) }
    mutating func number(of text: ArraySlice<UInt8>) -> Int { text.withUnsafeBufferPointer { number(of: $0) } }
    mutating func number(of text: String) -> Int { interner.number(ofOption: text) }

    /// Looks a name up; the first call checks it.
    @inline(__always)
    mutating func checked(_ number: Int32) -> CheckedName {
        if Int(number) < checked.count, checked[Int(number)].parts.areKnown { return checked[Int(number)] }
        return check(Int(number))
    }

    @inline(never)
    private mutating func check(_ number: Int) -> CheckedName {
        checked.extend(to: number + 1, with: CheckedName())
        var name = CheckedName(parts: scope.certainParts(of: number, &interner))
        name.isValid = WrittenNameCheck.isQualifiedName(view[number].utf8)
        name.isPlain = name.isValid && !name.parts.hasPrefix && name.parts.role == .ordinary
        checked[number] = name
        return name
    }

    /// The number of an attribute's expanded name (Namespaces in XML 1.0, section 6.3): two attributes of a tag differ
    /// in it.
    mutating func expandedName(_ number: Int32, in namespace: Int) -> Int {
        let name = checked(number)
        if name.namespace == namespace { return Int(name.expanded) }
        let whole = view[Int(number)]
        let local = interner.certain(interner.number(of: whole, name.parts.localStart..<whole.byteCount))
        // No name begins with a brace.
        let expanded = self.number(of: "{\(namespace)}\(local)")
        checked[Int(number)].namespace = Int32(namespace)
        checked[Int(number)].expanded = Int32(expanded)
        return expanded
    }

    /// The number of a name with a prefix.
    mutating func qualified(_ local: Int32, by prefix: Int) -> Int32 {
        guard prefix != nothing else { return local }
        let name = checked(local)
        if name.prefix == prefix { return name.qualified }
        let qualified = number(of: view[prefix].string + ":" + view[Int(local)].string)
        checked[Int(local)].prefix = Int32(prefix)
        checked[Int(local)].qualified = Int32(qualified)
        return Int32(qualified)
    }

    /// The number of the name of the attribute that declares a prefix.
    mutating func declaration(of prefix: Int) -> Int32 {
        let xmlns = Self.planned.xmlns
        return prefix == nothing ? Int32(xmlns) : qualified(Int32(prefix), by: xmlns)
    }

    /// Counts names that are longer in the XML than in the value.
    @inline(never)
    mutating func count(_ byteCount: Int, of elements: Int = 1) throws(WriteError) {
        let (product, overflows) = byteCount.multipliedReportingOverflow(by: elements)
        guard amplification.allows(overflows ? .max : product, read: readCount) else { throw .amplification }
    }

    /// The message for an attribute that a tag has already.
    func messageOfRepeated(_ attribute: Int) -> ErrorMessage {
        "an element has an attribute only once, and \(view[attribute].shortened) is there already"
    }

    // MARK: Declarations

    /// The number of the URI that a slot's prefix is declared for; `nil` when it is not declared.
    @inline(__always)
    func uri(of slot: Int32) -> Int? {
        let uri = scope.uri(of: slot)
        return uri < 0 ? nil : Int(uri)
    }

    /// Ends all declarations except that of the prefix `xml`, and forgets the prefixes that were made.
    mutating func leaveAll() {
        madePrefixes.removeAll()
        madeCount = 0
        scope.leaveAll()
    }

    /// A prefix that is not in force, for a namespace without one: the prefix in the options, or `ns1` and so on.
    mutating func newPrefix(for uri: Int) -> Int {
        let own = rules.namespaces.first { !$0.prefix.isEmpty && $0.uri.utf8.elementsEqual(view[uri].utf8) }
        if let own {
            let prefix = number(of: own.prefix)
            if self.uri(of: scope.slot(of: prefix)) == nil { return prefix }
        }
        if let made = madePrefixes[uri], self.uri(of: scope.slot(of: made)) == nil { return made }
        // A prefix that was tried is not tried again, so that all searches together take one step for each declaration.
        while true {
            madeCount += 1
            let prefix = number(of: "ns\(madeCount)")
            guard self.uri(of: scope.slot(of: prefix)) == nil else { continue }
            madePrefixes[uri] = prefix
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
