import XML2Dict

/// Checks values against a JSON Schema, and makes new entries where the schema changes values.
///
///     schema     item: an array of objects; item/id: an integer
///     value      {"item": {"id": "1", "n": "x"}}
///     frames     [ the value: entry 0 of 1 ] [ the item, to be wrapped: entry 1 of 2 ]
///     made       [                           id: 1 as a number                       ]
///
/// A frame is a dictionary or array that the walker visits. Frames are a stack, so deep values need no recursion.
/// `made` has the visited entries of all frames. A frame with a changed entry becomes a new dictionary or array.
///
/// Unchecked exclusivity is safe, because no function that changes a member runs inside an access to the same member.
final class JSONSchemaWalker: ShapingSession {
    private typealias Node = JSONSchemaTable.Node

    private let table: JSONSchemaTable
    /// Whether texts become numbers and booleans, and single values become arrays.
    private let converts: Bool
    private let fillsLists: Bool
    @exclusivity(unchecked) private var frames = GrowableBuffer<Frame>()
    @exclusivity(unchecked) private var made = GrowableBuffer<Entry>()
    @exclusivity(unchecked) private var ids = DocumentIDs()

    /// Without a filter, the first mismatch ends the walk.
    private let notes: MismatchFilter?
    @exclusivity(unchecked) private var mismatches: [ShapeMismatch] = []
    @exclusivity(unchecked) private var isStopped = false

    private struct Frame: BitwiseCopyable {
        let entry: Entry
        let node: Int
        let count: Int
        var next = 0
        let madeStart: Int
        var isChanged = false
        var requiredCount = 0
        var listCount = 0
        var expected: Int
        /// The number of arrays to put around the entry.
        let wraps: Int

        var isArray: Bool { entry.kind == .array }
    }

    private enum Fault: Int, CaseIterable {
        case type, format, count, missing, additional
    }

    init(_ table: JSONSchemaTable, converts: Bool = true, fillsLists: Bool = false, _ notes: MismatchFilter? = nil) {
        self.table = table
        self.converts = converts
        self.fillsLists = fillsLists
        self.notes = notes
    }

    func shape(_ value: Entry, in space: inout ShapingSpace) -> (value: Entry, mismatches: [ShapeMismatch]) {
        mismatches = []
        isStopped = false
        frames.count = 0
        made.count = 0
        visit(value, table.root, &space)
        while frames.count > 0, !isStopped {
            let top = frames.count &- 1
            guard frames[top].next < frames[top].count else {
                let frame = frames[top]
                frames.count = top
                finish(frame, &space)
                continue
            }
            let child = space.tree.child(of: frames[top].entry, at: frames[top].next)
            frames[top].next &+= 1
            let node = frames[top].isArray ? table.nodes[frames[top].node].items : childNode(child, space.tree)
            if let node, !(child.kind == .string && table.nodes[node].keepsStrings) {
                visit(child, node, &space)
            } else {
                made.append(child)
            }
        }
        return (isStopped || made.count == 0 ? value : made[made.count &- 1], mismatches)
    }

