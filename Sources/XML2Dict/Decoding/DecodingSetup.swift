/// The state that all records share: the decoder, whose paths have been checked, and which types are decoded from text.
///
/// A decoder has many parts to copy. One reader of records, or one call, owns a setup, so two tasks never use it at once.
final class DecodingSetup {
    let decoder: XMLDecoder
    private var textForms = TypeForms(TextForm.init)

    init(_ decoder: XMLDecoder) {
        self.decoder = decoder
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - value: The value.
    ///   - isGiven: Whether the caller chose the value; else the library read it.
    /// - Returns: The decoded value.
    /// - Throws: A `DecodingError`.
    func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from value: XMLValue,
        isGiven: Bool = false
    ) throws -> Decoded {
        let session = DecodingSession(self, value.storage, isValueGiven: isGiven)
        let decoder = ElementDecoder(session, value.entry)
        let decoded = try decoder.decode(type)
        if let taken = session.taken {
            var search = LeftoverSearch(decoder, taken, self.decoder.ignoredPaths)
            try search.run()
        }
        return decoded
    }

    /// The way a type is decoded from text; `nil` for a type that decodes itself.
    func textForm(_ type: Any.Type) -> TextForm? { textForms.form(of: type) }
}
