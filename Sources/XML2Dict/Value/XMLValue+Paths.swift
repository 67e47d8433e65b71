extension XMLValue {
    /// The first value at a path that begins in this value.
    ///
    /// ```swift
    /// menu[path: "items/item/name"]?.text
    /// ```
    ///
    /// Each step of the path is a key. `*` matches any element, and `@id` at the end matches the attribute `id` in
    /// every convention. Arrays use up no step: the search enters each item, in order. The path begins in this value,
    /// with or without a slash. Use subscripts for keys that contain slashes.
    ///
    /// The result is `nil` if the path matches nothing. Repeated elements are an array, and the ``text`` of an array is
    /// the text of its first item. The time grows with the number of keys that the search compares.
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
    /// `section/pic` is any `pic` in a `section`. `/book/section` begins in this value. `*` is any element. `pic/@src`
    /// is the attribute `src` of any `pic`. Arrays use up no step. The result has the items of arrays, but no arrays.
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
    /// The path begins in this value, with or without a slash. Arrays use up no step: the method changes each item of
    /// an array. But a new value that is an array replaces the old array. `*` matches every existing element. A text
    /// that replaces an element becomes the text of the element. `@id` at the end matches the attribute `id` in every
    /// convention, and `@*` matches every attribute. For `a|b`, the method changes the matches of `a` and of `b`.
    ///
    /// - Parameters:
    ///   - value: The new value, or `nil` to remove.
    ///   - path: The path.
    ///   - creating: Whether to add missing keys and dictionaries. If so, a path that matches nothing is not an error.
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