    private func visit(_ value: Entry, _ index: Int, _ space: inout ShapingSpace) {
        var value = value, index = index, wraps = 0
        while true {
            let node = table.nodes[index]
            guard !node.isAnything else { return make(value, wraps, replacing: value, &space) }
            switch value.kind {
            case .dictionary, .textOnly:
                if value.kind == .textOnly, keepsText(value, node, index, space.tree) {
                    return make(value, wraps, replacing: value, &space)
                }
                if node.types.contains(.object) { return open(value, index, wraps) }
            case .array:
                if node.types.contains(.array) {
                    let isAllowed = node.items != JSONSchemaNode.nothing || value.length == 0
                    guard value.length >= node.minItems, isAllowed else {
                        return refuse(value, index, .count, space.tree)
                    }
                    return open(value, index, wraps)
                }
            case .null:
                if node.types.contains(.null) { return make(value, wraps, replacing: value, &space) }
            case .string, .name, .number, .boolean:
                let allowsText = !node.types.isDisjoint(with: .ofText) || node.types.contains(.null)
                if allowsText, let text = text(value, node, &space) {
                    return make(text, wraps, replacing: value, &space)
                }
                if let dictionary = dictionary(of: value, node, index, &space) {
                    value = dictionary
                    continue
                }
                // If the schema allows arrays, the code below wraps the text. A schema without `type` wraps nothing.
                if allowsText, !node.types.contains(.array) || node.types == .all || !converts {
                    return refuse(value, index, node.types.contains(.string) ? .format : .type, space.tree)
                }
            }
            // The limit of `wraps` ends the loop for a schema whose `items` refer to the schema itself.
            guard converts, value.kind != .array, node.types.contains(.array), wraps < table.nodes.count else {
                return refuse(value, index, .type, space.tree)
            }
            guard node.minItems <= 1, node.items != JSONSchemaNode.nothing else {
                return refuse(value, index, .count, space.tree)
            }
            index = node.items
            wraps += 1
        }
    }

    private func keepsText(_ value: Entry, _ node: Node, _ index: Int, _ tree: StorageView) -> Bool {
        guard !fillsLists || node.listCount == 0, let property = textProperty(of: node, index, tree) else {
            return false
        }
        return table.nodes[property.node].keepsStrings && node.requiredCount == (property.isRequired ? 1 : 0)
    }

    private func textProperty(of node: Node, _ index: Int, _ tree: StorageView) -> JSONSchemaTable.Property? {
        let name = schemaID(of: tree.textKey, tree)
        guard node.types.contains(.object), name >= 0 else { return nil }
        return table.properties.index(of: name, in: index, node.properties).map { table.properties[$0] }
    }

    /// Makes a dictionary with a text under the text key, if the schema allows such dictionaries and no arrays.
    private func dictionary(of text: Entry, _ node: Node, _ index: Int, _ space: inout ShapingSpace) -> Entry? {
        guard converts, node.types != .all, !node.types.contains(.array),
            textProperty(of: node, index, space.tree) != nil
        else { return nil }
        if frames.count > 0 { frames[frames.count &- 1].isChanged = true }
        return space.add(only: text.under(key: space.tree.textKey), .dictionary, under: text.key)
    }

    private func open(_ value: Entry, _ index: Int, _ wraps: Int) {
        let start = made.count, first = table.nodes[index].properties.start
        frames.append(
            Frame(entry: value, node: index, count: value.childCount, madeStart: start, expected: first, wraps: wraps)
        )
    }

    private func make(_ entry: Entry, _ wraps: Int, replacing value: Entry, _ space: inout ShapingSpace) {
        var entry = entry
        for _ in 0..<wraps { entry = space.add(only: entry, .array, under: value.key) }
        make(entry, replacing: value)
    }

    private func make(_ entry: Entry, replacing value: Entry) {
        made.append(entry)
        if !entry.isIdentical(to: value), frames.count > 0 { frames[frames.count &- 1].isChanged = true }
    }

    private func finish(_ frame: Frame, _ space: inout ShapingSpace) {
        var frame = frame
        let node = table.nodes[frame.node]
        if !frame.isArray {
            if fillsLists, frame.listCount < node.listCount { fillLists(&frame, node, &space) }
            if frame.requiredCount < node.requiredCount {
                note(frame.entry, frame.node, .missing, space.tree)
                guard !isStopped else { return }
            }
        }
        var entry = frame.entry
        if frame.isChanged {
            let content = made[frame.madeStart..<made.count]
            entry = space.add(content, frame.isArray ? .array : .dictionary, under: frame.entry.key)
        }
        made.count = frame.madeStart
        make(entry, frame.wraps, replacing: frame.entry, &space)
    }

