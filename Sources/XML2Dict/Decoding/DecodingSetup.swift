/// What stays the same from one record to the next: the decoder, and which types are decoded from text.
///
/// To ask a type whether it conforms to a protocol takes as long as to decode a few fields, and a decoder has many parts to copy.
/// It belongs to one reader of records, or to one call, and is not used by two tasks at once.
final class DecodingSetup {
    let decoder: XMLDecoder
    /// Types that are decoded from text, as far as was asked.
    private var textTypes: [ObjectIdentifier: (any XMLTextDecodable.Type)?] = [:]

    init(_ decoder: XMLDecoder) {
        self.decoder = decoder
    }

    func decode<Decoded: Decodable>(_ type: Decoded.Type, from value: XMLValue) throws -> Decoded {
        try DecodingSession(self, value).decode(type)
    }

    /// Whether a type is decoded from text by its own rule.
    func textType(_ type: Any.Type) -> (any XMLTextDecodable.Type)? {
        let identifier = ObjectIdentifier(type)
        if let known = textTypes[identifier] { return known }
        let found = type as? any XMLTextDecodable.Type
        textTypes[identifier] = .some(found)
        return found
    }
}
