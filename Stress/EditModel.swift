/// A simple model of a value for edits, a nested enumeration that each change copies as a whole.
indirect enum EditModel: Equatable {
    case null
    case string(String)
    case number(String)
    case array([EditModel])
    case dictionary([Entry])

    struct Entry: Equatable {
        let key: String
        var value: EditModel
    }

    /// The properties of a document's options that decide the form of text and attributes.
    struct Manner {
        let textKey: String
        var prefix = ""
        var group: String?
        /// Whether elements with only text are dictionaries.
        var hasTextElements = false
        var isInGroup = false
        /// Whether elements are arrays.
        var isOrdered = false
        /// Whether elements with only text are strings, so that a new text keeps the rest of other elements.
        var keepsElements = false

        /// The manner of attributes, which are never elements, and of children whose change is complete.
        var ofAttributes: Manner {
            var manner = self
            manner.hasTextElements = false
            manner.keepsElements = false
            return manner
        }

        /// The manner in the dictionary of attributes.
        var ofGroup: Manner {
            var manner = ofAttributes
            manner.isInGroup = true
            return manner
        }

        /// Whether a key is the name of elements, and not the key of text or attributes.
        func isElement(_ key: String) -> Bool {
            key != textKey && key != group && (prefix.isEmpty || !key.hasPrefix(prefix))
        }
    }

    enum Step {
        case key(String)
        /// Each element.
        case any
        case anyKey
        case attribute(String)
        case anyAttribute
    }

    // MARK: Keys and indices

    func get(_ key: String) -> EditModel? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }

    func get(_ index: Int) -> EditModel? {
        guard case .array(let items) = self else { return index == 0 ? self : nil }
        return items.indices.contains(index) ? items[index] : nil
    }

    mutating func set(_ value: EditModel?, _ key: String, _ manner: Manner) {
        switch self {
        case .array(var items):
            for index in items.indices { items[index].set(value, key, manner) }
            self = .array(items)
        case .dictionary(var entries):
            let place = entries.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
            switch (place, value) {
            case (let place?, let value?):
                let old = entries[place].value
                entries[place].value = manner.isElement(key) ? value.written(underKeyOf: old, manner) : value
            case (let place?, nil): entries.remove(at: place)
            case (nil, let value?):
                let isElement = manner.isElement(key)
                entries.append(Entry(key: key, value: isElement ? value.written(underKeyOf: .null, manner) : value))
            case (nil, nil): break
            }
            self = .dictionary(entries)
        case .null:
            guard value != nil else { return }
            self = .dictionary([])
            set(value, key, manner)
        case .string, .number:
            guard value != nil else { return }
            self = .dictionary([Entry(key: manner.textKey, value: self)])
            set(value, key, manner)
        }
    }

    mutating func set(_ value: EditModel?, _ index: Int, _ manner: Manner) {
        if case .array(var items) = self {
            if items.indices.contains(index) {
                if let value {
                    items[index] = value.written(over: items[index], manner)
                } else {
                    items.remove(at: index)
                }
            } else if index == items.count, let value {
                items.append(value.written(after: items.last, manner))
            }
            self = .array(items)
        } else if let value {
            if index == 0 { self = value.written(over: self, manner) }
            if index == 1 { self = .array([self, value.written(after: self, manner)]) }
        }
    }

    // MARK: Elements

    /// This value in place of the value under a key, so that in place of elements, the texts of an array are elements.
    private func written(underKeyOf old: EditModel, _ manner: Manner) -> EditModel {
        guard case .array(let items) = self, manner.hasTextElements, old.isElement else {
            return written(over: old, manner)
        }
        return .array(items.map { $0.isText ? .dictionary([Entry(key: manner.textKey, value: $0)]) : $0 })
    }

    /// This value in place of another one, so that in place of an element, a text is the text of the element.
    private func written(over old: EditModel, _ manner: Manner) -> EditModel {
        if isText, manner.keepsElements, case .dictionary(let entries) = old, !entries.isEmpty {
            var element = old
            element.set(self, manner.textKey, manner)
            return element
        }
        guard isText, manner.hasTextElements, old.isElement else { return self }
        guard case .dictionary = old else { return written(after: old, manner) }
        var element = old
        element.set(self, manner.textKey, manner)
        return element
    }

    /// This value after the last item of an array.
    private func written(after last: EditModel?, _ manner: Manner) -> EditModel {
        guard isText, manner.hasTextElements, last?.isElement ?? true else { return self }
        return .dictionary([Entry(key: manner.textKey, value: self)])
    }

    /// Whether this value stands for elements (one, several or none), and not for text.
    private var isElement: Bool {
        switch self {
        case .dictionary, .null: true
        case .array(let items): items.first?.isOneElement ?? true
        case .string, .number: false
        }
    }

    private var isOneElement: Bool {
        switch self {
        case .dictionary, .null: true
        case .array(let items): items.isEmpty
        case .string, .number: false
        }
    }

    /// This literal in the form of a reader's values, in which texts are elements, except under the key of text.
    func converted(_ manner: Manner) -> EditModel {
        guard manner.hasTextElements else { return self }
        switch self {
        case .array(let items): return .array(items.map { $0.convertedElement(manner) })
        case .dictionary(let entries):
            let converted = entries.map { entry in
                let isOwnText = entry.key == manner.textKey && entry.value.isText
                return Entry(key: entry.key, value: isOwnText ? entry.value : entry.value.convertedElement(manner))
            }
            return .dictionary(converted)
        case .null, .string, .number: return self
        }
    }

    private func convertedElement(_ manner: Manner) -> EditModel {
        switch self {
        case .null: .dictionary([])
        case .string, .number: .dictionary([Entry(key: manner.textKey, value: self)])
        case .array, .dictionary: converted(manner)
        }
    }

    // MARK: Paths

    mutating func set(_ value: EditModel?, at steps: ArraySlice<Step>, _ manner: Manner) {
        if case .array(var items) = self {
            for index in items.indices { items[index].set(value, at: steps, manner) }
            self = .array(items)
            return
        }
        guard let step = steps.first else { return }
        let rest = steps.dropFirst()
        switch step {
        case .key(let key):
            guard !rest.isEmpty else { return setEach(value, key, manner) }
            if isText, value != nil { self = .dictionary([Entry(key: manner.textKey, value: self)]) }
            guard var child = get(key) ?? (value == nil ? nil : .dictionary([])) else { return }
            child.set(value, at: rest, manner)
            set(child, key, manner.ofAttributes)
        case .any:
            for key in keys where isElement(get(key), key, manner) {
                if rest.isEmpty {
                    setEach(value, key, manner)
                } else if var child = get(key) {
                    child.set(value, at: rest, manner)
                    set(child, key, manner.ofAttributes)
                }
            }
        case .anyKey: for key in keys { setEach(value, key, manner) }
        case .attribute(let name):
            if let group = manner.group {
                set(value, at: [.key(group), .key(name)], manner.ofGroup)
            } else if manner.prefix.isEmpty {
                setUnmarked(value, name, manner)
            } else {
                set(value, at: [.key(manner.prefix + name)], manner.ofAttributes)
            }
        case .anyAttribute:
            if let group = manner.group {
                set(value, at: [.key(group), .anyKey], manner.ofGroup)
            } else if !manner.prefix.isEmpty {
                for key in keys where key.hasPrefix(manner.prefix) { setEach(value, key, manner) }
            }
        }
    }

    /// Sets an attribute that may share its key with elements, and comes before them.
    private mutating func setUnmarked(_ value: EditModel?, _ name: String, _ manner: Manner) {
        var value = value
        // A number would be an element.
        if case .number(let text)? = value, manner.hasTextElements { value = .string(text) }
        guard let old = get(name), !old.isText else { return setEach(value, name, manner.ofAttributes) }
        var items = [old]
        if case .array(let elements) = old { items = elements }
        let place = items.firstIndex(where: \.isText)
        switch (place, value) {
        case (let place?, let value?): items[place] = value
        case (let place?, nil): items.remove(at: place)
        case (nil, let value?): items.insert(value, at: 0)
        case (nil, nil): return
        }
        set(.array(items), name, manner.ofAttributes)
    }

    /// Sets the value under a key, or each item of an array there, unless the new value is an array.
    private mutating func setEach(_ value: EditModel?, _ key: String, _ manner: Manner) {
        guard let value, !manner.isOrdered, !manner.isInGroup, case .array(let items)? = get(key) else {
            return set(value, key, manner)
        }
        if case .array = value { return set(value, key, manner) }
        set(.array(items.map { value.written(over: $0, manner) }), key, manner.ofAttributes)
    }

    /// Whether a value under a key is an element, or several elements.
    private func isElement(_ value: EditModel?, _ key: String, _ manner: Manner) -> Bool {
        let isText = value?.isText == true
        if key == manner.textKey { return manner.textKey.isEmpty || manner.hasTextElements && !isText }
        let isAttribute = manner.hasTextElements && manner.prefix.isEmpty && manner.group == nil && isText
        return manner.isElement(key) && !isAttribute
    }

    private var isText: Bool {
        switch self {
        case .string, .number: true
        case .null, .array, .dictionary: false
        }
    }

    private var keys: [String] {
        guard case .dictionary(let entries) = self else { return [] }
        return entries.map(\.key)
    }

    // MARK: JSON

    /// Compact JSON, in which keys and texts have no character that needs an escape.
    var json: String {
        switch self {
        case .null: "null"
        case .string(let text): "\"\(text)\""
        case .number(let text): text
        case .array(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
        case .dictionary(let entries):
            "{" + entries.map { "\"\($0.key)\":\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }
}
