import XML2Dict

/// Planning an element: each entry of its dictionary becomes a part.
///
/// `{"@id": "7", "b": ["x", "y"], "#text": "z"}` becomes
///
///     attributes   [ attribute @id ]
///     plan         [ elements b: 2 ][ text #text ]
///
/// A key of order gives the parts another order, and then each item is a part:
///
///     {"b": ["x", "y"], "i": "z", "#text": ["1", "2"], "#order": ["b", "#text", "i", "b", "#text"]}
///
///     unplanned    [ b: "x" ][ b: "y" ][ i: "z" ][ #text: "1" ][ #text: "2" ]
///     plan         [ b: "x" ][ #text: "1" ][ i: "z" ][ b: "y" ][ #text: "2" ]
///
/// The writer skips a key of the order for which no part is left. Parts beyond the order come after the last part with
/// their key; parts whose key the order does not have come at the end.
extension XMLTextWriter {
    /// The XML of an entry, or of an item of an array under its key.
    enum Part: UInt8 {
        /// An element with the name of the key.
        case element
        /// An element with the name that the settings give to items.
        case item
        /// An array in document order: an element or another node, with its name in it; or text.
        case node
        case text, cdata, comment, instruction, doctype
        /// White space that would be dropped between elements; and white space beside the root.
        case space, outerSpace
        case attribute, attributes, declarations
        /// The keys of the element in document order.
        case order
        /// A part of the XML declaration.
        case xmlDeclaration
        case nothing
    }

    /// A part, or adjacent items of an array that are the same part each.
    struct ElementPart: BitwiseCopyable {
        var role: Part
        /// Whether the entry is the array of the items.
        var isRun: Bool
        let entry: Entry
        let key: WrittenNames.Key
        /// The next item, and the place after the last one.
        var item: Int
        var itemEnd: Int

        /// A part that is one entry.
        @inline(__always)
        init(_ role: Part, _ entry: Entry, _ key: WrittenNames.Key) {
            self.init(role, entry, key, items: 0..<1)
            isRun = false
        }

        /// Items of an array.
        @inline(__always)
        init(_ role: Part, _ array: Entry, _ key: WrittenNames.Key, items: Range<Int>) {
            self.role = role
            self.key = key
            entry = array
            isRun = true
            item = items.lowerBound
            itemEnd = items.upperBound
        }
    }

    /// The parts with one key, while an element with a key of order is planned.
    struct PlannedRun: BitwiseCopyable {
        /// The plan that it belongs to.
        var plan = -1
        /// How often the order has the key.
        var count = 0
        /// The parts that are not in the plan yet.
        var next = 0
        var end = 0
    }

    /// The content of an element in outline: attributes, declarations and text.
    struct Survey {
        var hasAttributes = false
        /// Whether an attribute may be a declaration, or declarations have a separate key.
        var hasDeclarations = false
        var hasText = false
    }

    /// The dictionary of an element or of the document, while it is planned.
    private struct Content {
        let entry: Entry
        let isDocument: Bool
        /// The keys of its parts in document order, if it has them.
        var order: Entry?
        /// How many of these keys are the key of text.
        var textCount = 1
        /// Whether a string under the key of text is text, and not an attribute.
        var isText = true
    }

    /// Plans the parts of a dictionary: its content at the end of the plan, and its start tag as the attributes.
    @inline(__always)
    mutating func planDictionary(_ entry: Entry, isDocument: Bool = false, _ tree: StorageView) throws(WriteError)
        -> Survey
    {
        var content = Content(entry: entry, isDocument: isDocument)
        if rules.form.keepsOrder { findOrder(of: &content, tree) }
        var survey = Survey()
        attributes.count = 0
        unplanned.count = 0
        for place in 0..<entry.childCount {
            let child = tree.child(of: entry, at: place)
            let key = names.key(child.key, tree)
            if child.kind == .array {
                try planArray(child, key, content, &survey, tree)
            } else {
                let role = rules.part(of: child, key, isDocument: isDocument, isText: content.isText)
                add(ElementPart(role, child, key), content, &survey, tree)
            }
        }
        if let order = content.order { arrange(by: order, tree) }
        return survey
    }

