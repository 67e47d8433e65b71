import XML2Dict

extension TypeTable {
    /// The key of a name, with the schema's prefix for the namespace if the options keep prefixes.
    func key(_ id: Int32, _ form: ValueForm, isAttribute: Bool = false) -> String {
        let name = names.names[Int(id)], uri = names.uri(of: name.namespace)
        let fixed = form.prefixes[uri],
            isURI = fixed == nil && form.expandsNamespaces && !uri.isEmpty
        let prefix =
            switch form.namespaces {
            case .strip: ""
            case .expand: uri
            case .keep: names.prefixes[name.namespace] ?? ""
            }
        return form.key(name.local, prefix: fixed ?? prefix, isURI: isURI, isAttribute: isAttribute)
    }

    func shown(type: Int) -> String {
        (name(of: type) ?? types.first { $0.value == type }?.key).map(names.shown) ?? "without a name"
    }

    func name(of type: Int) -> Int32? { nodes[type].name < 0 ? nil : nodes[type].name }

    /// The type of a member in descriptions, where one type replaces all text types with the same conversion.
    func describedType(of member: Member) -> Int32 {
        let node = nodes[Int(member.type)]
        guard node.content == .text, !node.hasAttributes else { return member.type }
        return texts.nodes[Int(texts.widest(node.text))].type
    }

    /// The elements at a path of records, where a path without a leading `/` matches in every type.
    func members(at path: XMLPath, _ form: ValueForm) -> [Member] {
        let form = form.ofPaths
        return path.alternatives.filter { $0.attribute == nil }.flatMap { members(at: $0, form) }.map { member in
            var described = member
            described.type = describedType(of: member)
            return described
        }
    }

    /// Returns the elements at a path of records, one element of each type, or throws an error (`noMatch`).
    func roots(at path: XMLPath, _ form: ValueForm) throws(XMLError) -> [Member] {
        var types: Set<Int32> = []
        let roots = members(at: path, form).filter { types.insert($0.type).inserted }
        guard roots.isEmpty else { return roots }
        let hint = name(near: path, form).map { "; did you mean \($0)?" } ?? ""
        throw XMLError(.noMatch, "the schema has no element at '\(path.description)'\(hint)")
    }

    func name(near path: XMLPath, _ form: ValueForm) -> String? {
        guard let last = path.alternatives.last?.steps.last?.key(separator: ":") else { return nil }
        return WantedName(last).nearest(in: (roots + elements.all).map { key($0.name, form) })
    }

    private func members(at path: XMLPath.Alternative, _ form: ValueForm) -> [Member] {
        var found: [Member] = []
        for (index, step) in path.names.enumerated() {
            var next: [Member] = index == 0 ? roots : []
            if index == 0, !path.isAnchored { next += elements.all }
            for type in Set(found.map(\.type)).sorted() { next += elements[nodes[Int(type)].elements] }
            found = next.filter { member in
                let name = names.names[Int(member.name)]
                return switch step {
                case .any: true
                case .name(let key):
                    self.key(member.name, form).utf8.elementsEqual(key.utf8)
                        || names.declared(key).map { $0 == name.namespace && name.local.utf8.elementsEqual($1.utf8) }
                            == true
                case .expanded(let uri, let local):
                    names.uri(of: name.namespace).utf8.elementsEqual(uri.utf8)
                        && name.local.utf8.elementsEqual(local.utf8)
                }
            }
        }
        return found
    }

    /// Maps each long type to the first type with the same content, and every other type to itself.
    ///
    /// Descriptions write the first type in place of all equal types, so they write a large group only once. Short
    /// types are written separately, so that each type keeps its own name.
    func equalTypes() -> [Int] {
        var first: [[Int32]: Int] = [:]
        return (0..<nodes.count).map { type in
            let node = nodes[type], all = attributes[node.attributes] + elements[node.elements]
            let size = all.reduce(0) { $0 + 1 + names.local($1.name).utf8.count / Self.longName }
            guard size > Self.longestCopy else { return type }
            var content = [
                Int32(node.content.rawValue), node.text, Int32(node.attributes.count), node.hasAttributes ? 1 : 0,
            ]
            for member in all {
                content.append(member.name)
                content.append(member.type)
                content.append((member.isList ? 1 : 0) + (member.isNillable ? 2 : 0) + (member.isRequired ? 4 : 0))
            }
            let known = first[content] ?? type
            first[content] = known
            return known
        }
    }

    private static let longestCopy = 32
    /// The number of bytes in a long name that count as one more member.
    static let longName = 64
}
