// The documents and options for which ROUND-TRIP promises that the writer restores the value.

package import XML2Dict

package enum RoundTripRule {
    /// Whether the value of a document under these options can be written, and read again as the same value.
    package static func isPromised(_ options: XMLOptions, _ document: ModelDocument) -> Bool {
        // Selected values have lost the elements around them.
        guard options.select.isEmpty, options.separatesPrefixes else { return false }
        // An attribute that is left out, such as `xml:space`, has its effect only in the first reading.
        guard options.skip.isEmpty, options.attributes != .discard || !options.honorsXMLSpace else { return false }
        // The writer cannot find the end of the URI in a key. It also cannot see whether a name without a prefix had a
        // namespace.
        if options.namespaces == .expand, !options.restoresNames { return false }
        // Paths match the names of the original document, not the written ones.
        let hasPaths = !options.forceList.isEmpty || !options.forceText.isEmpty || !options.typesByPath.isEmpty
        if hasPaths, !options.restoresNames || options.unwrapsSiblings { return false }
        // An array that folds an attribute and an element is not the array of an unwrapped parent.
        if options.unwrapsSiblings, options.attributes == .merge { return false }
        // The second reading spells the key xIT as xIt.
        if options.keyStyle == .camel { return false }
        if options.namespacePrefixes.values.contains("") { return false }
        return keepsEffects(of: document, options) && keepsTexts(of: document, options)
            && separatesKeys(of: document, options) && isNamespaceWellFormed(document, options)
    }

    /// Whether names, attributes and declarations have the same effect in the written document.
    private static func keepsEffects(of document: ModelDocument, _ options: XMLOptions) -> Bool {
        let names = names(of: document, XMLOptions(readingAs: options))
        if options.honorsXMLSpace, !options.restoresNames, names.attributes.contains("xml:space") { return false }
        // Without a key of text, an element with `nil` loses the text that kept it from being null.
        if options.nilIsNull, options.textKey == nil, names.attributes.contains(where: { $0.hasSuffix(":nil") }) {
            return false
        }
        // The DOCTYPE declares default attributes for the names of the original document.
        if options.doctypeKey != nil, !options.restoresNames, document.doctype?.defaults.isEmpty == false {
            return false
        }
        // With the type, the URI `1` of a declaration becomes `true`, which is another URI.
        let hasBooleans = options.namespaceDeclarations == .keep && options.typesByPath.values.contains(.boolean)
        if options.namespaces == .expand, hasBooleans, !names.namespaces.isDisjoint(with: ["0", "1"]) { return false }
        guard !options.namespacePrefixes.isEmpty else { return true }
        // The second reading gives an element without a prefix the prefix of the default namespace.
        let losesPrefixes = options.namespaces == .strip || options.keyStyle == .snake
        if losesPrefixes, names.attributes.contains("xmlns") { return false }
        // In lower case, a prefix can become the prefix of another namespace.
        let prefixed = names.elements.union(names.attributes).filter { $0.contains(":") }
        return options.keyStyle != .lower || prefixed.allSatisfy { $0.prefix { $0 != ":" }.allSatisfy(\.isLowercase) }
    }

    /// Whether the second reading separates and collapses texts as the first one does.
    private static func keepsTexts(of document: ModelDocument, _ options: XMLOptions) -> Bool {
        // The second reading collapses white space of the separator and of the text beside it into one space.
        if options.trim == .collapse, options.textSeparator.contains(where: \.isWhitespace) {
            var texts = XMLOptions(readingAs: options)
            texts.attributes = .discard
            texts.textKey = "#text"
            texts.cdataKey = options.cdataKey.map { _ in "@" }
            (texts.trim, texts.textSeparator) = (options.trim, options.textSeparator)
            texts.honorsXMLSpace = options.honorsXMLSpace
            let strings = entries(of: document, texts).filter { $0.key == "#text" }.compactMap(\.value.string)
            guard strings.allSatisfy({ ModelLetters($0).collapsed.text == $0 }) else { return false }
        }
        // Without the empty element between them, two texts become one.
        guard options.empty == .omit, let key = options.orderKey else { return true }
        return entries(of: document, options).filter { $0.key == key }.allSatisfy { order in
            let keys = order.value.list.map(\.string)
            return !zip(keys, keys.dropFirst()).contains { $0 == options.textKey && $1 == options.textKey }
        }
    }

    /// Whether no name is a key of the options, and no element has the key of an attribute if nothing marks these.
    private static func separatesKeys(of document: ModelDocument, _ options: XMLOptions) -> Bool {
        let keys = keys(options), names = names(of: document, options)
        guard Set(keys).count == keys.count, names.elements.union(names.attributes).isDisjoint(with: keys) else {
            return false
        }
        return !options.isUndecided || names.elements.isDisjoint(with: names.attributes)
    }

    /// Whether ROUND-TRIP promises that the writer does not throw this error under these options.
    package static func isPromised(_ error: XMLError, _ options: XMLOptions) -> Bool {
        let words = error.message
        func has(_ all: String...) -> Bool { all.contains(where: words.contains) }
        // If options make names equal, an element can have an attribute twice. So it can if options give a namespace a
        // prefix that the document uses for another one.
        if has("an attribute only once") { return options.isReversible && options.namespacePrefixes.isEmpty }
        // A style changes the prefix of a key, but not the prefix in a collected declaration.
        if has("is not declared") { return keepsDeclarations(options) && options.keyStyle == .keep }
        // The writer cannot find the end of the URI in a key.
        if has("is not an XML name", "is not a qualified name", "is not ASCII", "a name cannot be empty") {
            return options.restoresNames
        }
        if has("the target of an instruction", "for declarations of namespaces") { return options.restoresNames }
        // The document can use a prefix of the options for another namespace.
        return !has("namespace", "needs a URI") || options.namespacePrefixes.isEmpty
    }

    /// Whether values have the declarations of the prefixes in their names.
    static func keepsDeclarations(_ options: XMLOptions) -> Bool {
        !leavesOutDeclarations(options) && !options.nilIsNull && (options.restoresNames || options.collectsDeclarations)
    }

    package static func leavesOutDeclarations(_ options: XMLOptions) -> Bool {
        options.attributes == .discard || options.namespaceDeclarations == .drop
            || options.namespaces == .strip && options.namespaceDeclarations == .keep
    }

    /// Returns the key of a document's root.
    package static func rootKey(_ document: ModelDocument, _ options: XMLOptions) -> String? {
        var options = options
        options.keepsRoot = true
        options.commentKey = nil
        options.processingInstructionKey = nil
        options.includesXMLDeclaration = false
        return (try? XMLReader(options).read(.bytes(document.bytes)))?.keys.first
    }

    /// Returns the keys of the options, which no element or attribute may have.
    private static func keys(_ options: XMLOptions) -> [String] {
        var keys = [options.textKey, options.cdataKey, options.commentKey, options.processingInstructionKey]
        keys += [options.doctypeKey]
        if options.includesXMLDeclaration { keys += ["version", "encoding", "standalone"] }
        if case .group(let key) = options.attributes { keys.append(key) }
        return keys.compactMap(\.self)
    }

    /// Returns the keys that a reader with these options gives to attributes.
    package static func attributeKeys(of document: ModelDocument, _ options: XMLOptions) -> Set<String> {
        names(of: document, options).attributes
    }

    /// Returns the keys of elements and attributes under these options, and the URIs of declarations.
    private static func names(
        of document: ModelDocument,
        _ options: XMLOptions
    ) -> (elements: Set<String>, attributes: Set<String>, namespaces: Set<String>) {
        var reading = XMLOptions(readingAs: options)
        (reading.namespaces, reading.namespacePrefixes) = (options.namespaces, options.namespacePrefixes)
        (reading.prefixSeparator, reading.keyStyle) = (options.prefixSeparator, options.keyStyle)
        reading.textKey = "#text"
        reading.attributes = .prefix("@")
        var elements: Set<String> = [], attributes: Set<String> = [], namespaces: Set<String> = []
        for (key, value) in entries(of: document, reading) where key != reading.textKey {
            guard key.hasPrefix("@") else {
                elements.insert(key)
                continue
            }
            attributes.insert(String(key.dropFirst()))
            if key.hasPrefix("@xmlns"), let uri = value.string { namespaces.insert(uri) }
        }
        return (elements, attributes, namespaces)
    }

    /// Returns the entries of all dictionaries in the value of a document, or none if the reader refuses it.
    private static func entries(
        of document: ModelDocument,
        _ options: XMLOptions
    ) -> [(key: String, value: XMLValue)] {
        var found: [(key: String, value: XMLValue)] = []
        var rest = [try? XMLReader(options).read(.bytes(document.bytes))].compactMap(\.self)
        while let value = rest.popLast() {
            found += value.entries
            rest += value.entries.map(\.value) + (value.array.map { Array($0) } ?? [])
        }
        return found
    }

    private static func isNamespaceWellFormed(_ document: ModelDocument, _ options: XMLOptions) -> Bool {
        var expanding = XMLOptions(readingAs: options)
        expanding.namespaces = .expand
        return (try? XMLReader(expanding).read(.bytes(document.bytes))) != nil
    }
}

extension XMLOptions {
    /// Whether the written document has the names of the original document, with these or with other prefixes.
    var restoresNames: Bool { keepsSpelling && namespaces != .strip }

    var collectsDeclarations: Bool { [.collect, .inherit].contains(namespaceDeclarations) }

    /// Whether a value does not show if a string under a key is an element or an attribute.
    package var isUndecided: Bool {
        attributes == .merge && !elementsAreArrays && (textOnlyIsString || empty == .string)
    }
}
