/// Collects the paths of elements, or of attributes, whose names are similar to wanted ones: the nearest name first, and
/// paths with equally near names in document order.
///
/// It compares each name once, and keeps a few paths, whose length is bounded: an element or an attribute costs a look
/// at its name's likeness.
struct SimilarPaths {
    /// Whether the paths are those of attributes.
    private let areOfAttributes: Bool
    /// The names in the options.
    private let wanted: [SimilarName]
    /// How similar the names met so far are to one of them, by their numbers.
    private var likenesses: [Likeness] = []
    /// The paths, without repeats, by the distance of their names.
    private var found = [[ElementPath]](repeating: [], count: SimilarName.mostChanges + 1)

    private enum Likeness {
        case unknown, near(Int), other
    }

    /// - Parameters:
    ///   - steps: The last steps of the paths.
    ///   - areOfAttributes: Whether the paths are those of attributes.
    init(_ steps: [XMLPath.Step], areOfAttributes: Bool) {
        self.areOfAttributes = areOfAttributes
        wanted = steps.compactMap { step in
            switch step {
            case .name(let name), .expanded(_, let name): SimilarName(name)
            case .any: nil
            }
        }
    }

    /// The paths: those whose names differ by their prefix or case alone, or else all.
    var paths: [ElementPath] {
        found[0].isEmpty ? Array(found.joined().prefix(PathSuggestions.mostPaths)) : found[0]
    }

    /// Keeps the path of an element, or of an attribute, if its name is similar.
    ///
    /// - Parameters:
    ///   - name: The number of its name.
    ///   - open: The elements around it, root first.
    ///   - names: The names by their numbers.
    mutating func note(_ name: Int, in open: borrowing GrowableBuffer<OpenElement>, _ names: NameView) {
        guard !wanted.isEmpty, found[0].count < PathSuggestions.mostPaths else { return }
        while likenesses.count <= name { likenesses.append(.unknown) }
        if case .unknown = likenesses[name] {
            let distance = wanted.lazy.compactMap { $0.distance(to: names[name]) }.min()
            likenesses[name] = distance.map { .near($0) } ?? .other
        }
        guard case .near(let distance) = likenesses[name] else { return }
        let path = ElementPath(isForOptions: true, isOfAttribute: areOfAttributes)
        path.add(open, name, names, to: &found[distance])
    }
}
