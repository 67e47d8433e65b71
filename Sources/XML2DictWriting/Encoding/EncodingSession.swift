import XML2Dict

/// The state of one call of an `XMLEncoder`, or of one `XMLRecordWriter`.
///
///     XMLEncoder.string ─▶ EncodingSession ◀── ElementEncoder, for each type ◀── ElementContainer, ListContainer,
///                          writer, failure     position, coding path             ValueContainer
///
/// The writer is behind a pointer, because Swift would check each access to a member of a class for exclusivity.
final class EncodingSession {
    let encoder: XMLEncoder
    private let writer: UnsafeMutablePointer<NodeWriter<EncodingTree>>
    private let plan: EncodingPlan
    private var isRoot = true
    private var failure: EncodingError?
    /// The encoder that recorded `failure`, until `complete` adds the encoded value to the error.
    private var failed: ElementEncoder?
    /// The names whose prefix was not yet declared, so that a later attribute must declare the prefix.
    var undeclared: [Undeclared] = []
    private var storage: ValueStorage?
    private var textForms = TypeForms { EncodingTextForm.known.form(of: $0) }
    /// Recognizes the key type of dictionaries by its name, because the type is internal to the standard library.
    private var dictionaryKeys = TypeForms { "\($0)" == "_DictionaryCodingKey" ? true : nil }

    struct Undeclared {
        let node: Int32
        let declaration: Int32
        var path: [any CodingKey]
        var value: Any?
    }

    init(_ encoder: XMLEncoder, to target: OutputBuffer.Target) throws {
        self.encoder = encoder
        plan = try encoder.plan()
        let tags = TagWriter(plan.markup, plan.names, to: target)
        let tree = try EncodingTree(plan, tags.names.view)
        writer = .allocate(capacity: 1)
        writer.initialize(to: NodeWriter(tree, tags))
    }

    deinit {
        writer.deinitialize(count: 1)
        writer.deallocate()
    }

    var tree: EncodingTree {
        @inline(__always) _read { yield writer.pointee.source }
        @inline(__always) _modify { yield &writer.pointee.source }
    }

    var tags: TagWriter {
        @inline(__always) _read { yield writer.pointee.tags }
        @inline(__always) _modify { yield &writer.pointee.tags }
    }

    func encode<Value: Encodable>(_ value: Value, named name: String, isRoot: Bool) throws {
        tree.removeAll()
        self.isRoot = isRoot
        (failure, failed) = (nil, nil)
        // The encoder refers to the session.
        defer { failed = nil }
        undeclared = []
        storage = nil
        let key = tree.written(name, .element, &tags.names)
        if let message = Self.message(key.fault, name) { throw Self.invalid(value, [], message) }
        let root = ElementEncoder(self, key.position(in: -1, as: .root))
        try root.encode(value)
        try root.finish(value)
        if failed != nil { complete(value) }
        if let failure { throw failure }
        try checkDeclarations(value)
        guard tree.hasUnmatchedPaths, let (path, name) = tree.nearMiss(tags.names.view) else { return }
        throw XMLError(.noMatch, "nothing matches \(setting: "attributePaths", "\"\(path)\"") (the value has \(name))")
    }

    /// Prepares `unform` for a value, because the ids of names differ between storages.
    func beginNodes(of storage: ValueStorage) throws(XMLError) {
        defer { tree.unform.tree = storage.tree }
        guard storage !== self.storage else { return }
        let rules = try plan.values.plan(for: storage.roles).conventions
        if rules !== tree.unform.rules { tree.unform = Unform(rules, tags.names.view) }
        tree.unform.keys.forgetKeys()
        self.storage = storage
    }

    func write(_ body: (inout NodeWriter<EncodingTree>) throws(XMLError) -> Void) throws(XMLError) {
        tree.end(tags.names.view)
        try writer.pointee.writeWhole(body)
    }

    func value() throws(XMLError) -> XMLValue {
        tree.end(tags.names.view)
        var form = try EncodedForm()
        do {
            return try form.value(of: &tree, &tags)
        } catch {
            // Names and types cannot break a rule of this plan, so the builder can refuse only a size.
            throw tags.error(error as? WriteError ?? .value(BuildError.messageOfTooMany))
        }
    }

    func finish() throws(XMLError) {
        try writer.pointee.endDocument()
        try flush()
    }

