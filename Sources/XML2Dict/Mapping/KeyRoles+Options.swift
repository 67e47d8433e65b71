extension KeyRoles {
    /// The roles of keys under options.
    ///
    /// - Parameters:
    ///   - keys: The keys that have a role by themselves; the first one of a number holds.
    ///   - textKey: The number of the key that text is under.
    ///   - options: The options.
    package convenience init(_ keys: [(number: Int, role: KeyRole)], textKey: Int, options: XMLOptions) {
        var form = Form()
        form.attributePrefix = Array(options.attributePrefix.utf8)
        form.hasMarkedAttributes = options.attributes != .merge
        form.isOrdered = options.elements == .array
        form.hasTextElements = options.textKey != nil && options.textOnly != .string && options.elements != .array
        form.keepsRoot = options.keepsRoot
        form.hasNullForEmpty = options.empty == .null && !options.nilIsNull
        form.keepsOuterSpace = options.keepsOuterSpace
        form.prefixSeparator = options.prefixSeparator
        form.style = options.keys
        self.init(keys, textKey: textKey, form, options)
    }
}
