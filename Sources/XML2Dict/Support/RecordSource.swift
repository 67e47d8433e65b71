/// The part of the origin that all records of a document share: see `XMLOptions.originKey`.
struct RecordSource {
    /// The name of the file; `nil` for memory.
    var file: String?
    /// The document's number in its input, counted from 1; `nil` when an input is one document.
    var document: Int?
}
