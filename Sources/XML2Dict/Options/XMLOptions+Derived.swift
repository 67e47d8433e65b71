extension XMLOptions {
    /// Returns these options with lines for errors, and with marked attributes, apart from children with the same name.
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

    /// Creates the default options, with the options of `other` for the bytes of documents.
    package init(readingAs other: XMLOptions) {
        (encoding, isConcatenated, entities) = (other.encoding, other.isConcatenated, other.entities)
        (replacesInvalidCharacters, limits) = (other.replacesInvalidCharacters, other.limits)
    }

    var ofSeries: XMLOptions {
        var options = self
        options.isConcatenated = true
        return options
    }

    /// These options for writing, with the separator `:` if the reader could split no prefixes.
    package var forWriting: XMLOptions {
        var options = self
        if !separatesPrefixes { options.prefixSeparator = ":" }
        return options
    }

    /// The declarations in values, of which stripped namespaces have only collected ones.
    var heldDeclarations: NamespaceDeclarations {
        namespaces == .strip && namespaceDeclarations == .keep ? .drop : namespaceDeclarations
    }

    var usesNamespaces: Bool {
        namespaces == .expand || !namespacePrefixes.isEmpty || nilIsNull || heldDeclarations.areCollected
            || keepsNilName || tracksNamespaces
    }

    var changesNames: Bool {
        namespaces != .keep || !namespacePrefixes.isEmpty || keyStyle != .keep || prefixSeparator != ":"
    }

    static var forNames: XMLOptions {
        var options = XMLOptions.parker
        options.limits = [.nameLength: .max, .tokenLength: .max]
        return options
    }

    /// Returns options for a check of a text as the content of a DOCTYPE, under this key.
    static func forDoctype(_ key: String, _ given: XMLOptions) -> XMLOptions {
        var options = XMLOptions()
        options.doctypeKey = key
        options.entities = given.entities
        options.limits = given.limits
        return options
    }

    package static var forEncodedValues: XMLOptions {
        var options = XMLOptions.xmltodict
        options.trim = .none
        for limit in Limit.all { options.limits[limit] = .max }
        return options
    }

    /// Options under which values have the paths of the document, because no element's name begins with `@` or `#`.
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
        // The paths must match too, but the texts do not change.
        own.typesByPath = typesByPath.mapValues { _ in .string }
        own.requiresMatch = requiresMatch
        return own
    }

    /// Options under which names are the document's names, and nothing is built, because only the input counts.
    func forEditing(tracksNamespaces: Bool) -> XMLOptions {
        var own = XMLOptions()
        own.tracksNamespaces = tracksNamespaces
        own.encoding = encoding
        own.entities = entities
        own.limits = limits
        own.limits[.result] = nil
        return own
    }

    /// Returns options for the documents of an XML Schema, with elements as arrays, without the elements at `notes`.
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
