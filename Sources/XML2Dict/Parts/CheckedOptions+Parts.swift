extension CheckedOptions {
    /// Whether some elements are taken out of the document: records, or those that the options select.
    var selects: Bool { records != nil || !options.select.isEmpty }

    /// Whether a part of a document gives what the whole document does.
    ///
    /// A part does not know what the document declares for other parts: entities, attributes. Of an element around it,
    /// it does not know the content before.
    var canBeReadInParts: Bool {
        guard !isConcatenated, encoding == nil, options.input.entities != .html, ExpatParser.checksAllUTF8 else {
            return false
        }
        return selects || options.onCollision != .error
    }
}
