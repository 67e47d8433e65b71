/// Attributes that XML and XML Schema define for every element: strict decoding needs no property for them.
enum StandardAttribute {
    /// Whether an attribute declares a namespace, or has a fixed meaning in any document.
    ///
    /// - Parameters:
    ///   - name: The attribute's key, without the prefix of attributes, in any spelling of the keys.
    ///   - separator: The separator of prefixes and names.
    /// - Returns: Whether it does.
    static func contains(_ name: String, separator: String) -> Bool {
        // Namespaces in XML 1.0, section 3, reserves these names in any spelling of the keys.
        if name.hasPrefix("xmlns") { return true }
        for (namespace, locals) in expanded where name.hasPrefix(namespace + separator) {
            return locals.contains(letters(name.dropFirst(namespace.count + separator.count)))
        }
        // Names in other spellings have no separator, and names without a namespace no prefix.
        if known.contains(letters(name[...])) { return true }
        let parts = name.split(separator: separator.isEmpty ? ":" : separator, maxSplits: 1)
        guard parts.count == 2, let local = parts.last else { return false }
        return ["nil", "schemalocation", "nonamespaceschemalocation"].contains(letters(local))
    }

    /// The letters of a name in lower case: `xsi:schemaLocation`, `xsi_schema_location` and `xsiSchemaLocation` are
    /// equal.
    private static func letters(_ name: Substring) -> String {
        name.lowercased().filter(\.isLetter)
    }

    /// Names with the usual prefixes, and those that only XML Schema has.
    ///
    /// Other vocabularies have a `type`, too.
    private static let known: Set<String> = [
        "xsinil", "xsitype", "xsischemalocation", "xsinonamespaceschemalocation", "itype", "inil", "schemalocation",
        "nonamespaceschemalocation", "xmlspace",
    ]

    /// The attributes by the names of their namespaces, as the option for expanded names writes them.
    private static let expanded: [(namespace: String, locals: Set<String>)] = [
        ("http://www.w3.org/2001/XMLSchema-instance", ["nil", "type", "schemalocation", "nonamespaceschemalocation"]),
        ("http://www.w3.org/XML/1998/namespace", ["space"]),
    ]
}
