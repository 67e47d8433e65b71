extension XMLValue {
    /// Sets or removes a value in every place to which a path leads.
    ///
    /// ```swift
    /// try feed.set("en", at: "rss/channel/language")
    /// try feed.set(nil, at: "rss/channel/item/guid/@isPermaLink")
    /// ```
    ///
    /// The path begins in this value, with or without a slash. Arrays use up no step: the change goes to each item. `*`
    /// is each key that exists. A missing key is added, with a dictionary for the steps after it, unless the value is
    /// `nil`. A last step `@id` is the attribute `id`, as the convention of the value writes it; `@*` is each
    /// attribute. The change goes to each of the alternatives that `|` separates.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` to remove what is there.
    ///   - path: The path.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath`, also for `@*` in a value that does not distinguish
    ///   attributes from elements.
    public mutating func set(_ value: XMLValue?, at path: XMLPath) throws(XMLReaderError) {
        try path.checkForValue()
        for steps in try path.alternatives.map(steps) {
            var value = value
            edit(steps, &value)
        }
    }

    private func steps(_ path: XMLPath.Alternative) throws(XMLReaderError) -> [KeyEdit.Step] {
        var steps = path.steps.map(step)
        guard let attribute = path.attribute else { return steps }
        guard let last = attributeStep(attribute) else {
            throw XMLReaderError(
                .invalidPath,
                "'\(path.text)' cannot be set: nothing in this value distinguishes attributes from elements; name the attribute"
            )
        }
        if let group = storage.roles.attributeGroupKey {
            steps.append(.key(Array(storage.tree.names[group].utf8)))
        }
        return steps + [last]
    }

    private func step(_ step: XMLPath.Step) -> KeyEdit.Step {
        step.key(separator: storage.roles.prefixSeparator).map { .key(Array($0.utf8)) } ?? .any
    }

    /// The step to an attribute; `nil` for all attributes when nothing distinguishes them from elements.
    private func attributeStep(_ step: XMLPath.Step) -> KeyEdit.Step? {
        let prefix = storage.roles.attributePrefix
        switch self.step(step) {
        case .key(let name): return .key(prefix + name)
        case .any, .prefixed:
            if !prefix.isEmpty { return .prefixed(prefix) }
            return storage.roles.attributeGroupKey == nil ? nil : .any
        }
    }
}
