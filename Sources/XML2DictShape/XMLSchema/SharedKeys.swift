import XML2Dict

/// Finds the keys that several members of a type share, because the reader makes arrays under these keys.
///
///     <r a="1"><a>2</a></r>      attributes merged with children: a ─▶ [1, 2]
///     <r text="1">2</r>          and text ─▶ [1, 2]
///
/// Members share keys only if options remove namespaces or marks such as `@` and `#`, or change the spelling of keys. A
/// name that only a wildcard admits must not have the key of a declared name, because the key would get an array.
final class SharedKeys {
    /// The members that share keys: indices into `TypeTable.elements` and `TypeTable.attributes`.
    struct Lists {
        var elements: Set<Int> = []
        var attributes: Set<Int> = []
        var hasText = false

        var count: Int { elements.count + attributes.count + (hasText ? 1 : 0) }
    }

    private final class Claims {
        var keys: [[UInt8]: Lists] = [:]
        /// The keys of elements without the prefix (`item` for `m:item`), for documents with a default namespace.
        var unprefixed: Set<[UInt8]> = []
        var lists = Lists()
    }

    private let merges: Bool
    private let form: ValueForm
    /// The form of the options, changed so that each namespace has a different prefix.
    private let spelling: ValueForm
    private let schema: LoadedSchema
    private var known: [Int: Claims] = [:]
    /// Caches at most 4,096 answers of `declares`, because documents may have any number of names.
    private var declared: [Int: Bool] = [:]

    init(_ form: ValueForm, _ schema: LoadedSchema) {
        let isMarked =
            !form.keepsAttributes || form.attributeGroupKey != nil
            || !Self.canBeginName(form.attributePrefix)
        merges = form.mergesNames || !isMarked || Self.canBeginName(form.textKey ?? "#")
        self.form = form
        spelling = form.withDistinctPrefixes
        self.schema = schema
    }

    private static func canBeginName(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        return first.isLetter || first == UInt8(ascii: "_") || first >= 0x80
    }

    func lists(of type: Int) -> Lists { merges ? claims(of: type).lists : Lists() }

    /// Whether an undeclared name has the same key as a declared member of the type.
    func declares(_ id: Int, _ names: NameView, isAttribute: Bool, in type: Int) -> Bool {
        let key = type << 32 | id << 1 | (isAttribute ? 1 : 0)
        if let isDeclared = declared[key] { return isDeclared }
        let claims = claims(of: type), written = self.written(Array(names[id].utf8), isAttribute)
        let isDeclared = claims.keys[written] != nil || claims.unprefixed.contains(written)
        if declared.count >= 4096 { declared = [:] }
        declared[key] = isDeclared
        return isDeclared
    }

    func declaresText(in type: Int) -> Bool {
        let claims = claims(of: type), key = Array((form.textKey ?? "").utf8)
        return claims.keys[key] != nil || claims.unprefixed.contains(key)
    }

    private func claims(of type: Int) -> Claims {
        if let found = known[type] { return found }
        let node = schema.types.nodes[type]
        let claims = Claims()
        if let key = form.textKey, node.content == .text || node.content == .mixed {
            claims.keys[Array(key.utf8), default: Lists()].hasText = true
        }
        if form.keepsAttributes {
            for index in node.attributes.indices {
                let key = schema.types.key(schema.types.attributes[index].name, spelling, isAttribute: true)
                claims.keys[written(Array(key.utf8), true), default: Lists()].attributes.insert(index)
            }
        }
        for index in node.elements.indices {
            let name = schema.types.elements[index].name
            claims.keys[Array(schema.types.key(name, spelling).utf8), default: Lists()].elements.insert(index)
            // An element in the default namespace can have the key of an attribute without a prefix, or of the text.
            guard form.namespaces == .keep else { continue }
            let local = Array(form.key(schema.types.names.local(name), prefix: "", isAttribute: false).utf8)
            claims.unprefixed.insert(local)
            if let claim = claims.keys[local], claim.hasText || !claim.attributes.isEmpty {
                claims.keys[local]?.elements.insert(index)
            }
        }
        for claim in claims.keys.values where claim.count > 1 {
            claims.lists.elements.formUnion(claim.elements)
            claims.lists.attributes.formUnion(claim.attributes)
            claims.lists.hasText = claims.lists.hasText || claim.hasText
        }
        known[type] = claims
        return claims
    }

    /// Puts a zero byte before a key in a group of attributes, so the key differs from all keys of elements.
    private func written(_ key: [UInt8], _ isAttribute: Bool) -> [UInt8] {
        isAttribute && form.attributeGroupKey != nil ? [0] + key : key
    }
}
