internal import CExpat

/// Declarations of a document, and references to what they declare.
extension ExpatEventHandler {
    // MARK: Callbacks

    /// A reference to an entity that has no declaration that the parser could read.
    mutating func skipEntity(_ name: UnsafePointer<CChar>, isParameterEntity: Bool) {
        guard !isStopped, !isParameterEntity, isShort(name) else { return }
        failUndefined(Self.bytes(of: name))
    }

    mutating func declareEntity(
        _ name: UnsafePointer<CChar>,
        _ text: UnsafeRawBufferPointer?,
        isParameterEntity: Bool
    ) {
        guard !isStopped else { return }
        let bytes = Self.bytes(of: name)
        if isReadingOurs { return references.declareOurs(bytes) }
        if entities == .forbidden {
            let kind = isParameterEntity ? "%" : "&"
            return fail(
                .forbiddenEntity,
                "the document declares the entity \(kind)\(String(cString: name).shortened);, and entities are forbidden; \(setting: "entities", ".expanded") allows them"
            )
        }
        guard references.count < limits.maxEntities else { return breach(.entities) }
        guard bytes.count <= limits.maxNameLength else { return breach(.nameLength) }
        guard (text?.count ?? 0) <= limits.maxEntityLength else { return breach(.entityLength) }
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

    /// An attribute's declaration: its default value may hold references too.
    mutating func declareAttribute(
        _ element: UnsafePointer<CChar>,
        _ attribute: UnsafePointer<CChar>,
        hasDefault: Bool
    ) {
        guard !isStopped, isShort(element), isShort(attribute) else { return }
        guard declaredAttributeCount < limits.maxAttributeDeclarations else { return breach(.attributeDeclarations) }
        declaredAttributeCount += 1
        if hasDefault { canGrow = true }
        guard references.isNeeded, hasDefault else { return }
        // In the text of a parameter entity, the parser does not show the declaration: then that entity's text must do.
        guard let source else { return }
        let literal = source.literal
        failUndefined(
            literal.map { references.firstUndeclared(in: $0) } ?? references.firstUndeclaredInParameterEntities()
        )
    }

    /// A reference to an entity whose text is in another file.
    ///
    /// - Returns: Whether the parser may go on.
    mutating func meetExternalEntity() -> Bool {
        guard !isStopped else { return false }
        let reference = source?.reference ?? "&;"
        let isInside = references.isDeclared(String(reference.dropFirst().dropLast()))
        let shown = reference.shortened
        let entity = isInside ? "an entity that \(shown) refers to" : "the entity \(shown)"
        fail(.externalEntity, "the text of \(entity) is in another file, and nothing named inside a document is opened")
        return false
    }

    /// The place where an external subset would be read, or a parameter entity in another file.
    ///
    /// Neither is opened. But this is where a parser learns of declarations that are not the document's, and so the place for those
    /// of HTML.
    ///
    /// - Returns: Whether the parser may go on.
    mutating func meetExternalSubset() -> Bool {
        guard !isStopped else { return false }
        guard entities == .html, source?.reference == nil else { return true }
        // The one parser beside the document's: all it is ever given is this text of ours.
        let child = XML_ExternalEntityParserCreate(parser, nil, nil)
        defer { XML_ParserFree(child) }
        isReadingOurs = true
        defer { isReadingOurs = false }
        let status = HTMLEntities.declarations.withUnsafeBytes { XML_Parse(child, $0.baseAddress, Int32($0.count), 1) }
        // Without memory there is no child, and expat refuses to parse without one.
        if status != XML_STATUS_OK { fail(.outOfMemory, "memory is exhausted") }
        return !isStopped
    }

    // MARK: References

    private mutating func failUndefined(_ name: [UInt8]?) {
        guard let name else { return }
        let place = "is not declared here, and nothing named inside a document is opened to look for it"
        fail(.undefinedEntity, undeclared("&\(String(decoding: name, as: UTF8.self));", where: place))
    }

    private static func bytes(of name: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: name, count: Memory.length(of: name)))
    }

    /// NO-SILENT-LOSS in attribute values, where expat leaves out what it cannot resolve and says nothing.
    @inline(never)
    mutating func checkReferencesInTag() {
        if let tag = source?.event.text { failUndefined(references.firstUndeclared(in: tag)) }
    }
}
