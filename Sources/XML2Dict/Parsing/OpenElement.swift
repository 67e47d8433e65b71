/// An element whose end tag has not come yet.
struct OpenElement: BitwiseCopyable {
    /// The number of its name.
    let key: Int
    /// Where its part of the pending entries begins.
    let pendingStart: Int
    /// Where its part of the text set aside begins.
    let asideStart: Int
    /// Where its start tag begins.
    let line: UInt
    let column: UInt
    /// Whether `xml:space="preserve"` is in force in it.
    var preservesSpace: Bool
}
