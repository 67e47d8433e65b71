/// Converts a value that a program made in the convention `xmltodict` to the convention of a reader.
///
///     program                             {"@id": "7", "name": "Cake", "#text": "x"}
///     xmlreader                           {"id": "7", "name": {"text": "Cake"}, "text": "x"}
///     badgerfish                          {"@id": "7", "name": {"$": "Cake"}, "$": "x"}
///
/// A key with a role in the reader's convention keeps this role.
struct ConventionCopy: ~Copyable {
    private struct Frame {
        let content: XMLValue
        var index = 0
    }

    private let roles: KeyRoles
    private let names: NameView
    private var composer = ValueComposer()
    private var stack: [Frame] = []

    static func copy(_ value: XMLValue, like storage: ValueStorage) -> XMLValue {
        var copy = ConventionCopy(like: storage)
        copy.add(value, under: "")
        while let frame = copy.stack.last { copy.addNext(of: frame) }
        return copy.composer.finish()
    }

    private init(like storage: ValueStorage) {
        roles = storage.roles
        names = storage.tree.names
    }

    private mutating func addNext(of frame: Frame) {
        guard frame.index < frame.content.entry.childCount else {
            stack.removeLast()
            return composer.close(frame.content.entry.kind == .array ? .array : .dictionary)
        }
        stack[stack.count - 1].index += 1
        let child = frame.content.child(at: frame.index)
        if frame.content.entry.kind == .array { return add(child, under: "") }
        let key = frame.content.storage.tree.names[child.entry.key].string
        if attributeName(key, child) != nil, roles.attributeGroupKey != nil { return }
        if let newKey = keyOfText(key, child) {
            let isAttribute = attributeName(key, child) != nil
            return composer.add(child.asAttribute(isAttribute, in: roles), under: newKey)
        }
        add(child, under: key)
    }

    private mutating func add(_ value: XMLValue, under key: String) {
        switch value.entry.kind {
        case .dictionary, .textOnly, .array:
            composer.open(under: key)
            stack.append(Frame(content: value))
            addGroup(of: value)
        case .string, .number, .boolean, .name:
            guard roles.form.hasTextElements else { return composer.add(value, under: key) }
            composer.open(under: key)
            composer.add(value, under: names[roles.textKey].string)
            composer.close(.dictionary)
        case .null:
            guard roles.form.empty == .dictionary else { return composer.add(value, under: key) }
            composer.open(under: key)
            composer.close(.dictionary)
        }
    }

    private mutating func addGroup(of element: XMLValue) {
        guard let group = roles.attributeGroupKey else { return }
        let tree = element.storage.tree
        var hasGroup = false
        for index in 0..<(element.entry.isDictionary ? element.entry.childCount : 0) {
            let child = element.child(at: index)
            guard let name = attributeName(tree.names[child.entry.key].string, child) else { continue }
            if !hasGroup { composer.open(under: names[group].string) }
            hasGroup = true
            composer.add(child, under: name)
        }
        guard hasGroup else { return }
        composer.close(.dictionary)
    }

    private func keyOfText(_ key: String, _ child: XMLValue) -> String? {
        guard child.entry.isText else { return nil }
        if let name = attributeName(key, child) { return roles.form.attributePrefix + name }
        if key == KeyRoles.textKey, roles.form.textKey != nil { return names[roles.textKey].string }
        return roles.hasRole(key, in: names) ? key : nil
    }

    private func attributeName(_ key: String, _ child: XMLValue) -> String? {
        guard child.entry.isText, roles.form.keepsAttributes, key.utf8.first == UInt8(ascii: "@"), key.utf8.count > 1
        else { return nil }
        return String(decoding: key.utf8.dropFirst(), as: UTF8.self)
    }
}
