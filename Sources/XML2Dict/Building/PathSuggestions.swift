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

/// Collects the paths of elements, or of attributes, whose names are similar to wanted ones: the nearest name first, and
/// paths with equally near names in document order.
///
/// It compares each name once, and keeps a few paths, whose length is bounded: an element or an attribute costs a look
/// at its name's likeness.
struct SimilarPaths {
    /// Whether the paths are paths of attributes.
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
    ///   - areOfAttributes: Whether the paths are paths of attributes.
    init(_ steps: [XMLPath.Step], areOfAttributes: Bool) {
        self.areOfAttributes = areOfAttributes
        wanted = steps.compactMap { SimilarName($0) }
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

/// A name that others are compared with, for suggestions: without its prefix, and without regard to the case of ASCII.
///
/// Most names differ by their length or their letters, and are dismissed without an allocation.
package struct SimilarName {
    let text: String
    private let letters: [UInt8]
    private let letterSet: UInt64
    /// The largest distance of a similar name.
    private let mostChanges: Int

    /// The number of paths for which a message looks for names: an option may have thousands of paths.
    static let mostPaths = 64
    /// The largest distance of names that are similar to any name.
    static let mostChanges = 2

    /// The last name of a path; `nil` for any name.
    init?(_ step: XMLPath.Step?) {
        switch step {
        case .name(let name), .expanded(_, let name): self.init(name)
        case .any, nil: return nil
        }
    }

    package init(_ name: String) {
        text = name
        letters = Self.local(Array(name.utf8)).map(Self.lowercased)
        letterSet = Self.letterSet(of: letters)
        mostChanges = min(Self.mostChanges, letters.count / 2)
    }

    /// The number of changes that make one name of the other; `nil` for a name that is not similar.
    package func distance(to name: Name) -> Int? {
        let other = Self.local(name.utf8)
        // The prefix alone, as in `content` for `content:encoded`.
        if name.utf8.starts(with: letters), name.utf8.dropFirst(letters.count).first == UInt8(ascii: ":") { return 1 }
        guard abs(other.count - letters.count) <= mostChanges else { return nil }
        if other.lazy.map(Self.lowercased).elementsEqual(letters) { return 0 }
        // A change takes at most one letter away and adds at most one.
        let difference = letterSet ^ Self.letterSet(of: other)
        guard mostChanges > 0, difference.nonzeroBitCount <= 2 * mostChanges else { return nil }
        let distance = editDistance(letters, other.map(Self.lowercased))
        return distance <= mostChanges ? distance : nil
    }

    /// The nearest of some names, without those of declarations; `nil` when none is similar.
    func nearest(in names: NameView, from first: Int, to end: Int, isAttribute: Bool) -> NearName? {
        var nearest: NearName?
        for number in min(first, end)..<end {
            // A declaration may have the mark of attributes.
            let name = names[number].utf8
            guard !name.starts(with: "xmlns:".utf8), !name.dropFirst().starts(with: "xmlns:".utf8) else { continue }
            guard let distance = distance(to: names[number]), distance < nearest?.distance ?? .max else { continue }
            nearest = NearName(names[number].string, distance: distance, isAttribute: isAttribute)
        }
        return nearest
    }

    private static func local<Bytes: BidirectionalCollection<UInt8>>(_ name: Bytes) -> Bytes.SubSequence {
        guard let colon = name.lastIndex(of: UInt8(ascii: ":")) else { return name[...] }
        return name[name.index(after: colon)...]
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The letters of a name as bits; different letters may share a bit.
    private static func letterSet(of letters: some Sequence<UInt8>) -> UInt64 {
        letters.reduce(0) { $0 | 1 << UInt64(lowercased($1) & 63) }
    }
}
