/// Paths and namespaces of the options that match nothing in a document, or in all documents of an input.
extension ValueBuilder {
    /// What has matched, for the documents that follow in the same input.
    struct Matches {
        /// Whether a record, or a selected element, was found.
        let hasFound: Bool
        /// The numbers of the paths that have matched nothing.
        let unmatched: Set<Int>
        /// The namespaces that no document has declared.
        let undeclared: Set<String>
    }

    var matches: Matches {
        Matches(
            hasFound: unfound == nil,
            unmatched: Set(unmatchedPaths),
            undeclared: Set(undeclaredNamespaces)
        )
    }

    private var unmatchedPaths: [Int] {
        paths.unmatched.filter { selection.earlier?.unmatched.contains($0) ?? true }
    }

    private var undeclaredNamespaces: [String] {
        resolver.undeclaredURIs(names.names).filter { selection.earlier?.undeclared.contains($0) ?? true }
    }

    /// The paths that the caller may have meant when no element was selected; `nil` when one was.
    var suggestedPaths: [String]? { unfound?.paths }

    /// What is known about records, or selected elements, when there is none; `nil` when one was found.
    private var unfound: PathSuggestions? {
        guard let suggestions = selection.suggestions, !suggestions.hasFound, selection.earlier?.hasFound != true else {
            return nil
        }
        return suggestions
    }

    /// The message about records, or selected elements, when there is none; `nil` when one was found.
    var nothingFound: ErrorMessage? {
        guard let unfound else { return nil }
        let records = selection.marked.filter { $0.marks == .record }
        let wanted = records.map(\.path.text).listed(separator: " or ")
        let kind = unfound.areAttributes ? "attribute" : "element"
        if let path = unfound.skippingPath {
            return "the \(kind)s at \(wanted) are left out by \(setting: "skip", selection.marked[path].path.quoted)"
        }
        let suggested = unfound.paths
        return suggested.isEmpty
            ? "no \(kind) is at \(wanted), and none has a similar name"
            : "no \(kind) is at \(wanted); there are \(suggested.joined(separator: ", "))"
    }

    /// The message about all paths and namespaces of the options that match nothing; `nil` when each matches.
    ///
    /// A path matches when the document has an element or an attribute there, even a skipped one.
    var unmatched: ErrorMessage? {
        let nothingFound = nothingFound
        var others: [ErrorMessage] = []
        for number in unmatchedPaths {
            let option = selection.marked[number]
            if option.marks == .record, nothingFound != nil { continue }
            others.append("\(setting: option.option, option.path.quoted)")
        }
        for uri in undeclaredNamespaces {
            others.append("\(setting: "namespacePrefixes", "\"\(uri)\"")")
        }
        let rest: ErrorMessage? = others.isEmpty ? nil : "nothing matches \(others.listed)"
        guard let nothingFound, let rest else { return nothingFound ?? rest }
        return "\(nothingFound); \(rest)"
    }
}

extension XMLPath.Alternative {
    /// The path as a string of Swift.
    fileprivate var quoted: String { "\"\(text)\"" }
}

extension [String] {
    /// The first texts of a list for a message.
    fileprivate func listed(separator: String) -> String {
        prefix(8).joined(separator: separator) + (count > 8 ? separator + "…" : "")
    }
}

extension [ErrorMessage] {
    /// The first messages of a list, separated by commas.
    fileprivate var listed: ErrorMessage {
        var list: ErrorMessage = "\(self[0])"
        for message in dropFirst().prefix(7) { list = "\(list), \(message)" }
        return count > 8 ? "\(list), …" : list
    }
}
