/// A cache of the forms of types, each of which is determined once.
///
/// Checking a type's conformance takes as long as decoding a few fields. The first results are in a list, as a search
/// in a short list takes a fraction of the time of hashing. The search is inlinable, because a generic function of another
/// module looks up the metadata of its types at each call.
@usableFromInline package struct TypeForms<Found> {
    @usableFromInline var first: [(type: ObjectIdentifier, form: Found?)] = []
    private var others: [ObjectIdentifier: Found?] = [:]
    private let find: (Any.Type) -> Found?
    private static var longestList: Int { 16 }

    /// - Parameter find: Finds the form of a type; `nil` for a type without one.
    package init(_ find: @escaping (Any.Type) -> Found?) {
        self.find = find
    }

    /// The form of a type; `nil` for a type without one.
    @inlinable @inline(__always)
    package mutating func form(of type: Any.Type) -> Found? {
        let identifier = ObjectIdentifier(type)
        for known in first where known.type == identifier { return known.form }
        return findForm(of: type)
    }

    @usableFromInline @inline(never)
    mutating func findForm(of type: Any.Type) -> Found? {
        let identifier = ObjectIdentifier(type)
        if let known = others[identifier] { return known }
        let form = find(type)
        if first.count < Self.longestList {
            first.append((identifier, form))
        } else {
            others[identifier] = .some(form)
        }
        return form
    }
}

/// The forms of all types that any thread has met: to find one takes longer than to parse a small document.
package final class SharedTypeForms<Found>: @unchecked Sendable {
    private let monitor = Monitor()
    private var forms: TypeForms<Found>

    package init(_ find: @escaping (Any.Type) -> Found?) {
        forms = TypeForms(find)
    }

    /// The form of a type; `nil` for a type without one.
    package func form(of type: Any.Type) -> Found? { monitor.locked { forms.form(of: type) } }
}

/// A coding key: any text, or a place in an array.
package struct AnyCodingKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

/// The types of Foundation to which `XML2DictFoundation` gives a form as text.
package enum UnlinkedTypes {
    /// Whether a type is one of them, by name, because this library does not link Foundation.
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
