/// The one rule for elements that have nothing in them.
///
///     <n>1</n>   <n unit="m"/>                       content
///     <n/>   <n> </n>   <n xmlns="u" xsi:type="t"/>  empty: "", empty bytes, a structure that needs nothing, else nil
///     <n xsi:nil="true"/>                            null, unless it has other attributes: nil for every optional
///
/// Declarations of namespaces and the attributes of XML Schema (`xsi:`) are no content. A null of a convention that
/// writes empty elements so is an empty element.
extension ElementDecoder {
    private enum Content { case some, nothing, null }

    /// Whether the entry is nil for every optional.
    var isNull: Bool { content == .null }

    /// Whether the entry has only white space, so that an optional number, date or enumeration is absent.
    var isEmpty: Bool { content != .some }

    /// The answer to a type that asks for nil: an element that its convention makes null is also nil.
    var saysNil: Bool {
        entry.kind == .null || isNull || session.hasNullForEmpty && entry.kind == .dictionary && isEmpty
    }

    private var content: Content {
        switch entry.kind {
        case .null: session.hasNullForEmpty ? .nothing : .null
        case .dictionary: content(of: entry)
        case .string, .textOnly: XMLWhitespace.trimmed(session.tree.text(entry)).isEmpty ? .nothing : .some
        case .array, .number, .boolean, .name: .some
        }
    }

    private func content(of entry: Entry) -> Content {
        var content = Content.nothing
        for place in 0..<entry.length {
            let child = session.tree.child(of: entry, at: place)
            switch session.purpose(of: child) {
            case .content:
                guard session.roles[child.key] == .attributeGroup, child.kind == .dictionary else { return .some }
                let group = self.content(of: child)
                if group != .nothing { content = group }
            case .null: if TextNumber.boolean(session.tree.text(child)) == true { content = .null }
            case .markup: break
            }
            if content == .some { return .some }
        }
        return content
    }

    /// Decodes a type from an empty element, which an optional may take as nil.
    @inline(never)
    func decodeEmpty<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded? {
        guard let optional = type as? any OptionalType.Type else { return nil }
        return try optional.decode(self) as? Decoded
    }

    /// Decodes an optional: it is nil only if the entry is null, or empty and its type cannot be made of nothing.
    func decodeUnlessEmpty<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded? {
        guard isEmpty else { return try decode(type, isFull: true) }
        if isNull { return nil }
        do {
            return try decode(type)
        } catch is DecodingError {
            return nil
        }
    }
}

extension DecodingSession {
    /// The purpose of an entry of an element: content, or an attribute for those who read XML.
    enum Purpose { case content, markup, null }

    /// The purpose of an entry, by its name.
    ///
    /// Options may write a name in their own way: `xsi:nil`, `xsi$nil`, `xsiNil`. Names that begin with `xmlns` are
    /// reserved (Namespaces in XML 1.0, section 3).
    func purpose(of child: Entry) -> Purpose {
        if roles[child.key] == .declarations { return .markup }
        guard child.isText else { return .content }
        let key = tree.names[child.key].utf8
        guard key.starts(with: attributePrefix) else { return .content }
        let name = key.dropFirst(attributePrefix.count), first = name.first
        // The first or the last letter shows that most attributes are content.
        guard first == UInt8(ascii: "x") || first == UInt8(ascii: "h") || name.last == UInt8(ascii: "l") else {
            return .content
        }
        let null = (roles.prefixSeparator + "nil").utf8
        if name.count > null.count, name.suffix(null.count).elementsEqual(null) { return .null }
        let isMarkup = name.starts(with: "xmlns".utf8) || schemaNames.contains { name.elementsEqual($0.utf8) }
        return isMarkup ? .markup : .content
    }
}

/// Recognizes optionals among the types to decode.
protocol OptionalType {
    static func decode(_ decoder: ElementDecoder) throws -> Self
    static var none: Self { get }
}

extension Optional: OptionalType where Wrapped: Decodable {
    static func decode(_ decoder: ElementDecoder) throws -> Wrapped? {
        try decoder.decodeUnlessEmpty(Wrapped.self)
    }
}
