/// Attributes that XML and XML Schema define for every element: strict decoding needs no property for them.
enum StandardAttribute {
    /// Whether an attribute declares a namespace, or has a fixed meaning in any document.
    ///
    /// - Parameters:
    ///   - name: The attribute's key, without the prefix of attributes.
    ///   - separator: The separator of prefixes and names.
    /// - Returns: Whether it does.
    static func contains(_ name: String, separator: String) -> Bool {
        // Namespaces in XML 1.0, section 3, reserves these names in any spelling of the keys.
        if name.hasPrefix("xmlns") { return true }
        for (namespace, locals) in expanded where name.hasPrefix(namespace) {
            return locals.contains(String(name.dropFirst(namespace.count)))
        }
        let parts = name.split(separator: separator.isEmpty ? ":" : separator, maxSplits: 1)
        guard parts.count == 2, let prefix = parts.first, let local = parts.last else { return false }
        return switch local {
        case "nil", "schemaLocation", "noNamespaceSchemaLocation": true
        // Other vocabularies have a `type`, too: these are the usual prefixes of XML Schema's.
        case "type": prefix == "xsi" || prefix == "i"
        case "space": prefix == "xml"
        default: false
        }
    }

    /// The attributes by the names of their namespaces, as the option for expanded names writes them.
    private static let expanded: [(namespace: String, locals: Set<String>)] = [
        (
            "http://www.w3.org/2001/XMLSchema-instance:",
            ["nil", "type", "schemaLocation", "noNamespaceSchemaLocation"]
        ),
        ("http://www.w3.org/XML/1998/namespace:", ["space"]),
    ]
}
