/// A type that is decoded from the text of an element or an attribute, rather than from its keys.
///
/// ```swift
/// extension Money: XMLTextDecodable {
///     static func decode(xmlText text: String, with decoder: XMLDecoder) -> Money? { Money(text) }
/// }
/// ```
///
/// With `XML2DictFoundation`, `Date`, `URL`, `Decimal` and `Data` are such types; without it, decoding them is an
/// error.
public protocol XMLTextDecodable: Decodable {
    /// Returns the value of a text; `nil` when the text is invalid, which the decoder reports with its place.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - decoder: The decoder, whose ``XMLDecoder/subscript(strategy:as:)`` may hold the format of the text.
    /// - Returns: The value.
    /// - Throws: An error that the decoder passes on unchanged. Most types return `nil` instead.
    static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Self?
}

/// The error of a text that is not in the expected format, which the decoder reports with its place.
package struct UnexpectedText: Error {
    /// A description of valid text, such as "a date as ISO 8601 writes it".
    let expected: String

    package init(expected: String) {
        self.expected = expected
    }
}

extension Optional {
    /// The value of a text; without one, throws an error that describes valid text.
    package func orThrow(expected: @autoclosure () -> String) throws -> Wrapped {
        guard let self else { throw UnexpectedText(expected: expected()) }
        return self
    }
}
