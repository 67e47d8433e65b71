import XML2Dict

/// The settings of a writer, compiled: what each element of a value becomes.
///
/// It never changes. A writer keeps the last one, and makes another for a value from a reader with other options.
final class WritingPlan: Sendable {
    /// The form of the values.
    let form: ValueForm

    // MARK: Elements

    /// The names of the root and of the items of an array, if they are given.
    let rootName: [UInt8]?
    let itemName: [UInt8]?
    let unwrapsSiblings: Bool

    // MARK: Attributes

    /// The prefix of the keys of attributes; empty when attributes and elements share keys.
    let attributePrefix: [UInt8]
    /// Whether attributes and elements share keys.
    let sharesKeys: Bool
    /// Whether strings under shared keys are attributes: strings with text, and empty strings.
    let stringsAreAttributes: Bool
    let emptyStringsAreAttributes: Bool
    /// Whether a reader made the value.
    let isOfReader: Bool
    /// Whether numbers and booleans may be attributes under shared keys; a reader without types makes no such values.
    let hasTypes: Bool
    /// The keys of attributes where a string may also be an element.
    let attributeNames: Set<[UInt8]>

    // MARK: Text

    let honorsXMLSpace: Bool
    /// Whether the reader removes white space of text, and only that between elements.
    let trims: Bool
    let dropsLayout: Bool
    /// Whether the text key can be the name of an element.
    let isTextKeyName: Bool
    /// Decides whether a text is the content of a DOCTYPE.
    let doctypes: ExpatCheck.Doctypes
    let limits: Limits

    // MARK: Names

    /// The keys that have a role by themselves; of two with the same key, the first holds.
    let roles: [(key: [UInt8], role: KeyRole)]
    let declarations: XMLOptions.NamespaceDeclarations
    let defaultNamespaceKey: [UInt8]
    /// Whether the root declares the namespaces of the options.
    let declaresNamespaces: Bool
    /// The text between prefix and name in keys.
    let separator: [UInt8]
    /// The namespaces that the options give, for names without a prefix and for prefixes.
    let defaultNamespaces: [String]
    let fixedNamespaces: [(prefix: String, uri: String)]

    // MARK: Format

    let format: XMLWriter.Format
    /// Whether the format excludes characters that XML has.
    let usesReferences: Bool
    /// The character and the number for each level of indentation; `nil` for one line.
    let unit: (byte: UInt8, count: Int)?

    /// Compiles the settings of a writer.
    ///
    /// - Throws: An `XMLError` with the code `invalidOptions`.
    init(_ writer: XMLWriter) throws(XMLError) {
        guard writer.options.separatesPrefixes else {
            throw XMLError(
                .invalidOptions,
                "a name can have the separator of prefixes in it (\(option: "prefixSeparator")); with : prefixes are recognized"
            )
        }
        try writer.options.check()
        let options = writer.options, format = writer.format
        form = ValueForm(options)
        rootName = writer.rootName.map { Array($0.utf8) }
        itemName = writer.itemName.map { Array($0.utf8) }
        unwrapsSiblings = options.unwrapsSiblings

        attributePrefix = Array(options.attributePrefix.utf8)
        let sharesKeys = options.attributes == .merge && options.elements == .dictionary
        self.sharesKeys = sharesKeys
        stringsAreAttributes = sharesKeys && options.textOnly == .dictionary
        emptyStringsAreAttributes = sharesKeys && options.empty != .string
        isOfReader = writer.isOfReader
        hasTypes = options.infersTypes || !options.typesByPath.isEmpty || options.shaping != nil
        attributeNames = Set(writer.attributeNames.map { Array($0.utf8) })

        honorsXMLSpace = options.honorsXMLSpace
        trims = options.trim != .none
        dropsLayout = options.trim == .layout
        isTextKeyName = options.textKey.map { XMLPath($0).isValid } ?? false
        doctypes = ExpatCheck.Doctypes(options.input)
        limits = Limits(options.input.limits)

        roles = options.roles.map { (Array($0.key.utf8), $0.role) }
        declarations = options.namespaceDeclarations
        defaultNamespaceKey = Array(options.defaultNamespaceKey.utf8)
        declaresNamespaces = writer.declaresNamespaces
        separator = Array(options.prefixSeparator.utf8)
        defaultNamespaces = options.namespacePrefixes.filter(\.value.isEmpty).map(\.key).sorted()
        fixedNamespaces = options.namespacePrefixes.filter { !$0.value.isEmpty }
            .map { (prefix: $0.value, uri: $0.key) }
            .sorted { ($0.prefix, $0.uri) < ($1.prefix, $1.uri) }

        self.format = format
        usesReferences = format.isASCII || format.isForTerminal
        // White space between elements is text where nothing is trimmed.
        unit = options.trim == .none ? nil : format.indentation.unit
        guard !declaresNamespaces || defaultNamespaces.count < 2 else {
            throw XMLError(
                .invalidOptions,
                "a root declares one default namespace, and several have no prefix (\(option: "namespacePrefixes"))"
            )
        }
        try checkNames(of: writer)
    }

