/// Finds the entries at a path in document order, without recursion because a value may be a million levels deep.
///
/// The search visits parents before their children, and compares the keys that lead to an entry with the steps:
///
///     section/pic in {"book": {"section": {"section": {"pic": …}}}}
///
///     keys     book     book section     book section section     book section section pic
///     steps                                                                    section pic     found
///
/// Arrays use up no step, so each item is at the path of its array.
struct ValueSearch {
    private let paths: [PathSteps<KeyStep>]
    private let value: XMLValue

    init(_ path: XMLPath, in value: XMLValue) {
        self.init(path.alternatives, in: value)
    }

    init(_ alternatives: [XMLPath.Alternative], in value: XMLValue) {
        self.value = value
        paths = alternatives.map { PathSteps($0, in: value.storage) }
    }

    func first() -> XMLValue? {
        paths.lazy.compactMap { first(at: $0.steps) }.first
    }

    private func first(at steps: [KeyStep?]) -> XMLValue? {
        // An attribute may be in an array with elements of the same name, so the search enters the array.
        let leadsToText = if case .text?? = steps.last { true } else { false }
        var walk = ContentWalk(into: value, 0)
        while let next = walk.next() {
            let entry = next.value.entry
            let step = next.isItem ? next.note : next.note + 1
            guard next.isItem && step < steps.count || chooses(steps[step - 1], entry, inDocument: step == 1) else {
                continue
            }
            if step == steps.count, entry.kind != .array || !leadsToText { return next.value.retained }
            walk.enter(next.value, step)
        }
        return nil
    }

    /// Returns all values at the path, which begins at any depth unless the path is anchored.
    func all() -> [XMLValue] {
        var found: [XMLValue] = []
        var way: [Entry] = []
        var walk = ContentWalk(into: value, 0)
        while let next = walk.next() {
            let entry = next.value.entry, depth = next.isItem ? next.note : next.note + 1
            way.removeLast(way.count - max(0, depth - 1))
            if depth > 0 { way.append(entry) }
            guard entry.kind != .array else {
                walk.enter(next.value, depth)
                continue
            }
            if paths.contains(where: { $0.lead(toDepth: depth) { chooses($0, way[$1], inDocument: $1 == 0) } }) {
                found.append(next.value.retained)
            }
            if paths.contains(where: { !$0.isAnchored || depth < $0.steps.count }) { walk.enter(next.value, depth) }
        }
        return found
    }

    private func chooses(_ step: KeyStep?, _ entry: Entry, inDocument: Bool) -> Bool {
        step?.chooses(entry, in: value.storage.tree, value.storage.roles, inDocument && value.isDocument) ?? true
    }
}

enum KeyStep {
    case key([UInt8])
    case element
    /// Every attribute, recognized by the prefix of its key.
    case prefix([UInt8])
    /// The attribute with a name, or every attribute for `nil`, in a value where an entry with text is an attribute.
    case text([UInt8]?)
    /// An attribute of a value from a program, under the key `@id`, or under the key `id` if the value is a text.
    case marked(key: [UInt8], name: [UInt8])

    /// Returns the one key that a change sets, or `nil` if the step can choose several entries.
    func key(in value: XMLValue) -> [UInt8]? {
        switch self {
        case .key(let key): return key
        case .marked(let key, let name):
            guard value.index(of: key) == nil, let index = value.index(of: name) else { return key }
            return value.child(at: index).entry.isText ? name : key
        case .element, .prefix, .text: return nil
        }
    }

    // Only in the dictionary of a document, keys such as `version` are the XML declaration and not elements.
    func chooses(
        _ entry: Entry,
        in tree: StorageView,
        _ roles: KeyRoles,
        _ inDocument: @autoclosure () -> Bool
    ) -> Bool {
        let name = tree.names[entry.key]
        switch self {
        case .key(let key): return key.withUnsafeBufferPointer(name.equals)
        case .element: return roles.role(of: entry, named: name, inDocument: inDocument()) == .element
        case .marked(let key, let plain):
            return key.withUnsafeBufferPointer(name.equals)
                || entry.isText && plain.withUnsafeBufferPointer(name.equals)
        // Keys of text, comments and other nodes may also begin with the prefix.
        case .prefix(let prefix): return name.utf8.starts(with: prefix) && roles.isElementOrAttribute(entry)
        case .text(let key):
            guard !roles.form.hasMarkedAttributes, roles.isElementOrAttribute(entry) else { return false }
            return (entry.isText || entry.kind == .array) && key.map { name.utf8.elementsEqual($0) } ?? true
        }
    }
}

extension PathSteps<KeyStep> {
    /// The convention of the value determines the key of an attribute.
    init(_ path: XMLPath.Alternative, in storage: ValueStorage) {
        let roles = storage.roles
        func key(_ step: XMLPath.Step) -> [UInt8]? {
            step.key(separator: roles.form.prefixSeparator).map { Array($0.utf8) }
        }
        var steps: [KeyStep?] = path.steps.map { key($0).map { .key($0) } ?? .element }
        if let attribute = path.attribute {
            let name = key(attribute)
            if !roles.isOfReader, let name {
                steps.append(.marked(key: roles.attributePrefix + name, name: name))
            } else if let group = roles.attributeGroupKey {
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
