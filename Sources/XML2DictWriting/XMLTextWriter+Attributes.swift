import XML2Dict

/// Writing tags: names and attributes.
extension XMLTextWriter {
    /// A start tag, kept for its end tag.
    struct StartTag: BitwiseCopyable {
        /// The numbers of the prefix and of the name; the prefix is -1 when it is part of the name.
        var prefix: Int32
        var name: Int32
        /// The value of `xml:space`, if the tag has that attribute.
        var keepsSpace: Bool?
    }

    /// Writes a start tag, except its end.
    ///
    /// - Parameters:
    ///   - survey: What the element has; its attributes are those that were planned last.
    ///   - key: The element's key.
    ///   - tree: The memory of the value.
    /// - Returns: The tag.
    /// - Throws: `WriteError` for a name or an attribute that cannot be written, and when the output fails.
    @inline(__always)
    mutating func startTag(
        _ survey: Survey,
        _ key: WrittenNames.Key,
        _ tree: StorageView
    ) throws(WriteError) -> StartTag {
        tagCount &+= 1
        let name = try checkedName(Int(key.name))
        let parts = name.parts
        let isPlain = key.namespace < 0 && !parts.hasPrefix && parts.role == .ordinary && !rules.form.expandsNamespaces
        guard isPlain, !survey.hasDeclarations, !survey.hasAttributes, stack.count > 1 else {
            return try startOtherTag(survey, key, name, tree)
        }
        try putName(key.name, .start)
        return StartTag(prefix: -1, name: key.name)
    }

    @inline(never)
    private mutating func startOtherTag(
        _ survey: Survey,
        _ key: WrittenNames.Key,
        _ name: WrittenNames.WrittenName,
        _ tree: StorageView
    ) throws(WriteError) -> StartTag {
        if stack.count == 1 { hasRoot = true }
        if survey.hasDeclarations { try declareAttributes(tree) }
        // Declarations up to here are attributes, which are written later.
        let first = names.scope.declarations.count
        if survey.hasDeclarations { try declareCollected(tree) }
        if stack.count == 1, rules.declaresNamespaces { try declareFixedNamespaces() }
        var tag = StartTag(prefix: -1, name: key.name)
        if key.namespace >= 0 {
            tag.prefix = Int32(try prefix(for: Int(key.namespace), isAttribute: false, of: key))
            try count(prefix: Int(tag.prefix), of: key)
        } else {
            try checkPrefix(of: name, key)
        }
        try putName(prefix: tag.prefix, tag.name, .start)
        if rules.form.expandsNamespaces, key.namespace < 0, !name.parts.hasPrefix { try endDefaultNamespace() }
        try putDeclarations(from: first)
        if survey.hasAttributes { tag.keepsSpace = try putAttributes(tree) }
        return tag
    }

    /// Looks up a name of an element or an attribute, and checks it.
    @inline(__always)
    mutating func checkedName(_ number: Int) throws(WriteError) -> WrittenNames.WrittenName {
        let name = names.writtenName(number)
        if name.isValid { return name }
        throw invalidName(number)
    }

    private mutating func invalidName(_ number: Int) -> WriteError {
        let name = names.names[number]
        guard !name.utf8.isEmpty else { return .value(.invalidName, "a name cannot be empty") }
        let role = names.node(name.utf8)
        if role == .text, stack.count == 1 {
            return .value(
                .invalidForm,
                "text cannot be beside the root; \(option: "rootName") makes an element of the whole value"
            )
        }
        if let form = form(of: role) {
            return .value(.invalidForm, "the value of '\(name.shortened)' must be \(form)")
        }
        let hint = Self.remedy(forKey: name.string)
        let requirement = WrittenNameCheck.requirement(of: name.string)
        return .value(.invalidName, "'\(name.shortened)' is not \(requirement)\(hint)")
    }

