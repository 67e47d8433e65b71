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
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    mutating func set(_ value: EditModel?, _ key: String, _ manner: Manner) {
        switch self {
        case .array(var items):
            for index in items.indices { items[index].set(value, key, manner) }
            self = .array(items)
        case .dictionary(var entries):
            let place = entries.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
            switch (place, value) {
            case (let place?, let value?): entries[place].value = value
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

    mutating func set(_ value: EditModel?, _ index: Int) {
        if case .array(var items) = self {
            if items.indices.contains(index) {
                if let value { items[index] = value } else { items.remove(at: index) }
            } else if index == items.count, let value {
                items.append(value)
            }
            self = .array(items)
        } else if let value {
            if index == 0 { self = value }
            if index == 1 { self = .array([self, value]) }
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
            set(child, key, manner)
        case .any:
            for key in keys {
                if rest.isEmpty {
                    set(value, key, manner)
                } else if var child = get(key) {
                    child.set(value, at: rest, manner)
                    set(child, key, manner)
                }
            }
        case .attribute(let name):
            let inGroup = manner.group.map { [Step.key($0), .key(name)] } ?? [.key(manner.prefix + name)]
            set(value, at: inGroup[...], manner)
        case .anyAttribute:
            if let group = manner.group {
                set(value, at: [.key(group), .any], manner)
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
