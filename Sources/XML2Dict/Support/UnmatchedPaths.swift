/// The paths and namespaces of the options that match nothing: in a document, in a part of one, or in several inputs.
package struct UnmatchedPaths: Sendable {
    /// Whether a record, or a selected element, was found; `true` for whole documents.
    package var hasRecords = false
    /// The paths by their numbers, each with the name that the user may have meant.
    var names: [Int: NearName] = [:]
    /// The namespaces that no document has declared.
    var namespaces: Set<String> = []

    /// The paths and namespaces that match nothing in either; there are records if one of them has some.
    package func intersection(_ next: UnmatchedPaths) -> UnmatchedPaths {
        let both = names.compactMap { number, name in next.names[number].map { (number, name.nearer($0)) } }
        return UnmatchedPaths(
            hasRecords: hasRecords || next.hasRecords,
            names: Dictionary(uniqueKeysWithValues: both),
            namespaces: namespaces.intersection(next.namespaces)
        )
    }
}

/// The last name of a path where it leads to other elements, or the name in a document that is nearest to it.
struct NearName {
    /// The name as a step of a path; `nil` without a near one.
    var text: String?
    /// How near it is: 0 for the name itself, 1 for an attribute of that name, and from 2 on for other names.
    var rank = Int.max

    /// The one that is nearer; of two that are as near, the first in the order of their bytes, in whichever part each is.
    func nearer(_ other: NearName) -> NearName {
        guard other.rank == rank else { return other.rank < rank ? other : self }
        return (other.text ?? "").utf8.lexicographicallyPrecedes((text ?? "").utf8) ? other : self
    }
}
