import XML2Dict

/// The way a type is encoded as text.
enum EncodingTextForm {
    /// By its conformance to ``XMLTextEncodable``.
    case encodable

    /// By the library `XML2DictFoundation`, which the program does not link.
    ///
    /// Without it, a type of Foundation would be encoded in the form that it has in JSON: a date as seconds since 2001.
    case unlinked

    /// Finds the form of a type; `nil` for a type that encodes itself.
    init?(_ type: Any.Type) {
        if type is any XMLTextEncodable.Type {
            self = .encodable
        } else if UnlinkedTypes.contain(type) {
            self = .unlinked
        } else {
            return nil
        }
    }
}
