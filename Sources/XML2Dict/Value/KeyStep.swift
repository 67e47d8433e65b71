/// A step of a path in a value: the entries of a dictionary that it chooses.
enum KeyStep {
    /// The entry under a key.
    case key([UInt8])
    /// Each attribute, where the keys of attributes have this prefix.
    case prefix([UInt8])
    /// The attribute with a name, or each one, where attributes have the keys of elements: it is text.
    case text([UInt8]?)

    /// Whether the step chooses an entry; an item of an array has the key of the array.
    func chooses(_ entry: Entry, in tree: StorageView, _ roles: KeyRoles) -> Bool {
        let name = tree.names[entry.key]
        switch self {
        case .key(let key): return key.withUnsafeBufferPointer(name.equals)
        // Keys of text, comments and the like may begin with the prefix, too.
        case .prefix(let prefix): return name.utf8.starts(with: prefix) && roles.isElementOrAttribute(entry)
        case .text(let key):
            guard !roles.hasMarkedAttributes, roles.isElementOrAttribute(entry) else { return false }
            return (entry.isText || entry.kind == .array) && key.map { name.utf8.elementsEqual($0) } ?? true
        }
    }
}

extension PathSteps<KeyStep> {
    /// The steps of a path in a value, of which the last leads to an attribute as the value's convention writes it.
    init(_ path: XMLPath.Alternative, in storage: ValueStorage) {
        let roles = storage.roles
        func key(_ step: XMLPath.Step) -> [UInt8]? {
            step.key(separator: roles.prefixSeparator).map { Array($0.utf8) }
        }
        var steps: [KeyStep?] = path.steps.map { key($0).map { .key($0) } }
        if let attribute = path.attribute {
            let name = key(attribute)
            if let group = roles.attributeGroupKey {
                steps += [.key(Array(storage.tree.names[group].utf8)), name.map { .key($0) }]
            } else if roles.attributePrefix.isEmpty {
                steps.append(.text(name))
            } else {
                steps.append(name.map { .key(roles.attributePrefix + $0) } ?? .prefix(roles.attributePrefix))
            }
        }
        self.init(steps: steps, isAnchored: path.isAnchored)
    }
}
