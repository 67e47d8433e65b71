/// The elements that were open before a part; cuts divide their content.
///
///     <a><b>1<i/> │ <i/>2</b>3<c>4<i/> │ <i/></c></a>
///                 └ part ──────────────┘
///
///     spine, at the part's end      pieces  [ b: one <i/>, text 2 ]    a: depth 1
///     pending                       [ i ][ c's i ]                     the first belongs to b, which has ended
///
/// When an element that was open before the part ends, this builder lacks its earlier content. So it notes a piece, and
/// the joiner folds the element.
struct PartSpine: ~Copyable {
    /// The content of an element in this part.
    struct Piece: BitwiseCopyable {
        /// Where its pending entries end.
        ///
        /// They begin at the `pendingEnd` of the previous piece.
        let pendingEnd: Int
        /// Where its text is in the bytes, as it arrived.
        let textOffset: Int
        let textCount: Int
        let flags: OpenElement.Flags
        /// Where its runs of text end, if the options note runs.
        let runEnd: Int
    }

    /// How many of the open elements were open before the part.
    var depth = 0
    /// The pieces of those that have ended, in the order of their ends.
    var pieces = GrowableBuffer<Piece>()
    /// The runs of text of these elements, one element after the other.
    var runs = GrowableBuffer<ContentOrder.Run>()
}
