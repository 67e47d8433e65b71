/// One call of a decoder, or all calls of a decoder for the records of one reader.
///
/// Each nested type has its own `ElementDecoder`. The decoders and their containers refer to the session:
///
///     XMLDecoder.decode ─▶ DecodingSession ◀── ElementDecoder ◀────── KeyedContainer, UnkeyedContainer, TextContainer
///                          tree, decoder       entry, coding path
final class DecodingSession {
    let decoder: XMLDecoder
    let file: String?
    /// Whether the caller passed an `XMLValue`, which may be a document instead of its root.
    let isValueGiven: Bool
    let roles: KeyRoles
    let attributePrefix: [UInt8]
    var hasNullForEmpty: Bool { roles.form.hasNullForEmpty }
    private var textDecodings: TypeForms<TextDecoding>
    private var element: CompleteElement
    private(set) var tree: StorageView

    init(_ decoder: XMLDecoder, file: String? = nil, _ element: CompleteElement, isValueGiven: Bool = false) {
        self.decoder = decoder
        self.file = file
        self.isValueGiven = isValueGiven
        self.element = element
        (_, tree, roles) = element.content
        attributePrefix = roles.attributePrefix
        textDecodings = TypeForms {
            decoder.function(for: $0).map(TextDecoding.function) ?? TextDecoding.known.form(of: $0)
        }
    }

    func decode<Decoded: Decodable>(_ type: Decoded.Type, from element: CompleteElement) throws -> Decoded {
        let content = element.content
        (self.element, tree, lowestAddress) = (element, content.tree, nil)
        let decoder = ElementDecoder(self, content.entry)
        if case .value = element { try checkRoot(decoder, type) }
        return try decoder.decode(type)
    }

    /// Returns `false` if a type has kept a decoder, so that the session cannot decode another element.
    static func end(_ session: inout DecodingSession) -> Bool {
        let isFree = isKnownUniquelyReferenced(&session)
        if isFree { session.element = .value(.null) } else { _ = session.storage }
        return isFree
    }

    /// The storage of the element, which is made for a record only if needed, such as for an `XMLValue` in a type.
    var storage: ValueStorage {
        let value = element.value
        element = .value(value)
        tree = value.storage.tree
        return value.storage
    }

    private func checkRoot(_ element: ElementDecoder, _ type: Any.Type) throws {
        guard let expected = decoder.rootName, let document = storage.document, storage.origin == nil else { return }
        let root = document.root
        guard root.isSame(as: element.entry) else {
            guard document.entry.isSame(as: element.entry) else { return }
            let found = "found a whole document; pass the value's 'root' to decode it"
            throw element.mismatch(type, "expected the root element '\(expected)', \(found)")
        }
        let name = tree.names[root.key].string
        guard !name.utf8.elementsEqual(expected.utf8) else { return }
        throw element.mismatch(type, "expected the root element '\(expected)', found '\(name.shortened)'")
    }

    /// Two keys for each attribute in XML Schema part 1, section 2.6, with a prefix and with the URI, `xsi:nil` first.
    lazy var schemaNames: [String] = {
        let form = roles.form, uri = NamespaceURI.schemaInstance
        return ["nil", "type", "schemaLocation", "noNamespaceSchemaLocation"].flatMap { name in
            [
                form.key(name, prefix: "xsi", isAttribute: false),
                form.key(name, prefix: uri, isURI: true, isAttribute: false),
            ]
        }
    }()

    func expandedName(of key: String) -> String? {
        guard roles.form.expandsNamespaces, let separator = key.ranges(of: roles.form.prefixSeparator).last else {
            return nil
        }
        return "{\(key[..<separator.lowerBound])}\(key[separator.upperBound...])"
    }

    /// The bytes of the stack that must stay free for the initializers of types.
    private static let reserve: UInt = 128 * 1024
    /// The lowest usable address of the stack, computed again for each element because the thread may differ.
    private var lowestAddress: UInt?

    var hasStack: Bool {
        let lowest = lowestAddress ?? ThreadStack.end.map { $0 + Self.reserve } ?? 0
        lowestAddress = lowest
        return ThreadStack.address > lowest
    }

    var hasPrefix: Bool { !attributePrefix.isEmpty }

    func spelling(of id: Int) -> [UInt8] {
        let name = tree.names[id].utf8, prefix = attributePrefix
        return Array(name.starts(with: prefix) && name.count > prefix.count ? name.dropFirst(prefix.count) : name[...])
    }

    func textDecoding(_ type: Any.Type) -> TextDecoding? { textDecodings.form(of: type) }
}

/// A chain of keys, which becomes an array only for errors because appending would allocate memory for each value.
indirect enum CodingPath {
    case root
    case key(any CodingKey, in: CodingPath)
    case index(Int, in: CodingPath)

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var rest = self
        while true {
            switch rest {
            case .root:
                return keys.reversed()
            case .key(let key, let outer):
                keys.append(key)
                rest = outer
            case .index(let index, let outer):
                keys.append(AnyCodingKey(intValue: index))
                rest = outer
            }
        }
    }
}

enum TextDecoding {
    /// The type conforms to ``XMLTextDecodable``, or to the protocol for Foundation's types.
    case decodable((_ text: String, _ decoder: XMLDecoder) throws -> Any?)

    case function(DecodingFunction.Function)

    /// `XML2DictFoundation` is not linked, and the JSON form of the type, such as seconds for a date, would be wrong.
    case unlinked

    fileprivate static let known = SharedTypeForms(TextDecoding.init)

    /// Returns `nil` for a type that its `init(from:)` decodes.
    private init?(_ type: Any.Type) {
        if let type = type as? any XMLTextDecodable.Type {
            self = .decodable { try type.decode(xmlText: $0, with: $1) }
        } else if let type = type as? any ForeignTextDecodable.Type {
            self = .decodable { try type.decode(xmlText: $0, with: $1) }
        } else if UnlinkedTypes.contain(type) {
            self = .unlinked
        } else {
            return nil
        }
    }
}
