extension DecodingError {
    /// The error and its place in one line: `item[2].price: expected a number for Double, found 'free' (line 28)`.
    ///
    /// Swift's own description is longer, and changes from version to version.
    public var xmlSummary: String {
        guard let context else { return "\(self)" }
        var path = ""
        for key in context.codingPath {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
