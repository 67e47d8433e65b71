package import XML2Dict

/// Writes values that arrive one after the other: each as a document, or all as the items of one document.
///
/// With a name for the root and a name for the items, all values are items of one document. An array gives its items,
/// unless it is an element in document order, so one array and a value for each item give the same document.
package struct XMLSeriesWriter: ~Copyable {
    private var text: XMLTextWriter
    package let hasOneDocument: Bool
    /// How many values have been written.
    package private(set) var count = 0
    /// Whether the one document has begun.
    package private(set) var isInDocument = false
    /// Keys under which the options do not show whether a string is an attribute or an element: some of the first value
    /// with any.
    package private(set) var guess = GuessedKeys()
    /// How many dictionaries and arrays are still searched for such keys: JSON of another program shows them early.
    private var guessRoom = 10_000

    /// - Parameters:
    ///   - writer: The options, the names and the form.
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    /// - Throws: An `XMLError` for options that contradict each other.
    package init(_ writer: XMLWriter, to fileDescriptor: Int32) throws(XMLError) {
        // All that can fail comes before the first member, as Swift cannot destroy a half of a noncopyable value.
        let plan = try writer.plan()
        hasOneDocument = plan.hasItems
        text = XMLTextWriter(plan, to: .file(fileDescriptor))
        self.text.readCount = 0
    }

    /// Writes a value.
    ///
    /// A value that cannot be written leaves nothing in the file.
    package mutating func write(_ stored: StoredValue) throws(XMLError) {
        let value = stored.entry, tree = stored.tree
        count += 1
        if !hasOneDocument {
            try text.writeWhole { text throws(XMLError) in try text.writeDocument(value, in: tree) }
        } else if value.kind == .array, !text.isElement(value, in: tree) {
            for place in 0..<value.length {
                try writeItem(tree.entries[value.offset + place], at: place, in: tree)
            }
        } else {
            try writeItem(value, in: tree)
        }
        if guess.isEmpty { guess = text.guessedKeys(of: value, &guessRoom, tree) }
    }

    /// Begins an input: its values have another table of names.
    package mutating func beginInput() { text.forgetKeys() }

    /// Notes how many bytes more have been read, which bounds the names that are written (AMPLIFY-BOUND).
    package mutating func note(read count: Int) { text.readCount += count }

    private mutating func writeItem(_ item: Entry, at index: Int? = nil, in tree: StorageView) throws(XMLError) {
        if !isInDocument {
            isInDocument = true
            try text.beginRoot()
        }
        try text.writeWhole { text throws(XMLError) in try text.writeItem(item, at: index, in: tree) }
    }

    /// Writes everything to the file that has not reached it yet.
    package mutating func flush() throws(XMLError) {
        try text.flush()
    }

    /// Writes the end of the document, and everything that has not reached the file yet.
    package mutating func finish() throws(XMLError) {
        if isInDocument {
            try text.endRoot()
        } else if hasOneDocument {
            try text.writeEmptyDocument()
        }
        try text.flush()
    }
}

/// Keys whose meaning a writer guesses.
package struct GuessedKeys {
    /// Up to four keys of strings; with types, of numbers and booleans, too.
    package fileprivate(set) var strings: [String] = []
    /// The key of a number or a boolean that becomes an element, where the strings become attributes; `nil` where strings
    /// become elements.
    package fileprivate(set) var other: String?

    package var isEmpty: Bool { strings.isEmpty }
}

extension XMLTextWriter {
    /// The first keys under which the options do not show whether a string is an attribute or an element.
    ///
    /// Where every string is an attribute, a reader makes no number without types: one shows JSON of another program.
    fileprivate mutating func guessedKeys(of value: Entry, _ room: inout Int, _ tree: StorageView) -> GuessedKeys {
        let areAttributes = rules.stringsAreAttributes && rules.emptyStringsAreAttributes
        var found = GuessedKeys()
        guard rules.sharesKeys, rules.attributeNames.isEmpty, !areAttributes || !rules.hasTypes else { return found }
        var containers = [value], next = 0
        while next < containers.count, room > 0, found.strings.count < 4 || areAttributes && found.other == nil {
            let container = containers[next]
            let isDocument = next == 0 && rules.form.keepsRoot && rules.rootName == nil
            next += 1
            room -= 1
            for place in 0..<container.childCount {
                let child = tree.child(of: container, at: place)
                if child.childCount > 0 { containers.append(child) }
                guard container.isDictionary, !isDocument, child.isText else { continue }
                let key = names.key(child.key, tree)
                guard key.role == .element, !key.isAttributeName else { continue }
                let name = tree.names[child.key].shortened
                if areAttributes, !child.isString {
                    found.other = found.other ?? name
                } else if child.isString || rules.hasTypes, rules.isAttribute(child, key, false) == areAttributes,
                    !found.strings.contains(name)
                {
                    found.strings.append(name)
                }
            }
        }
        if areAttributes, found.other == nil { return GuessedKeys() }
        found.strings = Array(found.strings.prefix(4))
        return found
    }
}
