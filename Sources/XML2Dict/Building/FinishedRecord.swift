/// A record that has ended and waits to be taken.
struct FinishedRecord {
    /// The record, whose parts lie in the builder's stores.
    let entry: Entry
    let element: OpenElement
    /// The names from the root to the record; `nil` as long as the open elements are still those around it.
    var path: String?
}
