/// The form of values: their keys, and how they represent text, empty elements and records.
///
/// A value stores the form of its reader; the defaults are those of a program's own values. A shape asks it without a
/// document: under which key is this name, and what is an element of that type?
package struct ValueForm: Sendable {
    // MARK: Documents

    /// Whether documents have their root under its name.
    package var keepsRoot = true
    /// The paths of the selected elements; `nil` for whole documents and records.
    package var selected: XMLPath?
    /// Whether elements or attributes are left out by their paths.
    package var skips = false
    /// Whether records get entries that are not in them.
    package var addsToRecords = false
    /// Whether documents have the entries of their XML declaration.
    package var includesXMLDeclaration = false
    /// Whether a document keeps the white space beside its root, under the key of text.
    package var keepsOuterSpace = false

    // MARK: Elements and attributes

    /// Whether elements are arrays, in document order.
    package var isOrdered = false
    /// Whether dictionaries note the order of their content.
    package var keepsOrder = false
    /// Whether comments or processing instructions have keys.
    package var keepsNodes = false
    package var empty = XMLOptions.Empty.dictionary
    package var nilIsNull = false
    package var keepsAttributes = true
    package var attributePrefix = ""
    package var attributeGroupKey: String?

    // MARK: Text

    package var textKey: String?
    package var textOnlyIsString = false
    /// The keys of other nodes than elements, attributes and text.
    package var otherKeys: [String] = []

    // MARK: Names

    package var namespaces = XMLOptions.Namespaces.keep
    /// The prefixes that the options give to namespaces, by URI.
    package var prefixes: [String: String] = [:]
    package var style = XMLOptions.KeyStyle.keep
    package var prefixSeparator = ":"

    package var expandsNamespaces: Bool { namespaces == .expand }
    /// Whether attributes differ from elements: by their prefix, by their group, or as the reader drops them.
    var hasMarkedAttributes: Bool { !keepsAttributes || !attributePrefix.isEmpty || attributeGroupKey != nil }
    /// Whether elements with only text are dictionaries, and so differ from attributes.
    var hasTextElements: Bool { textKey != nil && !textOnlyIsString && !isOrdered }
    /// Whether an empty element is null, and null has no other meaning.
    var hasNullForEmpty: Bool { empty == .null && !nilIsNull }

    /// The form whose keys are the names of paths.
    package var ofPaths: ValueForm {
        var form = self
        (form.style, form.prefixSeparator) = (.keep, ":")
        return form
    }

    /// The form whose prefixes are different for different namespaces.
    package var withDistinctPrefixes: ValueForm {
        var form = self
        if namespaces == .keep { form.namespaces = .expand }
        return form
    }

    /// The key of a name: its prefix, or its URI, which no style spells, and its local name.
    package func key(_ local: String, prefix: String, isURI: Bool = false, isAttribute: Bool) -> String {
        let written = prefix.isEmpty || isURI ? local : prefix + prefixSeparator + local
        let key = (isURI ? prefix + prefixSeparator : "") + KeySpelling.spell(written, style)
        return isAttribute ? attributePrefix + key : key
    }
}
