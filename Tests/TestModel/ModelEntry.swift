struct ModelEntry {
    var key: String
    var value: ModelValue
    var isElement = false

    /// Whether the value is in an array even if no other entry has the key.
    var isList = false

    /// The form of a comment or another node where elements are arrays.
    var node: ModelValue { .array([.string(key), value]) }
}