    /// Returns the schema's id of a name in the document, or a negative number if the schema lacks the name.
    @inline(__always)
    private func schemaID(of name: Int, _ tree: StorageView) -> Int32 {
        ids.id(of: name) { table.names.known(tree.names[name].utf8) ?? -1 }
    }

    private func childNode(_ child: Entry, _ tree: StorageView) -> Int? {
        let name = schemaID(of: child.key, tree)
        let top = frames.count - 1, index = frames[top].node, expected = frames[top].expected
        let node = table.nodes[index]
        let found = table.properties.index(of: name, in: index, node.properties, probably: expected)
        let property = found.map { table.properties[$0] }, inner = property?.node ?? node.additional
        guard inner != JSONSchemaNode.nothing else {
            note(child, index, .additional, tree)
            return nil
        }
        guard let found, let property else { return inner }
        frames[top].expected = found + 1
        if property.isRequired { frames[top].requiredCount += 1 }
        if property.isList { frames[top].listCount += 1 }
        return inner
    }

    private func missing(_ entry: Entry, _ node: Node, _ tree: StorageView) -> [JSONSchemaTable.Property] {
        var present: Set<Int32> = []
        for index in 0..<entry.childCount {
            present.insert(schemaID(of: tree.child(of: entry, at: index).key, tree))
        }
        return table.properties[node.properties].filter { !present.contains($0.name) }
    }

    private func fillLists(_ frame: inout Frame, _ node: Node, _ space: inout ShapingSpace) {
        for property in missing(frame.entry, node, space.tree) where property.isList {
            let key = space.id(of: table.names.texts[Int(property.name)])
            made.append(space.add(UnsafeBufferPointer(start: nil, count: 0), .array, under: key))
            frame.isChanged = true
            frame.requiredCount += property.isRequired ? 1 : 0
        }
    }

