package import XML2Dict

package struct TagName: BitwiseCopyable {
    var key: Int32 = -1
    /// The id of the local name if `namespace` is set, and otherwise the id of the qualified name.
    package var text: Int32
    /// The id of the URI, or -1 if `text` includes the prefix.
    var namespace: Int32 = -1
    var prefix: Int32 = -1

    package static var none: TagName { TagName(text: 0) }
}

package struct TagNames: ~Copyable {
    struct CheckedName: BitwiseCopyable {
        var parts = NamespaceScope.Parts.unknown
        var isValid = false
        /// Whether the name is valid, has no prefix, and declares nothing.
        var isPlain = false
        /// The namespace in which the name was written last, and the id of the expanded name in this namespace.
        fileprivate var namespace: Int32 = -1
        fileprivate var expanded: Int32 = -1
        /// The prefix with which the name was written last, and the id of the name with this prefix.
        fileprivate var prefix: Int32 = -1
        fileprivate var qualified: Int32 = -1
    }

    private var interner: NameInterner
    var scope: NamespaceScope
    private var checked = GrowableBuffer<CheckedName>()
    private var madePrefixes: [Int: Int] = [:]
    private var madeCount = 0
    private let rules: TagRules
    let space: Int
    /// The number of bytes that were read for the values, or `Int.max` for values that a program makes.
    var readCount = Int.max
    /// Counts the bytes of names that the writer writes in addition to the names in the value (AMPLIFY-BOUND).
    private var amplification: Amplification

    package init(_ rules: TagRules, _ names: PlannedNames = planned.names) {
        var interner = names.begun()
        scope = NamespaceScope(&interner)
        space = Self.planned.space
        amplification = Amplification(rules.limits)
        self.rules = rules
        self.interner = interner
    }

    /// The names that begin the table of every document, so that their ids are the same in all documents.
    package struct Planned {
        package let names: PlannedNames
        let xmlns, xmlnsNamespace, xsi, schemaInstance, null, space: Int

        fileprivate init() {
            var names = NameInterner()
            let scope = NamespaceScope(&names)
            xmlns = names.id(ofOption: "xmlns")
            xmlnsNamespace = names.id(ofOption: NamespaceURI.xmlns)
            xsi = names.id(ofOption: "xsi")
            schemaInstance = names.id(ofOption: NamespaceURI.schemaInstance)
            null = names.id(ofOption: "nil")
            space = names.id(ofOption: "{\(scope.xmlNamespace)}\(names.id(ofOption: "space"))")
            self.names = PlannedNames(names)
        }
    }

    package static let planned = Planned()

    var nothing: Int { scope.nothing }
    var xmlNamespace: Int { scope.xmlNamespace }

    @inline(__always)
    package var view: NameView { interner.names }

    mutating func id(of text: UnsafeBufferPointer<UInt8>) -> Int { interner.certain(interner.id(of: text)) }
    mutating func id(of text: ArraySlice<UInt8>) -> Int { text.withUnsafeBufferPointer { id(of: $0) } }
    mutating func id(of text: String) -> Int { interner.id(ofOption: text) }

    @inline(__always)
    mutating func checked(_ id: Int32) -> CheckedName {
        if Int(id) < checked.count, checked[Int(id)].parts.areKnown { return checked[Int(id)] }
        return check(Int(id))
    }

    @inline(never)
    private mutating func check(_ id: Int) -> CheckedName {
        checked.extend(to: id + 1, with: CheckedName())
        var name = CheckedName(parts: scope.certainParts(of: id, &interner))
        name.isValid = WrittenNameCheck.isQualifiedName(view[id].utf8)
        name.isPlain = name.isValid && !name.parts.hasPrefix && name.parts.role == .ordinary
        checked[id] = name
        return name
    }

    /// Returns the id of an expanded name, which identifies an attribute in a tag (Namespaces in XML 1.0, section 6.3).
    mutating func expandedName(_ id: Int32, in namespace: Int) -> Int {
        let name = checked(id)
        if name.namespace == namespace { return Int(name.expanded) }
        let whole = view[Int(id)]
        let local = interner.certain(interner.id(of: whole, name.parts.localStart..<whole.byteCount))
        // No name begins with a brace, so no other name gets this id.
        let expanded = self.id(of: "{\(namespace)}\(local)")
        checked[Int(id)].namespace = Int32(namespace)
        checked[Int(id)].expanded = Int32(expanded)
        return expanded
    }

    mutating func qualified(_ local: Int32, by prefix: Int) -> Int32 {
        guard prefix != nothing else { return local }
        let name = checked(local)
        if name.prefix == prefix { return name.qualified }
        let qualified = id(of: view[prefix].string + ":" + view[Int(local)].string)
        checked[Int(local)].prefix = Int32(prefix)
        checked[Int(local)].qualified = Int32(qualified)
        return Int32(qualified)
    }

    mutating func declaration(of prefix: Int) -> Int32 {
        let xmlns = Self.planned.xmlns
        return prefix == nothing ? Int32(xmlns) : qualified(Int32(prefix), by: xmlns)
    }

    @inline(never)
    mutating func count(_ byteCount: Int, of elements: Int = 1) throws(WriteError) {
        let (product, overflows) = byteCount.multipliedReportingOverflow(by: elements)
        guard amplification.allows(overflows ? .max : product, read: readCount) else { throw .amplification }
    }

    func messageOfRepeated(_ attribute: Int) -> ErrorMessage {
        "an element has an attribute only once, and \(view[attribute].shortened) is there already"
    }

    @inline(__always)
    func uri(of slot: Int32) -> Int? {
        let uri = scope.uri(of: slot)
        return uri < 0 ? nil : Int(uri)
    }

    mutating func leaveAll() {
        madePrefixes.removeAll()
        madeCount = 0
        scope.leaveAll()
    }

    /// Returns a prefix that no declaration in force uses: the prefix in the options, or a prefix such as `ns1`.
    mutating func newPrefix(for uri: Int) -> Int {
        let own = rules.namespaces.first { !$0.prefix.isEmpty && $0.uri.utf8.elementsEqual(view[uri].utf8) }
        if let own {
            let prefix = id(of: own.prefix)
            if self.uri(of: scope.slot(of: prefix)) == nil { return prefix }
        }
        if let made = madePrefixes[uri], self.uri(of: scope.slot(of: made)) == nil { return made }
        // `madeCount` only grows in a document, so all searches together take one step for each declaration.
        while true {
            madeCount += 1
            let prefix = id(of: "ns\(madeCount)")
            guard self.uri(of: scope.slot(of: prefix)) == nil else { continue }
            madePrefixes[uri] = prefix
            return prefix
        }
    }
}

/// Decides which texts can be written as names (Namespaces in XML 1.0, productions 4 and 7).
///
/// Parsers differ in the characters beyond ASCII. Expat decides, because expat accepts only the characters of the
/// fourth edition of XML 1.0, which every parser accepts.
enum WrittenNameCheck {
    static func isQualifiedName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { isName(UnsafeBufferPointer(rebasing: $0)) }
    }

    static func isName(_ text: String) -> Bool {
        var text = text
        return text.withUTF8(isName)
    }

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
