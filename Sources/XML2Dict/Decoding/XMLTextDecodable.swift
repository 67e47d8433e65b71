/// A type that is decoded from the text of an element or an attribute, rather than from its keys.
///
/// ```swift
/// extension Money: XMLTextDecodable {
///     static func decode(xmlText text: String, with decoder: XMLDecoder) -> Money? { Money(text) }
///     static func expectation(of decoder: XMLDecoder) -> String { "an amount such as 12.50 EUR" }
/// }
/// ```
///
/// With `XML2DictFoundation`, `Date`, `URL`, `Decimal` and `Data` are such types.
public protocol XMLTextDecodable: Decodable {
    /// The value of a text, without white space at its ends; `nil` when it is none.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - decoder: Its ``XMLDecoder/subscript(strategy:as:)`` may say more about the form of the text.
    /// - Returns: The value.
    /// - Throws: What is to be thrown as it is. `nil` is enough for most.
    static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Self?

    /// What was expected of the text, for messages, such as "a date as ISO 8601 writes it".
    static func expectation(of decoder: XMLDecoder) -> String
}
