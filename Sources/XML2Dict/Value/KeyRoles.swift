/// The roles of the keys of a value by ID, and other options that decide how to read the value.
///
///     ID       0        1       2          3 …
///     key      #text    #cdata  #comment   @id, item, …
///     role     text     cdata   comment    element, or attribute by the prefix @
///
/// A plan creates the roles once, and all values of its readers share them.
package final class KeyRoles: Sendable {
    /// The roles by ID, up to the last key that has a role other than `element`.
    private let roles: [KeyRole]
    let textKey: Int
    package let attributeGroupKey: Int?
    let cdataKey: Int?
    package let form: ValueForm
    package let attributePrefix: [UInt8]
    /// The options of a reader that makes values of this form, or `nil` if the options are unknown.
    package let options: XMLOptions?

    /// Creates the roles, and if `keys` has a key several times, the first role applies.
    package init(
        _ keys: [(id: Int, role: KeyRole)],
        textKey: Int,
        _ form: ValueForm = ValueForm(),
        _ options: XMLOptions? = nil
    ) {
        var roles = [KeyRole](repeating: .element, count: (keys.map(\.id).max() ?? -1) + 1)
        for (id, role) in keys.reversed() { roles[id] = role }
        self.roles = roles
        self.textKey = textKey
        attributeGroupKey = keys.first { $0.role == .attributeGroup }?.id
        cdataKey = keys.first { $0.role == .cdata }?.id
        self.form = form
        attributePrefix = Array(form.attributePrefix.utf8)
        self.options = options
    }

    /// Creates the roles of a value from a program or from JSON, in the convention `xmltodict`.
    package convenience init(ofProgram textKey: Int) {
        var form = ValueForm()
        (form.attributePrefix, form.textKey, form.textOnlyIsString) = ("@", Self.textKey, true)
        self.init([(textKey, .text)], textKey: textKey, form)
    }

    package static let textKey = "#text"

    convenience init(_ other: KeyRoles, in view: NameView, _ names: inout NameInterner) {
        let keys = other.roles.indices.filter { other.roles[$0] != .element }
        self.init(
            keys.map { (names.id(ofOption: view[$0].string), other.roles[$0]) },
            textKey: names.id(ofOption: view[other.textKey].string),
            other.form,
            other.options
        )
    }

    init(_ other: KeyRoles, _ options: XMLOptions) {
        roles = other.roles
        textKey = other.textKey
        attributeGroupKey = other.attributeGroupKey
        cdataKey = other.cdataKey
        form = other.form
        attributePrefix = other.attributePrefix
        self.options = options
    }

    package var isOrdered: Bool { form.isOrdered }

    /// Returns `element` also for an attribute, unlike `role(of:named:)`.
    package subscript(key: Int) -> KeyRole { key < roles.count ? roles[key] : .element }

    func hasRole(_ key: String, in names: NameView) -> Bool {
        roles.indices.contains {
            roles[$0] != .element && !roles[$0].isOfDeclaration && names[$0].string.utf8.elementsEqual(key.utf8)
        }
    }

    package func role(of key: Int, named name: Name) -> KeyRole {
        self[key] == .element && hasAttributePrefix(name) ? .attribute : self[key]
    }

    package func hasAttributePrefix(_ name: Name) -> Bool {
        attributePrefix.withUnsafeBufferPointer { !$0.isEmpty && name.utf8.starts(with: $0) }
    }

    var isOfReader: Bool { options != nil }

    /// Returns the role of an entry: an element such as `<version>` is an element even if its key has another role.
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

    /// Whether attributes have keys like elements, and only their kinds differ: attributes are texts, elements are not.
    var hasUnmarkedAttributes: Bool { form.hasTextElements && !form.hasMarkedAttributes }

    func isUnmarkedAttribute(_ entry: Entry) -> Bool {
        guard entry.isText, hasUnmarkedAttributes else { return false }
        // An empty element may be an empty string.
        return form.empty != .string || entry.kind == .name || entry.length > 0
    }

    func isElementOrAttribute(_ child: Entry) -> Bool {
        switch self[child.key] {
        case .text, .cdata, .comment, .instruction, .doctype: false
        case .version, .encoding, .standalone: !child.isString
        case .element, .attribute, .attributeGroup, .declarations, .order: true
        }
    }
}
