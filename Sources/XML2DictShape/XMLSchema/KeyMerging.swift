import XML2Dict

/// The keys that several things of a type have, which are arrays therefore.
///
///     <r a="1"><a>2</a></r>      attributes merged with children: a ─▶ [1, 2]
///     <r text="1">2</r>          and text ─▶ [1, 2]
///
/// That is so only where options take away what distinguishes names: namespaces, the prefix of attributes, spelling.
final class KeyMerging {
    /// What a type has under such keys: the places of its elements and attributes, and whether its text is among them.
    struct Lists {
        var elements: Set<Int> = []
        var attributes: Set<Int> = []
        var hasText = false

        fileprivate var count: Int { elements.count + attributes.count + (hasText ? 1 : 0) }
    }

    private let options: XMLOptions
    /// The options with prefixes that are different for different namespaces.
    private var spelling: XMLOptions
    private let schema: LoadedSchema
    /// The lists of each type that was looked at.
    private var known: [Int: Lists] = [:]

    init?(_ options: XMLOptions, _ schema: LoadedSchema) {
        let isSpelled = options.namespaces == .strip || options.keys != .keep || !options.namespacePrefixes.isEmpty
        let isMarked =
            options.attributes == .discard || options.attributeGroupKey != nil
            || !Self.canBeginName(options.attributePrefix)
        guard isSpelled || !isMarked || Self.canBeginName(options.textKey ?? "#") else { return nil }
        self.options = options
        spelling = options
        if options.namespaces == .keep { spelling.namespaces = .expand }
        self.schema = schema
    }

    /// Whether a name may begin as a text does, or the text is empty.
    private static func canBeginName(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        return first.isLetter || first == UInt8(ascii: "_") || first >= 0x80
    }

    func lists(of type: Int) -> Lists {
        if let lists = known[type] { return lists }
        let node = schema.types.nodes[type]
        var claims: [[UInt8]: Lists] = [:]
        if let key = options.textKey, node.content == .text || node.content == .mixed {
            claims[Array(key.utf8), default: Lists()].hasText = true
        }
        if options.attributes != .discard, options.attributeGroupKey == nil {
            for place in node.attributePlaces {
                let key = schema.types.key(schema.types.attributes[place].name, spelling, isAttribute: true)
                claims[Array(key.utf8), default: Lists()].attributes.insert(place)
            }
        }
        for place in node.elementPlaces {
            let name = schema.types.elements[place].name
            claims[Array(schema.types.key(name, spelling).utf8), default: Lists()].elements.insert(place)
            // An element of the default namespace has the key of an attribute without a prefix, or of the text.
            guard options.namespaces == .keep else { continue }
            let local = Array(options.key(schema.types.names.local(name), prefix: "", isAttribute: false).utf8)
            if let claim = claims[local], claim.hasText || !claim.attributes.isEmpty {
                claims[local]?.elements.insert(place)
            }
        }
        var lists = Lists()
        for claim in claims.values where claim.count > 1 {
            lists.elements.formUnion(claim.elements)
            lists.attributes.formUnion(claim.attributes)
            lists.hasText = lists.hasText || claim.hasText
        }
        known[type] = lists
        return lists
    }
}
