extension XMLOptions {
    /// Creates the default options with the input options of `other`: encoding, entities, characters and limits.
    package init(readingAs other: XMLOptions) {
        (encoding, isConcatenated, entities) = (other.encoding, other.isConcatenated, other.entities)
        (replacesInvalidCharacters, limits) = (other.replacesInvalidCharacters, other.limits)
    }

    var ofSeries: XMLOptions {
        var options = self
        options.isConcatenated = true
        return options
    }

    /// These options for writing, with the separator `:` if names can contain the separator of these options.
    package var forWriting: XMLOptions {
        var options = self
        if !separatesPrefixes { options.prefixSeparator = ":" }
        return options
    }

    /// The value of `namespaceDeclarations`, except that stripped namespaces turn `keep` into `drop`.
    var heldDeclarations: NamespaceDeclarations {
        namespaces == .strip && namespaceDeclarations == .keep ? .drop : namespaceDeclarations
    }

    var usesNamespaces: Bool {
        namespaces == .expand || !namespacePrefixes.isEmpty || nilIsNull || heldDeclarations.areCollected
            || keepsNilName || tracksNamespaces
    }

    static var forNames: XMLOptions {
        var options = XMLOptions.parker
        options.limits = [.nameLength: .max, .tokenLength: .max]
        return options
    }

    /// Returns options for a reader that checks the text of a DOCTYPE, and returns the text under `key`.
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

    /// Options for descriptions, where keys such as `@id` and `#text` differ from all names of elements.
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
        // `requiresMatch` needs these paths, and the type `string` keeps the texts for descriptions.
        own.typesByPath = typesByPath.mapValues { _ in .string }
        own.requiresMatch = requiresMatch
        return own
    }

    /// Returns options for an editor, which builds no values and so needs only options of the input.
    func forEditing(tracksNamespaces: Bool) -> XMLOptions {
        var own = XMLOptions()
        own.tracksNamespaces = tracksNamespaces
        own.encoding = encoding
        own.entities = entities
        own.limits = limits
        own.limits[.result] = nil
        return own
    }

    /// Returns options for reading the files of an XML Schema as arrays, without the elements at `notes`.
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
