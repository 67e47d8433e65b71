/// The decoder of one entry: an element, an attribute, or several elements with the same name.
final class ElementDecoder: Decoder {
    let session: DecodingSession
    let entry: Entry
    let path: CodingPath
    /// The number of keys on the path to this entry: `checkDepth` limits the depth, because each key needs stack.
    private let depth: Int
    /// The index where the next search begins, because types mostly decode properties in document order.
    var hint = 0
    /// The decoder of the parent, which gives errors a line if this element has no line.
    let parent: ElementDecoder?
    /// The index of each entry by its key, for elements with many entries.
    var indexTable: [[UInt8]: Int]?
    var group: ElementDecoder?
    private var firstType: ObjectIdentifier?
    /// Whether `string()` trims white space.
    private var trimsText = false
    private(set) var item: ContentItem?
    private(set) var keyType: Any.Type?

    init(_ session: DecodingSession, _ entry: Entry) {
        self.session = session
        self.entry = entry
        path = .root
        parent = nil
        depth = 0
    }

    init(_ entry: Entry, _ path: CodingPath, in parent: ElementDecoder) {
        session = parent.session
        self.entry = entry
        self.path = path
        self.parent = parent
        // A key and an index in the list under this key count as one step. A list in a list counts as another step.
        if case .index = path, !parent.isItem { depth = parent.depth } else { depth = parent.depth + 1 }
    }

    convenience init(_ item: ContentItem, _ path: CodingPath, in list: ElementDecoder) {
        self.init(list.entry, path, in: list)
        self.item = item
    }

