internal import CExpat

/// The bounds that a document must keep, where the parser's events show a breach.
extension ExpatEventHandler {
    /// Refuses the document, as it breaches a limit.
    @inline(never)
    mutating func breach(_ limit: Limit) {
        fail(.limit, limit.message(limits))
    }

    /// Whether a name is within its limit.
    mutating func isShort(_ name: UnsafePointer<CChar>) -> Bool { shortLength(of: name) != nil }

    /// The length of a name that is within its limit.
    private mutating func shortLength(of name: UnsafePointer<CChar>) -> Int? {
        let length = Memory.length(of: name)
        guard length <= limits.maxNameLength else {
            breach(.nameLength)
            return nil
        }
        return length
    }

    /// Whether a tag keeps the limits of names, namespaces and attributes, and that of what is delivered.
    @inline(never)
    mutating func keepsLimits(_ name: UnsafePointer<CChar>, _ attributes: AttributeList) -> Bool {
        guard let nameLength = shortLength(of: name) else { return false }
        var byteCount = nameLength + ValueBuilder.bytesPerEntry
        for (name, value) in attributes {
            guard let nameLength = shortLength(of: name.start) else { return false }
            let valueLength = Memory.length(of: value.start)
            if valueLength > limits.maxNamespaceLength, Self.isDeclaration(name.start) {
                breach(.namespaceLength)
                return false
            }
            byteCount += nameLength + valueLength + ValueBuilder.bytesPerEntry
        }
        guard Int(XML_GetSpecifiedAttributeCount(parser)) / 2 <= limits.maxAttributes else {
            breach(.attributes)
            return false
        }
        // Of namespaces, those of the tag before this one are counted.
        return !canGrow || mayDeliver(byteCount + builder.writtenDeclarations.takeByteCount())
    }

    /// Whether so many more bytes may be delivered (AMPLIFY-BOUND).
    @inline(__always)
    mutating func mayDeliver(_ count: Int) -> Bool {
        let parser = parser
        if amplification.allows(count, read: Int(clamping: XML_GetCurrentByteIndex(parser))) { return true }
        breach(.amplification)
        return false
    }

    /// Whether a piece of text may be delivered.
    ///
    /// Text of the document itself is always allowed. In the text of an entity the pieces are the same for every cut.
    mutating func mayDeliverText(_ count: Int) -> Bool {
        if isInEntity { return mayDeliver(count) }
        amplification.note(count)
        return true
    }

    /// Whether a node that is not an element, such as a comment, may be delivered with so many bytes in it.
    mutating func mayDeliverThing(_ byteCount: @autoclosure () -> Int) -> Bool {
        !canGrow || mayDeliver(ValueBuilder.bytesPerEntry + byteCount())
    }

    private static func isDeclaration(_ name: UnsafePointer<CChar>) -> Bool {
        let name = UnsafeRawBufferPointer(start: name, count: Memory.length(of: name))
        return name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
    }
}
