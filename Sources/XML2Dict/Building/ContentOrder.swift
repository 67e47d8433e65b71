/// Whether a dictionary shows the order of its content.
///
/// A dictionary shows its entries key after key: attributes, then children by first appearance, then text. Each key has
/// a slot in that order; where the slots of the content fall, the dictionary does not show its order:
///
///     <p id="1"><b/><i/><b/>x</p>       slots  id: 0   b: 1   i: 2   text: last       content  1 2 1 last
extension Folding {
    /// Whether pending entries, with runs of text among them, would be in the order of their dictionary.
    ///
    /// - Parameters:
    ///   - pending: The entries, attributes first.
    ///   - range: The places of those of the dictionary.
    ///   - contentStart: The place after the attributes.
    ///   - nameCount: How many names exist; every key is less than that.
    /// - Returns: Whether they would.
    mutating func showsOrder(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ range: Range<Int>,
        contentStart: Int,
        nameCount: Int
    ) -> Bool {
        beginFold(nameCount)
        var last = 0, count = 0
        for place in range {
            let key = pending[place].key
            let isNew = notes[key].fold != fold
            // Text is last, unless something else has its key.
            if pending[place].isRun { return isNew && place == range.upperBound - 1 }
            if isNew {
                notes[key] = Note(fold: fold, slot: count)
                count += 1
            }
            guard place >= contentStart else { continue }
            if notes[key].slot < last { return false }
            last = notes[key].slot
        }
        return true
    }
}
