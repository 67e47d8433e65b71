/// The roles of the keys of a value, by their numbers, and other options that decide how the value is read.
///
///     number   0        1       2          3 …
///     key      #text    #cdata  #comment   @id, item, …
///     role     text     cdata   comment    element, or attribute by the prefix @
///
/// The builder makes it once for a set of options; all values that it builds share it.
package final class KeyRoles: Sendable {
    /// The roles of the keys with small numbers; all other keys are names of elements and attributes.
    private let roles: [KeyRole]
    /// The number of the key that text is under.
    let textKey: Int
    /// The key of the dictionary of attributes, if the convention has one.
    package let attributeGroupKey: Int?
    /// The key of CDATA sections, if the convention has one.
    let cdataKey: Int?
    /// The form of the values.
    package let form: ValueForm
    /// The prefix of the keys of attributes.
    package let attributePrefix: [UInt8]
    /// The options of the reader that made the value, or of one that would make it; `nil` if they are not known.
    package let options: XMLOptions?

    /// - Parameters:
    ///   - keys: The keys that have a role by themselves; the first one of a number holds.
    ///   - textKey: The number of the key that text is under.
    ///   - form: The form of the values.
    ///   - options: The options, if they are known.
    package init(
        _ keys: [(number: Int, role: KeyRole)],
        textKey: Int,
        _ form: ValueForm = ValueForm(),
        _ options: XMLOptions? = nil
    ) {
        var roles = [KeyRole](repeating: .element, count: (keys.map(\.number).max() ?? -1) + 1)
        for (number, role) in keys.reversed() { roles[number] = role }
        self.roles = roles
        self.textKey = textKey
        attributeGroupKey = keys.first { $0.role == .attributeGroup }?.number
        cdataKey = keys.first { $0.role == .cdata }?.number
        self.form = form
        attributePrefix = Array(form.attributePrefix.utf8)
        self.options = options
    }

    /// The roles in a value that a program makes, or that it reads from JSON: those of the convention `xmltodict`.
    ///
    /// - Parameter textKey: The number of the key that text is under.
    package convenience init(ofProgram textKey: Int) {
        var form = ValueForm()
        (form.attributePrefix, form.textKey, form.textOnlyIsString) = ("@", Self.textKey, true)
        self.init([(textKey, .text)], textKey: textKey, form)
    }

    /// The text key of values that a program makes.
    package static let textKey = "#text"

    /// Makes these roles for a value whose names have other numbers.
    convenience init(_ other: KeyRoles, in view: NameView, _ names: inout NameInterner) {
        let keys = other.roles.indices.filter { other.roles[$0] != .element }
        self.init(
            keys.map { (names.number(ofOption: view[$0].string), other.roles[$0]) },
            textKey: names.number(ofOption: view[other.textKey].string),
            other.form,
            other.options
        )
    }

    /// Makes these roles for a value that a writer writes with other options than those of its reader.
    init(_ other: KeyRoles, _ options: XMLOptions) {
        roles = other.roles
        textKey = other.textKey
        attributeGroupKey = other.attributeGroupKey
        cdataKey = other.cdataKey
        form = other.form
        attributePrefix = other.attributePrefix
        self.options = options
    }

    /// Whether elements are arrays, in document order.
    package var isOrdered: Bool { form.isOrdered }

    /// The role of a key: `element` also for an attribute.
    package subscript(key: Int) -> KeyRole { key < roles.count ? roles[key] : .element }

    /// Whether a key has a role by itself, in a value with these names.
    func hasRole(_ key: String, in names: NameView) -> Bool {
        roles.indices.contains {
            roles[$0] != .element && !roles[$0].isOfDeclaration && names[$0].string.utf8.elementsEqual(key.utf8)
        }
    }

    /// The role of a key that has a name; the role can be an attribute.
    package func role(of key: Int, named name: Name) -> KeyRole {
        self[key] == .element && hasAttributePrefix(name) ? .attribute : self[key]
    }

    /// Whether a name has the prefix of attributes; `false` where they have none.
    package func hasAttributePrefix(_ name: Name) -> Bool {
        attributePrefix.withUnsafeBufferPointer { !$0.isEmpty && name.utf8.starts(with: $0) }
    }

    /// Whether a reader made the value: a program's own values are in no convention of a reader.
    var isOfReader: Bool { options != nil }

    /// What an entry of a dictionary is: an element can have the key of another role.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - name: Its name.
    ///   - inDocument: Whether the dictionary is a document, and not an element.
    /// - Returns: The role.
    func role(of entry: Entry, named name: Name, inDocument: @autoclosure () -> Bool) -> KeyRole {
        switch role(of: entry.key, named: name) {
        case .version, .encoding, .standalone:
            return entry.isString && inDocument() ? self[entry.key] : elementRole(of: entry)
        case .text where form.hasTextElements && !entry.isText: return .element
        case .element: return elementRole(of: entry)
        case let role: return role
        }
    }

    private func elementRole(of entry: Entry) -> KeyRole { isUnmarkedAttribute(entry) ? .attribute : .element }

    /// Whether attributes have the keys of elements, and are texts because all elements are dictionaries.
    var hasUnmarkedAttributes: Bool { form.hasTextElements && !form.hasMarkedAttributes }

    /// Whether an entry under the key of an element is an attribute.
    func isUnmarkedAttribute(_ entry: Entry) -> Bool {
        guard entry.isText, hasUnmarkedAttributes else { return false }
        // An empty element may be an empty string.
        return form.empty != .string || entry.kind == .name || entry.length > 0
    }

    /// Whether an entry of a dictionary is an element or an attribute, and not text, a comment or another node.
    func isElementOrAttribute(_ child: Entry) -> Bool {
        switch self[child.key] {
        case .text, .cdata, .comment, .instruction, .doctype: false
        case .version, .encoding, .standalone: !child.isString
        case .element, .attribute, .attributeGroup, .declarations, .order: true
        }
    }
}