    func flush() throws(XMLError) { try writer.pointee.flush() }

    func isDeclared(_ attribute: Int32, at element: Int32) -> Bool {
        guard isRoot, tree.encoded[Int(element)].parent < 0 else { return false }
        let parts = tags.names.checked(attribute).parts
        return parts.role == .declaration
            && plan.declares(tags.names.view[tags.names.scope.prefix(of: parts.slot)].string)
    }

    @inline(__always)
    func textForm(_ type: Any.Type) -> EncodingTextForm? {
        plan.hasFunctions && encoder.function(for: type) != nil ? nil : textForms.form(of: type)
    }

    @inline(__always)
    func encode<Value: Encodable>(_ value: Value, to encoder: ElementEncoder) throws {
        if plan.hasFunctions, let function = self.encoder.function(for: Value.self) {
            return try function(value, encoder)
        }
        try value.encode(to: encoder)
    }

    func isOfDictionary(_ key: Any.Type) -> Bool { dictionaryKeys.form(of: key) == true }

    @discardableResult
    func noteUndeclared(
        _ node: Int32,
        _ declaration: Int32,
        _ path: @autoclosure () -> [any CodingKey],
        of value: @autoclosure () -> Any? = nil
    ) -> Int? {
        guard !tree.isInForce(declaration, at: node) else { return nil }
        undeclared.append(Undeclared(node: node, declaration: declaration, path: path(), value: value()))
        return undeclared.count - 1
    }

    private func checkDeclarations(_ value: Any) throws {
        for name in undeclared where !tree.isInForce(name.declaration, at: name.node) {
            let prefix = tags.names.view[Int(name.declaration)].shortened.dropFirst("xmlns:".count)
            throw Self.invalid(
                name.value ?? value,
                name.path,
                "the prefix '\(prefix)' is not declared; the encoder's namespaceURIs declare it"
            )
        }
    }

    func fail(_ error: EncodingError, in encoder: ElementEncoder? = nil) {
        if failure == nil { (failure, failed) = (error, encoder) }
    }

    /// Adds the value to the recorded error, if `encoder` recorded the error or is `nil`.
    func complete(_ value: Any, by encoder: ElementEncoder? = nil) {
        guard case .invalidValue(_, let context)? = failure, let failed,
            encoder.map({ $0 === failed }) != false
        else { return }
        self.failed = nil
        failure = .invalidValue(value, context)
    }

    static func invalid(_ value: Any, _ path: [any CodingKey], _ message: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: path, debugDescription: message))
    }

    static func message(_ fault: EncodingKey.Fault, _ name: String) -> String? {
        switch fault {
        case .none: nil
        case .name: "'\(name.shortened)' is not \(WrittenNameCheck.requirement(of: name))"
        case .ascii: "the name '\(name.shortened)' is not ASCII, and a name cannot have character references"
        case .reservedPrefix: "'\(name.shortened)' declares a prefix that is reserved"
        case .namespace:
            "the namespace of '\(name.shortened)' is not declared; the encoder's namespaceURIs declare it with a prefix"
        case .declaredElement: "'\(name.shortened)' declares a namespace, and cannot be an element"
        }
    }

    /// The number of bytes of the stack that stay free for the methods of encoded types.
    private static let reserve: UInt = 128 * 1024
    private lazy var lowestAddress = ThreadStack.end.map { $0 + Self.reserve }

    var hasStack: Bool {
        guard let lowestAddress else { return true }
        return ThreadStack.address > lowestAddress
    }
}

enum EncodingTextForm {
    case encodable((_ value: any Encodable, _ encoder: XMLEncoder) throws -> String?)

    /// A type that `XML2DictFoundation` encodes, in a program that does not link this product.
    ///
    /// Without an error, Foundation would encode the type as for JSON, such as a date as seconds since 2001.
    case unlinked

    fileprivate static let known = SharedTypeForms(EncodingTextForm.init)

    private init?(_ type: Any.Type) {
        if type is any XMLTextEncodable.Type {
            self = .encodable { try ($0 as? any XMLTextEncodable)?.xmlText(with: $1) }
        } else if type is any ForeignTextEncodable.Type {
            self = .encodable { try ($0 as? any ForeignTextEncodable)?.xmlText(with: $1) }
        } else if UnlinkedTypes.contain(type) {
            self = .unlinked
        } else {
            return nil
        }
    }
}
