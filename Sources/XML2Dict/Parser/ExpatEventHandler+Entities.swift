internal import CExpat

/// Declarations of a document, and references to what they declare.
extension ExpatEventHandler {
    // MARK: Callbacks

    /// A reference to an entity that has no declaration we could read, or that is not to be resolved.
    mutating func skipEntity(_ name: UnsafePointer<CChar>, isParameterEntity: Bool) {
        guard !isStopped, !isParameterEntity, isShort(name) else { return }
        let name = String(cString: name)
        if keptReferences != nil { keepReference("&\(name);") } else { failUndefined(name) }
    }

    mutating func declareEntity(
        _ name: UnsafePointer<CChar>,
        _ text: UnsafeBufferPointer<CChar>?,
        isParameterEntity: Bool
    ) {
        guard !isStopped else { return }
        let bytes = Array(UnsafeRawBufferPointer(start: name, count: Memory.length(of: name)))
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
            try text.withBytes { text throws(EntityGraph.DeclarationError) in
                try references.declare(bytes, text: text, isParameterEntity: isParameterEntity)
            }
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
        isText: Bool,
        hasDefault: Bool
    ) {
        guard !isStopped, isShort(element), isShort(attribute) else { return }
        guard declaredAttributeCount < limits.maxAttributeDeclarations else { return breach(.attributeDeclarations) }
        declaredAttributeCount += 1
        if hasDefault { canGrow = true }
        if var kept = keptReferences.take() {
            let isShown = Self.source(of: parser) { source in
                let literal = hasDefault ? source.literal : nil
                kept.declare(element, attribute, isText: isText, literal: literal)
                return literal != nil
            }
            keptReferences = consume kept
            if isShown == true { return }
        }
        guard references.isNeeded, hasDefault else { return }
        // In the text of a parameter entity, the parser does not show the declaration: then that entity's text must do.
        if let unresolved = Self.source(
            of: parser,
            { source in
                source.literal.map { references.firstUndeclared(in: $0) }
                    ?? references.firstUndeclaredInParameterEntities()
            }
        ), let name = unresolved {
            failUndefined(String(decoding: name, as: UTF8.self))
        }
    }

    /// A reference to an entity whose text is in another file.
    ///
    /// - Returns: Whether the parser may go on.
    mutating func meetExternalEntity() -> Bool {
        guard !isStopped else { return false }
        let reference = reference ?? "&;"
        if keptReferences != nil {
            keepReference(reference)
            return !isStopped
        }
        let isInside = references.isDeclared(String(reference.dropFirst().dropLast()))
        let shown = reference.shortened
        let entity = isInside ? "an entity that \(shown) refers to" : "the entity \(shown)"
        fail(.externalEntity, "the text of \(entity) is in another file, and nothing named inside a document is opened")
        return false
    }

    /// The place where an external subset would be read, or a parameter entity in another file.
    ///
    /// Neither is opened. But this is where a parser learns of declarations that are not the document's, and so the place for those
    /// of HTML; and a parser that was given some, be it none at all, tells of undeclared entities instead of refusing them.
    ///
    /// - Returns: Whether the parser may go on.
    mutating func meetExternalSubset() -> Bool {
        guard !isStopped else { return false }
        guard entities == .html || entities == .kept, reference == nil else { return true }
        // The one parser beside the document's: all it is ever given is this text of ours.
        guard let child = XML_ExternalEntityParserCreate(parser, nil, nil) else {
            fail(.outOfMemory, "memory is exhausted")
            return false
        }
        defer { XML_ParserFree(child) }
        let declarations = entities == .html ? HTMLEntities.declarations : [0x20]
        isReadingOurs = true
        defer { isReadingOurs = false }
        let status = declarations.withUnsafeBytes { bytes in
            XML_Parse(child, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
        }
        if status != XML_STATUS_OK { fail(.outOfMemory, "memory is exhausted") }
        return !isStopped
    }

    // MARK: References

    /// A reference stays in the text as it is written.
    private mutating func keepReference(_ reference: String) {
        var reference = reference
        reference.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return }
            build { builder throws(BuildError) in try builder.characterData(base, count: bytes.count) }
        }
    }

    private mutating func failUndefined(_ name: String) {
        let place = "is not declared here, and nothing named inside a document is opened to look for it"
        fail(.undefinedEntity, undeclared("&\(name);", where: place))
    }

    /// NO-SILENT-LOSS in attribute values, where expat leaves out what it cannot resolve and says nothing.
    @inline(never)
    mutating func checkReferencesInTag() {
        let unresolved = Self.source(of: parser) { source in references.firstUndeclared(in: source.event.text) }
        if let unresolved, let name = unresolved {
            failUndefined(String(decoding: name, as: UTF8.self))
        }
    }
}

extension Optional where Wrapped == UnsafeBufferPointer<CChar> {
    /// Calls a function with the same text as bytes.
    fileprivate func withBytes<Failure>(
        _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Void
    ) throws(Failure) {
        guard let self else { return try body(nil) }
        try self.withMemoryRebound(to: UInt8.self) { bytes throws(Failure) in try body(bytes) }
    }
}
