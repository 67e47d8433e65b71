/// A type that is decoded from the text of an element or an attribute, rather than from its keys.
///
/// ```swift
/// extension Money: XMLTextDecodable {
///     static func decode(xmlText text: String, with decoder: XMLDecoder) -> Money? { Money(text) }
///     static func expectation(of decoder: XMLDecoder) -> String { "an amount such as 12.50 EUR" }
/// }
/// ```
///
/// With `XML2DictFoundation`, `Date`, `URL`, `Decimal` and `Data` are such types; without it, decoding them is an error.
public protocol XMLTextDecodable: Decodable {
    /// Returns the value of a text; `nil` when the text is invalid.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - decoder: The decoder, whose ``XMLDecoder/subscript(strategy:as:)`` may hold the format of the text.
    /// - Returns: The value.
    /// - Throws: An error that the decoder passes on unchanged. Most types return `nil` instead.
    static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Self?

    /// A description of valid text for messages, such as "a date as ISO 8601 writes it".
    static func expectation(of decoder: XMLDecoder) -> String
}
