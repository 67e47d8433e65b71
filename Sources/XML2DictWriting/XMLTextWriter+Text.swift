import XML2Dict

/// Writing characters: escapes, and checks for characters that XML excludes.
extension XMLTextWriter {
    /// Writes the text of an element.
    @inline(__always)
    mutating func putText(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        try putEscaped(text, XMLTextEscapes.self)
    }

    /// Writes the value of an attribute, without its quotation marks.
    @inline(__always)
    mutating func putAttributeValue(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        try putEscaped(text, XMLValueEscapes.self)
    }

    /// The size of a piece of text: the writer makes room once for each piece.
    private static var pieceSize: Int { 4096 }

    @inline(__always)
    private mutating func putEscaped<Escapes: TextEscapes>(
        _ text: UnsafeBufferPointer<UInt8>,
        _ escapes: Escapes.Type
    ) throws(Stop) {
        guard let start = text.baseAddress else { return }
        guard text.count <= Self.pieceSize, !rules.usesReferences else { return try putUnusual(text, escapes) }
        try reserve(text.count &* Escapes.longestEscape)
        var cursor = TextCursor<Escapes>(output.end)
        let count = cursor.putEscaped(start, count: text.count)
        output.end = cursor.place
        if count < text.count { try putPieces(text, from: count, escapes) }
    }

    @inline(never)
    private mutating func putUnusual<Escapes: TextEscapes>(
        _ text: UnsafeBufferPointer<UInt8>,
        _ escapes: Escapes.Type
    ) throws(Stop) {
        if rules.usesReferences { return try putScalars(text, escapes) }
        try putPieces(text, from: 0, escapes)
    }

    /// Writes the rest of a text, which is long or has characters that need a check.
    @inline(never)
    private mutating func putPieces<Escapes: TextEscapes>(
        _ text: UnsafeBufferPointer<UInt8>,
        from start: Int,
        _: Escapes.Type
    ) throws(Stop) {
        guard let base = text.baseAddress else { return }
        var place = start
        while place < text.count {
            let piece = min(text.count &- place, Self.pieceSize)
            try reserve(piece &* Escapes.longestEscape)
            var cursor = TextCursor<Escapes>(output.end)
            let count = cursor.putEscaped(base + place, count: piece)
            output.end = cursor.place
            place &+= count
            guard count < piece else { continue }
            try Self.check(text, at: place)
            try put(text[place])
            place &+= 1
        }
    }

    /// Writes text with references for the characters that the format excludes.
    private mutating func putScalars<Escapes: TextEscapes>(
        _ text: UnsafeBufferPointer<UInt8>,
        _: Escapes.Type
    ) throws(Stop) {
        if let place = XMLCharacters.firstInvalid(in: text) { try Self.check(text, at: place) }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if rules.needsReference(scalar) {
                try put("&#x")
                for digit in String(scalar.value, radix: 16, uppercase: true).utf8 { try put(digit) }
                try put(UInt8(ascii: ";"))
            } else if scalar.isASCII {
                try reserve(Escapes.longestEscape)
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                output.end += Escapes.storeEscape(byte, at: UnsafeMutableRawPointer(output.end))
            } else {
                for byte in Character(scalar).utf8 { try put(byte) }
            }
        }
    }

    // MARK: Checks

    /// Refuses characters that XML excludes (XML 1.0, production 2), and those that need an escape where none exists.
    ///
    /// Comments, CDATA sections, instructions and the DOCTYPE have no escapes.
    mutating func checkCharacters(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        if let place = XMLCharacters.firstInvalid(in: text) { try Self.check(text, at: place) }
        if text.contains(0x0D) {
            throw .value(.invalidCharacter, "a carriage return has no escape here, and would become a line feed")
        }
        if rules.format.isASCII, text.contains(where: { $0 >= 0x80 }) {
            throw .value(.invalidCharacter, "characters beyond ASCII have no escape here")
        }
    }

    /// Refuses the character at a place, if XML does not have it.
    private static func check(_ text: UnsafeBufferPointer<UInt8>, at place: Int) throws(Stop) {
        guard let character = XMLCharacters.invalidCharacter(in: text, at: place) else { return }
        throw .value(.invalidCharacter, "\(XMLCharacters.message(ofInvalid: character))")
    }
}
