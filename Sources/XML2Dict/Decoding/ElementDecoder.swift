/// Decodes what one entry holds: an element, an attribute, or several elements of one name.
final class ElementDecoder: Decoder {
    let session: DecodingSession
    let entry: Entry
    let path: CodingPath
    /// How many keys lead here, as each is a few calls on the stack of whoever decodes.
    private let depth: Int
    /// Where the last key was found: properties are mostly asked for in the order in which their elements stand.
    var hint = 0
    /// The element that this one is in, whose line is told when its own is not known.
    private let parent: ElementDecoder?
    /// Whether it stands for no element at all.
    var isAbsent = false
    /// Where each key is, once there were too many to look through.
    var index: [[UInt8]: Int]?
    /// The decoder of the group of attributes, once a key was looked for there.
    var group: ElementDecoder?
    /// The type that was asked for first.
    private var firstType: ObjectIdentifier?

    /// Decodes a value from its top.
    init(_ session: DecodingSession, _ entry: Entry) {
        self.session = session
        self.entry = entry
        path = .root
        parent = nil
        depth = 0
    }

    /// Decodes what stands in another element under a key, or at a place.
    init(_ entry: Entry, _ path: CodingPath, in parent: ElementDecoder) {
        session = parent.session
        self.entry = entry
        self.path = path
        self.parent = parent
        // A key and a place in its list are one step; a list in a list is another one.
        if case .index = path, !parent.isItem { depth = parent.depth } else { depth = parent.depth + 1 }
    }

    /// Whether it stands in a list.
    private var isItem: Bool {
        if case .index = path { true } else { false }
    }

    private var line: Int? {
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
                session.shape.isOrdered
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

    /// Decodes a type from this entry: by the rule of its text if it has one, else by its own.
    ///
    /// Casts stand in functions of their own: a generic function that has one looks up the optional of its type whenever it is called.
    func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        if type == String.self || type == Int.self || type == Double.self || type == Bool.self {
            return try decodeSimple(type)
        }
        if let textType = session.textType(type) { return try decode(type, by: textType) }
        if depth >= Self.shallow { try checkDepth() }
        if firstType == nil { firstType = ObjectIdentifier(type) }
        if isItem, let parent, parent.entry.kind != .array { try checkListOfOne(type, in: parent) }
        if isEmpty, !isNull, let decoded = try decodeOptional(type) { return decoded }
        do {
            return try Decoded(from: self)
        } catch let error as DecodingError {
            throw withLine(error)
        }
    }

    /// An optional of an element with nothing in it; `nil` when the type is none.
    @inline(never)
    private func decodeOptional<Decoded>(_ type: Decoded.Type) throws -> Decoded? {
        guard let optional = type as? any OptionalType.Type else { return nil }
        return try optional.decode(self) as? Decoded
    }

    /// Types that contain themselves are decoded as deep as this, which is as far as `JSONDecoder` goes, if the stack suffices.
    private static let deepest = 512
    /// Up to here every stack suffices.
    private static let shallow = 32

    private func checkDepth() throws {
        guard depth < Self.deepest else { throw corrupted("types are nested more than \(Self.deepest) deep") }
        guard session.hasStack else {
            throw corrupted("types are nested \(depth) deep, which is too much for the stack of this thread")
        }
    }

    /// A list of one element has that element in it again: a type that tries to be a list of its own kind before it tries
    /// anything else would find one in every element, without end.
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

    /// Decodes what is there if it is there: nothing can be made into a string or a structure without properties, and else is nil.
    func decodeUnlessEmpty<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded? {
        guard isEmpty else { return try decode(type) }
        if session.textType(type) != nil { return nil }
        do {
            return try decode(type)
        } catch is DecodingError {
            return nil
        }
    }

