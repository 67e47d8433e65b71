extension XMLValue: Encodable {
    /// Encodes a value of any form.
    ///
    /// An `XMLEncoder` writes the value as it is, by the convention of its reader. Any other encoder, such as
    /// `JSONEncoder`, encodes it with the types of JSON: dictionaries, arrays, strings, numbers, booleans and null.
    ///
    /// A number with more digits than Swift's types can hold is encoded as a string. Two keys that are equal as Swift
    /// strings but differ as bytes are an error, as encoding would lose a value.
    ///
    /// The value can be nested 1,000 deep, as encoders recurse, or less on a thread with a small stack. Some encoders
    /// have a lower limit of their own: Foundation's `JSONEncoder` stops at about 500. ``json(_:)`` writes any depth.
    ///
    /// - Parameter encoder: The encoder that writes the value.
    /// - Throws: An `EncodingError` when the value is nested more than 1,000 deep or too deep for the stack of the
    ///   thread, or has two equal keys, and errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? any ValueEncoder else { return try encode(toForeign: encoder) }
        try encoder.encodeAsIs(self)
    }
}

/// An encoder that writes a value as it is, by the convention of its reader.
package protocol ValueEncoder: Encoder {
    func encodeAsIs(_ value: XMLValue) throws
}
