/// The types of Foundation to which `XML2DictFoundation` gives a form as text.
package enum UnlinkedTypes {
    /// Whether a type is one of them: by name, as this library does not link Foundation.
    package static func contain(_ type: Any.Type) -> Bool { names.contains(String(reflecting: type)) }

    /// Their names on all systems.
    private static let names: Set<String> = {
        var names: Set = ["__C.NSDecimal"]
        for module in ["Foundation", "FoundationEssentials"] {
            for type in ["Data", "Date", "Decimal", "URL"] { names.insert("\(module).\(type)") }
        }
        return names
    }()
}
