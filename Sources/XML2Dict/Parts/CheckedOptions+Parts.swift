extension CheckedOptions {
    /// Whether the result is some elements of the document: records, or those that the options select.
    var selects: Bool { records != nil || !options.select.isEmpty }

    /// Whether reading the parts gives the same result as reading the whole document.
    ///
    /// The parser of a part knows neither the declarations of entities and attributes, nor the earlier content of the
    /// elements around the part.
    var canBeReadInParts: Bool {
        guard !isConcatenated, encoding == nil, options.input.entities != .html, ExpatParser.checksAllUTF8 else {
            return false
        }
        // One builder checks the shape of a whole document, at its end.
        return records != nil || options.shaping == nil
    }
}
