internal import CExpat

/// Reading a part of a document: the start tags around it first, and at its end the end tags of the elements that are
/// open there.
extension ExpatParser {
    /// Opens the elements around a part, before the part is parsed.
    ///
    /// - Parameters:
    ///   - tags: Their start tags.
    ///   - place: Where the part begins in the document.
    ///   - byteCount: How many bytes the part has.
    /// - Returns: `false` when expat refuses the tags.
    mutating func open(_ tags: [UInt8], at place: TextPlace, byteCount: Int) -> Bool {
        handler.pointee.beginPart(at: place, byteCount: byteCount)
        guard !tags.isEmpty else { return true }
        // The line end separates the tags from the part in messages that quote a line.
        let context = tags + [0x0A]
        XML_SetCharacterDataHandler(expat, nil)
        XML_SetElementHandler(
            expat,
            { userData, name, attributes in
                guard let name, let attributes else { return }
                // The user data is the handler, which lives until the parser is freed.
                let handler = userData.unsafelyUnwrapped.assumingMemoryBound(to: ExpatEventHandler.self)
                handler.pointee.openElement(name, attributes)
            },
            nil
        )
        let status = context.withUnsafeBytes { XML_Parse(expat, $0.baseAddress, Int32(clamping: $0.count), 0) }
        guard status == XML_STATUS_OK, !handler.pointee.isStopped else { return false }
        Self.registerCallbacks(expat, handler)
        Self.registerCallbacks(expat, options)
        var contextEnd = TextPlace()
        context.withUnsafeBytes { contextEnd.pass($0[...]) }
        moveStart(to: TextStart(place, after: contextEnd))
        return true
    }

    /// Hears no more comments.
    func ignoreComments() {
        XML_SetCommentHandler(expat, nil)
    }

    /// Whether the document is well-formed when these end tags follow the part.
    func ends(with tags: [UInt8]) -> Bool {
        replay { tags.withUnsafeBytes { XML_Parse(expat, $0.baseAddress, Int32(clamping: $0.count), 1) } }
            == XML_STATUS_OK
    }

    /// How many elements are open around one that must be in a single part; `nil` when none is open.
    var depthAroundWhole: Int? { withBuilder { $0.selection.depthAroundWhole } }
}

extension ExpatEventHandler {
    /// Prepares for a part of the document.
    mutating func beginPart(at place: TextPlace, byteCount: Int) {
        amplification = Amplification(limits, partAt: place.bytes, byteCount: byteCount)
    }

    /// Handles a start tag around a part.
    mutating func openElement(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        guard !isStopped else { return }
        build { builder throws(BuildError) in try builder.openElement(CString(name), AttributeList(attributes)) }
    }
}
