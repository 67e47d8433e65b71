/// Sets or removes an entry in every place to which keys lead.
///
/// Arrays use up no key: it goes to each item. It works without recursion, as arrays may be a million deep, and keeps
/// the containers on the way to the current one. Setting `b/c` in `{"b": [{"c": 1}, {"c": 2}]}`, at the second item:
///
///     stack    [ {b}, the key b ][ […], item 1 ]        current  {"c": 2}, the last key
///
/// A container that is finished replaces the child at that place of the one around it.
struct KeyEdit {
    private struct Frame {
        var entry: Entry
        /// The place of the step that chooses the children.
        let step: Int
        /// The place of the child that is being changed.
        var place = -1
    }

    private let steps: [KeyStep?]
    private let value: Entry?
    private let edits: StorageEdits

    /// Creates an edit.
    ///
    /// - Parameters:
    ///   - steps: The steps, of which there is at least one, and none is `text`.
    ///   - value: An entry of the edited storage; `nil` to remove.
    ///   - edits: The edits of a storage that only one value uses.
    init(_ steps: [KeyStep?], _ value: Entry?, _ edits: StorageEdits) {
        self.steps = steps
        self.value = value
        self.edits = edits
    }

    /// Edits an entry.
    func run(_ start: Entry) -> Entry {
        var stack: [Frame] = []
        var current = Frame(entry: start, step: 0)
        while true {
            if let step = descend(&current) {
                let child = edits.tree.child(of: current.entry, at: current.place)
                edits.passSharing(from: current.entry, to: child)
                stack.append(current)
                current = Frame(entry: child, step: step)
            } else {
                guard var outer = stack.popLast() else { return current.entry }
                outer.entry = edits.replace(outer.entry, at: outer.place, by: current.entry)
                current = outer
            }
        }
    }

    /// Chooses the next child, and makes it if it is missing.
    ///
    /// - Returns: The place of the child's step; `nil` when there is no more child to change.
    private func descend(_ frame: inout Frame) -> Int? {
        if frame.entry.kind == .array {
            frame.place += 1
            return frame.place < frame.entry.length ? frame.step : nil
        }
        guard frame.step < steps.count - 1 else {
            frame.entry = finish(frame.entry, steps[frame.step])
            return nil
        }
        if case .key(let key) = steps[frame.step] {
            guard frame.place < 0, let place = place(of: key, in: &frame.entry) else { return nil }
            frame.place = place
        } else {
            let count = frame.entry.childCount
            repeat { frame.place += 1 } while frame.place < count && !chooses(frame.step, frame.place, of: frame.entry)
            guard frame.place < count else { return nil }
        }
        return frame.step + 1
    }

    /// The place of a key, which is added with an empty dictionary if it is missing and there is a value to set.
    private func place(of key: [UInt8], in entry: inout Entry) -> Int? {
        if entry.isDictionary, let place = index(of: key, in: entry) { return place }
        guard value != nil else { return nil }
        entry = edits.dictionary(of: entry)
        if let place = index(of: key, in: entry) { return place }
        let nothing = Entry(key: 0, kind: .dictionary, length: 0, offset: 0)
        entry = key.withUnsafeBufferPointer { edits.set(nothing, under: $0, of: entry) }
        return entry.length - 1
    }

    private func index(of key: [UInt8], in dictionary: Entry) -> Int? {
        key.withUnsafeBufferPointer { edits.tree.index(of: $0, in: dictionary) }
    }

    private func chooses(_ step: Int, _ place: Int, of entry: Entry) -> Bool {
        steps[step]?.chooses(edits.tree.child(of: entry, at: place), in: edits.tree, edits.source.roles) ?? true
    }

    /// Sets or removes the entries that the last step chooses.
    private func finish(_ entry: Entry, _ step: KeyStep?) -> Entry {
        var entry = entry
        if case .key(let key) = step {
            if let value { return key.withUnsafeBufferPointer { edits.set(value, under: $0, of: entry) } }
            guard entry.isDictionary, let place = index(of: key, in: entry) else { return entry }
            return edits.remove(from: entry, at: place)
        }
        // From the end, so that removing one does not move those that remain to be looked at.
        for place in (0..<(entry.isDictionary ? entry.childCount : 0)).reversed()
        where chooses(steps.count - 1, place, of: entry) {
            entry = set(entry, at: place)
        }
        return entry
    }

    private func set(_ container: Entry, at place: Int) -> Entry {
        guard let value else { return edits.remove(from: container, at: place) }
        return edits.replace(container, at: place, by: value)
    }
}
