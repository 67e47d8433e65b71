/// The decoder of one entry: an element, an attribute, or several elements with the same name.
final class ElementDecoder: Decoder {
    let session: DecodingSession
    let entry: Entry
    let path: CodingPath
    /// The number of keys to this entry; each takes a few calls on the stack.
    private let depth: Int
    /// The place after the last key found: types mostly decode properties in document order.
    var hint = 0
    /// The decoder of the element around this one, whose line errors report when this one has none.
    private let parent: ElementDecoder?
    /// The place of each key, for elements with many entries.
    var index: [[UInt8]: Int]?
    /// The decoder of the group of attributes, once a key was searched there.
    var group: ElementDecoder?
    /// The first type that was decoded from this entry.
    private var firstType: ObjectIdentifier?

    /// Creates the decoder of a whole value.
    init(_ session: DecodingSession, _ entry: Entry) {
        self.session = session
        self.entry = entry
        path = .root
        parent = nil
        depth = 0
    }

    /// Creates the decoder of an entry under a key, or at an index, of another element.
    init(_ entry: Entry, _ path: CodingPath, in parent: ElementDecoder) {
        session = parent.session
        self.entry = entry
        self.path = path
        self.parent = parent
        // A key and an index in its list count as one step; a list in a list counts as another.
        if case .index = path, !parent.isItem { depth = parent.depth } else { depth = parent.depth + 1 }
    }

    /// Whether it is an item of a list.
    private var isItem: Bool {
        if case .index = path { true } else { false }
    }

    var line: Int? {
        var decoder: ElementDecoder? = self
        while let one = decoder {
            if let line = session.storage.line(of: one.entry) { return line }
            decoder = one.parent
        }
        return session.storage.origin?.line
    }

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { session.decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        switch entry.kind {
        case .array:
            throw mismatch(
                type,
                session.roles.isOrdered
                    ? "elements that are arrays (JsonML) cannot be decoded by keys"
                    : "expected one element, found \(entry.length) of this name; an array takes them all"
            )
        case .dictionary, .textOnly, .string, .number, .boolean, .name, .null:
            return KeyedDecodingContainer(KeyedContainer<Key>(decoder: self))
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        UnkeyedContainer(decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        TextContainer(decoder: self)
    }

    /// Decodes a type from this entry: from text if the type has a text form, else by its own initialiser.
    ///
    /// Casts and optionals of the type are in functions of their own: a generic function with one looks up the type's
    /// optional in each call.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - isFull: Whether the caller has found that the entry is not empty.
    /// - Returns: The decoded value.
    /// - Throws: A `DecodingError`, or an error of the type.
    func decode<Decoded: Decodable>(_ type: Decoded.Type, isFull: Bool = false) throws -> Decoded {
        if type == String.self { return Self.same(try string(), as: type) }
        if type == Int.self { return Self.same(try integer(Int.self), as: type) }
        if type == Double.self { return Self.same(try floatingPoint(Double.self), as: type) }
        if type == Bool.self { return Self.same(try boolean(), as: type) }
        if let textForm = session.textForm(type) { return try decode(type, by: textForm) }
        if depth >= Self.shallow { try checkDepth() }
        if firstType == nil { firstType = ObjectIdentifier(type) }
        if isItem, let parent, parent.entry.kind != .array { try checkListOfOne(type, in: parent) }
        if !isFull, isEmpty, !isNull { return try decodeEmpty(type) }
        return try initialize(type)
    }

    private func initialize<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        do {
            return try Decoded(from: self)
        } catch let error as DecodingError {
            if let type = type as? any RawRepresentable.Type, let decoded = trimmed(type) as? Decoded { return decoded }
            throw withLine(error)
        }
    }

    /// A case of an enumeration whose text has white space around it, as a number may have.
    private func trimmed<Raw: RawRepresentable>(_ type: Raw.Type) -> Raw? {
        guard let text = plainText(of: entry) else { return nil }
        return (String(decoding: XMLWhitespace.trimmed(text), as: UTF8.self) as? Raw.RawValue).flatMap(Raw.init)
    }

    /// Decodes a type from an empty element, which an optional may take as nil.
    @inline(never)
    private func decodeEmpty<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        guard let optional = type as? any OptionalType.Type, let decoded = try optional.decode(self) as? Decoded else {
            return try initialize(type)
        }
        return decoded
    }

