/// Writing an element whose dictionary has a key with the order of its content.
///
///     {"b": ["x", "y"], "i": "z", "#text": ["1", "2"], "#order": ["b", "#text", "i", "b", "#text"]}
///
///     plan     [ b: "x" ][ #text: "1" ][ i: "z" ][ b: "y" ][ #text: "2" ]
///
/// The writer skips a key for which no part is left. Parts beyond the order come after the last part with their key;
/// parts whose key the order does not have come at the end.
extension XMLTextWriter {
    /// A part of an element, under its key.
    struct PlannedPart: BitwiseCopyable {
        let part: Part
        let entry: Entry
        let key: WrittenNames.Key
    }

    /// The parts with one key, while an element is planned.
    struct PlannedRun: BitwiseCopyable {
        /// The plan that it belongs to.
        var plan = -1
        /// How often the order has the key.
        var count = 0
        /// The parts that are not in the plan yet.
        var next = 0
        var end = 0
    }

    /// Plans the parts of an element in its order, or else in that of its entries.
    ///
    /// - Returns: The places of the parts.
    mutating func planParts(of content: Content, _ tree: StorageView) throws(Stop) -> Range<Int> {
        let start = plan.count
        unplanned.count = 0
        try forEachPart(of: content, tree) { (writer, part, entry, key) throws(Stop) in
            switch part {
            case .attribute, .attributes, .declarations, .order, .nothing: break
            // A root may have the name of a part of the XML declaration, which then has a place in the order.
            default: writer.unplanned.append(PlannedPart(part: part, entry: entry, key: key))
            }
        }
        guard let order = content.order else {
            plan.append(unplanned, 0..<unplanned.count)
            return start..<plan.count
        }
        findRuns()
        for place in 0..<order.length {
            let number = run(of: order, place, tree)
            runs[number].count -= 1
            // The last place of a key takes all that is left.
            take(runs[number].count > 0 ? 1 : .max, of: number)
        }
        for place in 0..<unplanned.count {
            take(.max, of: Int(unplanned[place].key.number))
        }
        return start..<plan.count
    }

    /// Finds the parts of each key, which follow each other.
    private mutating func findRuns() {
        for place in 0..<unplanned.count {
            let number = Int(unplanned[place].key.number)
            runs.extend(to: number + 1, with: PlannedRun())
            if runs[number].plan != planCount { runs[number] = PlannedRun(plan: planCount) }
            if runs[number].end == 0 { runs[number].next = place }
            runs[number].end = place + 1
        }
    }

    /// Begins a plan: counts the keys of an order.
    ///
    /// - Returns: How many are the key of text.
    mutating func countKeys(of order: Entry, _ tree: StorageView) -> Int {
        planCount += 1
        var textCount = 0
        for place in 0..<order.length {
            runs[run(of: order, place, tree)].count += 1
            if names.node(tree.text(tree.entries[order.offset + place])) == .text { textCount += 1 }
        }
        return textCount
    }

    /// Whether an array took the place of an element: the order has its key once.
    ///
    /// The order does not count an attribute with that key.
    func replacesElement(_ array: Entry, _ key: WrittenNames.Key, _ tree: StorageView) -> Bool {
        guard array.kind == .array, array.length > 1, Int(key.number) < runs.count else { return false }
        let run = runs[Int(key.number)]
        return run.plan == planCount && run.count == 1 && !rules.isAttribute(tree.entries[array.offset], key, false)
    }

    /// The number of the key at a place of the order, whose run is of this plan.
    private mutating func run(of order: Entry, _ place: Int, _ tree: StorageView) -> Int {
        let name = tree.text(tree.entries[order.offset + place])
        let number = names.number(of: name)
        runs.extend(to: number + 1, with: PlannedRun())
        if runs[number].plan != planCount { runs[number] = PlannedRun(plan: planCount) }
        return number
    }

    /// Moves parts of a key to the plan.
    private mutating func take(_ count: Int, of number: Int) {
        let next = runs[number].next
        let end = count < runs[number].end - next ? next + count : runs[number].end
        guard next < end else { return }
        plan.append(unplanned, next..<end)
        runs[number].next = end
    }

    mutating func writePlanned(_ part: PlannedPart, _ tree: StorageView) throws(Stop) {
        stack[stack.count - 1].key = part.key
        try write(part.part, part.entry, part.key, tree)
    }
}
