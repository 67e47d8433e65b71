extension DecodingError {
    /// The line of the element that did not decode, counted from 1; `nil` when the value keeps no lines.
    ///
    /// It is the line that the error's description has at its end, as a number. The decoder keeps it in the context's
    /// `underlyingError`; ``xmlUnderlyingError`` is the one that a type gave.
    public var xmlLine: Int? {
        place?.line
    }

    /// The name of the file that did not decode; `nil` when the document was not read by name.
    ///
    /// The error's description has it before the line: `(shop.xml:4)`.
    package var xmlFile: String? {
        place?.file
    }

    /// The underlying error that a type gave to its own `DecodingError`; `nil` without one.
    ///
    /// Use it in place of the context's `underlyingError`, which also holds the line.
    public var xmlUnderlyingError: (any Error)? { place.map(\.underlyingError) ?? context?.underlyingError }

    /// The place that the decoder added.
    var place: DecodingPlace? { context?.underlyingError as? DecodingPlace }

    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}

extension DecodingError.Context {
    /// This context with a place in its description and as a value; unchanged without a place.
    func at(_ file: String?, line: Int?, _ record: XMLValue.Origin?, remedy: String?) -> DecodingError.Context {
        guard file != nil || line != nil else { return self }
        let place = DecodingPlace(
            file: file,
            line: line,
            record: record,
            remedy: remedy,
            underlyingError: underlyingError
        )
        let description = debugDescription + place.remark
        return DecodingError.Context(codingPath: codingPath, debugDescription: description, underlyingError: place)
    }
}

/// The place of a decoding error, and the underlying error that a type gave it.
///
/// A `DecodingError` has no other room for a value.
struct DecodingPlace: Error, CustomStringConvertible {
    let file: String?
    let line: Int?
    /// The place of the record that did not decode; `nil` for a whole document.
    let record: XMLValue.Origin?
    /// The remedy at the end of the message.
    let remedy: String?
    let underlyingError: (any Error)?

    /// The place at the end of a message: ` (shop.xml:4)`, ` (line 4)`.
    var remark: String { " (\(words))" }

    private var words: String {
        let line = line.map { file == nil ? "line \($0)" : "\($0)" }
        return [file, line].compactMap(\.self).joined(separator: ":")
    }

    var description: String {
        words + (underlyingError.map { ": \($0)" } ?? "")
    }
}

extension DecodingError {
    /// The error and its place in one line: `item[2].price: expected a number for Double, found 'free' (line 28)`.
    ///
    /// Swift's own description is longer, and changes from version to version.
    public var xmlSummary: String { summary(hasPlace: true) }

    /// The error in one line, with its place or without.
    func summary(hasPlace: Bool) -> String {
        guard let context else { return "\(self)" }
        var message = context.debugDescription
        if !hasPlace, let remark = place?.remark, message.hasSuffix(remark) { message.removeLast(remark.count) }
        var path = ""
        for key in context.codingPath {
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
        return path.isEmpty ? message : "\(path): \(message)"
    }
}
