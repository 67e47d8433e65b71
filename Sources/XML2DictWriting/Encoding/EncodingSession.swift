import XML2Dict

/// The state of one call of an encoder, or of one writer of records.
///
/// The encoders and containers of the call refer to it:
///
///     XMLEncoder.string ─▶ EncodingSession ◀── ElementEncoder, for each type ◀── ElementContainer, ListContainer,
///                          tree, failure       place, coding path                ValueContainer
///
/// The tree is behind a pointer, as each access to a member of a class would be checked for exclusivity.
final class EncodingSession {
    let encoder: XMLEncoder
    private let writer: UnsafeMutablePointer<NodeWriter<EncodingTree>>
    private let plan: EncodingPlan
    /// Whether the value that is encoded is the root.
    private var isRoot = true
    /// The first error of a method that cannot throw.
    private var failure: EncodingError?
    /// The encoder whose value that error lacks.
    private var failed: ObjectIdentifier?
    /// Names whose prefix was not declared when they were encoded, with the values that have them.
    var undeclared: [Undeclared] = []
    /// The memory of the value that is encoded.
    private var storage: ValueStorage?
    private var textForms = TypeForms { EncodingTextForm.known.form(of: $0) }
    /// The type of the keys of dictionaries, which only the standard library names.
    private var dictionaryKeys = TypeForms { "\($0)" == "_DictionaryCodingKey" ? true : nil }

    /// A name whose prefix was not declared when it was encoded.
    struct Undeclared {
        let node: Int32
        let declaration: Int32
        var path: [any CodingKey]
        /// The value that has the name; `nil` while its type encodes it.
        var value: Any?
    }

    /// - Parameters:
    ///   - encoder: The encoder.
    ///   - target: The target of the text.
    ///   - isCompact: Whether the text is for a reader of this library.
    /// - Throws: An `EncodingError` for the namespaces, or an `XMLError` for a path.
    init(_ encoder: XMLEncoder, to target: OutputBuffer.Target, isCompact: Bool = false) throws {
        self.encoder = encoder
        plan = try encoder.plan()
        let tags = TagWriter(isCompact ? try plan.compactMarkup() : plan.markup, plan.names, to: target)
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

    // MARK: Values

    /// Encodes a value as the nodes of an element.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the element.
    ///   - isRoot: Whether the element declares the namespaces.
    /// - Throws: An `EncodingError`, or an error of the value.
    func encode<Value: Encodable>(_ value: Value, named name: String, isRoot: Bool) throws {
        tree.removeAll()
        self.isRoot = isRoot
        (failure, failed) = (nil, nil)
        undeclared = []
        storage = nil
        let key = tree.written(name, .element, &tags.names)
        if let message = Self.message(key.fault, name) { throw Self.invalid(value, [], message) }
        let root = ElementEncoder(self, key.place(in: -1, as: .root))
        try root.encode(value)
        try root.finish(value)
        if failed != nil { complete(value) }
        if let failure { throw failure }
        try checkDeclarations(value)
        guard tree.hasUnmatchedPaths, let (path, name) = tree.nearMiss(tags.names.view) else { return }
        throw XMLError(.noMatch, "nothing matches \(setting: "attributePaths", "\"\(path)\"") (the value has \(name))")
    }

    /// Prepares the nodes of a value, whose names have other numbers than those of other values.
    func beginNodes(of storage: ValueStorage) throws(XMLError) {
        defer { tree.unform.tree = storage.tree }
        guard storage !== self.storage else { return }
        let rules = try plan.values.plan(for: storage.roles).conventions
        if rules !== tree.unform.rules { tree.unform = Unform(rules, tags.names.view) }
        tree.unform.keys.forgetKeys()
        self.storage = storage
    }

    /// Writes the nodes into the output, all of them or none.
    ///
    /// - Throws: An `XMLError` for a form that XML does not have, or with the code `inputOutput`.
    func write(_ body: (inout NodeWriter<EncodingTree>) throws(XMLError) -> Void) throws(XMLError) {
        tree.end(tags.names.view)
        try writer.pointee.writeWhole(body)
    }

    /// Ends a document in which elements stay open, and writes the text in memory to the file.
    func finish() throws(XMLError) {
        try writer.pointee.endDocument()
        try flush()
    }

    /// Writes the text in memory to the file.
    func flush() throws(XMLError) { try writer.pointee.flush() }

    /// Whether an attribute of an element would repeat a declaration of the root.
    func isDeclared(_ attribute: Int32, at element: Int32) -> Bool {
        guard isRoot, tree.encoded[Int(element)].parent < 0 else { return false }
        let parts = tags.names.checked(attribute).parts
        return parts.role == .declaration
            && plan.declares(tags.names.view[tags.names.scope.prefix(of: parts.slot)].string)
    }

    /// The way a type is encoded as text; `nil` for a type that encodes itself.
    @inline(__always)
    func textForm(_ type: Any.Type) -> EncodingTextForm? {
        plan.hasFunctions && encoder.function(for: type) != nil ? nil : textForms.form(of: type)
    }

    /// Encodes a value that is not text.
    @inline(__always)
    func encode<Value: Encodable>(_ value: Value, to encoder: ElementEncoder) throws {
        if plan.hasFunctions, let function = self.encoder.function(for: Value.self) {
            return try function(value, encoder)
        }
        try value.encode(to: encoder)
    }

    /// Whether a type is the type of a dictionary's keys.
    func isOfDictionary(_ key: Any.Type) -> Bool { dictionaryKeys.form(of: key) == true }

    // MARK: Declarations

    /// Notes a name whose prefix the root does not declare.
    ///
    /// - Returns: The index of the note; `nil` if an element around the name declares the prefix.
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

    // MARK: Errors

    /// Notes an error of a method that cannot throw.
    ///
    /// With an encoder, the error gets its value when that has been encoded: `complete`.
    func fail(_ error: EncodingError, in encoder: ElementEncoder? = nil) {
        if failure == nil { (failure, failed) = (error, encoder.map { ObjectIdentifier($0) }) }
    }

    /// Gives the first error its value, if it is an error of the encoder; `nil` for an error of any encoder.
    func complete(_ value: Any, by encoder: ElementEncoder? = nil) {
        guard case .invalidValue(_, let context)? = failure, let failed,
            encoder.map({ ObjectIdentifier($0) == failed }) != false
        else { return }
        self.failed = nil
        failure = .invalidValue(value, context)
    }

    static func invalid(_ value: Any, _ path: [any CodingKey], _ message: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: path, debugDescription: message))
    }

    /// The message for a name; `nil` for a valid one.
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

    // MARK: The stack

    /// The size of the stack that must stay free for the methods of types.
    private static let reserve: UInt = 128 * 1024
    private lazy var lowestPlace = ThreadStack.end.map { $0 + Self.reserve }

    /// Whether enough of the thread's stack is free.
    var hasStack: Bool {
        guard let lowestPlace else { return true }
        return ThreadStack.place > lowestPlace
    }
}

/// The way a type is encoded as text.
enum EncodingTextForm {
    /// By its conformance to ``XMLTextEncodable``, or to that of Foundation's types.
    case encodable((_ value: any Encodable, _ encoder: XMLEncoder) throws -> String?)

    /// By the library `XML2DictFoundation`, which the program does not link.
    ///
    /// Without it, a type of Foundation would be encoded in the form that it has in JSON: a date as seconds since 2001.
    case unlinked

    /// The forms of all types.
    fileprivate static let known = SharedTypeForms(EncodingTextForm.init)

    /// Finds the form of a type; `nil` for a type that encodes itself.
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
