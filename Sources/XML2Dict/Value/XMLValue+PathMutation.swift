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
    /// `nil`. Text that is set over an element becomes its text. A last step `@id` is
    /// the attribute `id`, as the convention of the value writes it; `@*` is each attribute. The change goes to each of the alternatives that `|` separates.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` to remove what is there.
    ///   - path: The path.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath`, also for `@*` in a value that does not distinguish
    ///   attributes from elements.
    public mutating func set(_ value: XMLValue?, at path: XMLPath) throws(XMLReaderError) {
        try path.checkForValue()
        let alternatives = try path.alternatives.map { path throws(XMLReaderError) in
            (steps: try steps(path), leadsToAttributes: path.attribute != nil)
        }
        for (steps, leadsToAttributes) in alternatives { edit(steps, value, setsAttributes: leadsToAttributes) }
    }

    /// Sets or removes a value in every place to which keys lead.
    mutating func edit(_ steps: [KeyStep?], _ value: XMLValue?, setsAttributes: Bool = false) {
        var edit = KeyEdit(steps, value, setsAttributes: setsAttributes, in: self)
        edit.run(&self)
    }

    private func steps(_ path: XMLPath.Alternative) throws(XMLReaderError) -> [KeyStep?] {
        var steps = PathSteps(path, in: storage).steps
        guard case .text(let name)?? = steps.last else { return steps }
        guard let name else {
            throw XMLReaderError(
                .invalidPath,
                "'\(path.text)' cannot be set: nothing in this value distinguishes attributes from elements; name the attribute"
            )
        }
        steps[steps.count - 1] = .key(name)
        return steps
    }
}