    /// - Throws: An `XMLError` for a name of the settings that is not an XML name.
    private func checkNames(of writer: XMLWriter) throws(XMLError) {
        var given = writer.attributeNames.sorted().map { (option: "attributeNames", name: $0) }
        if let name = writer.rootName { given.append(("rootName", name)) }
        if let name = writer.itemName { given.append(("itemName", name)) }
        guard !given.isEmpty else { return }
        var names = WrittenNames(self)
        for (option, name) in given {
            let bytes = Array(name.utf8)
            let isValid = bytes.withUnsafeBufferPointer { bytes in
                names.writtenName(Int(names.element(bytes).name)).isValid
            }
            guard !isValid else { continue }
            throw XMLError(
                .invalidOptions,
                "'\(name.shortened)' (\(option: option)) is not \(WrittenNameCheck.requirement(of: name))"
            )
        }
    }

    /// Whether one document can have all values as its items: it needs names for the root and the items, and values that
    /// include their root.
    var hasItems: Bool { rootName != nil && itemName != nil && (form.keepsRoot || form.isOrdered) }

    /// The namespace of a prefix that the options give; `nil` for other prefixes.
    func fixedNamespace(of prefix: ArraySlice<UInt8>) -> String? {
        fixedNamespaces.first { $0.prefix.utf8.elementsEqual(prefix) }?.uri
    }
}

/// Decides which entries of a dictionary are attributes, elements, text and other parts.
///
/// These methods are not on the noncopyable writer, because Swift copies all bytes of a noncopyable value for a call
/// that does not change it.
extension WritingPlan {
    /// Whether an array as a whole is one part, or an error; otherwise each item is a part.
    @inline(__always)
    func isOneThing(_ array: Entry, _ key: WrittenNames.Key, isOnly: Bool, _ tree: StorageView) -> Bool {
        switch key.role {
        // An array that took the place of an element is its parent's only entry, or the order has its key once; other
        // arrays are repeated elements.
        case .element: form.isOrdered || unwrapsSiblings && isOnly && itemName != nil
        case .attribute, .attributeGroup, .declarations: true
        case .version, .encoding, .standalone: form.isOrdered
        case .order: (0..<array.length).allSatisfy { tree.entries[array.offset + $0].isString }
        default: false
        }
    }

    /// The place in an array from which strings are text; strings before it are elements or attributes with the name of
    /// the key of text.
    @inline(__always)
    func textStart(of array: Entry, _ key: WrittenNames.Key, textCount: Int) -> Int {
        guard key.role == .text, isTextKeyName else { return 0 }
        // An attribute with the key of text comes before the text, and without an order, elements do, too.
        return max(0, array.length &- textCount)
    }

    /// The XML of an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry, or an item of an array.
    ///   - key: Its key, or that of the array.
    ///   - isDocument: Whether it is beside the root, or the root.
    ///   - isText: Whether a string under the key of text is text.
    /// - Returns: What it becomes.
    @inline(__always)
    func part(
        of entry: Entry,
        _ key: WrittenNames.Key,
        isDocument: Bool,
        isText: Bool
    ) -> XMLTextWriter.Part {
        switch key.role {
        case .element: isAttribute(entry, key, isDocument) ? .attribute : .element
        case .attribute: entry.kind == .array && entry.length == 0 ? .nothing : .attribute
        default: specialPart(of: entry, key, isDocument, isText)
        }
    }

    private func specialPart(
        of entry: Entry,
        _ key: WrittenNames.Key,
        _ isDocument: Bool,
        _ isText: Bool
    ) -> XMLTextWriter.Part {
        let isString = entry.isText
        switch key.role {
        case .text where isString:
            if isText, !isDocument { return entry.isEmptyText ? .nothing : .text }
            if isText, form.keepsOuterSpace { return .outerSpace }
            return isAttribute(entry, key, isDocument) ? .attribute : .element
        case .text: return entry.kind == .null && !isTextKeyName ? .nothing : .element
        case .cdata where isString && !isDocument: return .cdata
        case .comment where isString: return .comment
        case .comment where entry.kind == .null: return .nothing
        case .doctype where isString && isDocument: return .doctype
        case .instruction where entry.isDictionary: return .instruction
        case .attributeGroup where entry.isDictionary && !isDocument: return .attributes
        case .declarations: return entry.isDictionary && !isDocument ? .declarations : .attribute
        case .version, .encoding, .standalone:
            if isDocument, isString { return .xmlDeclaration }
            return isAttribute(entry, key, isDocument) ? .attribute : .element
        case .order where entry.kind == .array: return .order
        default: return .element
        }
    }

    /// Whether an entry is an attribute where elements have the same keys.
    @inline(__always)
    func isAttribute(_ entry: Entry, _ key: WrittenNames.Key, _ isDocument: Bool) -> Bool {
        guard sharesKeys, entry.isText, !isDocument else { return false }
        if key.isAttributeName { return true }
        return (hasTypes || entry.isString) && (entry.isEmptyText ? emptyStringsAreAttributes : stringsAreAttributes)
    }

    // MARK: Text

    /// Whether the format excludes a character, so that a reference stands for it.
    func needsReference(_ scalar: Unicode.Scalar) -> Bool {
        format.isASCII && !scalar.isASCII || format.isForTerminal && scalar.isTerminalControl
    }
}
