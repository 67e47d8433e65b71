import XML2Dict

/// Finds the role of each key of a value, and the name that a tag gets for the key.
///
///     "@id"      attribute   id
///     "#text"    text
///     "u:item"   element     item in the namespace u, whose prefix depends on the declarations in force
///
/// `keys` caches the result for each key, with the key's id as the index.
struct WrittenNames: ~Copyable {
    struct Key: BitwiseCopyable {
        let role: KeyRole
        /// Whether a string under the key is an attribute, even if attributes and elements share keys.
        let isAttributeName: Bool
        let name: TagName

        fileprivate static let unknown = Key(role: .element, isAttributeName: false, name: TagName(text: 0))
        fileprivate var isKnown: Bool { name.key >= 0 }
    }

    private let rules: UnformRules
    private var keys = GrowableBuffer<Key>()
    private var elements = GrowableBuffer<Key>()

    init(_ rules: UnformRules) {
        self.rules = rules
    }

    @inline(__always)
    mutating func key(_ id: Int, _ tree: StorageView, _ names: inout TagNames) -> Key {
        if id < keys.count, keys[id].isKnown { return keys[id] }
        return find(id, tree, &names)
    }

    @inline(never)
    private mutating func find(_ id: Int, _ tree: StorageView, _ names: inout TagNames) -> Key {
        keys.extend(to: id + 1, with: .unknown)
        let key = Array(tree.names[id].utf8)[...], prefix = rules.attributePrefix
        // A value that does not fit the role of its key becomes an element with the key as its name.
        var role = rules.role(of: key), name = key
        if role == .declarations {
            name = Array("xmlns".utf8)[...]
        } else if role == nil, !prefix.isEmpty, key.starts(with: prefix) {
            (role, name) = (.attribute, key.dropFirst(prefix.count))
        }
        keys[id] = rules.key(name, role, of: key, &names)
        return keys[id]
    }

    mutating func forgetKeys() { keys.count = 0 }

    mutating func element(_ name: UnsafeBufferPointer<UInt8>, _ names: inout TagNames) -> Key {
        let id = names.id(of: name)
        if id < elements.count, elements[id].isKnown { return elements[id] }
        elements.extend(to: id + 1, with: .unknown)
        let name = Array(name)[...]
        elements[id] = rules.key(name, rules.role(of: name), of: name, &names)
        return elements[id]
    }

    mutating func element(_ name: [UInt8], _ names: inout TagNames) -> TagName {
        name.withUnsafeBufferPointer { element($0, &names) }.name
    }
}

extension UnformRules {
    fileprivate func role(of key: ArraySlice<UInt8>) -> KeyRole? {
        roles.first { key.elementsEqual($0.key) }?.role
    }

    fileprivate func key(
        _ name: ArraySlice<UInt8>,
        _ role: KeyRole?,
        of key: ArraySlice<UInt8>,
        _ names: inout TagNames
    ) -> WrittenNames.Key {
        let start = lastSeparator(in: name) ?? name.startIndex
        let prefix = name[..<start], local = name[start...].dropFirst(prefix.isEmpty ? 0 : separator.count)
        // An expanded name begins with a URI, which can be the text `xml` or `xmlns`.
        let isDeclaration = prefix.elementsEqual("xmlns".utf8) && !expandsDeclarations
        let isOfXML = isDeclaration || prefix.elementsEqual("xml".utf8) && !expandsNamespaces
        var namespace = prefix.isEmpty || isDeclaration ? nil : namespaces[Array(prefix)]
        if namespace == nil, expandsNamespaces, !isOfXML, !prefix.isEmpty {
            namespace = String(decoding: prefix, as: UTF8.self)
        }
        var written = TagName(key: Int32(names.id(of: key)), text: 0)
        if let namespace {
            written.text = Int32(names.id(of: local))
            written.namespace = Int32(names.id(of: namespace))
            written.prefix = Int32(names.id(of: prefix))
        } else {
            written.text = Int32(names.id(of: prefix + (prefix.isEmpty ? [] : [UInt8(ascii: ":")]) + local))
        }
        let isKnown = attributeNames.contains(Array(name)) || name.elementsEqual("xmlns".utf8)
        let isAttributeName = isKnown || isOfXML || Int(written.namespace) == names.xmlNamespace
        return WrittenNames.Key(role: role ?? .element, isAttributeName: isAttributeName, name: written)
    }

    private func lastSeparator(in name: ArraySlice<UInt8>) -> Int? {
        guard name.count > separator.count else { return nil }
        return (name.startIndex + 1..<name.endIndex - separator.count).last { name[$0...].starts(with: separator) }
    }
}
