// Which documents ROUND-TRIP promises to write, under which options.

package import XML2Dict

package enum RoundTripRule {
    /// Whether a document that is read with these options is written, and then read as the same value.
    package static func isPromised(_ options: XMLOptions, _ document: ModelDocument) -> Bool {
        // Selected values have lost the elements around them.
        guard options.select.isEmpty, options.separatesPrefixes else { return false }
        // Attributes that are left out still have their effect.
        guard options.skip.isEmpty, options.attributes != .discard || !options.honorsXMLSpace else { return false }
        // The writer cannot separate a namespace from the name after it. It also cannot see whether a name without a
        // prefix had a namespace.
        if options.namespaces == .expand, !options.writesNames { return false }
        // Paths match the names of the original document, not the written ones.
        let hasPaths = !options.forceList.isEmpty || !options.forceText.isEmpty || !options.typesByPath.isEmpty
        if hasPaths, !options.writesNames || options.unwrapsSiblings { return false }
        // An array that folds an attribute and an element is not the array of an unwrapped parent.
        if options.unwrapsSiblings, options.attributes == .merge { return false }
        // The writer repeats the element for such an array beside other keys. The order then names it more often.
        if options.unwrapsSiblings, options.orderKey != nil { return false }
        // The separator in a text is collapsed with it.
        if options.trim == .collapse, options.textSeparator.contains(where: \.isNewline) { return false }
        // Spelled once more, a key such as xIT becomes xIt.
        if options.keys == .camel { return false }
        if options.namespacePrefixes.values.contains("") { return false }
        let attributes = attributeNames(document.root, document)
        if options.honorsXMLSpace, !options.writesNames, attributes.contains("xml:space") { return false }
        let keys = keys(options)
        let names = elementKeys(document.root, options).union(attributeKeys(of: document, options))
            .union(readAttributeKeys(of: document, options))
        guard Set(keys).count == keys.count, names.isDisjoint(with: keys) else { return false }
        if options.isUndecided {
            guard elementKeys(document.root, options).isDisjoint(with: attributeKeys(of: document, options)) else {
                return false
            }
        }
        return isNamespaceWellFormed(document)
    }

    /// Whether ROUND-TRIP excludes this error for these options.
    package static func isPromised(_ error: XMLWriterError, _ options: XMLOptions) -> Bool {
        switch error.code {
        // Options that make names equal, or lose prefixes, can give an element an attribute twice.
        case .duplicateAttribute: options.isReversible
        // A style of keys changes prefixes, and not those of collected declarations.
        case .undeclaredPrefix: keepsDeclarations(options) && options.keys == .keep
        // The document uses a prefix of the options for another namespace.
        case .invalidDeclaration: options.namespacePrefixes.isEmpty
        // The writer cannot separate a namespace from the name after it.
        case .invalidName: options.writesNames
        default: true
        }
    }

    /// Whether values have the declarations of the prefixes in their names.
    static func keepsDeclarations(_ options: XMLOptions) -> Bool {
        !leavesOutDeclarations(options) && !options.nilIsNull && (options.writesNames || options.collectsDeclarations)
    }

    package static func leavesOutDeclarations(_ options: XMLOptions) -> Bool {
        options.attributes == .discard || options.namespaceDeclarations == .drop
            || options.namespaces == .strip && options.namespaceDeclarations == .keep
    }

    /// The key of a document's root.
    package static func rootKey(_ document: ModelDocument, _ options: XMLOptions) -> String? {
        var options = options
        options.keepsRoot = true
        options.commentKey = nil
        options.processingInstructionKey = nil
        options.includesXMLDeclaration = false
        return (try? XMLReader(options).read(.bytes(document.bytes)))?.keys.first
    }

    /// The special keys, which names of elements and attributes must not equal.
    private static func keys(_ options: XMLOptions) -> [String] {
        var keys = [options.textKey, options.cdataKey, options.commentKey, options.processingInstructionKey]
        keys += [options.doctypeKey]
        if options.includesXMLDeclaration { keys += ["version", "encoding"] }
        if case .group(let key) = options.attributes { keys.append(key) }
        return keys.compactMap(\.self)
    }

    private static func elementNames(_ element: ModelElement) -> Set<String> {
        element.children.reduce(into: [element.name]) { names, child in
            if case .element(let child) = child { names.formUnion(elementNames(child)) }
        }
    }

    private static func attributeNames(_ element: ModelElement, _ document: ModelDocument) -> Set<String> {
        element.children.reduce(into: Set(document.attributes(of: element).map(\.name))) { names, child in
            if case .element(let child) = child { names.formUnion(attributeNames(child, document)) }
        }
    }

    /// The keys that the options give to the attributes of a document.
    static func attributeKeys(of document: ModelDocument, _ options: XMLOptions) -> Set<String> {
        Set(attributeNames(document.root, document).flatMap { keys(of: $0, options) })
    }

    /// The keys of all attributes, as a reader with these options makes them: also of those in the text of entities, and
    /// with URIs.
    package static func readAttributeKeys(of document: ModelDocument, _ options: XMLOptions) -> Set<String> {
        var options = options
        options.attributes = .group("@@")
        guard let value = try? XMLReader(options).read(.bytes(document.bytes)) else { return [] }
        var keys: Set<String> = [], rest = [value]
        while let value = rest.popLast() {
            for (key, inner) in value.entries {
                if key == "@@" { keys.formUnion(inner.list.flatMap(\.keys)) } else { rest.append(inner) }
            }
            rest += value.array ?? []
        }
        return keys
    }

    private static func elementKeys(_ element: ModelElement, _ options: XMLOptions) -> Set<String> {
        Set(elementNames(element).flatMap { keys(of: $0, options) })
    }

    /// The keys that a name can become, with its prefix and without one.
    private static func keys(of name: String, _ options: XMLOptions) -> [String] {
        let local = name.split(separator: ":").last.map(String.init) ?? name
        return [name.replacing(":", with: options.prefixSeparator), local].map { KeySpelling.spell($0, options.keys) }
    }

    private static func isNamespaceWellFormed(_ document: ModelDocument) -> Bool {
        var options = XMLOptions()
        options.namespaces = .expand
        return (try? XMLReader(options).read(.bytes(document.bytes))) != nil
    }
}

extension XMLOptions {
    /// Whether keys have the names of the document, which the writer writes again.
    var writesNames: Bool { keys == .keep && namespaces != .strip && [":", "$"].contains(prefixSeparator) }

    var collectsDeclarations: Bool { [.collect, .inherit].contains(namespaceDeclarations) }

    /// Whether a string under a plain key may be an element as well as an attribute.
    package var isUndecided: Bool {
        attributes == .merge && elements == .dictionary && (textOnly == .string || empty == .string)
    }
}
