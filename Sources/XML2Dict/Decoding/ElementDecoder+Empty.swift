/// The one rule for elements without content.
///
///     <n>1</n>   <n unit="m"/>                       content
///     <n/>   <n> </n>   <n xmlns="u" xsi:type="t"/>  empty: "", empty bytes, a type that requires no key, else nil
///     <n xsi:nil="true"/>                            null: nil for every optional
///     <n xsi:nil="true" unit="m"/>                   null for text: nil for an optional text, number or text type
///
/// Declarations of namespaces, the attributes of XML Schema (`xsi:`) and the order key are not content. If a convention
/// makes empty elements null, the decoder reads null as an empty element.
extension ElementDecoder {
    private struct Content: OptionSet {
        let rawValue: Int
        /// Text or a child element ends the search, so that `attributes` and `null` stay unknown.
        static let some = Content(rawValue: 1)
        static let attributes = Content(rawValue: 2)
        static let null = Content(rawValue: 4)

        var isNilForText: Bool { isEmpty || contains(.null) }
    }

    var isNull: Bool { content == .null }

    /// Whether the entry has only white space, and no attributes.
    var isEmpty: Bool { content.isDisjoint(with: [.some, .attributes]) }

    var isNilForText: Bool { content.isNilForText }

    /// The result of `decodeNil`: `true` for null, and for an empty element if the convention makes such elements null.
    var saysNil: Bool {
        entry.kind == .null || isNull || session.hasNullForEmpty && entry.kind == .dictionary && isEmpty
    }

    private var content: Content {
        switch entry.kind {
        case .null: session.hasNullForEmpty ? [] : .null
        case .dictionary: content(of: entry, isGroup: false)
        case .string, .textOnly: XMLWhitespace.trimmed(session.tree.text(entry)).isEmpty ? [] : .some
        case .array, .number, .boolean, .name: .some
        }
    }

    private func content(of entry: Entry, isGroup: Bool) -> Content {
        var content: Content = []
        // The loop runs backward, because child elements come after attributes, and a child element ends the search.
        for index in (0..<entry.length).reversed() {
            let child = session.tree.child(of: entry, at: index)
            switch session.purpose(of: child) {
            case .content:
                let role = session.roles[child.key]
                if role == .attributeGroup, child.kind == .dictionary {
                    content.formUnion(self.content(of: child, isGroup: true))
                } else {
                    guard isGroup || role != .text && role != .cdata && !isChildElement(child) else { return .some }
                    content.insert(.attributes)
                }
            case .null: if TextNumber.boolean(session.tree.text(child)) == true { content.insert(.null) }
            case .markup: break
            }
        }
        return content
    }

    @inline(never)
    func decodeEmpty<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded? {
        guard let optional = type as? any OptionalType.Type else { return nil }
        return try optional.decode(self) as? Decoded
    }

    /// Decodes the entry, or returns nil for null, and for an empty entry if the type has no value for empty elements.
    func decodeUnlessEmpty<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded? {
        let content = content
        if content == .null || content.contains(.null) && isText(type) { return nil }
        guard content.isEmpty else { return try decode(type, isFull: true) }
        do {
            return try decode(type)
        } catch is DecodingError {
            return nil
        }
    }

    func isText(_ type: Any.Type) -> Bool {
        type is any LosslessStringConvertible.Type || type is any RawRepresentable.Type
            || session.textDecoding(type) != nil
    }
}

extension DecodingSession {
    enum Purpose { case content, markup, null }

    /// Returns the purpose of an entry by its name in any spelling, such as `xsi:nil`, `xsi$nil` or `xsiNil`.
    ///
    /// Names that begin with `xmlns` are reserved (Namespaces in XML 1.0, section 3).
    func purpose(of child: Entry) -> Purpose {
        if roles[child.key] == .declarations || roles[child.key] == .order { return .markup }
        guard child.isText else { return .content }
        let key = tree.names[child.key].utf8
        guard key.starts(with: attributePrefix) else { return .content }
        let name = key.dropFirst(attributePrefix.count), first = name.first
        // Only names that begin with x or h, or end with l, can be markup or null. Every key style keeps these letters.
        guard first == UInt8(ascii: "x") || first == UInt8(ascii: "h") || name.last == UInt8(ascii: "l") else {
            return .content
        }
        let null = (roles.form.prefixSeparator + "nil").utf8
        if name.count > null.count, name.suffix(null.count).elementsEqual(null) { return .null }
        let index = schemaNames.firstIndex { name.elementsEqual($0.utf8) }
        if let index, index < 2 { return .null }
        return index != nil || name.starts(with: "xmlns".utf8) ? .markup : .content
    }
}

protocol OptionalType {
    static func decode(_ decoder: ElementDecoder) throws -> Self
    static var none: Self { get }
}

extension Optional: OptionalType where Wrapped: Decodable {
    static func decode(_ decoder: ElementDecoder) throws -> Wrapped? {
        try decoder.decodeUnlessEmpty(Wrapped.self)
    }
}
