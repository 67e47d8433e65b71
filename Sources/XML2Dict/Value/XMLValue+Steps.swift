// Keys in subscripts that are spelled like a step of a path: `@id`, `{URI}name` and `@{URI}name`.

extension XMLValue {
    func value(atStep key: String) -> XMLValue? {
        guard let path = XMLPath.Alternative(step: key) else { return nil }
        if isOrderedElement {
            return path.attribute?.key(separator: ":").flatMap { orderedAttributes?[$0] }
        }
        guard entry.isDictionary else { return nil }
        return ValueSearch([path], in: self).first()
    }

    mutating func set(_ value: XMLValue?, under key: String) {
        guard storage.roles.isOfReader, index(of: key) == nil, let path = XMLPath.Alternative(step: key),
            path.attribute == nil || storage.roles.form.keepsAttributes
        else {
            edit([.key(Array(key.utf8))], value)
            return
        }
        if isOrderedElement {
            if let name = path.attribute?.key(separator: ":") { setOrderedAttribute(name, value) }
        } else {
            edit(PathSteps(path, in: storage).steps, value, setsAttributes: path.attribute != nil)
        }
    }

    private var orderedAttributes: XMLValue? {
        self[1].flatMap { $0.entry.isDictionary ? $0 : nil }
    }

    private mutating func setOrderedAttribute(_ name: String, _ value: XMLValue?) {
        var edit = ValueEdit(of: self)
        if var attributes = orderedAttributes {
            attributes.edit([.key(Array(name.utf8))], value, setsAttributes: true)
            if attributes.isEmpty { edit.remove(1, of: &self) } else { edit.put(attributes, at: 1, of: &self) }
        } else if let value {
            edit.insert(XMLValue([(name, value)]), at: 1, in: &self)
        }
    }
}

extension XMLPath.Alternative {
    /// Returns `nil` for a plain name.
    fileprivate init?(step key: String) {
        let isAttribute = key.utf8.first == UInt8(ascii: "@")
        let name = isAttribute ? key.dropFirst() : key[...]
        guard !name.isEmpty, isAttribute || name.utf8.first == UInt8(ascii: "{") else { return nil }
        let step = XMLPath.step(name)
        if case .any = step { return nil }
        self.init(text: key, isAnchored: true, steps: isAttribute ? [] : [step], attribute: isAttribute ? step : nil)
    }
}
