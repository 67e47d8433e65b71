extension ValueForm {
    package init(_ options: XMLOptions) {
        self.init()
        keepsRoot = options.keepsRoot
        let paths = options.select.map(\.description).joined(separator: "|")
        selected = options.select.isEmpty ? nil : XMLPath(unchecked: paths)
        skips = !options.skip.isEmpty
        addsToRecords = options.originKey != nil || options.ancestorsKey != nil
        includesXMLDeclaration = options.includesXMLDeclaration && options.keepsRoot
        keepsOuterSpace = options.keepsOuterSpace
        isOrdered = options.elementsAreArrays
        keepsOrder = options.orderKey != nil
        keepsNodes = options.commentKey != nil || options.processingInstructionKey != nil
        empty = options.empty
        nilIsNull = options.nilIsNull
        keepsAttributes = options.attributes != .discard
        attributePrefix = options.attributePrefix
        attributeGroupKey = options.attributeGroupKey
        textKey = options.textKey
        textOnlyIsString = options.textOnlyIsString
        otherKeys = options.roles.filter { ![.text, .attributeGroup].contains($0.role) }.map(\.key)
        namespaces = options.namespaces
        prefixes = options.namespacePrefixes
        keyStyle = options.keyStyle
        prefixSeparator = options.prefixSeparator
    }
}

extension XMLOptions {
    /// Returns these options for a decoder: with lines for errors, and with attributes apart from child elements.
    func forDecoding(keepingOrder keepsOrder: Bool) -> XMLOptions {
        var options = self
        options.keepsLines = true
        if keepsOrder, orderKey == nil { options.orderKey = "#order" }
        // A decoder recognizes `xsi:nil` by the key, so no other attribute may have this key.
        options.keepsNilName = ValueForm(options).mergesNames
        if options.attributes == .merge, !options.elementsAreArrays { options.attributes = .prefix("@") }
        return options
    }
}