    var isItem: Bool {
        if case .index = path { true } else { false }
    }

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { session.decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        keyType = type
        switch entry.kind {
        case .array where item != nil:
            item?.choose { Key(stringValue: $0) != nil }
            return KeyedDecodingContainer(KeyedContainer<Key>(decoder: self))
        case .array where session.roles.isOrdered:
            throw mismatch(type, "elements that are arrays (JsonML) cannot be decoded by keys")
        case .array: throw several(type, "element")
        case .dictionary, .textOnly, .string, .number, .boolean, .name, .null:
            return KeyedDecodingContainer(KeyedContainer<Key>(decoder: self))
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard item == nil else { throw mismatch([ContentItem].self, Self.contentIsArray) }
        return UnkeyedContainer(decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        TextContainer(decoder: self)
    }

    /// Decodes the text if the type has a text form, or else calls the type's initializer.
    ///
    /// `isFull` means that the entry is not empty. Casts and optionals of the type are in separate functions, because a
    /// generic function with a cast or an optional looks up the type `Decoded?` in each call.
    func decode<Decoded: Decodable>(_ type: Decoded.Type, isFull: Bool = false) throws -> Decoded {
        if type == String.self { return Self.same(try string(), as: type) }
        if type == Int.self { return Self.same(try integer(Int.self), as: type) }
        if type == Double.self { return Self.same(try floatingPoint(Double.self), as: type) }
        if type == Bool.self { return Self.same(try boolean(), as: type) }
        if let textDecoding = session.textDecoding(type) { return try decode(type, by: textDecoding) }
        if depth >= Self.shallow { try checkDepth() }
        if firstType == nil { firstType = ObjectIdentifier(type) }
        if isItem, let parent, parent.entry.kind != .array { try checkListOfOne(type, in: parent) }
        if !isFull, isNilForText, let decoded = try decodeEmpty(type) { return decoded }
        return try initialize(type)
    }

    private func initialize<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        do {
            return try Decoded(from: self)
        } catch let error as DecodingError {
            // White space around the text of an enumeration's case never counts.
            if !trimsText, type is any RawRepresentable.Type, let text = plainText(of: entry),
                XMLWhitespace.trimmed(text).count < text.count
            {
                trimsText = true
                return try initialize(type)
            }
            throw withPosition(choiceFault(type, error))
        }
    }

    /// Returns a value as the type `Same`, which must be the type `Value`, without a cast, which would look up types.
    @inline(__always)
    static func same<Value, Same>(_ value: Value, as type: Same.Type) -> Same {
        assert(Value.self == Same.self)
        return unsafeBitCast(value, to: type)
    }

    /// The deepest nesting of types, as in `JSONDecoder`, if the stack suffices.
    private static let deepest = 512
    /// The depth for which every stack suffices.
    private static let shallow = 32

    private func checkDepth() throws {
        guard depth < Self.deepest else { throw corrupted("types are nested more than \(Self.deepest) deep") }
        guard session.hasStack else {
            throw corrupted("types are nested \(depth) deep, which is too much for the stack of this thread")
        }
    }

    /// Refuses a type that is a list of itself, because such a list would decode a single element again without end.
    @inline(never)
    private func checkListOfOne(_ type: Any.Type, in parent: ElementDecoder) throws {
        var outer: ElementDecoder? = parent
        while let list = outer, list.entry.kind != .array {
            guard list.firstType != ObjectIdentifier(type) else {
                throw mismatch(type, "expected several elements for a list of \(Self.name(of: type)) in one, found one")
            }
            outer = list.isItem ? list.parent : nil
        }
    }

    @inline(never)
    private func decode<Decoded>(
        _ type: Decoded.Type,
        by textDecoding: TextDecoding
    ) throws -> Decoded {
        let found: Any
        switch textDecoding {
        case .decodable(let decode): found = try decodeText(type, by: decode)
        case .function(let decode):
            do {
                found = try decode(self)
            } catch let error as DecodingError {
                throw withPosition(error)
            }
        case .unlinked:
            let name = Self.name(of: type)
            throw mismatch(type, "cannot decode \(name): link the product XML2DictFoundation and import it")
        }
        guard let decoded = found as? Decoded else { throw mismatch(type, "expected \(Self.name(of: type))") }
        return decoded
    }

    private func decodeText(_ type: Any.Type, by decode: (String, XMLDecoder) throws -> Any?) throws -> Any {
        let bytes = try text(for: type)
        let trimmed = XMLWhitespace.trimmed(bytes)
        let text = String(decoding: trimmed, as: UTF8.self)
        do {
            guard let decoded = try decode(text, session.decoder) else {
                throw UnexpectedText(expected: Self.name(of: type))
            }
            return decoded
        } catch let error as UnexpectedText {
            throw corrupted("expected \(error.expected), found \(Self.quoted(bytes))")
        }
    }

    // MARK: Text

    /// Throws `typeMismatch` for several elements or for child elements, and `valueNotFound` for null.
    func text(for type: Any.Type) throws -> UnsafeBufferPointer<UInt8> {
        switch entry.kind {
        case .string, .number, .boolean, .name, .textOnly:
            return session.tree.text(entry)
        case .null where type == String.self || !isNull && session.textDecoding(type) != nil:
            return UnsafeBufferPointer(start: nil, count: 0)
        case .null:
            throw DecodingError.valueNotFound(type, context("expected \(Self.name(of: type)), found nothing"))
        case .array where session.roles.isOrdered:
            throw mismatch(type, "elements that are arrays (JsonML) cannot be decoded as text")
        case .array:
            throw several(type, Self.name(of: type))
        case .dictionary:
            return try textOfDictionary(for: type)
        }
    }

    /// Returns the text of an entry, or `nil` if the text needs a decoder: a decoder and its path are two allocations.
    @inline(__always)
    func plainText(of entry: Entry) -> UnsafeBufferPointer<UInt8>? {
        switch entry.kind {
        case .string, .number, .boolean, .name, .textOnly: session.tree.text(entry)
        case .dictionary: plainText(ofDictionary: entry)
        case .null, .array: nil
        }
    }

    @inline(never)
    private func plainText(ofDictionary entry: Entry) -> UnsafeBufferPointer<UInt8>? {
        let tree = session.tree
        var text: Entry?
        for index in 0..<entry.length {
            let child = tree.child(of: entry, at: index)
            if child.key == tree.textKey {
                text = child
            } else if session.roles[child.key] == .cdata || isChildElement(child) {
                return nil
            }
        }
        guard let text, text.isText else { return nil }
        return tree.text(text)
    }

    func plainTexts(of entry: Entry) -> [String]? {
        guard entry.kind == .array else {
            return plainText(of: entry).map { [String(decoding: $0, as: UTF8.self)] }
        }
        var texts: [String] = []
        texts.reserveCapacity(entry.length)
        for index in 0..<entry.length {
            guard let text = plainText(of: session.tree.child(of: entry, at: index)) else { return nil }
            texts.append(String(decoding: text, as: UTF8.self))
        }
        return texts
    }

    private func textOfDictionary(for type: Any.Type) throws -> UnsafeBufferPointer<UInt8> {
        let tree = session.tree, children = childElements, name = Self.name(of: type)
        let text = tree.child(of: entry, under: tree.textKey)
        guard let first = children.first else {
            let content = (0..<entry.length).lazy.map { [entry] in tree.child(of: entry, at: $0) }
            let sections = content.first { self.session.roles[$0.key] == .cdata }
            guard text == nil || sections == nil else {
                let remedy: ErrorMessage = "; without \(option: "cdataKey") they are one text"
                throw mismatch(type, "expected text for \(name), found text around CDATA sections\(remedy)")
            }
            guard let found = text ?? sections else { return UnsafeBufferPointer(start: nil, count: 0) }
            guard found.kind != .array else {
                let key = tree.names[found.key].string
                throw mismatch(type, "expected one \(name), found \(found.length) things under the key '\(key)'")
            }
            return found.isText ? tree.text(found) : UnsafeBufferPointer(start: nil, count: 0)
        }
        let shown = children.prefix(5).map { "<\(tree.names[$0.key].shortened)>" }.joined(separator: ", ")
        guard text != nil else {
            let hint = wrapperHint(children.count)
            throw mismatch(type, "expected text for \(name), found child elements: \(shown)\(hint)")
        }
        let waysOut = "a type with a property '\(tree.names[first.key].shortened)' and the text under the empty key"
        let found = "found text around child elements: \(shown)"
        throw mismatch(type, "expected text for \(name), \(found); decode an XMLValue, or \(waysOut)")
    }

    var childElements: [Entry] {
        (0..<entry.length).map { session.tree.child(of: entry, at: $0) }.filter(isChildElement)
    }

    func isChildElement(_ child: Entry) -> Bool {
        let roles = session.roles, role = roles[child.key]
        guard role == .element || role == .attribute || role.isOfDeclaration else { return false }
        // Without key prefixes, attributes and elements can both be texts. Then only elements have lines, if kept.
        guard child.isText else { return true }
        guard roles.form.hasMarkedAttributes else { return session.storage.line(of: child) != nil }
        return !roles.hasAttributePrefix(session.tree.names[child.key])
    }

    func string() throws -> String {
        let text = try text(for: String.self)
        return String(decoding: trimsText ? XMLWhitespace.trimmed(text) : text[...], as: UTF8.self)
    }

    func boolean() throws -> Bool {
        let text = try text(for: Bool.self)
        guard let value = TextNumber.boolean(text) else {
            throw corrupted("expected true, false, 1 or 0, found \(Self.quoted(text))")
        }
        return value
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        let text = try text(for: type)
        do throws(TextNumber.ParseError) {
            return try TextNumber.integer(text, type)
        } catch {
            throw numberFault(error, text, type, "a whole number")
        }
    }

    func floatingPoint<Number: LosslessStringConvertible & BinaryFloatingPoint>(_ type: Number.Type) throws -> Number {
        let text = try text(for: type)
        do throws(TextNumber.ParseError) {
            return try TextNumber.floatingPoint(text, type)
        } catch {
            throw numberFault(error, text, type, "a number")
        }
    }

    private func numberFault(
        _ problem: TextNumber.ParseError,
        _ text: UnsafeBufferPointer<UInt8>,
        _ type: Any.Type,
        _ kind: String
    ) -> DecodingError {
        switch problem {
        case .notANumber:
            corrupted("expected \(kind) for \(Self.name(of: type)), found \(Self.quoted(text))")
        case .outOfRange: corrupted("\(Self.quoted(text)) is out of the range of \(Self.name(of: type))")
        }
    }
}
