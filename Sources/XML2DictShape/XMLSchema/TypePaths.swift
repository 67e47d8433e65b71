import XML2Dict

extension TypeTable {
    /// The key of a name under options, with the prefix that the schema gives its namespace.
    func key(_ number: Int32, _ options: XMLOptions, isAttribute: Bool = false) -> String {
        let name = names.names[Int(number)], uri = names.uri(of: name.namespace)
        let fixed = options.namespacePrefixes[uri],
            isURI = fixed == nil && options.namespaces == .expand && !uri.isEmpty
        let prefix =
            switch options.namespaces {
            case .strip: ""
            case .expand: uri
            case .keep: names.prefixes[name.namespace] ?? ""
            }
        return options.key(name.local, prefix: fixed ?? prefix, isURI: isURI, isAttribute: isAttribute)
    }

    /// The name of a type, or of the element that it is for.
    func shown(type: Int) -> String {
        (name(of: type) ?? types.first { $0.value == type }?.key).map(names.shown) ?? "without a name"
    }

    /// The name of a type; `nil` without one.
    func name(of type: Int) -> Int32? { nodes[type].name < 0 ? nil : nodes[type].name }

    /// The type of a member for descriptions, in which types that convert texts in the same way are one.
    func describedType(of member: Member) -> Int32 {
        let node = nodes[Int(member.type)]
        guard node.content == .text, !node.hasAttributes else { return member.type }
        return texts.nodes[Int(texts.widest(node.text))].type
    }

    /// The elements at a path of records, for descriptions: of a path that is not anchored, below any type.
    func members(at path: XMLPath, _ options: XMLOptions) -> [Member] {
        var options = options
        (options.keys, options.prefixSeparator) = (.keep, ":")
        return path.alternatives.filter { $0.attribute == nil }.flatMap { members(at: $0, options) }.map { member in
            var described = member
            described.type = describedType(of: member)
            return described
        }
    }

    /// The names of elements that differ from the last name of a path only in the prefix; at most three.
    func names(similarTo path: XMLPath, _ options: XMLOptions) -> [String] {
        let locals = path.alternatives.filter { $0.attribute == nil }.compactMap { alternative in
            switch alternative.steps.last {
            case .name(let key): key.split(separator: ":").last.map(String.init)
            case .expanded(_, let local): local
            case .any, nil: nil
            }
        }
        let similar = (roots + elements.all).map(\.name).filter { locals.contains(names.local($0)) }
        return Set(similar.map { key($0, options) }).sorted().prefix(3).map { $0 }
    }

    private func members(at path: XMLPath.Alternative, _ options: XMLOptions) -> [Member] {
        var found: [Member] = []
        for (place, step) in path.names.enumerated() {
            var next: [Member] = place == 0 ? roots : []
            if place == 0, !path.isAnchored { next += elements.all }
            for type in Set(found.map(\.type)).sorted() { next += members(of: Int(type)) }
            found = next.filter { member in
                let name = names.names[Int(member.name)]
                return switch step {
                case .any: true
                case .name(let key):
                    self.key(member.name, options).utf8.elementsEqual(key.utf8)
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

    /// The elements of a type.
    func members(of type: Int) -> [Member] { nodes[type].elementPlaces.map { elements[$0] } }

    /// The attributes of a type.
    func attributes(of type: Int) -> [Member] { nodes[type].attributePlaces.map { attributes[$0] } }
}
