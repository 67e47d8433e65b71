extension DecodingError {
    /// The line of the element that did not decode, counted from 1, or `nil` if the value keeps no lines.
    ///
    /// The error's description ends with this line. The decoder keeps the line in the context's `underlyingError`, and
    /// ``xmlUnderlyingError`` is the underlying error that the type gave.
    public var xmlLine: Int? {
        position?.line
    }

    /// The name of the file that did not decode, or `nil` if the document was not read by name.
    package var xmlFile: String? {
        position?.file
    }

    /// The underlying error that a type gave its own `DecodingError`, or `nil` without one.
    ///
    /// Use this property in place of the context's `underlyingError`, which also holds the line.
    public var xmlUnderlyingError: (any Error)? { position.map(\.underlyingError) ?? context?.underlyingError }

    var position: DecodingPosition? { context?.underlyingError as? DecodingPosition }

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
    func at(_ file: String?, line: Int?, _ record: XMLValue.Origin?, remedy: String?) -> DecodingError.Context {
        guard file != nil || line != nil else { return self }
        let position = DecodingPosition(
            file: file,
            line: line,
            record: record,
            remedy: remedy,
            underlyingError: underlyingError
        )
        let description = debugDescription + position.remark
        return DecodingError.Context(codingPath: codingPath, debugDescription: description, underlyingError: position)
    }
}

/// The position of a decoding error, in `underlyingError` because a `DecodingError` has no other room for a value.
struct DecodingPosition: Error, CustomStringConvertible {
    let file: String?
    let line: Int?
    /// `nil` for a whole document.
    let record: XMLValue.Origin?
    let remedy: String?
    let underlyingError: (any Error)?

    /// The position at the end of a message: ` (shop.xml:4)`, ` (line 4)`.
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
    /// The error and its position in one line: `item[2].price: expected a number for Double, found 'free' (line 28)`.
    ///
    /// Swift's own description is longer, and changes from version to version.
    public var xmlSummary: String { summary(hasPosition: true) }

    func summary(hasPosition: Bool) -> String {
        guard let context else { return "\(self)" }
        var message = context.debugDescription
        if !hasPosition, let remark = position?.remark, message.hasSuffix(remark) { message.removeLast(remark.count) }
        var path = ""
        for key in context.codingPath {
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
        return path.isEmpty ? message : "\(path): \(message)"
    }
}