    /// A value as the type that the caller has compared with the value's own: a cast would look up both types.
    @inline(__always)
    static func same<Value, Same>(_ value: Value, as type: Same.Type) -> Same {
        assert(Value.self == Same.self)
        return unsafeBitCast(value, to: type)
    }

    /// The deepest nesting of types, if the stack suffices.
    ///
    /// It is that of `JSONDecoder`.
    private static let deepest = 512
    /// The depth for which every stack suffices.
    private static let shallow = 32

    private func checkDepth() throws {
        guard depth < Self.deepest else { throw corrupted("types are nested more than \(Self.deepest) deep") }
        guard session.hasStack else {
            throw corrupted("types are nested \(depth) deep, which is too much for the stack of this thread")
        }
    }

    /// Refuses endless lists.
    ///
    /// A list of one element contains that element again: a type that first tries to be a list of its own kind would
    /// find a list in every element.
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

    /// Decodes an optional: from an empty element a string or a structure without properties, else nil.
    func decodeUnlessEmpty<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded? {
        guard isEmpty else { return try decode(type, isFull: true) }
        if session.textForm(type) != nil { return nil }
        do {
            return try decode(type)
        } catch is DecodingError {
            return nil
        }
    }

    @inline(never)
    private func decode<Decoded>(
        _ type: Decoded.Type,
        by textForm: TextForm
    ) throws -> Decoded {
        guard case .decodable(let textType) = textForm else {
            let name = Self.name(of: type)
            throw mismatch(type, "cannot decode \(name): link the product XML2DictFoundation and import it")
        }
        guard let decoded = try decodeText(textType) as? Decoded else {
            throw mismatch(type, "expected \(Self.name(of: type))")
        }
        return decoded
    }

    private func decodeText<Text: XMLTextDecodable>(_ type: Text.Type) throws -> Text {
        let bytes = try text(for: type)
        let trimmed = XMLWhitespace.trimmed(bytes)
        let text = String(decoding: trimmed, as: UTF8.self)
        do {
            guard let decoded = try type.decode(xmlText: text, with: session.decoder) else {
                throw UnexpectedText(expected: Self.name(of: type))
            }
            return decoded
        } catch let error as UnexpectedText {
            throw corrupted("expected \(error.expected), found \(Self.quoted(bytes))")
        }
    }

    // MARK: Text

    /// The text of this entry.
    ///
    /// For an element with attributes it is the text beside them.
    ///
    /// - Throws: A `DecodingError`: `typeMismatch` for several elements or child elements in place of text,
    ///   `valueNotFound` for null.
    func text(for type: Any.Type) throws -> UnsafeBufferPointer<UInt8> {
        switch entry.kind {
        case .string, .number, .boolean, .name, .textOnly:
            return session.tree.text(entry)
        case .null where type == String.self:
            // An empty element, under a convention that makes it null.
            return UnsafeBufferPointer(start: nil, count: 0)
        case .null:
            throw DecodingError.valueNotFound(type, context("expected \(Self.name(of: type)), found nothing"))
        case .array where session.roles.isOrdered:
            throw mismatch(type, "elements that are arrays (JsonML) cannot be decoded as text")
        case .array:
            throw mismatch(
                type,
                "expected one \(Self.name(of: type)), found \(entry.length) elements of this name; an array takes them all"
            )
        case .dictionary:
            return try textOfDictionary(for: type)
        }
    }

