/// A simple model of a value that changes: nested enumerations, copied as a whole.
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

    /// How a document's options write text and attributes.
    struct Manner {
        let textKey: String
        var prefix = ""
        var group: String?
        /// Whether elements with only text are dictionaries.
        var hasTextElements = false

        /// The manner of attributes, which are never elements, and of children that have changed.
        var ofAttributes: Manner {
            var manner = self
            manner.hasTextElements = false
            return manner
        }

        /// Whether a key is that of elements.
        func isElement(_ key: String) -> Bool {
            key != textKey && key != group && (prefix.isEmpty || !key.hasPrefix(prefix))
        }
    }

    enum Step {
        case key(String)
        case any
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
            case (nil, let value?): entries.append(Entry(key: key, value: value))
            case (nil, nil): break
            }
            self = .dictionary(entries)
        case .null:
            if let value { self = .dictionary([Entry(key: key, value: value)]) }
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

    /// This value in place of the one under a key: texts of an array become elements, too.
    private func written(underKeyOf old: EditModel, _ manner: Manner) -> EditModel {
        guard case .array(let items) = self, manner.hasTextElements, old.isElement else {
            return written(over: old, manner)
        }
        return .array(items.map { $0.isText ? .dictionary([Entry(key: manner.textKey, value: $0)]) : $0 })
    }

    /// This value in place of another one: text becomes the text of an element.
    private func written(over old: EditModel, _ manner: Manner) -> EditModel {
        guard isText, manner.hasTextElements, old.isElement else { return self }
        guard case .dictionary = old else { return written(after: old, manner) }
        var element = old
        element.set(self, manner.textKey, manner)
        return element
    }

    /// This value after another one.
    private func written(after last: EditModel?, _ manner: Manner) -> EditModel {
        guard isText, manner.hasTextElements, last?.isElement ?? false else { return self }
        return .dictionary([Entry(key: manner.textKey, value: self)])
    }

    /// Whether it is an element, or several.
    private var isElement: Bool {
        switch self {
        case .dictionary: true
        case .array(let items): if case .dictionary? = items.first { true } else { false }
        case .null, .string, .number: false
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
            guard !rest.isEmpty else { return set(value, key, manner) }
            if isText, value != nil { self = .dictionary([Entry(key: manner.textKey, value: self)]) }
            guard var child = get(key) ?? (value == nil ? nil : .dictionary([])) else { return }
            child.set(value, at: rest, manner)
            set(child, key, manner.ofAttributes)
        case .any:
            for key in keys {
                if rest.isEmpty {
                    set(value, key, manner)
                } else if var child = get(key) {
                    child.set(value, at: rest, manner)
                    set(child, key, manner.ofAttributes)
                }
            }
        case .attribute(let name):
            let inGroup = manner.group.map { [Step.key($0), .key(name)] } ?? [.key(manner.prefix + name)]
            set(value, at: inGroup[...], manner.ofAttributes)
        case .anyAttribute:
            if let group = manner.group {
                set(value, at: [.key(group), .any], manner.ofAttributes)
            } else if !manner.prefix.isEmpty {
                for key in keys where key.hasPrefix(manner.prefix) { set(value, key, manner) }
            }
        }
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

    /// Compact JSON; keys and texts have nothing to escape.
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