    /// Plans an array under a key: as one part, or its items.
    private mutating func planArray(
        _ array: Entry,
        _ key: WrittenNames.Key,
        _ content: Content,
        _ survey: inout Survey,
        _ tree: StorageView
    ) throws(WriteError) {
        let isOnly = content.isDocument || content.entry.childCount == 1 || replacesElement(array, key, content, tree)
        guard !rules.isOneThing(array, key, isOnly: isOnly, tree) else {
            let role = rules.part(of: array, key, isDocument: content.isDocument, isText: content.isText)
            return add(ElementPart(role, array, key), content, &survey, tree)
        }
        let textStart = rules.textStart(of: array, key, textCount: content.textCount)
        var start = 0
        while start < array.length {
            let role = role(ofItem: start, of: array, key, content, textStart, tree)
            var end = start &+ 1
            if content.order == nil {
                while end < array.length, self.role(ofItem: end, of: array, key, content, textStart, tree) == role {
                    end &+= 1
                }
                add(ElementPart(role, array, key, items: start..<end), content, &survey, tree)
            } else {
                add(ElementPart(role, tree.entries[array.offset &+ start], key), content, &survey, tree)
            }
            // A name that gets a prefix counts where it is written.
            if role == .element, key.namespace < 0 {
                try countNames(2 &* names.names[Int(key.name)].byteCount, of: end &- start)
            }
            start = end
        }
    }

    @inline(__always)
    private func role(
        ofItem item: Int,
        of array: Entry,
        _ key: WrittenNames.Key,
        _ content: Content,
        _ textStart: Int,
        _ tree: StorageView
    ) -> Part {
        let entry = tree.entries[array.offset &+ item]
        return rules.part(of: entry, key, isDocument: content.isDocument, isText: item >= textStart)
    }

    /// Adds a part to the plan, or to the attributes.
    @inline(__always)
    private mutating func add(
        _ part: ElementPart,
        _ content: Content,
        _ survey: inout Survey,
        _ tree: StorageView
    ) {
        switch part.role {
        case .element: break
        case .text, .cdata: survey.hasText = true
        case .nothing, .order: return
        case .attribute, .attributes, .declarations, .xmlDeclaration:
            // A document has no start tag; `write` refuses its attributes.
            guard content.isDocument, part.role != .xmlDeclaration else {
                addAttribute(part, &survey, tree)
                // A root may have the name of a part of the XML declaration, which then has a place in the order.
                if part.role == .xmlDeclaration, content.order != nil { unplanned.append(part) }
                return
            }
        default: break
        }
        if content.order == nil { plan.append(part) } else { unplanned.append(part) }
    }

    private mutating func addAttribute(_ part: ElementPart, _ survey: inout Survey, _ tree: StorageView) {
        switch part.role {
        case .attributes: planAttributes(of: part.entry, &survey, tree)
        case .declarations:
            survey.hasDeclarations = true
            attributes.append(part)
        default:
            survey.hasAttributes = true
            if part.key.isAttributeName { survey.hasDeclarations = true }
            for item in part.item..<part.itemEnd {
                let entry = part.isRun ? tree.entries[part.entry.offset &+ item] : part.entry
                attributes.append(ElementPart(part.role, entry, part.key))
            }
        }
    }

    /// Plans the attributes in a dictionary that has only attributes and declarations.
    mutating func planAttributes(of dictionary: Entry, _ survey: inout Survey, _ tree: StorageView) {
        survey.hasAttributes = true
        survey.hasDeclarations = true
        for place in 0..<dictionary.childCount {
            let entry = tree.child(of: dictionary, at: place)
            let key = names.key(entry.key, tree)
            if key.role == .declarations, entry.isDictionary {
                attributes.append(ElementPart(.declarations, entry, key))
            } else if entry.kind != .array || entry.length > 0 {
                let key = names.attribute(entry.key, tree)
                attributes.append(ElementPart(.attribute, entry, key))
            }
        }
    }

