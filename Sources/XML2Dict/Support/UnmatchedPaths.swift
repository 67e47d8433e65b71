/// The paths and namespaces of the options that match nothing in a document, part of a document, or several inputs.
package struct UnmatchedPaths: Sendable {
    /// Whether the reader found a record or a selected element, or read whole documents.
    package var hasRecords = false
    /// The ids of the paths, each with the name that the user may have meant.
    var names: [Int: NearName] = [:]
    var namespaces: Set<String> = []

    package func intersection(_ next: UnmatchedPaths) -> UnmatchedPaths {
        let both = names.compactMap { id, name in next.names[id].map { (id, name.nearer($0)) } }
        return UnmatchedPaths(
            hasRecords: hasRecords || next.hasRecords,
            names: Dictionary(uniqueKeysWithValues: both),
            namespaces: namespaces.intersection(next.namespaces)
        )
    }
}

/// The name in a document that is most similar to the last name of a path, or the same name at another path.
struct NearName {
    var text: String?
    /// The distance, which is 0 for the name itself, 1 for an attribute of that name, and at least 2 for other names.
    var rank = Int.max

    /// Returns the name with the lower rank, or for equal ranks, the name that is first in the order of bytes.
    func nearer(_ other: NearName) -> NearName {
        guard other.rank == rank else { return other.rank < rank ? other : self }
        return (other.text ?? "").utf8.lexicographicallyPrecedes((text ?? "").utf8) ? other : self
    }
}
