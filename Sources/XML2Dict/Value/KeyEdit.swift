/// Sets or removes a value in every place to which keys lead.
///
/// Arrays use up no key: it goes to each item. It works without recursion, as arrays may be a million deep, and keeps
/// the containers on the way to the current one. Setting `b/c` in `{"b": [{"c": 1}, {"c": 2}]}`, at the second item:
///
///     stack    [ {b}, the key b ][ […], item 1 ]        current  {"c": 2}, the last key
///
/// A container that is finished goes back to its place in the one around it.
struct KeyEdit {
    private struct Frame {
        var value: XMLValue
        /// The place of the step that chooses the children.
        let step: Int
        /// The place of the child that is being changed.
        var place = -1
    }

    private let steps: [KeyStep?]
    private let new: XMLValue?
    /// Whether keys that are missing are added.
    private let creates: Bool
    /// Whether the change goes to each item of an array under the last key, unless it is an array itself.
    private let goesToItems: Bool
    private var edit: ValueEdit
    /// The number of places that were set or removed.
    private(set) var count = 0

    /// Creates an edit of a value.
    ///
    /// - Parameters:
    ///   - steps: The steps, of which there is at least one, and none is `text`.
    ///   - new: What to set; `nil` to remove.
    ///   - creates: Whether keys that are missing are added, where there is something to set.
    ///   - goesToItems: Whether the change goes to each item of an array under the last key.
    ///   - setsAttributes: Whether the last step is an attribute.
    ///   - value: The value.
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
        // All places share one copy.
        self.new = new.map { edit.adopt($0, in: value.storage).asAttribute(setsAttributes, in: value.storage.roles) }
        self.edit = edit
    }

    /// Edits the value.
    mutating func run(_ value: inout XMLValue) {
        var stack: [Frame] = []
        var current = Frame(value: value.takeAll(), step: 0)
        while true {
            if let step = descend(&current) {
                let child = edit.take(current.place, of: &current.value)
                stack.append(current)
                current = Frame(value: child, step: step)
            } else {
                guard var outer = stack.popLast() else { break }
                edit.put(current.value, at: outer.place, of: &outer.value)
                current = outer
            }
        }
        value = current.value
    }

    /// Chooses the next child, and makes it if it is missing.
    ///
    /// - Returns: The place of the child's step; `nil` when there is no more child to change.
    private mutating func descend(_ frame: inout Frame) -> Int? {
        if frame.value.entry.kind == .array {
            frame.place += 1
            return frame.place < frame.value.entry.length ? frame.step : nil
        }
        guard frame.step < steps.count - 1 else {
            finish(&frame.value, steps[frame.step])
            return nil
        }
        if case .key(let key) = steps[frame.step] {
            guard frame.place < 0 else { return nil }
            let place = creates ? edit.makeKey(key, .dictionary, in: &frame.value) : frame.value.place(of: key)
            guard let place else { return nil }
            frame.place = place
        } else {
            let count = frame.value.entry.childCount
            repeat { frame.place += 1 } while frame.place < count && !chooses(frame.step, frame.place, of: frame.value)
            guard frame.place < count else { return nil }
        }
        return frame.step + 1
    }

    private func chooses(_ step: Int, _ place: Int, of value: XMLValue) -> Bool {
        let storage = value.storage, child = storage.tree.child(of: value.entry, at: place)
        return steps[step]?.chooses(child, in: storage.tree, storage.roles, value.isDocument) ?? true
    }

    /// Sets or removes the children that the last step chooses.
    private mutating func finish(_ value: inout XMLValue, _ step: KeyStep?) {
        if let key = step?.key(in: value) {
            if let place = value.place(of: key) {
                change(place, of: &value)
            } else if creates, let new {
                count += 1
                edit.set(new, under: key, of: &value)
            }
            return
        }
        if case .text(let name?) = step { return changeAttribute(name, of: &value) }
        guard value.entry.isDictionary else { return }
        // From the end, so that removing one does not move those that remain to be looked at.
        for place in (0..<value.entry.childCount).reversed() where chooses(steps.count - 1, place, of: value) {
            change(place, of: &value)
        }
    }

    /// Sets or removes an attribute that may share its key with elements: it is a text, in front of them.
    private mutating func changeAttribute(_ name: [UInt8], of value: inout XMLValue) {
        guard let place = value.place(of: name) else {
            guard creates, let new else { return }
            count += 1
            return edit.set(new, under: name, of: &value)
        }
        let tree = value.storage.tree, child = tree.child(of: value.entry, at: place)
        let items = child.kind == .array ? 0..<child.length : 0..<0
        let item = items.first { tree.child(of: child, at: $0).isText }
        guard child.isText || item != nil || creates else { return }
        guard !child.isText else { return change(place, of: &value) }
        count += 1
        var elements = edit.take(place, of: &value)
        switch (item, new) {
        case (let item?, let new?): edit.replace(item, of: &elements, by: new)
        case (let item?, nil): edit.remove(item, of: &elements)
        case (nil, let new?): edit.insert(new, at: 0, in: &elements)
        case (nil, nil): break
        }
        edit.put(elements, at: place, of: &value)
    }

    /// Replaces or removes the child at a place; repeated elements one by one.
    private mutating func change(_ place: Int, of value: inout XMLValue) {
        let child = value.storage.tree.child(of: value.entry, at: place)
        let goesToItems = goesToItems && child.kind == .array && !value.isGroup
        let items = goesToItems ? child.length : 1
        count += items
        guard let new else { return edit.remove(place, of: &value) }
        guard goesToItems else { return edit.replace(place, of: &value, by: new) }
        var array = edit.take(place, of: &value)
        for item in 0..<items { edit.replace(item, of: &array, by: new) }
        edit.put(array, at: place, of: &value)
    }
}