    /// The options of the program that writes a key which is no name here.
    private static func remedy(forKey key: String) -> ErrorMessage {
        let shown = key.shortened
        return switch (key.utf8.first, key) {
        case (_, "@attributes"):
            "; if it holds attributes, use \(setting: "attributes", ".group(\"@attributes\")")"
        case (_, "$"):
            "; if it is text, use \(setting: "options", ".badgerfish"), and for the attributes of xml2js, \(setting: "attributes", ".group(\"$\")") and \(setting: "textKey", "\"_\"")"
        case (_, "$t"): "; if it is text, use \(setting: "options", ".gdata")"
        case (_, "0"): "; if it is the text of PHP, use \(setting: "textKey", "\"0\"")"
        case (_, "?xml"): "; \(declarationOfNewtonsoft)"
        case (UInt8(ascii: "@"), _):
            "; if it is an attribute, use \(setting: "options", ".xmltodict")"
        case (UInt8(ascii: "-"), _):
            "; if it is an attribute, use \(setting: "attributes", ".prefix(\"-\")"), with \(setting: "textKey", "\"#text\"") for the text of mxj"
        case (UInt8(ascii: "#"), _): remedy(forNode: key)
        // A shell would end its word at the apostrophe.
        case (UInt8(ascii: "$"), _) where !shown.contains("'"):
            "; if it is text, use \(setting: "textKey", "\"\(shown)\"")"
        default: ""
        }
    }

    /// The hint for the XML declaration in JSON of Newtonsoft.Json, which no option reads.
    static var declarationOfNewtonsoft: ErrorMessage {
        "leave out '?xml', the XML declaration of Newtonsoft.Json, and use \(setting: "options", ".xmltodict") for the rest"
    }

    /// The option that gives a key of the convention `faithful` its meaning.
    private static func remedy(forNode key: String) -> ErrorMessage {
        let option = XMLOptions.faithful.roles.first { $0.key == key }?.role.option
        return switch option {
        case "textKey"?: "; if it is text, use \(setting: "options", ".xmltodict")"
        case let option?:
            "; use \(setting: "options", ".faithful") for all such keys, or \(setting: option, "\"\(key)\"") for this one"
        case nil: ""
        }
    }

    /// The word for a value under a key of the options; `nil` for keys that can only be names.
    private func form(of role: KeyRole) -> String? {
        switch role {
        case .text: "text: a string, a number or a boolean"
        case .cdata: "a CDATA section in an element: a string"
        case .comment: "a comment: a string"
        case .instruction: "an instruction: a dictionary of its target and its text"
        case .doctype: "the DOCTYPE beside the root: a string"
        case .order: "the order of the content: an array of keys"
        case .attributeGroup: "the dictionary of an element's attributes"
        case .element, .attribute, .declarations, .version, .encoding, .standalone: nil
        }
    }

    /// The place of a name in a tag, which decides the bytes around it.
    enum NamePlace {
        /// `<a`
        case start
        /// `</a>`
        case end
        /// ` a="`
        case attribute
    }

    @inline(__always)
    mutating func putName(prefix: Int32, _ name: Int32, _ place: NamePlace) throws(WriteError) {
        guard prefix >= 0, Int(prefix) != names.nothing else { return try putName(name, place) }
        try putPrefixedName(prefix, name, place)
    }

    @inline(never)
    private mutating func putPrefixedName(_ prefix: Int32, _ name: Int32, _ place: NamePlace) throws(WriteError) {
        let prefix = names.names[Int(prefix)], name = names.names[Int(name)]
        try checkASCII(prefix.utf8)
        try checkASCII(name.utf8)
        try reserve(prefix.byteCount &+ name.byteCount &+ 4)
        var cursor = TextCursor<XMLTextEscapes>(output.end)
        cursor.putOpening(of: place)
        cursor.putPlain(prefix.bytes, count: prefix.byteCount)
        cursor.put(UInt8(ascii: ":"))
        cursor.putPlain(name.bytes, count: name.byteCount)
        cursor.putClosing(of: place)
        output.end = cursor.place
    }

    @inline(__always)
    private mutating func putName(_ number: Int32, _ place: NamePlace) throws(WriteError) {
        let name = names.names[Int(number)]
        try checkASCII(name.utf8)
        try reserve(name.byteCount &+ 3)
        var cursor = TextCursor<XMLTextEscapes>(output.end)
        cursor.putOpening(of: place)
        cursor.putPlain(name.bytes, count: name.byteCount)
        cursor.putClosing(of: place)
        output.end = cursor.place
    }

    @inline(__always)
    mutating func checkASCII(_ name: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        guard rules.format.isASCII, name.contains(where: { $0 >= 0x80 }) else { return }
        throw .value(
            .invalidName,
            "the name \(String(shortening: name)) is not ASCII, and a name cannot have character references"
        )
    }

    @inline(__always)
    mutating func putPlainName(_ name: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        try checkASCII(name)
        try put(name)
    }

    /// Ends an element without content, whose start tag lacks its end.
    mutating func endEmptyElement(_ tag: StartTag) throws(WriteError) {
        names.leave(stack.count)
        guard rules.format.hasLongEmptyTags else { return try put("/>") }
        try put(UInt8(ascii: ">"))
        try putEndTag(tag)
    }

    @inline(__always)
    mutating func putEndTag(_ tag: StartTag) throws(WriteError) {
        try putName(prefix: tag.prefix, tag.name, .end)
    }

    /// Writes an element that is null (XML Schema part 1, section 2.6.2).
    mutating func writeNil(_ key: WrittenNames.Key, _ tree: StorageView) throws(WriteError) {
        let tag = try startTag(Survey(), key, tree)
        let prefix = names.schemaInstancePrefix, uri = names.schemaInstance
        let written: Int
        if let declared = names.scope.prefix(for: uri, isAttribute: true) {
            written = declared
        } else {
            written = names.uri(of: names.scope.slot(of: prefix)) == nil ? prefix : names.newPrefix(for: uri)
            try putDeclaration(written, uri)
        }
        try put(UInt8(ascii: " "))
        try put(names.names[written].utf8)
        try put(":nil=\"true\"")
        try endEmptyElement(tag)
    }

    // MARK: Attributes

    /// An attribute of the element that was planned last, which becomes the place of errors; `nil` for another part.
    mutating func attribute(
        at place: Int,
        _ tree: StorageView
    ) throws(WriteError) -> (key: WrittenNames.Key, text: UnsafeBufferPointer<UInt8>)? {
        let part = attributes[place]
        guard part.role == .attribute else { return nil }
        attributeKey = part.key.number
        guard part.entry.isText || part.entry.kind == .null else {
            let name = names.names[Int(part.key.number)].shortened
            let group: ErrorMessage = "; \(setting: "attributes", ".group(\"@attributes\")") has such dictionaries"
            throw part.entry.kind == .array
                ? .value(
                    .duplicateAttribute,
                    "an element has an attribute only once, and \(name) is there several times"
                )
                : .value(
                    .invalidForm,
                    "an attribute is a text, and \(name) is a dictionary\(name == "@attributes" ? group : "")"
                )
        }
        return (part.key, Self.text(of: part.entry, tree))
    }

    /// Writes the attributes of a tag.
    ///
    /// - Returns: The value of `xml:space`.
    private mutating func putAttributes(_ tree: StorageView) throws(WriteError) -> Bool? {
        var keepsSpace: Bool?
        for place in 0..<attributes.count {
            guard let (key, text) = try attribute(at: place, tree) else { continue }
            keepsSpace = try putAttribute(key, text) ?? keepsSpace
        }
        attributeKey = -1
        return keepsSpace
    }

    /// - Returns: The value of `xml:space`, if the attribute is that.
    private mutating func putAttribute(
        _ key: WrittenNames.Key,
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(WriteError) -> Bool? {
        let name = try checkedName(Int(key.name))
        var prefix: Int32 = -1, expanded = Int(key.name)
        if key.namespace >= 0 {
            let first = names.scope.declarations.count
            prefix = Int32(try self.prefix(for: Int(key.namespace), isAttribute: true, of: key))
            try count(prefix: Int(prefix), of: key)
            try putDeclarations(from: first)
            expanded = names.expandedName(Int(key.name), in: Int(key.namespace))
        } else if name.parts.role == .declaration {
            try checkDeclaration(name, text)
        } else if name.parts.hasPrefix {
            try checkPrefix(of: name, key)
            expanded = names.expandedName(Int(key.name), in: names.uri(of: name.parts.slot) ?? names.nothing)
        }
        try noteAttribute(expanded, named: Int(key.name))
        try putName(prefix: prefix, key.name, .attribute)
        try putAttributeValue(text)
        try put(UInt8(ascii: "\""))
        let isSpace = name.isSpace || Int(key.namespace) == names.xmlNamespace && names.isSpace(key)
        guard isSpace else { return nil }
        if text.elementsEqual("preserve".utf8) { return true }
        return text.elementsEqual("default".utf8) ? false : nil
    }

    /// Refuses an attribute that the tag has already.
    mutating func noteAttribute(_ number: Int, named name: Int) throws(WriteError) {
        attributeTags.extend(to: number + 1, with: 0)
        guard attributeTags[number] != tagCount else {
            let name = names.names[name].shortened
            let isSettled = rules.isOfReader || !rules.stringsAreAttributes
            let hint: ErrorMessage =
                isSettled ? "" : "; with \(setting: "options", ".xmltodict") strings are elements"
            throw .value(
                .duplicateAttribute,
                "an element has an attribute only once, and \(name) is there already\(hint)"
            )
        }
        attributeTags[number] = tagCount
    }
}

extension TextCursor<XMLTextEscapes> {
    /// Writes the bytes before a name.
    @inline(__always)
    fileprivate mutating func putOpening(of place: XMLTextWriter.NamePlace) {
        put(place == .attribute ? UInt8(ascii: " ") : UInt8(ascii: "<"))
        if place == .end { put(UInt8(ascii: "/")) }
    }

    /// Writes the bytes after a name.
    @inline(__always)
    fileprivate mutating func putClosing(of place: XMLTextWriter.NamePlace) {
        switch place {
        case .start: break
        case .end: put(UInt8(ascii: ">"))
        case .attribute:
            put(UInt8(ascii: "="))
            put(UInt8(ascii: "\""))
        }
    }
}
