/// The form of values: the form of keys, and the representation of text, empty elements and records.
///
/// A value stores the form of its reader. The defaults apply to values that a program makes. A shape can use a form
/// before any document is read.
package struct ValueForm: Sendable {

    package var keepsRoot = true
    /// The path of the selected elements, or `nil` for whole documents and records.
    package var selected: XMLPath?
    package var skips = false
    /// Whether the reader adds entries to records: the origin or the ancestors.
    package var addsToRecords = false
    package var includesXMLDeclaration = false
    package var keepsOuterSpace = false

    package var isOrdered = false
    package var keepsOrder = false
    package var keepsNodes = false
    package var empty = XMLOptions.Empty.dictionary
    package var nilIsNull = false
    package var keepsAttributes = true
    package var attributePrefix = ""
    package var attributeGroupKey: String?

    package var textKey: String?
    package var textOnlyIsString = false
    /// The keys of nodes other than elements, attributes and text.
    package var otherKeys: [String] = []

    package var namespaces = XMLOptions.Namespaces.keep
    package var prefixes: [String: String] = [:]
    package var keyStyle = XMLOptions.KeyStyle.keep
    package var prefixSeparator = ":"

    package var expandsNamespaces: Bool { namespaces == .expand }
    /// Whether a prefix or a group marks attributes, or the reader drops attributes.
    var hasMarkedAttributes: Bool { !keepsAttributes || !attributePrefix.isEmpty || attributeGroupKey != nil }
    /// Whether elements with only text are dictionaries, unlike attributes, which are texts.
    var hasTextElements: Bool { textKey != nil && !textOnlyIsString && !isOrdered }
    /// Whether only empty elements are null.
    var hasNullForEmpty: Bool { empty == .null && !nilIsNull }

    /// Whether two names can have one key, because a style, stripped namespaces or chosen prefixes hide the difference.
    package var mergesNames: Bool { keyStyle != .keep || namespaces == .strip || !prefixes.isEmpty }
    /// Whether an element's key can differ from the element's name, even if no two names have one key.
    var changesNames: Bool { mergesNames || namespaces == .expand || prefixSeparator != ":" }

    /// The form for names in paths: options change neither the style nor the separator of these names.
    package var ofPaths: ValueForm {
        var form = self
        (form.keyStyle, form.prefixSeparator) = (.keep, ":")
        return form
    }

    package var withDistinctPrefixes: ValueForm {
        var form = self
        if namespaces == .keep { form.namespaces = .expand }
        return form
    }

    /// Returns the key of a name.
    ///
    /// A style changes the name and its prefix, but not a URI.
    package func key(_ local: String, prefix: String, isURI: Bool = false, isAttribute: Bool) -> String {
        let written = prefix.isEmpty || isURI ? local : prefix + prefixSeparator + local
        let key = (isURI ? prefix + prefixSeparator : "") + KeySpelling.spell(written, keyStyle)
        return isAttribute ? attributePrefix + key : key
    }
}
