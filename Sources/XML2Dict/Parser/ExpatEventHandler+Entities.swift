internal import CExpat

/// Declarations of entities and attributes, and references to entities.
extension ExpatEventHandler {
    // MARK: Callbacks

    /// Handles a reference to an entity without a declaration that expat could read.
    mutating func skipEntity(_ name: UnsafePointer<CChar>, isParameterEntity: Bool) {
        guard !isStopped, !isParameterEntity, isShort(name) else { return }
        failUndefined(Self.bytes(of: name), in: source?.event.text)
    }

    mutating func declareEntity(
        _ name: UnsafePointer<CChar>,
        _ text: UnsafeRawBufferPointer?,
        isParameterEntity: Bool
    ) {
        guard !isStopped else { return }
        let bytes = Self.bytes(of: name)
        if isReadingOurs { return references.declareOurs(bytes) }
        if entities == .forbid {
            let kind = isParameterEntity ? "%" : "&"
            return fail(
                .forbiddenEntity,
                "the document declares the entity \(kind)\(String(cString: name).shortened);, and entities are forbidden; \(setting: "input.entities", ".expand") allows them"
            )
        }
        guard references.count < limits.value(of: .entities) else { return breach(.entities) }
        guard bytes.count <= limits.value(of: .nameLength) else { return breach(.nameLength) }
        guard (text?.count ?? 0) <= limits.value(of: .entityLength) else { return breach(.entityLength) }
        canGrow = true
        do throws(EntityGraph.DeclarationError) {
            try references.declare(bytes, text: text, isParameterEntity: isParameterEntity)
        } catch {
            switch error {
            case .tooDeep: breach(.entityDepth)
            case .circular:
                fail(.malformed, "the entity \(String(cString: name).shortened) refers to itself by way of others")
            }
        }
    }

    /// Handles an attribute's declaration, whose default value may hold references.
    mutating func declareAttribute(
        _ element: UnsafePointer<CChar>,
        _ attribute: UnsafePointer<CChar>,
        hasDefault: Bool
    ) {
        guard !isStopped, isShort(element), isShort(attribute) else { return }
        guard declaredAttributeCount < limits.value(of: .attributeDeclarations) else {
            return breach(.attributeDeclarations)
        }
        declaredAttributeCount += 1
        if hasDefault { canGrow = true }
        guard references.isNeeded, hasDefault else { return }
        // In the text of a parameter entity, expat does not show the declaration, so we search the entity's text.
        guard let source else { return }
        let literal = source.literal
        failUndefined(
            literal.map { references.firstUndeclared(in: $0) } ?? references.firstUndeclaredInParameterEntities(),
            in: literal
        )
    }

    /// Handles a reference to an entity whose text is in another file.
    ///
    /// - Returns: Whether expat may go on.
    mutating func meetExternalEntity() -> Bool {
        guard !isStopped else { return false }
        let reference = source?.reference ?? "&;"
        let isInside = references.isDeclared(String(reference.dropFirst().dropLast()))
        let shown = reference.shortened
        let entity = isInside ? "an entity that \(shown) refers to" : "the entity \(shown)"
        fail(.externalEntity, "the text of \(entity) is in another file, and nothing named inside a document is opened")
        return false
    }

    /// Handles a reference to an external subset, or to a parameter entity in another file.
    ///
    /// Neither is opened. Declarations from outside the document belong here, so this declares the entities of HTML.
    ///
    /// - Returns: Whether expat may go on.
    mutating func meetExternalSubset() -> Bool {
        guard hearing != .failed else { return false }
        guard entities == .html, source?.reference == nil else { return true }
        // This second parser reads only our own text.
        let child = XML_ExternalEntityParserCreate(parser, nil, nil)
        defer { XML_ParserFree(child) }
        isReadingOurs = true
        defer { isReadingOurs = false }
        let status = HTMLEntities.declarations.withUnsafeBytes { XML_Parse(child, $0.baseAddress, Int32($0.count), 1) }
        // Without memory there is no child, and expat refuses to parse without one.
        if status != XML_STATUS_OK { Memory.isExhausted() }
        return failure == nil
    }

    // MARK: References

    /// Refuses an entity that is not declared.
    ///
    /// - Parameters:
    ///   - name: Its name; `nil` when all entities are declared.
    ///   - bytes: The text of the document whose references lead to it, if that is known.
    private mutating func failUndefined(_ name: [UInt8]?, in bytes: EventSource.Bytes?) {
        guard let name else { return }
        let names = bytes.map { UndeclaredEntityCheck.references(in: $0) } ?? []
        let referrer = references.referrer(of: name, among: names)
        let place = "is not declared here, and nothing named inside a document is opened to look for it"
        fail(.undefinedEntity, undeclared("&\(String(decoding: name, as: UTF8.self));", in: referrer, where: place))
    }

    private static func bytes(of name: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: name, count: Memory.length(of: name)))
    }

    /// Refuses undeclared references in a tag, which expat silently leaves out of attribute values (NO-SILENT-LOSS).
    @inline(never)
    mutating func checkReferencesInTag() {
        guard let tag = source?.event.text else { return }
        failUndefined(references.firstUndeclared(in: tag), in: tag)
    }
}
