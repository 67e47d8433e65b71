extension XMLValue {
    /// The first value at a path that begins in this value.
    ///
    /// ```swift
    /// try menu[path: "items/item/name"]?.text
    /// ```
    ///
    /// The steps of an ``XMLPath`` are keys here: `*` is any key, and `@id` at the end is the attribute `id`, as the
    /// convention of the value writes it. Arrays use up no step: the search goes through their items in order. A slash
    /// at the beginning is this value, where the path begins in any case. Use subscripts for keys that contain slashes.
    ///
    /// The result may be an array, and is `nil` when the path matches nothing. The time of the search grows with the
    /// number of keys that it compares. The search throws an ``XMLReaderError`` with the code `invalidPath` for an
    /// invalid path.
    public subscript(path path: XMLPath) -> XMLValue? {
        get throws(XMLReaderError) {
            try ValueSearch(path, in: self).first()
        }
    }

    /// Every value at a path, in this value and in every value inside it, in the order of the entries.
    ///
    /// ```swift
    /// // the pictures of all sections, however deep they are
    /// try book.descendants(at: "section/pic").compactMap(\.text)
    /// ```
    ///
    /// `section/pic` is any `pic` in a `section`; `/book/section` begins in this value; `*` is any key; `pic/@src` is
    /// the attribute `src` of any `pic`. Arrays use up no step, and the result has each item of an array that the path
    /// matches.
    ///
    /// - Parameter path: The path.
    /// - Returns: The values, without arrays.
    /// - Throws: An ``XMLReaderError`` with the code `invalidPath`.
    public func descendants(at path: XMLPath) throws(XMLReaderError) -> [XMLValue] {
        try ValueSearch(path, in: self).all()
    }
}