    /// The text of an entry that is text, perhaps beside attributes; `nil` for entries that need a decoder of their
    /// own.
    ///
    /// Most entries are text, and a decoder with its path takes two allocations.
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
        guard let child = tree.child(of: entry, under: tree.textKey), child.isText else { return nil }
        return tree.text(child)
    }

    /// The texts of an entry that is text, or of an array of such entries; `nil` for any other entry.
    func plainTexts(of entry: Entry) -> [String]? {
        guard entry.kind == .array else {
            return plainText(of: entry).map { [String(decoding: $0, as: UTF8.self)] }
        }
        var texts: [String] = []
        texts.reserveCapacity(entry.length)
        for place in 0..<entry.length {
            guard let text = plainText(of: session.tree.child(of: entry, at: place)) else { return nil }
            texts.append(String(decoding: text, as: UTF8.self))
        }
        return texts
    }

    private func textOfDictionary(for type: Any.Type) throws -> UnsafeBufferPointer<UInt8> {
        let tree = session.tree
        if let child = tree.child(of: entry, under: tree.textKey) {
            if child.isText { return tree.text(child) }
            if child.kind == .array {
                let key = tree.names[child.key].string
                throw mismatch(
                    type,
                    "expected one \(Self.name(of: type)), found \(child.length) things under the key '\(key)'"
                )
            }
        }
        let content = (0..<entry.length).map { tree.child(of: entry, at: $0) }
        if let cdata = content.first(where: { session.roles[$0.key] == .cdata }), cdata.isText {
            return tree.text(cdata)
        }
        let children = content.filter(isChildElement)
        guard children.isEmpty else {
            let names = children.prefix(5).map { "<\(tree.names[$0.key].string)>" }.joined(separator: ", ")
            throw mismatch(type, "expected text for \(Self.name(of: type)), found child elements: \(names)")
        }
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Whether an entry of an element is one or more child elements, and not an attribute or a comment.
    private func isChildElement(_ child: Entry) -> Bool {
        let roles = session.roles, role = roles[child.key]
        if role == .attributeGroup || role == .declarations || role.isNode { return false }
        // Unmarked attributes are text without a line; so are elements when the options keep no lines.
        guard child.isText else { return true }
        guard roles.hasMarkedAttributes else { return session.storage.line(of: child) != nil }
        return !roles.hasAttributePrefix(session.tree.names[child.key])
    }

    func string() throws -> String {
        String(decoding: try text(for: String.self), as: UTF8.self)
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
        case .notANumber: corrupted("expected \(kind) for \(Self.name(of: type)), found \(Self.quoted(text))")
        case .outOfRange: corrupted("\(Self.quoted(text)) is out of the range of \(Self.name(of: type))")
        }
    }

    /// Whether the entry is null.
    var isNull: Bool { entry.kind == .null }

    /// Whether the entry has only white space, so that an optional number, date or the like is absent.
    var isEmpty: Bool {
        switch entry.kind {
        case .null: true
        case .dictionary: entry.length == 0 || entry.length <= 3 && saysNil
        case .string, .textOnly: XMLWhitespace.trimmed(session.tree.text(entry)).isEmpty
        case .array, .number, .boolean, .name: false
        }
    }

    /// Whether an element has only `xsi:nil="true"` and declarations of namespaces (XML Schema part 1, section 2.6.2).
    private var saysNil: Bool {
        let tree = session.tree, prefix = session.roles.attributePrefix
        var rule = SchemaNil()
        for place in 0..<entry.length {
            let child = tree.child(of: entry, at: place)
            guard child.isText else { return false }
            let role = QualifiedName(tree.names[child.key].utf8.dropFirst(prefix.count)).role
            guard role != .ordinary else { return false }
            rule.add(role, tree.text(child))
        }
        return rule.isNull
    }

    // MARK: Errors

    func context(_ message: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: message).at(line: line)
    }

    /// Adds the line of this element to an error of a type's own, such as that of an enumeration for an unknown case.
    private func withLine(_ error: DecodingError) -> DecodingError {
        guard error.xmlLine == nil, let line else { return error }
        return switch error {
        case .typeMismatch(let type, let context): .typeMismatch(type, context.at(line: line))
        case .valueNotFound(let type, let context): .valueNotFound(type, context.at(line: line))
        case .keyNotFound(let key, let context): .keyNotFound(key, context.at(line: line))
        case .dataCorrupted(let context): .dataCorrupted(context.at(line: line))
        @unknown default: error
        }
    }

    func mismatch(_ type: Any.Type, _ message: String) -> DecodingError {
        .typeMismatch(type, context(message))
    }

    func corrupted(_ message: String) -> DecodingError {
        .dataCorrupted(context(message))
    }

    static func name(of type: Any.Type) -> String { "\(type)" }

    /// Text for a message: quoted, shortened, with control characters escaped.
    private static func quoted(_ text: UnsafeBufferPointer<UInt8>) -> String {
        let string = String(decoding: text.prefix(256), as: UTF8.self)
        let short = string.unicodeScalars.prefix(60).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }.joined()
        return "'\(short)\(string.unicodeScalars.count > 60 || text.count > 256 ? "…" : "")'"
    }
}

/// Recognises optionals among the types to decode.
private protocol OptionalType {
    static func decode(_ decoder: ElementDecoder) throws -> Self
}

extension Optional: OptionalType where Wrapped: Decodable {
    fileprivate static func decode(_ decoder: ElementDecoder) throws -> Wrapped? {
        try decoder.decodeUnlessEmpty(Wrapped.self)
    }
}
