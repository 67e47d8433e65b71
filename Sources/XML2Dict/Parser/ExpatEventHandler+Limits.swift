internal import CExpat

/// The limits that expat's events can exceed.
extension ExpatEventHandler {
    /// Refuses the document, because it exceeds a limit.
    @inline(never)
    mutating func breach(_ limit: XMLReaderError.Limit) {
        fail { $0.error(over: limit, isInCallback: true) }
    }

    // MARK: The size of the result

    /// Whether what is being made exceeds its limit.
    var exceedsResult: Bool { resultLimit < .max && builder.resultByteCount > resultLimit }

    /// Refuses the document if what is being made exceeds its limit.
    ///
    /// The size grows between two events, and may fall at an event that ends a text. So it is looked at before each event
    /// and after each chunk, and whether it exceeds the limit does not depend on the chunks.
    ///
    /// - Returns: Whether it does not.
    mutating func keepsResult() -> Bool {
        guard resultLimit < .max else { return true }
        largestResult = max(largestResult, builder.resultByteCount)
        guard exceedsResult else { return true }
        breach(.result)
        return false
    }

    /// The error at the start tag of the record or the root, or else at the beginning of the document.
    mutating func resultError() -> XMLReaderError {
        let beginning = builder.beginningOfResult()
        let place = beginning?.place ?? position(lines: 0, columns: 0)
        return error(over: .result, isInCallback: true)
            .at(line: place.line, column: place.column, nil)
            .at(path: beginning?.path ?? "")
    }

    /// Handles an end tag where the result has a limit.
    mutating func endElementOfLimitedResult() {
        if !isStopped, keepsResult() { endElement() }
    }

    // MARK: Names, tags and amplification

    /// Whether a name is within its limit.
    mutating func isShort(_ name: UnsafePointer<CChar>) -> Bool { shortLength(of: name) != nil }

    /// The length of a name; `nil` after refusing one that is too long.
    private mutating func shortLength(of name: UnsafePointer<CChar>) -> Int? {
        let length = Memory.length(of: name)
        guard length <= limits.value(of: .nameLength) else {
            breach(.nameLength)
            return nil
        }
        return length
    }

    /// Whether a tag keeps the limits of names, namespaces, attributes and amplification.
    @inline(never)
    mutating func keepsLimits(_ name: UnsafePointer<CChar>, _ attributes: AttributeList) -> Bool {
        guard keepsResult(), let nameLength = shortLength(of: name) else { return false }
        var byteCount = nameLength + builder.rules.elementByteCount
        for (name, value) in attributes {
            guard let nameLength = shortLength(of: name.start) else { return false }
            let valueLength = Memory.length(of: value.start)
            if valueLength > limits.value(of: .namespaceLength), Self.isDeclaration(name.start) {
                breach(.namespaceLength)
                return false
            }
            byteCount += nameLength + valueLength + BuildRules.entryByteCount
        }
        guard Int(XML_GetSpecifiedAttributeCount(parser)) / 2 <= limits.value(of: .attributes) else {
            breach(.attributes)
            return false
        }
        // The namespaces that are counted here are those of the tag before this one.
        return !canGrow || mayDeliver(byteCount + builder.writtenDeclarations.takeByteCount())
    }

    /// Counts delivered bytes, and refuses the document when they are too many (AMPLIFY-BOUND).
    @inline(__always)
    mutating func mayDeliver(_ count: Int) -> Bool {
        let parser = parser, before = start.bytes - documentStart
        if amplification.allows(count, read: before + Int(clamping: XML_GetCurrentByteIndex(parser))) { return true }
        breach(.amplification)
        return false
    }

    /// Counts a piece of text.
    ///
    /// Text of the document itself is always allowed. In the text of an entity the pieces do not depend on how the
    /// input is cut.
    mutating func mayDeliverText(_ count: Int) -> Bool {
        if isInEntity { return mayDeliver(count) }
        amplification.note(count)
        return true
    }

    /// Counts a node that is not an element, such as a comment.
    mutating func mayDeliverThing(_ byteCount: @autoclosure () -> Int) -> Bool {
        !canGrow || mayDeliver(BuildRules.entryByteCount + byteCount())
    }

    private static func isDeclaration(_ name: UnsafePointer<CChar>) -> Bool {
        let name = UnsafeRawBufferPointer(start: name, count: Memory.length(of: name))
        return name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
    }
}
