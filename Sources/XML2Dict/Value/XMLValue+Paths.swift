extension XMLValue {
    /// The first value at a path that begins in this value.
    ///
    /// ```swift
    /// menu[path: "items/item/name"]?.text
    /// ```
    ///
    /// Each step of the path is a key. `*` is any element, and `@id` at the end is the attribute `id`, as the convention
    /// of the value writes it. Arrays use up no step. The search looks into each item, in order. The path begins in this
    /// value, with or without a slash. Use subscripts for keys that contain slashes.
    ///
    /// It is `nil` when the path matches nothing. Repeated elements are an array, whose ``text`` is the text of the
    /// first. The time grows with the number of keys that the search compares.
    public subscript(path path: XMLPath) -> XMLValue? {
        ValueSearch(path, in: self).first()
    }

    /// Returns every value at a path, in this value and in every value inside it, in document order.
    ///
    /// ```swift
    /// // the pictures of all sections, however deep they are
    /// book.descendants(at: "section/pic").compactMap(\.text)
    /// ```
    ///
    /// `section/pic` is any `pic` in a `section`. `/book/section` begins in this value. `*` is any element. `pic/@src` is
    /// the attribute `src` of any `pic`. Arrays use up no step, and the result has their items in place of arrays.
    public func descendants(at path: XMLPath) -> [XMLValue] {
        ValueSearch(path, in: self).all()
    }
}

extension XMLValue {
    /// Sets or removes each value that a path matches.
    ///
    /// ```swift
    /// try feed.set("en", at: "rss/channel/language")
    /// try feed.set(nil, at: "rss/channel/item/guid/@isPermaLink")
    /// ```
    ///
    /// The path begins in this value, with or without a slash. Arrays use up no step. The method changes each item, so
    /// the number of elements stays. A new value that is an array replaces all elements under a key.
    /// `*` is each element that exists. A text that is set over an element becomes its text. A last step `@id` is the
    /// attribute `id`, as the convention of the value writes it. `@*` is each attribute. The method changes each of the
    /// alternatives that `|` separates.
    ///
    /// - Parameters:
    ///   - value: The new value, or `nil` to remove.
    ///   - path: The path.
    ///   - creating: Whether to add missing keys, with dictionaries between them. A path that matches nothing is then
    ///     no error.
    /// - Returns: The number of values that were set or removed.
    /// - Throws: An ``XMLError`` with the code `noMatch` if the path matches nothing, or `invalidPath` for `@*` in a
    ///   value that does not distinguish attributes from elements.
    @discardableResult
    public mutating func set(
        _ value: XMLValue?,
        at path: XMLPath,
        creating: Bool = false
    ) throws(XMLError) -> Int {
        let alternatives = try path.alternatives.map { path throws(XMLError) in
            (steps: try steps(path), leadsToAttributes: path.attribute != nil)
        }
        var count = 0
        for (steps, leadsToAttributes) in alternatives {
            count += edit(steps, value, creates: creating, goesToItems: true, setsAttributes: leadsToAttributes)
        }
        guard count > 0 || creating else {
            throw XMLError(.noMatch, "'\(path)' matches nothing in this value; creating: true adds what is missing")
        }
        return count
    }

    @discardableResult
    mutating func edit(
        _ steps: [KeyStep?],
        _ value: XMLValue?,
        creates: Bool = true,
        goesToItems: Bool = false,
        setsAttributes: Bool = false
    ) -> Int {
        var edit = KeyEdit(
            steps,
            value,
            creates: creates,
            goesToItems: goesToItems,
            setsAttributes: setsAttributes,
            in: self
        )
        edit.run(&self)
        return edit.count
    }

    private func steps(_ path: XMLPath.Alternative) throws(XMLError) -> [KeyStep?] {
        let steps = PathSteps(path, in: storage).steps
        if case .text(nil)?? = steps.last {
            throw XMLError(
                .invalidPath,
                "'\(path.text)' cannot be set: nothing in this value distinguishes attributes from elements; name the attribute"
            )
        }
        return steps
    }
}
