/// A value and its key.
struct ModelEntry {
    var key: String
    var value: ModelValue
    var isElement = false

    /// Whether the options make an array of a single entry.
    var isList = false

    /// The entry as a node among elements that are arrays.
    var node: ModelValue { .array([.string(key), value]) }
}
