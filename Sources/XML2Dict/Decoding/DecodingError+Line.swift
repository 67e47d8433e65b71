extension DecodingError {
    /// The line of the element that did not decode, counted from 1; `nil` when the value keeps no lines.
    ///
    /// It is the line that the error's description has at its end, as a number. The decoder keeps it in the context's
    /// `underlyingError`; ``xmlUnderlyingError`` is the one that a type gave.
    public var xmlLine: Int? {
        (context?.underlyingError as? DecodingLine)?.line
    }

    /// The underlying error that a type gave to its own `DecodingError`; `nil` without one.
    ///
    /// Use it in place of the context's `underlyingError`, which also holds the line.
    public var xmlUnderlyingError: (any Error)? {
        guard let line = context?.underlyingError as? DecodingLine else { return context?.underlyingError }
        return line.underlyingError
    }

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
    /// This context with a line in its description and as a value; unchanged without a line.
    func at(line: Int?) -> DecodingError.Context {
        guard let line else { return self }
        return DecodingError.Context(
            codingPath: codingPath,
            debugDescription: "\(debugDescription) (line \(line))",
            underlyingError: DecodingLine(line: line, underlyingError: underlyingError)
        )
    }
}

/// The line of a decoding error, and the underlying error that a type gave it.
///
/// A `DecodingError` has no other room for a value.
struct DecodingLine: Error, CustomStringConvertible {
    let line: Int
    let underlyingError: (any Error)?

    var description: String {
        "line \(line)" + (underlyingError.map { ": \($0)" } ?? "")
    }
}

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
