// Converts names.

import XML2Dict

extension Model {
    /// A name as paths write it, and its key.
    struct Name {
        var path: String
        var key: String
    }

    func name(of root: ModelElement) -> Name {
        name(root.name, isAttribute: false, in: scope(of: root, in: ModelScope()))
    }

    func parts(of name: String) -> (prefix: String, local: String) {
        guard let colon = name.firstIndex(of: ":") else { return ("", name) }
        return (String(name[..<colon]), String(name[name.index(after: colon)...]))
    }

    func name(_ name: String, isAttribute: Bool, in scope: ModelScope) -> Name {
        let (prefix, local) = parts(of: name)
        if isAttribute, prefix == "xmlns" || name == "xmlns" {
            return Name(path: name, key: key(prefix, local))
        }
        let uri = isAttribute && prefix.isEmpty ? nil : scope.uri(of: prefix)
        if let uri, let mapped = options.namespacePrefixes.first(where: { $0.key.hasSameScalars(as: uri) })?.value {
            return Name(path: mapped.isEmpty ? local : "\(mapped):\(local)", key: key(mapped, local))
        }
        switch options.namespaces {
        case .keep: return Name(path: name, key: key(prefix, local))
        case .strip: return Name(path: local, key: key("", local))
        case .expand:
            // A style does not change the URI, because two URIs could become equal.
            let key = uri.map { $0 + options.prefixSeparator + self.key("", local) } ?? self.key("", local)
            return Name(path: uri.map { "{\($0)}\(local)" } ?? local, key: key)
        }
    }

    private func key(_ prefix: String, _ local: String) -> String {
        let name = prefix.isEmpty ? local : prefix + options.prefixSeparator + local
        switch options.keyStyle {
        case .keep: return name
        case .lower: return name.lowercased()
        case .snake: return underscores(of: name) + words(of: name).joined(separator: "_")
        case .camel:
            let words = words(of: name)
            return underscores(of: name) + words.prefix(1).joined() + words.dropFirst().map(Self.capitalized).joined()
        }
    }

    /// Returns the underscores at the beginning, which no style changes.
    private func underscores(of name: String) -> String {
        String(scalars: name.unicodeScalars.prefix { $0 == "_" })
    }

    private static func capitalized(_ word: String) -> String {
        String(scalars: word.unicodeScalars.prefix(1)).uppercased() + String(scalars: word.unicodeScalars.dropFirst())
    }

    /// Splits a name at punctuation and before capitals, and returns the words in lower case.
    private func words(of name: String) -> [String] {
        let scalars = Array(name.unicodeScalars)
        var words = [""]
        for (index, scalar) in scalars.enumerated() {
            guard
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || scalar.properties.generalCategory == .nonspacingMark
            else {
                words.append("")
                continue
            }
            let before = index > 0 ? scalars[index - 1] : scalar
            let after = index + 1 < scalars.count ? scalars[index + 1] : scalar
            let isStart =
                scalar.properties.isUppercase && (!before.properties.isUppercase || after.properties.isLowercase)
            if isStart { words.append("") }
            words[words.count - 1].unicodeScalars.append(scalar)
        }
        return words.filter { !$0.isEmpty }.map { $0.lowercased() }
    }

    // MARK: Errors

    /// Notes a fault if namespaces are expanded, and Namespaces in XML 1.0 forbids the tag.
    mutating func check(tagOf element: ModelElement, in scope: ModelScope) {
        guard options.namespaces == .expand else { return }
        var names: [String] = []
        if isUndeclared(element.name, in: scope) { faults.insert(.malformed) }
        for attribute in document.attributes(of: element) {
            if attribute.isDeclaration {
                if attribute.name != "xmlns", attribute.value.characters.isEmpty { faults.insert(.malformed) }
                continue
            }
            if isUndeclared(attribute.name, in: scope) { faults.insert(.malformed) }
            let (prefix, local) = parts(of: attribute.name)
            let name = prefix.isEmpty ? local : "{\(scope.uri(of: prefix) ?? "")}\(local)"
            if names.contains(where: { $0.hasSameScalars(as: name) }) { faults.insert(.malformed) }
            names.append(name)
        }
    }

    private func isUndeclared(_ name: String, in scope: ModelScope) -> Bool {
        let prefix = parts(of: name).prefix
        return !prefix.isEmpty && scope.uri(of: prefix) == nil
    }
}
