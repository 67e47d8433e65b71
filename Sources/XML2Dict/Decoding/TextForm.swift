/// The way a type is decoded from text.
enum TextForm {
    /// By its conformance to ``XMLTextDecodable``.
    case decodable(any XMLTextDecodable.Type)

    /// By the library `XML2DictFoundation`, which the program does not link.
    ///
    /// Without it, a type of Foundation would decode by the form that it has in JSON: a date as seconds since 2001.
    case unlinked

    /// Finds the form of a type; `nil` for a type that decodes itself.
    init?(_ type: Any.Type) {
        if let type = type as? any XMLTextDecodable.Type {
            self = .decodable(type)
        } else if UnlinkedTypes.contain(type) {
            self = .unlinked
        } else {
            return nil
        }
    }
}
