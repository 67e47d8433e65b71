/// The reason why an input cannot be read, or is incomplete.
struct InputFailure: Error {
    enum Kind {
        /// The input cannot be opened, or its transfer is incomplete.
        case noInput
        /// Compressed data is damaged, or a flag forbids to decompress it.
        case damage
        /// A read failed.
        case readFailed
    }

    let kind: Kind
    var message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
