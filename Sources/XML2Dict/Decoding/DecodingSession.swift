/// One call of a decoder, and its value.
///
/// The decoders and containers of the call refer to it:
///
///     XMLDecoder.decode ─▶ DecodingSession ◀── ElementDecoder, one a nested type ◀── KeyedContainer, UnkeyedContainer,
///                          tree, setup         entry, coding path                    TextContainer
final class DecodingSession {
    private let setup: DecodingSetup
    let storage: ValueStorage
    /// Whether the caller chose the value, and so may have passed a document in place of its root.
    let isValueGiven: Bool
    /// The prefix of the keys of attributes.
    let attributePrefix: [UInt8]

    init(_ setup: DecodingSetup, _ storage: ValueStorage, isValueGiven: Bool) {
        self.setup = setup
        self.storage = storage
        self.isValueGiven = isValueGiven
        attributePrefix = storage.roles.attributePrefix
    }

    var decoder: XMLDecoder { setup.decoder }

    // MARK: The stack

    /// How much of the stack must stay free, as the initialisers of types need some.
    private static let reserve: UInt = 128 * 1024
    private lazy var lowestPlace = ThreadStack.end.map { $0 + Self.reserve }

    /// Whether enough of the thread's stack is free.
    ///
    /// A session runs on one thread.
    var hasStack: Bool {
        guard let lowestPlace else { return true }
        return ThreadStack.place > lowestPlace
    }

    var tree: StorageView { storage.tree }
    var roles: KeyRoles { storage.roles }

    // MARK: Names

    /// Whether coding keys may match names without the prefix of attributes.
    var hasPrefix: Bool { !attributePrefix.isEmpty }

    /// A name without the prefix of attributes.
    func spelling(of number: Int) -> [UInt8] {
        let name = tree.names[number].utf8, prefix = attributePrefix
        return Array(name.starts(with: prefix) && name.count > prefix.count ? name.dropFirst(prefix.count) : name[...])
    }

    /// The way a type is decoded from text; `nil` for a type that decodes itself.
    func textForm(_ type: Any.Type) -> TextForm? { setup.textForm(type) }
}

/// The state that all records share: the decoder, and which types are decoded from text.
///
/// Records share it, so that none copies the decoder. One reader of records, or one call, owns a setup, so two tasks never use it at once.
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
        return try ElementDecoder(session, value.entry).decode(type)
    }

    /// The way a type is decoded from text; `nil` for a type that decodes itself.
    func textForm(_ type: Any.Type) -> TextForm? { textForms.form(of: type) }
}
