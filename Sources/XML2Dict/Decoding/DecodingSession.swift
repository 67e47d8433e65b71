/// One call of a decoder: the value, and the spellings of its names.
///
/// The decoders and containers of the call refer to it:
///
///     XMLDecoder.decode ─▶ DecodingSession ◀── ElementDecoder, one a nested type ◀── KeyedContainer, UnkeyedContainer,
///                          tree, setup         entry, coding path                    TextContainer
final class DecodingSession {
    private let setup: DecodingSetup
    let storage: ValueStorage
    /// Names in the form in which they are compared with coding keys, by their numbers.
    private var spellings: [Int: [UInt8]] = [:]
    /// The parts that types took; `nil` unless decoding is strict.
    let taken: TakenParts?
    /// Whether the caller chose the value, and so may have passed a document in place of its root.
    let isValueGiven: Bool

    init(_ setup: DecodingSetup, _ storage: ValueStorage, isValueGiven: Bool) {
        self.setup = setup
        self.storage = storage
        self.isValueGiven = isValueGiven
        taken = setup.decoder.isStrict ? TakenParts() : nil
    }

    var decoder: XMLDecoder { setup.decoder }
    var isStrict: Bool { taken != nil }

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
    var convention: ConventionInfo { storage.convention }

    // MARK: Names

    /// Whether names are compared as they are, except for the prefix of attributes.
    var hasOnlyPrefix: Bool {
        if case .useDefaultKeys = decoder.keyDecodingStrategy { true } else { false }
    }

    /// Whether coding keys may match names in another form.
    var respells: Bool { !convention.attributePrefix.isEmpty || !hasOnlyPrefix }

    /// A name without the prefix of attributes, converted by the key strategy.
    func spelling(of number: Int) -> [UInt8] {
        if let known = spellings[number] { return known }
        var bytes = Array(tree.names[number].utf8)
        let prefix = convention.attributePrefix
        if !prefix.isEmpty, bytes.count > prefix.count, bytes.starts(with: prefix) { bytes.removeFirst(prefix.count) }
        switch decoder.keyDecodingStrategy {
        case .useDefaultKeys: break
        case .stripNamespace:
            if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon + 1 < bytes.count {
                bytes.removeFirst(colon + 1)
            }
        case .convertFromSnakeCase: bytes = Self.convertFromSnakeCase(bytes)
        case .custom(let convert): bytes = Array(convert(String(decoding: bytes, as: UTF8.self)).utf8)
        }
        spellings[number] = bytes
        return bytes
    }

    /// Converts `one_two_three` and `ONE_TWO_THREE` to `oneTwoThree`; names of one word stay, and so do underscores at
    /// both ends.
    private static func convertFromSnakeCase(_ name: [UInt8]) -> [UInt8] {
        let line = UInt8(ascii: "_")
        let start = name.prefix { $0 == line }
        let rest = name.dropFirst(start.count)
        let end = rest.reversed().prefix { $0 == line }
        let words = rest.dropLast(end.count).split(separator: line)
        guard words.count > 1, let first = words.first else { return name }
        let capitalized = words.dropFirst().map { word in
            let text = String(decoding: word, as: UTF8.self)
            return text.prefix(1).uppercased() + text.dropFirst().lowercased()
        }
        let camel = String(decoding: first, as: UTF8.self).lowercased() + capitalized.joined()
        return Array(start) + Array(camel.utf8) + Array(end)
    }

    /// The way a type is decoded from text; `nil` for a type that decodes itself.
    func textForm(_ type: Any.Type) -> TextForm? { setup.textForm(type) }
}
