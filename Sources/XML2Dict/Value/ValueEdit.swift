/// Changes a value, and gives each value on the path to the change a `ChangedStorage`.
///
/// `names` has all names of the changed value. Values inside the changed value may have fewer names.
struct ValueEdit {
    private var names: StorageNames
    /// Whether a new text is an attribute, and not the text of an element.
    private let setsAttributes: Bool

    init(of value: XMLValue, setsAttributes: Bool = false) {
        names = value.storage.names.own
        self.setsAttributes = setsAttributes
    }

    // MARK: Storage

    /// Returns the storage of a value if the storage may change in place, because no other value uses the storage.
    private func ownStorage(_ value: inout XMLValue) -> ChangedStorage? {
        guard isKnownUniquelyReferenced(&value.storage), let own = value.storage as? ChangedStorage else { return nil }
        return own.isStorage(of: value.entry) ? own : nil
    }

    @discardableResult
    mutating func own(_ value: inout XMLValue) -> ChangedStorage {
        if let own = ownStorage(&value) {
            own.names = names
            return own
        }
        if value.isFurtherIn { value = adopt(value, in: value.storage) }
        let own = ChangedStorage(copying: value, names)
        value.storage = own
        if value.entry.kind == .dictionary || value.entry.kind == .array {
            value.entry = own.entry(value.entry.kind, like: value.entry)
        }
        return own
    }

    /// Returns the value, or a copy if entries of `storage` cannot refer to the value.
    ///
    /// If a program made the value, the copy has the convention of the reader that made `storage`.
    mutating func adopt(_ value: XMLValue, in storage: ValueStorage) -> XMLValue {
        let isNear = value.storage.tree.hasAddresses(of: storage.tree) && !value.isFurtherIn
        if isNear, names.merge(value.storage.names) { return value }
        let entry = value.entry
        if entry.isText {
            let text = TextStorage(value.storage.tree.text(entry), like: storage, names)
            return text.value(entry.kind == .name ? .string : entry.kind)
        }
        guard entry.childCount > 0 else {
            return XMLValue(storage: storage.base, entry: Entry(key: 0, kind: entry.kind, length: 0, offset: 0))
        }
        let isForeign = storage.roles.isOfReader && !value.storage.roles.isOfReader && !storage.roles.isOrdered
        let value = isForeign ? ConventionCopy.copy(value, like: storage) : value
        var copier = EntryCopier()
        let copy = names.withTable { copier.copy(value, under: 0, &$0) }
        return copier.takeValue(copy, like: storage, names)
    }

    // MARK: Children

    func take(_ index: Int, of value: inout XMLValue) -> XMLValue {
        guard let own = ownStorage(&value), own.owns(value.entry) else { return value.child(at: index) }
        return own.take(at: index)
    }

    mutating func put(_ child: XMLValue, at index: Int, of value: inout XMLValue) {
        if ownStorage(&value) == nil {
            let old = value.child(at: index)
            if child.storage === old.storage, child.entry.isSame(as: old.entry) { return }
        }
        set(child, at: index, of: &value)
    }

    private mutating func set(_ child: XMLValue, at index: Int, of value: inout XMLValue) {
        let child = adopt(child, in: value.storage)
        if value.entry.kind == .textOnly, child.entry.kind == .string {
            value = XMLValue(storage: child.storage, entry: child.entry.kind(.textOnly))
            return
        }
        giveRun(&value)
        own(&value).set(child, at: index)
    }

    mutating func replace(_ value: inout XMLValue, by new: XMLValue) {
        guard new.entry.isText, isElement(value.entry, in: value.storage) else {
            value = adopt(new, in: value.storage)
            return
        }
        setText(new, of: &value)
    }

    mutating func replace(_ index: Int, of value: inout XMLValue, by new: XMLValue) {
        let old = value.storage.tree.child(of: value.entry, at: index)
        let key = value.entry.kind == .array ? nil : old.key
        let mayBeElement = new.entry.isText || new.entry.kind == .array && key != nil
        let isElement = mayBeElement && !value.isGroup && isElement(old, under: key, in: value.storage)
        guard isElement, new.entry.isText else {
            let areElements = isElement && value.storage.roles.form.hasTextElements
            return put(areElements ? elements(new, like: value.storage) : new, at: index, of: &value)
        }
        var element = take(index, of: &value)
        setText(new, of: &element)
        put(element, at: index, of: &value)
    }

    // MARK: The text of elements

    /// Whether a text that replaces or follows the entry `old` is the text of an element, and not an attribute.
    private func isElement(_ old: Entry, under key: Int? = nil, in storage: ValueStorage) -> Bool {
        let roles = storage.roles, tree = storage.tree
        guard !setsAttributes else { return false }
        if let key, roles[key] != .element && !roles[key].isOfDeclaration || roles.hasAttributePrefix(tree.names[key]) {
            return false
        }
        guard roles.form.hasTextElements else {
            return roles.form.textKey != nil && roles.isOfReader && !roles.isOrdered && old.kind == .dictionary
                && old.length > 0
        }
        let one = old.kind == .array && old.length > 0 ? tree.child(of: old, at: 0) : old
        // `makeKey` adds new keys with null, so a text under a new key also becomes an element.
        return one.isDictionary || one.kind == .null || one.kind == .array && one.length == 0
    }

    private mutating func elements(_ array: XMLValue, like storage: ValueStorage) -> XMLValue {
        guard array.list.contains(where: \.entry.isText) else { return array }
        var elements = XMLValue(storage: storage.base, entry: Entry(key: 0, kind: .array, length: 0, offset: 0))
        for item in array.list {
            var item = adopt(item, in: storage)
            if item.entry.isText { makeDictionary(&item) }
            append(item, under: 0, to: &elements)
        }
        return elements
    }

