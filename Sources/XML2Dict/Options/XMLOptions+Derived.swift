// Options derived from others: for decoding, writing, schemas and checks.

extension XMLOptions {
    /// These options, changed for decoding: with lines for errors, and with attributes marked.
    ///
    /// This keeps an attribute and a child with the same name apart; decoding finds attributes without their prefix.
    func forDecoding(keepingOrder keepsOrder: Bool) -> XMLOptions {
        var options = self
        options.keepsLines = true
        if keepsOrder, orderKey == nil { options.orderKey = "#order" }
        // A decoder cannot find `xsi:nil` without its prefix, or in another style.
        options.keepsNilName =
            options.namespaces == .strip || options.keyStyle != .keep || !options.namespacePrefixes.isEmpty
        if options.attributes == .merge, !options.elementsAreArrays { options.attributes = .prefix("@") }
        return options
    }

    /// The default options, with those of other options for the bytes of documents.
    package init(readingAs other: XMLOptions) {
        (encoding, isConcatenated, entities) = (other.encoding, other.isConcatenated, other.entities)
        (replacesInvalidCharacters, limits) = (other.replacesInvalidCharacters, other.limits)
    }

    /// These options for several documents in one input.
    var ofSeries: XMLOptions {
        var options = self
        options.isConcatenated = true
        return options
    }

    /// These options for writing a value that was read with them.
    ///
    /// If the separator of prefixes can be in a name, the reader has split no prefixes, and the writer uses `:`.
    package var forWriting: XMLOptions {
        var options = self
        if !separatesPrefixes { options.prefixSeparator = ":" }
        return options
    }

    /// The declarations that values hold: stripped namespaces lose theirs, unless they are collected.
    var heldDeclarations: NamespaceDeclarations {
        namespaces == .strip && namespaceDeclarations == .keep ? .drop : namespaceDeclarations
    }

    /// Whether keys, values or null depend on the declarations in force.
    var usesNamespaces: Bool {
        namespaces == .expand || !namespacePrefixes.isEmpty || nilIsNull || heldDeclarations.areCollected
            || keepsNilName
    }

    /// Whether keys can differ from the names in a document.
    var changesNames: Bool {
        namespaces != .keep || !namespacePrefixes.isEmpty || keyStyle != .keep || prefixSeparator != ":"
    }

    /// Options for asking whether expat accepts a text as a name.
    static var forNames: XMLOptions {
        var options = XMLOptions.parker
        options.limits = [.nameLength: .max, .tokenLength: .max]
        return options
    }

    /// Options for asking whether a reader takes a text for the content of a DOCTYPE, which has this key.
    static func forDoctype(_ key: String, _ given: XMLOptions) -> XMLOptions {
        var options = XMLOptions()
        options.doctypeKey = key
        options.entities = given.entities
        options.limits = given.limits
        return options
    }

    /// Options for reading what an encoder has written, whatever its size.
    package static var forEncodedValues: XMLOptions {
        var options = XMLOptions.xmltodict
        options.trim = .none
        for limit in Limit.all { options.limits[limit] = .max }
        return options
    }

    /// Options under which values have the paths of the document.
    ///
    /// No element has a name that begins with `@` or `#`.
    package var forDescription: XMLOptions {
        var own = XMLOptions(readingAs: self)
        own.attributes = attributes == .discard ? .discard : .prefix("@")
        own.textKey = "#text"
        own.orderKey = "#order"
        own.dropsSpaceBeforeRuns = true
        own.trim = trim
        own.honorsXMLSpace = honorsXMLSpace
        own.namespaces = namespaces
        own.namespacePrefixes = namespacePrefixes
        own.namespaceDeclarations = namespaceDeclarations == .drop ? .drop : .keep
        own.select = select
        own.skip = skip
        // The paths must match, too; the texts stay as they are.
        own.typesByPath = typesByPath.mapValues { _ in .string }
        own.requiresMatch = requiresMatch
        return own
    }

    /// Options under which names are those of the document, and nothing is built: only the input counts.
    func forEditing(tracksNamespaces: Bool) -> XMLOptions {
        var own = XMLOptions()
        // Null values need the declarations in force, and an editor builds none.
        own.nilIsNull = tracksNamespaces
        own.encoding = encoding
        own.entities = entities
        own.limits = limits
        own.limits[.result] = nil
        return own
    }

    /// Options for the documents of an XML Schema: each element is an array of its name, its attributes and its content,
    /// with names and declarations in force.
    ///
    /// - Parameters:
    ///   - notes: The elements to skip, which have notes for people.
    ///   - limits: The limits of a document.
    /// - Returns: The options.
    package static func forSchemas(without notes: XMLPath, _ limits: [Limit: Int]) -> XMLOptions {
        var options = XMLOptions()
        options.elementsAreArrays = true
        options.keepsRoot = false
        options.namespaces = .expand
        options.namespaceDeclarations = .inherit
        options.keepsLines = true
        options.skip = [notes]
        options.limits = limits
        return options
    }
}
