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
    mutating func content(_ entry: Entry, isDocument: Bool = false, _ tree: StorageView) -> Content {
        let content = Content(entry: entry, isDocument: isDocument)
        return rules.hasOrder ? ordered(content, tree) : content
    }

    @inline(never)
    private mutating func ordered(_ content: Content, _ tree: StorageView) -> Content {
        var content = content
        for place in 0..<content.entry.childCount {
            let entry = tree.child(of: content.entry, at: place)
            guard key(of: entry, tree).role == .order, let order = order(in: entry, tree) else { continue }
            content.order = order
            content.textCount = countKeys(of: order, tree)
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
        // If the order does not have the key of text, a string under that key is an attribute.
        let isText = content.order == nil || content.textCount > 0 || !rules.isTextKeyName
        for place in 0..<count {
            let entry = tree.child(of: content.entry, at: place)
            let key = key(of: entry, tree)
            let isOnly = isDocument || count == 1 || content.order != nil && replacesElement(entry, key, tree)
            guard entry.kind == .array, !rules.isOneThing(entry, key, isOnly: isOnly, tree) else {
                let part = rules.part(of: entry, key, isDocument: isDocument, isText: isText)
                try body(&self, part, entry, key)
                continue
            }
            let textStart = rules.textStart(of: entry, key, content)
            for item in entry.offset..<entry.offset &+ entry.length {
                let value = tree.entries[item]
                let part = rules.part(of: value, key, isDocument: isDocument, isText: item >= textStart)
                try body(&self, part, value, key)
            }
        }
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