    /// Replaces all texts of an element by one text, and keeps the attributes and the other content.
    private mutating func setText(_ text: XMLValue, of element: inout XMLValue) {
        guard element.entry.kind == .dictionary, element.entry.length > 0 else {
            element = adopt(text, in: element.storage)
            return makeDictionary(&element)
        }
        let tree = element.storage.tree
        set(text, under: Array(tree.names[tree.textKey].utf8), of: &element)
        guard let key = element.storage.roles.cdataKey else { return }
        // The new text also replaces the CDATA sections.
        let count = element.entry.childCount
        if let index = (0..<count).first(where: { element.storage.tree.child(of: element.entry, at: $0).key == key }) {
            remove(index, of: &element)
        }
    }

    // MARK: Keys and items

    mutating func set(_ new: XMLValue, under key: [UInt8], of value: inout XMLValue) {
        let index = makeKey(key, .null, in: &value)
        replace(index, of: &value, by: new)
    }

    /// Returns the index of a key, and adds a missing key with null or an empty dictionary.
    mutating func makeKey(_ key: [UInt8], _ kind: Entry.Kind, in value: inout XMLValue) -> Int {
        makeDictionary(&value)
        if let index = value.index(of: key) { return index }
        let nothing = XMLValue(storage: value.storage.base, entry: Entry(key: 0, kind: kind, length: 0, offset: 0))
        append(nothing, under: names.id(of: key), to: &value)
        return value.entry.length - 1
    }

    mutating func append(item new: XMLValue, to value: inout XMLValue) {
        let isArray = value.entry.kind == .array
        let last = isArray ? value.list.last?.entry ?? .nothing : value.entry
        var new = new
        if new.entry.isText, value.storage.roles.form.hasTextElements, isElement(last, in: value.storage) {
            new = adopt(new, in: value.storage)
            makeDictionary(&new)
        }
        if !isArray { wrap(&value, in: .array, under: 0) }
        append(new, under: 0, to: &value)
    }

    private mutating func append(_ child: XMLValue, under key: Int, to value: inout XMLValue) {
        let child = adopt(child, in: value.storage)
        giveRun(&value)
        let own = own(&value)
        own.append(child, under: key)
        value.entry = own.entry(value.entry.kind, like: value.entry)
    }

    mutating func insert(_ new: XMLValue, at index: Int, in value: inout XMLValue) {
        if value.entry.kind != .array { wrap(&value, in: .array, under: 0) }
        append(new, under: 0, to: &value)
        own(&value).moveLast(to: index)
    }

    mutating func remove(_ index: Int, of value: inout XMLValue) {
        let own = own(&value)
        own.remove(at: index)
        value.entry = own.entry(value.entry.kind == .array ? .array : .dictionary, like: value.entry)
    }

    // MARK: Kinds

    /// Converts null to an empty dictionary, and text to a dictionary with the text under the text key.
    private func makeDictionary(_ value: inout XMLValue) {
        switch value.entry.kind {
        case .dictionary, .textOnly, .array: break
        case .null: value.entry = Entry(key: value.entry.key, kind: .dictionary, length: 0, offset: value.entry.offset)
        case .string: value.entry = value.entry.kind(.textOnly)
        case .number, .boolean, .name: wrap(&value, in: .dictionary, under: value.storage.tree.textKey)
        }
    }

    /// Converts an entry of the kind `textOnly` to a dictionary with the text as a separate entry.
    private func giveRun(_ value: inout XMLValue) {
        guard value.entry.kind == .textOnly else { return }
        let line = value.storage.noted(value.entry)
        value.entry = value.entry.kind(.string)
        wrap(&value, in: .dictionary, under: value.storage.tree.textKey, line: line)
    }

    /// Puts a value into a new container, which gets the key of the value.
    private func wrap(_ value: inout XMLValue, in kind: Entry.Kind, under key: Int, line: Int? = nil) {
        let outer = ChangedStorage(around: value, under: key, line: line, names)
        value = XMLValue(storage: outer, entry: outer.entry(kind, like: value.entry))
    }
}

extension XMLValue {
    mutating func lend(_ index: Int) -> XMLValue {
        // The storage of a reader never changes, so no child leaves it. `takeBack` copies the entries around the child.
        guard storage is ChangedStorage else { return child(at: index) }
        var edit = ValueEdit(of: self)
        edit.own(&self)
        var child = edit.take(index, of: &self)
        edit.own(&child)
        return child
    }

    mutating func takeBack(_ child: XMLValue?, at index: Int) {
        var edit = ValueEdit(of: self)
        if let child { edit.put(child, at: index, of: &self) } else { edit.remove(index, of: &self) }
    }

    /// Takes out the whole value and leaves null.
    mutating func takeAll() -> XMLValue {
        var all = XMLValue(storage: storage.base, entry: .nothing)
        swap(&all, &self)
        return all
    }

    mutating func takeBackAll(_ value: XMLValue) {
        var edit = ValueEdit(of: self)
        self = edit.adopt(value, in: storage)
    }

    var isGroup: Bool {
        let role = storage.roles[entry.key]
        return role == .attributeGroup || role == .declarations
    }

    fileprivate var isFurtherIn: Bool { (storage as? ChangedStorage)?.isFurtherIn(entry) ?? false }

    func index(of key: [UInt8]) -> Int? {
        key.withUnsafeBufferPointer { storage.tree.index(of: $0, in: entry) }
    }
}
