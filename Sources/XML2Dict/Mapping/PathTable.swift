/// All paths of a plan, as IDs of names, with their marks.
///
/// The plan interns the names of paths first, so these names have the smallest IDs. One comparison then dismisses most
/// names of a document. A hash of the last two names of a path selects a chain of paths:
///
///     list: channel/item     skip: rss/item      list: entry     skip: channel/item
///
///     names     channel 0   item 1   rss 2   entry 3
///     ends      [ -  yes  -  yes ]
///     paths     0: [ 0 1 ] list     1: [ 2 1 ] skip     2: [ 3 ] list     3: [ 0 1 ] skip
///     chains    [ -  0, 3  -  1  -  -  2  - ]           item in channel: 0, 3    item in rss: 1    entry in any: 2
///
/// A last name or the name before it may be `*`, so an element needs at most four chains. Different paths may share a
/// hash, so the matcher compares each path of a chain.
final class PathTable: @unchecked Sendable {
    // Safe to share: after `Plan.init` has called `watch`, nothing changes a buffer.

    struct Path {
        /// The IDs of the path's names, with the name of an attribute last.
        let steps: PathSteps<Int>
        let isOfAttribute: Bool
        let marks: Marks
        /// The index of the next path of the chain, or -1.
        let next: Int
    }

    /// The kinds of nodes whose names the matcher looks up.
    struct Ends: OptionSet, BitwiseCopyable {
        let rawValue: UInt8

        static let elements = Ends(rawValue: 1)
        static let attributes = Ends(rawValue: 2)
    }

    let marked: [MarkedPath]
    private(set) var paths: [Path] = []
    /// Indices of the first path of each chain, or -1, in a table whose count is a power of two.
    private var chains = GrowableBuffer<Int>()
    /// The kinds of nodes with a name that need a look-up, by the ID of the name.
    private(set) var ends = GrowableBuffer<Ends>()
    /// The kinds of nodes that always need a look-up, because a path ends with `*`.
    private(set) var anyEnds: Ends = []
    /// The indices of the paths that select records.
    private(set) var records: [Int] = []
    let isForWholeDocument: Bool
    /// Whether an editor reads the markup at the paths, so that nothing is built.
    let watchesMarkup: Bool

    let hasElements: Bool
    let hasAttributes: Bool
    let hasSkips: Bool
    let hasAttributeRecords: Bool

    init(_ marked: [MarkedPath], _ names: inout NameInterner) {
        self.marked = marked
        watchesMarkup = marked.contains { $0.marks == .watched }
        isForWholeDocument = !watchesMarkup && !marked.contains { $0.marks == .record }
        hasSkips = marked.contains { $0.marks == .skip }
        hasElements = marked.contains { $0.path.attribute == nil }
        // A path that gives a type may lack the `@` of an attribute. A message then suggests the path with `@`.
        hasAttributes = marked.contains { $0.path.attribute != nil || !$0.marks.isDisjoint(with: .types) }
        hasAttributeRecords = marked.contains { $0.path.attribute != nil && $0.marks == .record }
        var count = 1
        while count < 2 * marked.count { count *= 2 }
        chains.extend(to: count, with: -1)
        for path in marked {
            let steps = PathSteps(path.path) { names.id(ofOption: $0) }
            add(steps, path)
        }
    }

    /// Makes matchers record which of the options' names occur in a document.
    ///
    /// A name of the options that ends no path then costs two look-ups, or four if a path ends with `*`.
    func watch(_ nameCount: Int) {
        guard !paths.isEmpty else { return }
        ends.extend(to: nameCount, with: [])
        for name in 0..<nameCount { ends[name].formUnion([.elements, .attributes]) }
    }

    private func add(_ steps: PathSteps<Int>, _ path: MarkedPath) {
        let isOfAttribute = path.path.attribute != nil
        let names = steps.steps, last = names[names.count - 1]
        let chain = chain(last, names.count > 1 ? names[names.count - 2] : nil)
        let isOfType = !path.marks.isDisjoint(with: .types)
        let end: Ends = isOfAttribute ? .attributes : isOfType ? [.elements, .attributes] : .elements
        if let last {
            ends.extend(to: last + 1, with: [])
            ends[last].formUnion(end)
        } else {
            anyEnds.formUnion(end)
        }
        if path.marks == .record { records.append(paths.count) }
        let next = chains[chain]
        chains[chain] = paths.count
        paths.append(Path(steps: steps, isOfAttribute: isOfAttribute, marks: path.marks, next: next))
    }

    /// Returns the index of the first path in the chain of these last two names, or -1.
    func first(_ last: Int?, _ parent: Int?) -> Int { chains[chain(last, parent)] }

    private func chain(_ last: Int?, _ parent: Int?) -> Int {
        let names = UInt64(truncatingIfNeeded: last ?? -1) << 32 ^ UInt64(truncatingIfNeeded: parent ?? -1)
        // The upper half of the product depends on all bits of both IDs.
        return Int((names &* 0x9E37_79B9_7F4A_7C15) >> 32) & (chains.count - 1)
    }
}
