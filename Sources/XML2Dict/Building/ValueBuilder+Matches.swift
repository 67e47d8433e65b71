/// Paths and namespaces of the options that match nothing in a document, or in all documents of an input.
extension ValueBuilder {
    /// The matches so far, for the documents that follow in the same input.
    struct Matches {
        /// Whether a record, or a selected element, was found.
        let hasFound: Bool
        /// The numbers of the paths that have matched nothing.
        let unmatched: Set<Int>
        /// The namespaces that no document has declared.
        let undeclared: Set<String>
        /// The names of the documents that are nearest to those of some unmatched paths, by the numbers of the paths.
        var nearest: [Int: NearName] = [:]
    }

    var matches: Matches {
        let unmatched = unmatchedPaths
        let found = unmatched.compactMap { number in nearestName(toPath: number).map { (number, $0) } }
        return Matches(
            hasFound: unfound == nil,
            unmatched: Set(unmatched),
            undeclared: Set(undeclaredNamespaces),
            nearest: (selection.earlier?.nearest ?? [:]).merging(found, uniquingKeysWith: NearName.nearer)
        )
    }

    /// The name in the document that is nearest to the last name of a path, if a message may show it.
    private func nearestName(toPath number: Int) -> NearName? {
        let path = selection.marked[number]
        let isShown = path.warnsOfNames || selection.requiresMatch
        guard number < SimilarName.mostPaths, isShown, let wanted = SimilarName(path.path.names.last) else {
            return nil
        }
        let isAttribute = path.path.attribute != nil, first = selection.optionNameCount
        return NearName(wanted, paths.met(underNameOf: number), isAttribute: isAttribute)
            ?? wanted.nearest(in: names.names, from: first, to: names.count, isAttribute: isAttribute)
    }

    /// The paths of the options that matched nothing.
    var unmatchedInDocuments: UnmatchedPaths { UnmatchedPaths(matches, selection.marked, nothingFound) }

    private var unmatchedPaths: [Int] {
        paths.unmatched.filter { selection.earlier?.unmatched.contains($0) ?? true }
    }

    private var undeclaredNamespaces: [String] {
        resolver.undeclaredURIs(names.names).filter { selection.earlier?.undeclared.contains($0) ?? true }
    }

    /// The paths that the caller may have meant when no element was selected; `nil` when one was.
    var suggestedPaths: [String]? { unfound?.paths }

    /// The message that there are no records, or no selected elements; `nil` when one was found.
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
        guard suggested.isEmpty else {
            return "no \(kind) is at \(wanted); there are \(suggested.joined(separator: ", "))"
        }
        let hint = records.lazy.compactMap(\.path.hintOfDots).first.map { "; \($0)" } ?? ""
        return "no \(kind) is at \(wanted), and none has a similar name\(hint)"
    }

    /// The message about all paths and namespaces of the options that match nothing; `nil` when each matches.
    ///
    /// A path matches when the document has an element or an attribute there, even a skipped one.
    var unmatched: ErrorMessage? {
        let matches = matches
        let all = UnmatchedPaths(matches, selection.marked, nothingFound, isComplete: true)
        let namespaces = undeclaredNamespaces.map { "\(setting: "namespacePrefixes", "\"\($0)\"")" as ErrorMessage }
        return all.message(with: namespaces)
    }
}

/// A name that the user may have meant, as a path, and its distance from the given name.
struct NearName {
    let text: String
    let distance: Int
    /// The name itself is nearer than all others, and an element nearer than an attribute, wherever
    /// they are.
    private let rank: Int

    init(_ name: String, distance: Int, isAttribute: Bool, isSame: Bool = false) {
        let mark = isAttribute ? "@" : ""
        text = mark + XMLPath.step(named: name).shortened
        self.distance = distance
        rank = isSame ? mark.utf8.count : distance + 2
    }

    /// The name itself, but at another place, or as an attribute.
    init?(_ name: SimilarName, _ met: PathTable.Ends, isAttribute: Bool) {
        guard !met.isEmpty else { return nil }
        self.init(name.text, distance: 0, isAttribute: isAttribute || !met.contains(.elements), isSame: true)
    }

    /// The nearer of two names, or the first.
    static func nearer(_ first: NearName, _ second: NearName) -> NearName {
        second.rank < first.rank ? second : first
    }
}

extension UnmatchedPaths {
    /// - Parameters:
    ///   - matches: What has matched.
    ///   - marked: The paths of the options.
    ///   - nothingFound: The message about records.
    ///   - isComplete: Whether paths count that often match nothing, as those of lists do.
    init(
        _ matches: ValueBuilder.Matches,
        _ marked: [MarkedPath],
        _ nothingFound: ErrorMessage?,
        isComplete: Bool = false
    ) {
        let numbers = matches.unmatched.filter {
            isComplete || marked[$0].warnsOfNames || marked[$0].marks == .record
        }
        let paths = numbers.map { number in
            let path = marked[number]
            let setting: ErrorMessage = "\(setting: path.option, path.path.quoted)"
            let nearest = matches.nearest[number].map { "there is \($0.text)" } ?? path.path.hintOfDots
            return (number, Path(setting: setting, isOfRecord: path.marks == .record, hint: nearest))
        }
        self.init(nothingFound: nothingFound, paths: Dictionary(uniqueKeysWithValues: paths))
    }
}

extension MarkedPath {
    /// Whether a path that matches nothing is likely a mistake: one that leaves out or gives a type, where no record is
    /// missing.
    fileprivate var warnsOfNames: Bool { marks == .skip || !marks.isDisjoint(with: .types) }
}

extension XMLPath.Alternative {
    /// The path as a string of Swift.
    fileprivate var quoted: String { "\"\(text)\"" }

    /// The question whether dots separate the names of the path; `nil` without dots.
    fileprivate var hintOfDots: String? {
        // A name may contain dots.
        guard names.count == 1, text.contains("."), !text.contains("{") else { return nil }
        return "are the names separated by /, as in \(text.replacing(byte: ".", with: "/"))?"
    }
}

extension [String] {
    /// The first texts of a list for a message.
    fileprivate func listed(separator: String) -> String {
        prefix(8).joined(separator: separator) + (count > 8 ? separator + "…" : "")
    }
}
