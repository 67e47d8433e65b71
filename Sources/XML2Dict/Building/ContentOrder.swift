/// Notes the runs of text of open elements, and finds out whether a dictionary shows the order of its content.
///
/// A dictionary shows its entries key after key: attributes, then children by first appearance, then text. Each key has
/// a rank in that order; where the ranks of the content fall, the dictionary does not show its order:
///
///     <p id="1"><b/><i/><b/>x</p>       ranks  id: 0   b: 1   i: 2   text: last       content  1 2 1 last
struct ContentOrder: ~Copyable {
    /// A run of text of an open element.
    struct Run: BitwiseCopyable {
        /// How many elements are open.
        let depth: Int
        /// How many entries were pending before it.
        var place: Int
        /// Its bytes, without trimming.
        var offset: Int
        let length: Int
    }

    struct Rank: BitwiseCopyable {
        /// The search that it belongs to.
        var search = 0
        var rank = 0
    }

    /// The runs of all open elements; those of the innermost one are last.
    var runs = GrowableBuffer<Run>()
    private var ranks = GrowableBuffer<Rank>()
    private var search = 0

    /// The runs of the innermost open element.
    func runs(atDepth depth: Int) -> Range<Int> {
        var start = runs.count
        while start > 0, runs[start - 1].depth == depth {
            start -= 1
        }
        return start..<runs.count
    }

    /// Whether a dictionary shows the order of its content.
    ///
    /// - Parameters:
    ///   - pending: The entries, attributes first.
    ///   - range: The places of those of the dictionary.
    ///   - attributeCount: How many of them are attributes.
    ///   - runs: The runs of text among them.
    ///   - textKey: The key of text.
    ///   - nameCount: How many names exist; every key is less than that.
    /// - Returns: Whether it does.
    mutating func isShown(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ range: Range<Int>,
        attributeCount: Int,
        runs: Range<Int>,
        textKey: Int,
        nameCount: Int
    ) -> Bool {
        ranks.extend(to: nameCount, with: Rank())
        search += 1
        var last = 0, count = 0
        for place in range {
            let key = pending[place].key
            if ranks[key].search != search {
                ranks[key] = Rank(search: search, rank: count)
                count += 1
            }
            guard place >= range.lowerBound + attributeCount else { continue }
            if ranks[key].rank < last { return false }
            last = ranks[key].rank
        }
        guard let run = runs.first else { return true }
        // Text is last, unless something else has its key.
        let isLast = runs.count == 1 && self.runs[run].place == range.upperBound
        let isAlone = range.count == attributeCount
        return isLast && (isAlone || ranks[textKey].search != search)
    }
}
