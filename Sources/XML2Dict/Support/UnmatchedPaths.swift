/// The paths of the options that have matched nothing, in one input or in several.
package struct UnmatchedPaths: Sendable {
    /// A path, with what the user may have meant: a name of a document that is near to its last name.
    struct Path: Sendable {
        let setting: ErrorMessage
        let isOfRecord: Bool
        var hint: String?

        fileprivate var description: ErrorMessage {
            hint.map { "\(setting) (\($0))" } ?? setting
        }
    }

    /// The message about records, or selected elements, when there is none.
    package var nothingFound: ErrorMessage?
    /// The paths by their numbers.
    var paths: [Int: Path] = [:]

    package init() {}

    init(nothingFound: ErrorMessage?, paths: [Int: Path]) {
        self.nothingFound = nothingFound
        self.paths = paths
    }

    /// The paths that have matched nothing in other inputs, either.
    package func intersection(_ next: UnmatchedPaths) -> UnmatchedPaths {
        var both = UnmatchedPaths(nothingFound: next.nothingFound.flatMap { _ in nothingFound }, paths: paths)
        for (number, path) in paths {
            let other = next.paths[number]
            both.paths[number] = other.map { _ in path }
            both.paths[number]?.hint = path.hint ?? other?.hint
        }
        return both
    }

    /// The message about all paths that matched nothing; `nil` without such a path.
    package var message: ErrorMessage? { message(with: []) }

    /// The message about all paths that matched nothing, and about other settings.
    func message(with settings: [ErrorMessage]) -> ErrorMessage? {
        let others = paths.filter { nothingFound == nil || !$0.value.isOfRecord }.sorted { $0.key < $1.key }
        let all = others.map { $0.value.description } + settings
        let rest: ErrorMessage? = all.isEmpty ? nil : "nothing matches \(all.listed)"
        guard let nothingFound, let rest else { return nothingFound ?? rest }
        return nothingFound.adding(", and \(rest)")
    }
}

extension [ErrorMessage] {
    /// The first messages of a list, separated by commas.
    var listed: ErrorMessage {
        var list: ErrorMessage = "\(self[0])"
        for message in dropFirst().prefix(7) { list = "\(list), \(message)" }
        return count > 8 ? "\(list), …" : list
    }
}