    private func text(_ value: Entry, _ node: Node, _ space: inout ShapingSpace) -> Entry? {
        let isText = value.kind == .string || value.kind == .name
        if isText, node.keepsStrings { return value }
        let text = space.tree.text(value)
        let bare = UnsafeBufferPointer(rebasing: XMLWhitespace.trimmed(text))
        let kind = node.infersTypes && isText ? TextTypes.infer(bare) : value.kind
        // A schema without `type` converts nothing, but can require a format of texts.
        if node.types == .all { return isText && node.format?.accepts(text) == false ? nil : value }
        if isText ? converts : value.kind == .number, !node.types.isDisjoint(with: [.number, .integer]),
            !node.infersTypes || kind == .number
        {
            if let number = number(value, node, text, &space) { return number }
        }
        if node.types.contains(.boolean), converts || value.kind == .boolean, !node.infersTypes || kind == .boolean {
            if value.kind == .boolean { return value }
            let isLiteral = text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8)
            if isLiteral, value.kind == .string { return value.kind(.boolean) }
            if let boolean = TextTypes.boolean(text) { return space.add(boolean, .boolean, under: value.key) }
        }
        if node.types.contains(.string), converts || isText, node.format?.accepts(text) ?? true {
            return isText ? value : value.kind(.string)
        }
        let isEmpty = isText && text.isEmpty
        return isEmpty && converts && node.types.contains(.null) ? .null(under: value.key) : nil
    }

    private func isConvertible(_ value: Entry, _ tree: StorageView) -> Bool {
        value.isText && (TextTypes.number(tree.text(value)) ?? TextTypes.boolean(tree.text(value))) != nil
    }

    @inline(__always)
    private func number(
        _ value: Entry,
        _ node: Node,
        _ text: UnsafeBufferPointer<UInt8>,
        _ space: inout ShapingSpace
    ) -> Entry? {
        // Fast path: most numbers are valid JSON already.
        if value.kind == .number || text.isNumberOfJSON {
            guard node.types.contains(.number) || Self.isWhole(text) else { return nil }
            return value.kind == .name ? space.add(Array(text), .number, under: value.key) : value.kind(.number)
        }
        guard let number = TextTypes.number(text),
            node.types.contains(.number) || number.withUnsafeBufferPointer(Self.isWhole)
        else { return nil }
        return space.add(number, .number, under: value.key)
    }

    /// Whether a number of JSON is an integer, such as `1`, `1.0` and `1e3` (JSON Schema 2020-12, validation, 6.1.1).
    private static func isWhole(_ number: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let point = number.firstIndex(where: { !($0.isDigit || $0 == UInt8(ascii: "-")) }) else { return true }
        let rest = number[(point + 1)...]
        if number[point] == UInt8(ascii: "."), rest.allSatisfy(\.isDigit) {
            return rest.allSatisfy { $0 == UInt8(ascii: "0") }
        }
        guard let value = Double(String(decoding: number, as: UTF8.self)) else { return false }
        return value.isFinite && value == value.rounded()
    }

    private func refuse(_ value: Entry, _ node: Int, _ fault: Fault, _ tree: StorageView) {
        note(value, node, fault, tree)
        make(value, replacing: value)
    }

    @inline(never)
    private func note(_ value: Entry, _ node: Int, _ fault: Fault, _ tree: StorageView) {
        let id = node * Fault.allCases.count + fault.rawValue
        let name = fault == .additional ? tree.names[value.key].string : ""
        guard notes?(ElementMismatch(at: id, name: name, "")) ?? true else { return }
        isStopped = notes == nil
        let message = message(value, node, fault, tree)
        mismatches.append(
            ShapeMismatch(message, entries: [value] + (0..<frames.count).reversed().map { frames[$0].entry })
        )
    }

    private func message(_ value: Entry, _ node: Int, _ fault: Fault, _ tree: StorageView) -> String {
        // For missing properties, `finish` has already removed the frame of the dictionary.
        var pointer = ""
        for depth in 0..<frames.count {
            let frame = frames[depth]
            let index = frame.next - 1, child = tree.child(of: frame.entry, at: index)
            let name = tree.names[child.key].utf8
            pointer += "/" + (frame.isArray ? String(index) : String(decoding: name, as: UTF8.self).asPointerStep)
            // The walker put this text in a dictionary, so the path in the original value ends here.
            if child.isText { break }
        }
        let subject = pointer.isEmpty ? "the value" : pointer
        let schema = table.nodes[node]
        switch fault {
        case .additional: return "\(subject) is not in the schema"
        case .missing:
            let lacking = missing(value, schema, tree).filter { $0.isRequired && !(fillsLists && $0.isList) }
            let names = lacking.map { table.names.texts[Int($0.name)] }
            let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 3 ? ", …" : "")
            return "\(subject) has no \(shown), which the schema requires"
        case .count:
            let demand = schema.items == JSONSchemaNode.nothing ? "allows none" : "requires at least \(schema.minItems)"
            let count = value.kind == .array ? value.length : 1
            return "\(subject) has \(count) item\(count == 1 ? "" : "s"), where the schema \(demand)"
        case .format:
            let format = schema.format?.rawValue ?? ""
            return "\(subject) is \(MismatchText.found(value, tree)), where the schema expects the format \(format)"
        case .type:
            let expected = MismatchText.expected(schema.types)
            let isRemediable = schema.infersTypes && isConvertible(value, tree)
            let remedy = isRemediable ? "; a schema that is learned from this value, too, keeps it" : ""
            return "\(subject) is \(MismatchText.found(value, tree)), where the schema expects \(expected)\(remedy)"
        }
    }
}

extension ShapingSpace {
    fileprivate mutating func add(only entry: Entry, _ kind: Entry.Kind, under key: Int) -> Entry {
        withUnsafePointer(to: entry) { add(UnsafeBufferPointer(start: $0, count: 1), kind, under: key) }
    }
}
