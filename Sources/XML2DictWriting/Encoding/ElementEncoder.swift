import XML2Dict

final class ElementEncoder: ValueEncoder {
    enum Step {
        case root
        case key(any CodingKey)
        case index(Int)
    }

    private enum Content: UInt8 {
        case nothing, element, list, value
        case failed
    }

    let session: EncodingSession
    let position: NodePosition
    private let parent: ElementEncoder?
    private let step: Step
    /// The number of keys that lead to this value, because each key takes space on the stack.
    private let depth: Int
    private var content = Content.nothing
    /// The number of values that this encoder encoded, where each value is the whole content of the previous value.
    private var valueCount = 0
    private var node: Int32 = -1
    private var undeclared: Int?

    init(_ session: EncodingSession, _ position: NodePosition) {
        self.session = session
        self.position = position
        parent = nil
        step = .root
        depth = 0
    }

    init(_ position: NodePosition, _ step: Step, in parent: ElementEncoder) {
        session = parent.session
        self.position = position
        self.step = step
        self.parent = parent
        // The key of an array and the index of its item together count as one level.
        depth = if case .index = step { parent.depth } else { parent.depth + 1 }
    }

    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var encoder: ElementEncoder? = self
        while let one = encoder {
            switch one.step {
            case .root: break
            case .key(let key): path.append(key)
            case .index(let index): path.append(AnyCodingKey(intValue: index))
            }
            encoder = one.parent
        }
        return path.reversed()
    }

    func codingPath(to step: Step) -> [any CodingKey] {
        switch step {
        case .root: codingPath
        case .key(let key): codingPath + [key]
        case .index(let index): codingPath + [AnyCodingKey(intValue: index)]
        }
    }

    var userInfo: [CodingUserInfoKey: Any] { session.encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let node = element()
        if position.role != .contentItem, session.isOfDictionary(type) {
            session.tree.insert(.isDictionary, at: node)
        }
        return KeyedEncodingContainer(ElementContainer<Key>(encoder: self, node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        beginList()
        return ListContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ValueContainer(encoder: self)
    }

    func nest() -> ElementEncoder {
        let node = element()
        if position.role != .contentText { session.tree.insert(.isNested, at: node) }
        return self
    }

    /// Returns the element for the keys of the value, and adds the element to the document in the first call.
    ///
    /// After an error, the element is outside the document.
    func element() -> Int32 {
        if node >= 0 { return node }
        if position.role.isOfContent {
            node = position.parent
            content = .element
        } else if let problem = problemOfElement {
            fail(problem)
            node = session.tree.addElement(position.name, in: -1)
        } else {
            (node, undeclared) = addElement(at: position, .noText, nil, codingPath)
            content = .element
        }
        return node
    }

    private var problemOfElement: String? {
        switch position.role {
        case .attribute: "an attribute is text, and this value has parts of its own"
        case .text: "the text of an element is a single value, and this value has parts of its own"
        case .content: Self.contentIsList
        case .root, .element, .item, .textOrElement, .contentItem, .contentText:
            switch content {
            case .nothing, .element: depth < Self.deepest ? nil : Self.tooDeep
            case .list, .value, .failed: "the value is encoded by keys as well as in another way"
            }
        }
    }

    func beginList() {
        let isAlone = content == .nothing || content == .list
        let problem = isAlone ? nil : "the value is encoded as a list as well as in another way"
        if let problem = problemOfList ?? problem { fail(problem) } else { content = .list }
    }

    var problemOfList: String? {
        switch position.role {
        case .element, .textOrElement, .content: nil
        case .contentItem, .item:
            "a list in a list has no form in XML; put the inner list into a type with a property for it"
        case .root: "a list cannot be a document; put it into a type with a property for it"
        case .attribute: "an attribute is text, and this value is a list"
        case .text, .contentText: "the text of an element is a single value, and this value is a list"
        }
    }

    private static let contentIsList = "the key '*' takes an array of an enumeration with a case for each element"

    private func fail(_ problem: String) {
        session.fail(EncodingSession.invalid(Self.self, codingPath, problem), in: self)
        content = .failed
    }

    @inline(__always)
    private func addElement(
        at position: NodePosition,
        _ text: Entry,
        _ value: @autoclosure () -> Any?,
        _ path: @autoclosure () -> [any CodingKey]
    ) -> (node: Int32, undeclared: Int?) {
        let node = session.tree.addElement(position.name, in: position.parent, position.flags, text)
        guard position.declaration >= 0 else { return (node, nil) }
        return (node, session.noteUndeclared(node, position.declaration, path(), of: value()))
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        if let text = try text(of: value, codingPath) { return try put(text, value) }
        if Value.self == XMLValue.self, let value = value as? XMLValue {
            try begin(value)
            var nodes = ValueNodes(value, self)
            return try nodes.encode()
        }
        // A value that contains only another value adds no key to the path, but takes space on the stack.
        valueCount += 1
        if valueCount >= Self.shallow { try checkDepth(value) }
        try session.encode(value, to: self)
    }

    func encodeAsIs(_ value: XMLValue) throws { try encode(value) }

    @inline(__always)
    func finish(_ value: @autoclosure () -> Any) throws {
        if position.declaration >= 0, let undeclared { session.undeclared[undeclared].value = value() }
        switch content {
        case .nothing: try put(.noText, value())
        case .failed: session.complete(value(), by: self)
        case .element, .list, .value: break
        }
    }

    func put(_ text: Entry, _ value: @autoclosure () -> Any) throws {
        try begin(value())
        try put(text, at: position, value(), codingPath)
    }

    private func begin(_ value: @autoclosure () -> Any) throws {
        guard content == .nothing else {
            throw EncodingSession.invalid(value(), codingPath, "the value is encoded twice")
        }
        content = .value
    }

    func putNil() throws {
        content = .value
        try putNil(at: position, codingPath)
    }

    @inline(__always)
    func encode<Value: Encodable>(_ value: Value, at position: NodePosition, _ step: @autoclosure () -> Step) throws {
        if let text = try text(of: value, codingPath(to: step())) {
            return try put(text, at: position, value, codingPath(to: step()))
        }
        let encoder = ElementEncoder(position, step(), in: self)
        if Value.self == XMLValue.self { return try encoder.encode(value) }
        if encoder.depth >= Self.shallow { try encoder.checkDepth(value) }
        try session.encode(value, to: encoder)
        try encoder.finish(value)
    }

    @inline(__always)
    private func text<Value: Encodable>(
        of value: Value,
        _ path: @autoclosure () -> [any CodingKey]
    ) throws -> Entry? {
        if Value.self == String.self { return try text(unsafeBitCast(value, to: String.self), path()) }
        if Value.self == Bool.self { return try text(unsafeBitCast(value, to: Bool.self) ? "true" : "false", path()) }
        if let number = number(value, Int.self) ?? number(value, Double.self, path()) { return number }
        // In a copy that is specialized for one type, the compiler removes all of these calls except one.
        let signed = number(value, Int32.self) ?? number(value, Int64.self) ?? number(value, Int8.self)
        let unsigned = number(value, UInt.self) ?? number(value, UInt32.self) ?? number(value, UInt64.self)
        let small = number(value, Int16.self) ?? number(value, UInt8.self) ?? number(value, UInt16.self)
        let other = number(value, Float.self, path()) ?? number(value, Int128.self) ?? number(value, UInt128.self)
        if let number = signed ?? unsigned ?? small ?? other { return number }
        guard let form = session.textForm(Value.self) else { return nil }
        return try text(of: value, by: form, path())
    }

    @inline(__always)
    private func number<Value, Number: FixedWidthInteger>(_ value: Value, _: Number.Type) -> Entry? {
        guard Value.self == Number.self else { return nil }
        return session.tree.text(of: unsafeBitCast(value, to: Number.self))
    }

    @inline(__always)
    private func number<Value, Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ value: Value,
        _: Number.Type,
        _ path: @autoclosure () -> [any CodingKey]
    ) -> Entry? {
        guard Value.self == Number.self else { return nil }
        let number = unsafeBitCast(value, to: Number.self)
        return number.isFinite ? session.tree.text(ofFloatingPoint: number) : text(ofNotFinite: number)
    }

    /// Returns the text for an infinite number or for NaN (XML Schema part 2, section 3.2.5).
    @inline(never)
    private func text(ofNotFinite number: some BinaryFloatingPoint) -> Entry {
        session.tree.text(number.isNaN ? "NaN" : number < 0 ? "-INF" : "INF") ?? .noText
    }

    @inline(never)
    private func text(
        of value: some Encodable,
        by form: EncodingTextForm,
        _ path: @autoclosure () -> [any CodingKey]
    ) throws -> Entry {
        guard case .encodable(let encode) = form else {
            let message = "cannot encode \(type(of: value)): link the product XML2DictFoundation and import it"
            throw EncodingSession.invalid(value, path(), message)
        }
        guard let text = try encode(value, session.encoder) else {
            // The error has the type in place of the value, because Foundation cannot print a `Date` of NaN seconds.
            let problem = "this value of \(type(of: value)) has no form as text"
            throw EncodingSession.invalid(type(of: value), path(), problem)
        }
        return try self.text(text, path())
    }

    @inline(__always)
    func text(_ text: String, _ path: @autoclosure () -> [any CodingKey]) throws -> Entry {
        if let found = session.tree.text(text) { return found }
        throw EncodingSession.invalid(text, path(), XMLCharacters.problem(in: text) ?? "the text is not valid")
    }

    @inline(__always)
    func put(
        _ text: Entry,
        at position: NodePosition,
        _ value: @autoclosure () -> Any,
        _ path: @autoclosure () -> [any CodingKey]
    ) throws {
        switch position.role {
        case .root, .element, .item,
            .textOrElement where text.length == 0:
            _ = addElement(at: position, text, value(), path())
        case .text, .textOrElement:
            guard session.tree.addText(text, in: position.parent) else {
                throw EncodingSession.invalid(value(), path(), "the element has a text already")
            }
        case .contentItem, .contentText:
            session.tree.addNode(text, in: position.parent)
        case .content:
            guard text.length > 0 else { return }
            throw EncodingSession.invalid(value(), path(), Self.contentIsList)
        case .attribute:
            try putAttribute(text, at: position, value(), path())
        }
    }

    @inline(never)
    private func putAttribute(
        _ text: Entry,
        at position: NodePosition,
        _ value: @autoclosure () -> Any,
        _ path: @autoclosure () -> [any CodingKey]
    ) throws {
        let isNew = session.tree.addAttribute(position.name, text, in: position.parent, &session.tags.names)
        guard isNew, !session.isDeclared(position.name, at: position.parent) else {
            let name = session.tags.names.view[Int(position.name)].shortened
            throw EncodingSession.invalid(value(), path(), "the element has the attribute '\(name)' already")
        }
        if text.length == 0, session.tags.names.view[Int(position.name)].utf8.starts(with: "xmlns:".utf8) {
            throw EncodingSession.invalid(value(), path(), "the declaration of a prefix needs a URI")
        }
        guard position.declaration >= 0 else { return }
        session.noteUndeclared(position.parent, position.declaration, path(), of: value())
    }

    func putNil(at position: NodePosition, _ path: @autoclosure () -> [any CodingKey]) throws {
        switch session.encoder.nilStrategy {
        case .omit where position.role != .root && position.role != .item: break
        case .omit, .empty:
            try put(.noText, at: position, Any?.none as Any, path())
        case .xsiNil:
            guard position.isElement else { return }
            let node = addElement(at: position, .noText, Any?.none as Any, path()).node
            session.tree.addNil(to: node, &session.tags.names)
        }
    }

    @inline(__always)
    func position(
        of key: some CodingKey,
        in node: Int32,
        for value: @autoclosure () -> Any = Any?.none as Any
    ) throws -> NodePosition {
        let name = session.tree.key(key.stringValue, &session.tags.names)
        if name.fault != .none || name.mayBeAttribute || position.role.isOfContent {
            return try unusualPosition(of: key, name, in: node, value())
        }
        return name.position(in: node)
    }

    @inline(never)
    private func unusualPosition(
        of key: some CodingKey,
        _ name: EncodingKey,
        in node: Int32,
        _ value: @autoclosure () -> Any
    ) throws -> NodePosition {
        if position.role == .contentText || position.role == .contentItem && name.position.role.isText {
            return name.position(in: node, as: .contentText)
        }
        let otherElement =
            position.role.isOfContent && name.position.role == .content
            ? "the case with the key '*' is of any element, which has no name here" : nil
        if let message = otherElement ?? EncodingSession.message(name.fault, key.stringValue) {
            throw EncodingSession.invalid(value(), codingPath + [key], message)
        }
        let isAttribute = name.mayBeAttribute && session.tree.isAttribute(name.position.name, in: node)
        return name.position(in: node, as: isAttribute ? .attribute : nil)
    }

    /// The limit of nesting in levels, as in the decoder.
    private static let deepest = 512
    /// The number of levels for which every stack suffices.
    private static let shallow = 32
    private static let tooDeep = "types are nested more than \(deepest) deep"

    private var tooDeepForStack: String {
        "types are nested \(depth + valueCount) deep, which is too much for the stack of this thread"
    }

    private func checkDepth(_ value: Any) throws {
        guard depth < Self.deepest else { throw EncodingSession.invalid(value, codingPath, Self.tooDeep) }
        guard session.hasStack else { throw EncodingSession.invalid(value, codingPath, tooDeepForStack) }
    }
}
