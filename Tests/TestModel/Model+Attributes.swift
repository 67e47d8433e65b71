// Converts attributes and namespace declarations.

import XML2Dict

extension Model {
    /// Returns the entries of an element's attributes, without declarations for an element around a record.
    func attributes(
        of element: ModelElement,
        in scope: ModelScope,
        keepsNamespaces: Bool = true
    ) -> [ModelEntry] {
        if options.attributes == .discard { return [] }
        var entries: [ModelEntry] = []
        var declarations: [ModelEntry] = []
        for attribute in document.attributes(of: element) {
            if attribute.isDeclaration, !keepsDeclarations || !keepsNamespaces {
                if options.namespaceDeclarations == .collect, keepsNamespaces {
                    declarations.append(declared(attribute.declaredPrefix, attribute.value.characters))
                }
                continue
            }
            let name = name(attribute.name, isAttribute: true, in: scope)
            if options.skip.contains(where: { ModelPath($0.description).matches(scope.path, attribute: name.path) }) {
                continue
            }
            let value = typed(attribute.value.characters, at: scope.path, attribute: name.path)
            entries.append(ModelEntry(key: prefix + name.key, value: value))
        }
        if options.namespaceDeclarations == .inherit, keepsNamespaces { declarations = allDeclarations(in: scope) }
        if !declarations.isEmpty {
            let entry = ModelEntry(key: prefix + "xmlns", value: fold(declarations))
            entries.append(entry)
        }
        if case .group(let key) = options.attributes, !entries.isEmpty {
            return [ModelEntry(key: key, value: fold(entries))]
        }
        return entries
    }

    private var prefix: String {
        if case .prefix(let prefix) = options.attributes { prefix } else { "" }
    }

    private var keepsDeclarations: Bool {
        options.namespaceDeclarations == .keep && options.namespaces != .strip
    }

    /// Returns all namespaces in scope, in the order of their declarations.
    private func allDeclarations(in scope: ModelScope) -> [ModelEntry] {
        var declarations: [ModelEntry] = []
        var prefixes: [String] = []
        for (prefix, uri) in scope.namespaces.reversed() where !prefixes.contains(prefix) {
            prefixes.append(prefix)
            let hidden = scope.namespaces.filter { $0.prefix == prefix }.dropLast()
            let isEnd = prefix.isEmpty && hidden.contains { !$0.uri.isEmpty }
            if !uri.isEmpty || isEnd { declarations.insert(declared(prefix, uri), at: 0) }
        }
        return declarations
    }

    private func declared(_ prefix: String, _ uri: String) -> ModelEntry {
        ModelEntry(key: prefix.isEmpty ? options.defaultNamespaceKey : prefix, value: .string(uri))
    }
}

extension ModelAttribute {
    var isDeclaration: Bool { name == "xmlns" || name.hasPrefix("xmlns:") }

    /// The prefix that the attribute declares, or the empty text for the default namespace.
    var declaredPrefix: String { String(name.dropFirst(6)) }
}
