import XML2Dict

/// The names that coding keys become, by the number of the key.
///
/// A key is looked at once:
///
///     "itemPrice"   an element, item_price in snake case
///     "@id"         an attribute, id
///     ""            the element's own text
struct EncodingNames: ~Copyable {
    /// The part of an element that a key becomes.
    enum Role: UInt8 {
        case element, attribute, text
        /// Text, or an element for a value that is not text.
        case textOrElement
    }

    /// The reason why a key cannot be written.
    enum Fault: UInt8 {
        case none, name, ascii, declaredElement, reservedPrefix
    }

    struct Key: BitwiseCopyable {
        var isKnown = false
        var role = Role.element
        var fault = Fault.none
        /// The number of the name.
        var name: Int32 = 0
        /// The number of the attribute that would declare its prefix; -1 without a prefix, and for one that is declared
        /// everywhere.
        var declaration: Int32 = -1
        /// Whether one of the encoder's paths may make it an attribute.
        var mayBeAttribute = false
    }

    private var interner: NameInterner
    /// The namespaces that the root declares.
    private var scope: NamespaceScope
    private var keys = GrowableBuffer<Key>()
    /// The keys of attributes, by the numbers of their names.
    private var attributeKeys = GrowableBuffer<Int>()
    private let plan: EncodingPlan

    init(_ plan: EncodingPlan) {
        var interner = plan.names.begun()
        let scope = NamespaceScope(&interner)
        self.scope = scope
        self.interner = interner
        self.plan = plan
        for declared in plan.declarations {
            self.scope.declare(parts(of: declared.name).slot, Int(number(of: declared.uri)), depth: 0)
        }
    }

    private mutating func parts(of name: Int32) -> NamespaceScope.Parts {
        scope.certainParts(of: Int(name), &interner)
    }

    var view: NameView { interner.names }
    var list: NameList { interner.list }
    var count: Int { interner.count }

    /// The number of a name.
    mutating func number(of name: String) -> Int32 {
        Int32(interner.number(ofOption: name))
    }

    /// The key of an attribute with a name.
    mutating func attributeKey(of name: Int32) -> Int {
        attributeKeys.extend(to: Int(name) + 1, with: 0)
        if attributeKeys[Int(name)] == 0 {
            attributeKeys[Int(name)] = interner.number(ofOption: "@" + view[Int(name)].string)
        }
        return attributeKeys[Int(name)]
    }

    // MARK: Keys

    /// The key for the text of a coding key; the first call checks it.
    mutating func key(_ text: String) -> Key {
        guard !text.isEmpty else { return Key(isKnown: true, role: .text) }
        let number = interner.number(ofOption: text)
        if number < keys.count, keys[number].isKnown { return keys[number] }
        return makeKey(text, number)
    }

    @inline(never)
    private mutating func makeKey(_ text: String, _ number: Int) -> Key {
        var key: Key
        if let textKey = plan.textCodingKey, textKey.utf8.elementsEqual(text.utf8) {
            key = written(text, role: .element)
            key.role = key.fault == .none ? .textOrElement : .text
            key.fault = .none
            key.mayBeAttribute = false
        } else {
            key = named(text)
        }
        keys.extend(to: number + 1, with: Key())
        keys[number] = key
        return key
    }

    private mutating func named(_ text: String) -> Key {
        let isMarked = text.utf8.first == UInt8(ascii: "@")
        let name = isMarked ? String(text.dropFirst()) : text
        let isReserved = name == "xmlns" || name.hasPrefix("xmlns:") || name.hasPrefix("xml:")
        return written(
            isReserved ? name : spelled(name),
            role: isMarked || isReserved ? .attribute : .element
        )
    }

    /// A name as it is written, checked.
    mutating func written(_ name: String, role: Role) -> Key {
        var key = Key(isKnown: true, role: role, name: number(of: name))
        let parts = parts(of: key.name), text = view[Int(key.name)].utf8
        let prefix = view[scope.prefix(of: parts.slot)].string
        let isDeclaration = parts.role == .declaration
        if !WrittenNameCheck.isQualifiedName(text) {
            key.fault = .name
        } else if plan.isASCII, !text.allSatisfy({ $0 < 0x80 }) {
            key.fault = .ascii
        } else if role == .element, isDeclaration {
            key.fault = .declaredElement
        } else if isDeclaration, prefix == "xml" || prefix == "xmlns" {
            key.fault = .reservedPrefix
        }
        if parts.hasPrefix, !isDeclaration, scope.uri(of: parts.slot) < 0 {
            key.declaration = number(of: "xmlns:" + prefix)
        }
        key.mayBeAttribute = role == .element && plan.paths.contains { $0.mayEnd(with: key.name) }
        return key
    }

    /// A name in the style of the keys; its prefix stays apart.
    private func spelled(_ name: String) -> String {
        guard plan.style != .keep else { return name }
        return name.split(separator: ":", omittingEmptySubsequences: false)
            .map { KeySpelling.spell(String($0), plan.style) }.joined(separator: ":")
    }
}
