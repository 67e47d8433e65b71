/// Collects the elements and attributes that the caller may have meant, for a path that matches nothing.
///
/// It collects them until a path has matched.
struct PathSuggestions {
    /// Whether an element or an attribute at a path has been found.
    private(set) var hasFound = false
    /// The first path of `skip` that left out an element or an attribute at a path, by its number; `nil` without one.
    private(set) var skippingPath: Int?

    /// The paths that the caller may have meant: elements with the same name but for its prefix or case; without those,
    /// elements with a similar name; without those, elements at the place of a record.
    ///
    /// When all paths lead to attributes, they are those of attributes with such names.
    var paths: [String] {
        let similar = elements.paths
        let found = areAttributes ? attributes.paths : similar.isEmpty ? others : similar
        return found.map(\.text)
    }

    /// Whether all paths lead to attributes.
    let areAttributes: Bool
    private var elements: SimilarPaths
    private var attributes: SimilarPaths
    /// The elements at the place of a record, without repeats.
    private var others: [ElementPath] = []

    /// How many paths of each kind are kept: a message shows no more.
    static let mostPaths = 8

    init(_ paths: [XMLPath.Alternative]) {
        areAttributes = paths.allSatisfy { $0.attribute != nil }
        let steps = paths.filter { $0.attribute == nil }.compactMap(\.steps.last)
        elements = SimilarPaths(steps, areOfAttributes: false)
        attributes = SimilarPaths(paths.compactMap(\.attribute), areOfAttributes: true)
    }

    /// Notes a record that is not an element.
    mutating func noteRecord() {
        hasFound = true
    }

    /// Notes an element that begins outside of records.
    ///
    /// - Parameters:
    ///   - isRecord: Whether a path selects it.
    ///   - name: The number of its name.
    ///   - open: The elements around it, root first.
    ///   - paths: All paths.
    ///   - names: The names by their numbers.
    @inline(__always)
    mutating func note(
        _ isRecord: Bool,
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable,
        _ names: NameView
    ) {
        if isRecord {
            hasFound = true
        } else if !hasFound {
            remember(name, in: open, paths, names)
        }
    }

    /// Notes an attribute that no path selects, of the innermost open element.
    mutating func noteAttribute(_ name: Int, in open: borrowing GrowableBuffer<OpenElement>, _ names: NameView) {
        guard !hasFound, areAttributes else { return }
        attributes.note(name, in: open, names)
    }

    /// Notes that an element or an attribute at a path is left out, by itself or with an element around it.
    ///
    /// - Parameters:
    ///   - name: The number of the name of the element or attribute that a path of `skip` names.
    ///   - isAttribute: Whether that is an attribute.
    ///   - depth: How many elements are around it.
    ///   - open: The open elements.
    ///   - paths: All paths.
    @inline(never)
    mutating func noteSkipped(
        _ name: Int,
        isAttribute: Bool = false,
        depth: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable
    ) {
        guard !hasFound, skippingPath == nil else { return }
        skippingPath = paths.firstPath(marked: .skip, name, isAttribute: isAttribute, in: open, depth: depth)
    }

    /// Keeps the path of an element that the caller may have meant.
    @inline(never)
    private mutating func remember(
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable,
        _ names: NameView
    ) {
        guard !areAttributes else { return }
        elements.note(name, in: open, names)
        if others.count < Self.mostPaths, paths.areRecordsLookedFor(in: open) {
            ElementPath(isForOptions: true).add(open, name, names, to: &others)
        }
    }
}
