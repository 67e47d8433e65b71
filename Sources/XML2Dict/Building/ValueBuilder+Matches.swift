extension ValueBuilder {
    /// The options' paths and namespaces that no node has matched so far, not even a skipped node.
    var unmatched: UnmatchedPaths {
        let indices = open.paths.unmatched.filter {
            open.selection.earlier?.names[$0] != nil || open.selection.earlier == nil
        }
        // The paths of records are last.
        let shown = Set(indices.prefix(Self.mostSuggestions) + indices.suffix(Self.mostSuggestions))
        let names = indices.map { ($0, shown.contains($0) ? nearestName(toPath: $0) : NearName()) }
        let unmatched = UnmatchedPaths(
            hasRecords: open.selection.hasFound,
            names: Dictionary(uniqueKeysWithValues: names),
            namespaces: open.resolver.undeclaredURIs(open.names.names)
        )
        return open.selection.earlier?.intersection(unmatched) ?? unmatched
    }

    var missingMatch: ErrorMessage? { unmatched.message(plan.paths.marked, isComplete: true) }

    /// The number of first paths, and of last paths, that get suggestions, because options may have thousands of paths.
    private static let mostSuggestions = 16

    /// The document's name that is most similar to the last name of a path, or no name if no message shows the path.
    private func nearestName(toPath index: Int) -> NearName {
        let marked = plan.paths.marked[index], isAttribute = marked.path.attribute != nil
        guard marked.isExpected || plan.requiresMatch, let last = marked.path.names.last?.key(separator: ":")
        else { return NearName() }
        func near(_ name: String, isAttribute: Bool, rank: Int) -> NearName {
            NearName(text: (isAttribute ? "@" : "") + XMLPath.step(named: name).shortened, rank: rank)
        }
        let met = open.paths.met(underNameOf: index), isMetAsAttribute = isAttribute || !met.contains(.elements)
        guard met.isEmpty else {
            return near(last, isAttribute: isMetAsAttribute, rank: isMetAsAttribute == isAttribute ? 0 : 1)
        }
        let wanted = WantedName(last)
        return namesForPaths(ofAttributes: isAttribute).reduce(NearName()) { nearest, id in
            guard let changes = wanted.changes(to: open.names.names[id].utf8) else { return nearest }
            return nearest.nearer(near(open.names.names[id].string, isAttribute: isAttribute, rank: changes + 2))
        }
    }

    /// The IDs of the names to compare with a path: if no resolver separates elements and attributes, names of both.
    private func namesForPaths(ofAttributes areAttributes: Bool) -> [Int] {
        if areAttributes ? rules.resolvesAttributes : rules.resolvesElements {
            return open.resolver.namesForPaths(ofAttributes: areAttributes)
        }
        return (0..<open.names.count).filter { id in
            guard id >= plan.names.count || open.paths.hasMet(id) else { return false }
            // A declaration may begin with the mark of attributes, as in `@xmlns:a`.
            let name = open.names.names[id].utf8
            return !name.starts(with: "xmlns:".utf8) && !name.dropFirst().starts(with: "xmlns:".utf8)
        }
    }
}

extension UnmatchedPaths {
    /// The message about the paths that match nothing, or `nil` if there is nothing to report.
    ///
    /// A complete message also lists namespaces, and paths that often match nothing, such as paths of lists. Any other
    /// message lists only paths that are likely mistakes.
    func message(_ marked: [MarkedPath], isComplete: Bool) -> ErrorMessage? {
        let indices = names.keys.filter { isComplete || marked[$0].isExpected }.sorted()
        var list = indices.map { index -> ErrorMessage in
            let path = marked[index], setting: ErrorMessage = "\(setting: path.option, "\"\(path.path.text)\"")"
            return hint(path: path.path, index).map { "\(setting) (\($0))" } ?? setting
        }
        if isComplete {
            let uris = namespaces.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            list += uris.map { "\(setting: "namespacePrefixes", "\"\($0)\"")" as ErrorMessage }
        }
        var found: ErrorMessage?
        if let first = list.first {
            let shown = list.dropFirst().prefix(7).reduce(first) { "\($0), \($1)" }
            found = list.count > 8 ? "nothing matches \(shown), …" : "nothing matches \(shown)"
        }
        let skipped = marked.indices.first { marked[$0].marks == .record && names[$0] == nil }
        guard !hasRecords, let skipped else { return found }
        let records = marked[skipped].option
        return found.map { "\($0), and \(option: "skip") leaves out the rest that \(option: records) selects" }
            ?? "\(option: "skip") leaves out all that \(option: records) selects"
    }

    func hint(path: XMLPath.Alternative, _ index: Int) -> String? {
        let near = names[index]
        return near?.text.map { "the document has \($0)" + (near?.rank == 0 ? " elsewhere" : "") } ?? path.hintOfDots
    }
}

extension MarkedPath {
    /// Whether a path that matches nothing is likely a mistake: a path to select records, skip nodes or give a type.
    fileprivate var isExpected: Bool {
        [.skip, .record, .watched].contains(marks) || !marks.isDisjoint(with: .types)
    }
}

extension XMLPath.Alternative {
    /// A question whether the path `a.b` should be `a/b`, or `nil` for other paths.
    fileprivate var hintOfDots: String? {
        // In a path such as `a/b.c`, the dot is part of a name.
        guard names.count == 1, text.contains("."), !text.contains("{") else { return nil }
        return "are the names separated by /, as in \(text.replacing(byte: ".", with: "/"))?"
    }
}