    /// The commonest types, without a container in between.
    @inline(never)
    private func decodeSimple<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        let value: Any
        if type == String.self {
            value = try string()
        } else if type == Int.self {
            value = try integer(Int.self)
        } else if type == Double.self {
            value = try floatingPoint(Double.self)
        } else {
            value = try boolean()
        }
        guard let decoded = value as? Decoded else { return try Decoded(from: self) }
        return decoded
    }

    @inline(never)
    private func decode<Decoded>(
        _ type: Decoded.Type,
        by textType: any XMLTextDecodable.Type
    ) throws -> Decoded {
        guard let decoded = try decodeText(textType) as? Decoded else {
            throw mismatch(type, "expected \(textType.expectation(of: session.decoder))")
        }
        return decoded
    }

    private func decodeText<Text: XMLTextDecodable>(_ type: Text.Type) throws -> Text {
        let bytes = try text(for: type)
        let trimmed = XMLWhitespace.trimmed(bytes)
        let text = String(decoding: trimmed, as: UTF8.self)
        guard let decoded = try type.decode(xmlText: text, with: session.decoder) else {
            throw corrupted("expected \(type.expectation(of: session.decoder)), found \(Self.quoted(bytes))")
        }
        return decoded
    }

    // MARK: Text

    /// The text of this entry.
    ///
    /// Of an element with attributes it is what stands beside them.
    /// - Throws: When there is no one text: several elements, or child elements in the place of text.
    func text(for type: Any.Type) throws -> UnsafeBufferPointer<UInt8> {
        switch entry.kind {
        case .string, .number, .boolean, .name:
            return session.tree.text(entry)
        case .textOnly:
            return session.tree.text(session.tree.onlyChild(of: entry))
        case .null where type == String.self:
            // An element with nothing in it, whatever a convention makes of that.
            return UnsafeBufferPointer(start: nil, count: 0)
        case .null:
            throw DecodingError.valueNotFound(type, context("expected \(Self.name(of: type)), found nothing"))
        case .array where session.shape.isOrdered:
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

    /// The text of an entry in this one that is nothing but text; for others it takes a decoder of their own, which knows more
    /// and what to say in errors.
    ///
    /// Most entries are, and a decoder with its path costs two blocks of memory.
    @inline(__always)
    func plainText(of entry: Entry) -> UnsafeBufferPointer<UInt8>? {
        switch entry.kind {
        case .string, .number, .boolean, .name: session.tree.text(entry)
        case .textOnly: session.tree.text(session.tree.onlyChild(of: entry))
        case .null, .array, .dictionary: nil
        }
    }

    /// The texts of an entry in this one that is nothing but text, or several that are.
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
        if let cdataKey = session.shape.cdataKey, let cdata = tree.child(of: entry, under: cdataKey), cdata.isText {
            return tree.text(cdata)
        }
        let children = (0..<entry.length).map { tree.child(of: entry, at: $0) }.filter(isChildElement)
        guard children.isEmpty else {
            let names = children.prefix(5).map { "<\(tree.names[$0.key].string)>" }.joined(separator: ", ")
            throw mismatch(type, "expected text for \(Self.name(of: type)), found child elements: \(names)")
        }
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Whether what stands under a key of an element is a child element, or several, rather than an attribute or a comment.
    private func isChildElement(_ child: Entry) -> Bool {
        let shape = session.shape
        if child.key == shape.attributeGroupKey || child.key == shape.declarationsKey { return false }
        if shape.nodeKeys.contains(child.key) { return false }
        // Where attributes are not marked, they are text without a line; so are elements whose lines were not kept.
        guard child.isText else { return true }
        guard shape.hasMarkedAttributes else { return session.storage.line(of: child) != nil }
        guard !shape.attributePrefix.isEmpty else { return true }
        let name = session.tree.names[child.key]
        return !UnsafeBufferPointer(start: name.bytes, count: name.byteCount).starts(with: shape.attributePrefix)
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

    /// Whether there is nothing to decode: null.
    var isNull: Bool { entry.kind == .null }

    /// Whether there is nothing but white space, so that an optional number, date or the like is absent.
    var isEmpty: Bool {
        switch entry.kind {
        case .null: true
        case .dictionary: entry.length == 0 || entry.length <= 3 && saysNil
        case .string: XMLWhitespace.trimmed(session.tree.text(entry)).isEmpty
        case .textOnly: XMLWhitespace.trimmed(session.tree.text(session.tree.onlyChild(of: entry))).isEmpty
        case .array, .number, .boolean, .name: false
        }
    }

    /// Whether an element has `xsi:nil="true"` and nothing else but declarations of namespaces (XML Schema part 1, section 2.6.2).
    private var saysNil: Bool {
        let tree = session.tree, prefix = session.shape.attributePrefix
        var saysNil = false
        for place in 0..<entry.length {
            let child = tree.child(of: entry, at: place)
            guard child.isText else { return false }
            let name = tree.names[child.key]
            let attribute = UnsafeBufferPointer(start: name.bytes, count: name.byteCount).dropFirst(prefix.count)
            if attribute.reversed().starts(with: "lin:".utf8), TextNumber.boolean(tree.text(child)) == true {
                saysNil = true
            } else if !attribute.starts(with: "xmlns".utf8) {
                return false
            }
        }
        return saysNil
    }

    // MARK: Errors

    func context(_ message: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: message + (line.map { " (line \($0))" } ?? ""))
    }

    /// The error of a type's own, such as an enumeration's for a text that is no case, with the line of this element.
    private func withLine(_ error: DecodingError) -> DecodingError {
        guard let line else { return error }
        func with(_ context: DecodingError.Context) -> DecodingError.Context {
            if context.debugDescription.contains("(line ") { return context }
            let message = "\(context.debugDescription) (line \(line))"
            return .init(
                codingPath: context.codingPath,
                debugDescription: message,
                underlyingError: context.underlyingError
            )
        }
        return switch error {
        case .typeMismatch(let type, let context): .typeMismatch(type, with(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, with(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, with(context))
        case .dataCorrupted(let context): .dataCorrupted(with(context))
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

    /// Text as a message shows it: quoted, cut, with its control characters escaped.
    static func quoted(_ text: UnsafeBufferPointer<UInt8>) -> String {
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

/// Optionals, so that one is known where a type is asked for that may be one.
private protocol OptionalType {
    static func decode(_ decoder: ElementDecoder) throws -> Self
}

extension Optional: OptionalType where Wrapped: Decodable {
    fileprivate static func decode(_ decoder: ElementDecoder) throws -> Wrapped? {
        try decoder.decodeUnlessEmpty(Wrapped.self)
    }
}
