/// A cache that finds the form of each type once.
///
/// The first results are in an array, because a short search takes a fraction of the time of hashing. The search is
/// inlinable, because a generic function of another module looks up the metadata of its types at each call.
@usableFromInline package struct TypeForms<Found> {
    @usableFromInline var first: [(type: ObjectIdentifier, form: Found?)] = []
    private var others: [ObjectIdentifier: Found?] = [:]
    private let find: (Any.Type) -> Found?
    private static var longestList: Int { 16 }

    package init(_ find: @escaping (Any.Type) -> Found?) {
        self.find = find
    }

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

/// A cache for all threads, because finding a form takes longer than parsing a small document.
package final class SharedTypeForms<Found>: @unchecked Sendable {
    private let monitor = Monitor()
    private var forms: TypeForms<Found>

    package init(_ find: @escaping (Any.Type) -> Found?) {
        forms = TypeForms(find)
    }

    package func form(of type: Any.Type) -> Found? { monitor.locked { forms.form(of: type) } }
}

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

package enum UnlinkedTypes {
    /// Compares the name of a type, and not the type itself, because this library does not link Foundation.
    package static func contain(_ type: Any.Type) -> Bool { names.contains(String(reflecting: type)) }

    private static let names: Set<String> = {
        var names: Set = ["__C.NSDecimal"]
        for module in ["Foundation", "FoundationEssentials"] {
            for type in ["Data", "Date", "Decimal", "URL"] { names.insert("\(module).\(type)") }
        }
        return names
    }()
}
