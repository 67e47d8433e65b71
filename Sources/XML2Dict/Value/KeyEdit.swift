/// Sets or removes each value that a path of keys matches.
///
/// The items of an array have no keys, so the key after the array's key applies to each item. A stack replaces
/// recursion, because arrays may be a million deep. For `b/c` in `{"b": [{"c": 1}, {"c": 2}]}`, at the second item:
///
///     stack    [ {b}, the key b ][ […], item 1 ]        current  {"c": 2}, the last key
struct KeyEdit {
    private struct Frame {
        var value: XMLValue
        let step: Int
        var index = -1
    }

    private let steps: [KeyStep?]
    private let new: XMLValue?
    private let creates: Bool
    /// Whether the change applies to each item of an array under the last key.
    private let goesToItems: Bool
    private var edit: ValueEdit
    private(set) var count = 0

    /// Creates an edit, which removes values if `new` is `nil` (`steps` must neither be empty nor contain `text(nil)`).
    init(
        _ steps: [KeyStep?],
        _ new: XMLValue?,
        creates: Bool,
        goesToItems: Bool,
        setsAttributes: Bool,
        in value: XMLValue
    ) {
        var edit = ValueEdit(of: value, setsAttributes: setsAttributes)
        self.steps = steps
        self.creates = creates && new != nil
        self.goesToItems = goesToItems && new?.entry.kind != .array && !value.storage.roles.isOrdered
        self.new = new.map { edit.adopt($0, in: value.storage).asAttribute(setsAttributes, in: value.storage.roles) }
        self.edit = edit
    }

    mutating func run(_ value: inout XMLValue) {
        var stack: [Frame] = []
        var current = Frame(value: value.takeAll(), step: 0)
        while true {
            if let step = descend(&current) {
                let child = edit.take(current.index, of: &current.value)
                stack.append(current)
                current = Frame(value: child, step: step)
            } else {
                guard var outer = stack.popLast() else { break }
                edit.put(current.value, at: outer.index, of: &outer.value)
                current = outer
            }
        }
        value = current.value
    }

    /// Chooses or creates the next child, and returns the index of the child's step, or `nil` if no child is left.
    private mutating func descend(_ frame: inout Frame) -> Int? {
        if frame.value.entry.kind == .array {
            frame.index += 1
            return frame.index < frame.value.entry.length ? frame.step : nil
        }
        guard frame.step < steps.count - 1 else {
            finish(&frame.value, steps[frame.step])
            return nil
        }
        if case .key(let key) = steps[frame.step] {
            guard frame.index < 0 else { return nil }
            let index = creates ? edit.makeKey(key, .dictionary, in: &frame.value) : frame.value.index(of: key)
            guard let index else { return nil }
            frame.index = index
        } else {
            let count = frame.value.entry.childCount
            repeat { frame.index += 1 } while frame.index < count && !chooses(frame.step, frame.index, of: frame.value)
            guard frame.index < count else { return nil }
        }
        return frame.step + 1
    }

    private func chooses(_ step: Int, _ index: Int, of value: XMLValue) -> Bool {
        let storage = value.storage, child = storage.tree.child(of: value.entry, at: index)
        return steps[step]?.chooses(child, in: storage.tree, storage.roles, value.isDocument) ?? true
    }

    private mutating func finish(_ value: inout XMLValue, _ step: KeyStep?) {
        if let key = step?.key(in: value) {
            if let index = value.index(of: key) {
                change(index, of: &value)
            } else if creates, let new {
                count += 1
                edit.set(new, under: key, of: &value)
            }
            return
        }
        if case .text(let name?) = step { return changeAttribute(name, of: &value) }
        guard value.entry.isDictionary else { return }
        // The loop runs from the end, because removing a child moves the children after it.
        for index in (0..<value.entry.childCount).reversed() where chooses(steps.count - 1, index, of: value) {
            change(index, of: &value)
        }
    }

    private mutating func changeAttribute(_ name: [UInt8], of value: inout XMLValue) {
        guard let index = value.index(of: name) else {
            guard creates, let new else { return }
            count += 1
            return edit.set(new, under: name, of: &value)
        }
        let tree = value.storage.tree, child = tree.child(of: value.entry, at: index)
        let items = child.kind == .array ? 0..<child.length : 0..<0
        let item = items.first { tree.child(of: child, at: $0).isText }
        guard child.isText || item != nil || creates else { return }
        guard !child.isText else { return change(index, of: &value) }
        count += 1
        var elements = edit.take(index, of: &value)
        switch (item, new) {
        case (let item?, let new?): edit.replace(item, of: &elements, by: new)
        case (let item?, nil): edit.remove(item, of: &elements)
        case (nil, let new?): edit.insert(new, at: 0, in: &elements)
        case (nil, nil): break
        }
        edit.put(elements, at: index, of: &value)
    }

    private mutating func change(_ index: Int, of value: inout XMLValue) {
        let child = value.storage.tree.child(of: value.entry, at: index)
        let goesToItems = goesToItems && child.kind == .array && !value.isGroup
        let items = goesToItems ? child.length : 1
        count += items
        guard let new else { return edit.remove(index, of: &value) }
        guard goesToItems else { return edit.replace(index, of: &value, by: new) }
        var array = edit.take(index, of: &value)
        for item in 0..<items { edit.replace(item, of: &array, by: new) }
        edit.put(array, at: index, of: &value)
    }
}
