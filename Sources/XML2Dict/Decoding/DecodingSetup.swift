/// The state that all records share: the decoder, and which types are decoded from text.
///
/// Checking a type's conformance takes as long as decoding a few fields, and a decoder has many parts to copy. One
/// reader of records, or one call, owns a setup, so two tasks never use it at once.
final class DecodingSetup {
    let decoder: XMLDecoder
    /// The results of `textType`, by type.
    private var textTypes: [ObjectIdentifier: (any XMLTextDecodable.Type)?] = [:]

    init(_ decoder: XMLDecoder) {
        self.decoder = decoder
    }

    func decode<Decoded: Decodable>(_ type: Decoded.Type, from value: XMLValue) throws -> Decoded {
        try ElementDecoder(DecodingSession(self, value.storage), value.entry).decode(type)
    }

    /// The type as one that is decoded from text; `nil` when it does not conform to ``XMLTextDecodable``.
    func textType(_ type: Any.Type) -> (any XMLTextDecodable.Type)? {
        let identifier = ObjectIdentifier(type)
        if let known = textTypes[identifier] { return known }
        let found = type as? any XMLTextDecodable.Type
        textTypes[identifier] = .some(found)
        return found
    }
}
