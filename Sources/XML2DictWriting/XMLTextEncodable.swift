/// A type that is encoded as the text of an element or an attribute, rather than by its keys.
///
/// ```swift
/// struct Position: XMLTextEncodable {
///     var latitude, longitude: Double
///     func xmlText(with encoder: XMLEncoder) -> String? { "\(latitude) \(longitude)" }
/// }
/// ```
///
/// With `XML2DictFoundation`, `Date`, `URL`, `Decimal` and `Data` are such types; without it, encoding them is an
/// error. `XMLTextDecodable` is the other direction.
public protocol XMLTextEncodable: Encodable {
    /// Returns the text of the value; `nil` when the value has no form as text, which the encoder reports with its
    /// coding path.
    ///
    /// - Parameter encoder: The encoder, whose ``XMLEncoder/subscript(strategy:as:)`` may hold the format of the text.
    /// - Returns: The text.
    /// - Throws: An error that the encoder passes on unchanged. Most types return `nil` instead.
    func xmlText(with encoder: XMLEncoder) throws -> String?
}
