/// What the entries of an element's dictionary become.
extension XMLTextWriter {
    /// What an entry becomes, or an item of an array under its key.
    enum Part {
        case element, text, cdata, comment, instruction, doctype
        case attribute, attributes, declarations
        /// The keys of the element in document order.
        case order
        /// A part of the XML declaration.
        case xmlDeclaration
        case nothing
    }

    /// The dictionary of an element or of a document, before its parts are known.
    struct Content {
        let entry: Entry
        let isDocument: Bool
        /// The keys of its parts in document order, if it has them.
        var order: Entry?
        /// How many of these keys are the key of text.
        var textCount = 0
    }

    /// Finds the order of an element's content.
    @inline(__always)
    mutating func content(_ entry: Entry, isDocument: Bool = false, _ tree: StorageView) throws(Stop) -> Content {
        let content = Content(entry: entry, isDocument: isDocument)
        return rules.hasOrder ? try ordered(content, tree) : content
    }

    @inline(never)
    private mutating func ordered(_ content: Content, _ tree: StorageView) throws(Stop) -> Content {
        var content = content
        for place in 0..<content.entry.childCount {
            let entry = tree.child(of: content.entry, at: place)
            guard try key(of: entry, tree).meaning == .order, let order = order(in: entry, tree) else { continue }
            content.order = order
            for place in 0..<order.length {
                let name = tree.text(tree.entries[order.offset + place])
                if names.node(name) == .text { content.textCount += 1 }
            }
        }
        return content
    }

    /// The array of keys under the key of the order, after elements with that name; `nil` without one.
    private func order(in entry: Entry, _ tree: StorageView) -> Entry? {
        guard entry.kind == .array, entry.length > 0 else { return nil }
        let last = tree.entries[entry.offset + entry.length - 1]
        let array = last.kind == .array ? last : entry
        let isOrder = (0..<array.length).allSatisfy { tree.entries[array.offset + $0].isString }
        return isOrder ? array : nil
    }

    /// Calls a function for each part of a dictionary; each item of an array is a part.
    @inline(__always)
    mutating func forEachPart(
        of content: Content,
        _ tree: StorageView,
        _ body: (inout XMLTextWriter, Part, Entry, WrittenNames.Key) throws(Stop) -> Void
    ) throws(Stop) {
        let isDocument = content.isDocument, count = content.entry.childCount
        // Where attributes can have the key of text, an order without that key says that the string is one.
        let isText = content.order == nil || content.textCount > 0 || !rules.isTextKeyName
        for place in 0..<count {
            let entry = tree.child(of: content.entry, at: place)
            let key = try key(of: entry, tree)
            guard entry.kind == .array, !isOneThing(entry, key, isOnly: isDocument || count == 1, tree) else {
                let part = part(of: entry, key, isDocument: isDocument, isText: isText)
                try body(&self, part, entry, key)
                continue
            }
            let textStart = textStart(of: entry, key, content)
            for item in entry.offset..<entry.offset &+ entry.length {
                let value = tree.entries[item]
                let part = part(of: value, key, isDocument: isDocument, isText: item >= textStart)
                try body(&self, part, value, key)
            }
        }
    }

    /// Whether an array is one part, or an error, so that its items are not parts.
    @inline(__always)
    func isOneThing(_ array: Entry, _ key: WrittenNames.Key, isOnly: Bool, _ tree: StorageView) -> Bool {
        switch key.meaning {
        // The array that took the place of an element is its parent's only entry; other arrays are repeated elements.
        case .plain: rules.isOrdered || rules.unwrapsSiblings && isOnly && rules.itemName != nil
        case .attribute, .attributeGroup, .declarations: true
        case .order: (0..<array.length).allSatisfy { tree.entries[array.offset + $0].isString }
        default: false
        }
    }

    /// The place of the first item of an array that is text if it is a string.
    @inline(__always)
    func textStart(of array: Entry, _ key: WrittenNames.Key, _ content: Content?) -> Int {
        guard key.meaning == .text, rules.isTextKeyName else { return array.offset }
        // An attribute with the key of text comes before the text, and without an order, elements do, too.
        let textCount = content.flatMap { $0.order == nil ? nil : $0.textCount } ?? 1
        return array.offset &+ max(0, array.length &- textCount)
    }

    /// What an entry becomes.
    ///
    /// - Parameters:
    ///   - entry: The entry, or an item of an array.
    ///   - key: Its key, or that of the array.
    ///   - isDocument: Whether it is beside the root, or the root.
    ///   - isText: Whether a string under the key of text is text.
    /// - Returns: What it becomes.
    @inline(__always)
    func part(
        of entry: Entry,
        _ key: WrittenNames.Key,
        isDocument: Bool,
        isText: Bool
    ) -> Part {
        switch key.meaning {
        case .plain: isAttribute(entry, key, isDocument) ? .attribute : .element
        case .attribute: .attribute
        default: specialPart(of: entry, key, isDocument, isText)
        }
    }

    private func specialPart(
        of entry: Entry,
        _ key: WrittenNames.Key,
        _ isDocument: Bool,
        _ isText: Bool
    ) -> Part {
        let isString = entry.isText
        switch key.meaning {
        case .text where isString:
            if isText, !isDocument { return entry.isEmptyText ? .nothing : .text }
            return isAttribute(entry, key, isDocument) ? .attribute : .element
        case .text: return entry.kind == .null && !rules.isTextKeyName ? .nothing : .element
        case .cdata where isString && !isDocument: return .cdata
        case .comment where isString: return .comment
        case .comment where entry.kind == .null: return .nothing
        case .doctype where isString && isDocument: return .doctype
        case .instruction where entry.isDictionary: return .instruction
        case .attributeGroup where entry.isDictionary && !isDocument: return .attributes
        case .declarations: return entry.isDictionary && !isDocument ? .declarations : .attribute
        case .version, .encoding:
            if isDocument, isString { return .xmlDeclaration }
            return isAttribute(entry, key, isDocument) ? .attribute : .element
        case .order where entry.kind == .array: return .order
        default: return .element
        }
    }

    /// Whether an entry is an attribute where elements have the same keys.
    @inline(__always)
    private func isAttribute(_ entry: Entry, _ key: WrittenNames.Key, _ isDocument: Bool) -> Bool {
        guard rules.sharesKeys, entry.isText, !isDocument else { return false }
        return key.isAttributeName || (entry.isEmptyText ? rules.emptyStringsAreAttributes : rules.stringsAreAttributes)
    }

    /// What is in an element, before its start tag is written.
    struct Survey {
        var hasDeclarations = false
        var hasAttributes = false
        var hasContent = false
        var hasText = false

        init() {}

        /// What is in an element of which only the attributes are known.
        init(attributes: Bool) {
            hasDeclarations = attributes
            hasAttributes = attributes
        }
    }

    /// Finds out what is in an element.
    @inline(__always)
    mutating func survey(_ content: Content, _ tree: StorageView) throws(Stop) -> Survey {
        var survey = Survey()
        try forEachPart(of: content, tree) { (_, part, _, key) throws(Stop) in
            switch part {
            case .attribute:
                survey.hasAttributes = true
                if key.isAttributeName { survey.hasDeclarations = true }
            case .attributes:
                survey.hasAttributes = true
                survey.hasDeclarations = true
            case .declarations: survey.hasDeclarations = true
            case .text, .cdata:
                survey.hasText = true
                survey.hasContent = true
            case .order, .nothing: break
            default: survey.hasContent = true
            }
        }
        return survey
    }
}