    /// Plans items of an array that have no key.
    mutating func planItems(_ role: Part, of array: Entry, from first: Int = 0) {
        guard first < array.length else { return }
        plan.append(ElementPart(role, array, .unknown, items: first..<array.length))
    }

    // MARK: Order

    /// Finds the order of an element's content, and begins to plan by it: counts its keys.
    @inline(never)
    private mutating func findOrder(of content: inout Content, _ tree: StorageView) {
        for place in 0..<content.entry.childCount {
            let entry = tree.child(of: content.entry, at: place)
            guard names.key(entry.key, tree).role == .order, let order = order(in: entry, tree) else { continue }
            content.order = order
            planCount += 1
            content.textCount = 0
            for place in 0..<order.length {
                runs[run(of: order, place, tree)].count += 1
                let key = tree.text(tree.entries[order.offset + place])
                if names.node(key) == .text { content.textCount += 1 }
            }
        }
        // If the order does not have the key of text, a string under that key is an attribute.
        if content.order != nil { content.isText = content.textCount > 0 || !rules.isTextKeyName }
    }

    /// The array of keys under the key of the order, after elements with that name; `nil` without one.
    private func order(in entry: Entry, _ tree: StorageView) -> Entry? {
        guard entry.kind == .array, entry.length > 0 else { return nil }
        let last = tree.entries[entry.offset + entry.length - 1]
        let array = last.kind == .array ? last : entry
        let isOrder = (0..<array.length).allSatisfy { tree.entries[array.offset + $0].isString }
        return isOrder ? array : nil
    }

    /// Moves the parts of an element to the plan, in its order.
    private mutating func arrange(by order: Entry, _ tree: StorageView) {
        // The parts of a key follow each other.
        for place in 0..<unplanned.count {
            let number = run(of: unplanned[place].key.number)
            if runs[number].end == 0 { runs[number].next = place }
            runs[number].end = place + 1
        }
        for place in 0..<order.length {
            let number = run(of: order, place, tree)
            runs[number].count -= 1
            // The last place of a key takes all that is left.
            take(runs[number].count > 0 ? 1 : .max, of: number)
        }
        for place in 0..<unplanned.count {
            take(.max, of: Int(unplanned[place].key.number))
        }
    }

    /// Moves parts of a key to the plan.
    private mutating func take(_ count: Int, of number: Int) {
        let next = runs[number].next
        let end = count < runs[number].end - next ? next + count : runs[number].end
        guard next < end else { return }
        plan.append(unplanned, next..<end)
        runs[number].next = end
    }

    /// Whether an array took the place of an element: the order has its key once.
    ///
    /// The order does not count an attribute with that key.
    private func replacesElement(
        _ array: Entry,
        _ key: WrittenNames.Key,
        _ content: Content,
        _ tree: StorageView
    ) -> Bool {
        guard content.order != nil, array.length > 1, Int(key.number) < runs.count else { return false }
        let run = runs[Int(key.number)]
        return run.plan == planCount && run.count == 1 && !rules.isAttribute(tree.entries[array.offset], key, false)
    }

    /// The number of the key at a place of the order, whose run is of this plan.
    private mutating func run(of order: Entry, _ place: Int, _ tree: StorageView) -> Int {
        run(of: Int32(names.number(of: tree.text(tree.entries[order.offset + place]))))
    }

    /// The number of a key, whose run is of this plan.
    private mutating func run(of key: Int32) -> Int {
        let number = Int(key)
        runs.extend(to: number + 1, with: PlannedRun())
        if runs[number].plan != planCount { runs[number] = PlannedRun(plan: planCount) }
        return number
    }
}
