import XML2Dict

extension TagWriter {
    @inline(__always)
    mutating func putText(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        try putEscaped(text, XMLTextEscapes.self)
    }

    @inline(__always)
    mutating func putAttributeValue(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        try putEscaped(text, XMLValueEscapes.self)
    }

    /// The maximum number of bytes of a text for which the writer reserves memory at once.
    private static var chunkSize: Int { 4096 }

    @inline(__always)
    private mutating func putEscaped<Escapes: TextEscapes>(
        _ text: UnsafeBufferPointer<UInt8>,
        _ escapes: Escapes.Type
    ) throws(WriteError) {
        guard let start = text.baseAddress else { return }
        guard text.count <= Self.chunkSize, !rules.usesReferences else { return try putChunks(text, from: 0, escapes) }
        try reserve(text.count &* Escapes.longestEscape)
        var cursor = TextCursor<Escapes>(output.end)
        let count = cursor.putEscaped(start, count: text.count)
        output.end = cursor.pointer
        if count < text.count { try putChunks(text, from: count, escapes) }
    }

    @inline(never)
    private mutating func putChunks<Escapes: TextEscapes>(
        _ text: UnsafeBufferPointer<UInt8>,
        from start: Int,
        _ escapes: Escapes.Type
    ) throws(WriteError) {
        guard let base = text.baseAddress else { return }
        if rules.usesReferences { return try putScalars(text, escapes) }
        var index = start
        while index < text.count {
            let length = min(text.count &- index, Self.chunkSize)
            try reserve(length &* Escapes.longestEscape)
            var cursor = TextCursor<Escapes>(output.end)
            let count = cursor.putEscaped(base + index, count: length)
            output.end = cursor.pointer
            index &+= count
            guard count < length else { continue }
            try Self.check(text, at: index)
            try putSpecial(text[index])
            index &+= 1
        }
    }

    /// Writes a byte that needs no escape, except `>` after `]]` (XML 1.0, section 2.4).
    private mutating func putSpecial(_ byte: UInt8) throws(WriteError) {
        // The bytes before `>` may be in the file, and no longer in the buffer. In doubt, the writer escapes `>`.
        let isEscaped = byte == UInt8(ascii: ">") && "]]".utf8.starts(with: output.text.suffix(2))
        try isEscaped ? put("&gt;") : put(byte)
    }

    private mutating func putScalars<Escapes: TextEscapes>(
        _ text: UnsafeBufferPointer<UInt8>,
        _: Escapes.Type
    ) throws(WriteError) {
        if let index = XMLCharacters.firstInvalid(in: text) { try Self.check(text, at: index) }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if rules.needsReference(scalar) {
                try putReference(to: scalar)
            } else if scalar.isASCII {
                try reserve(Escapes.longestEscape)
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                let length = Escapes.storeEscape(byte, at: UnsafeMutableRawPointer(output.end))
                if length > 0 { output.end += length } else { try putSpecial(byte) }
            } else {
                try put(characters: String(scalar))
            }
        }
    }

    private mutating func put(characters: String) throws(WriteError) {
        for byte in characters.utf8 { try put(byte) }
    }

    private mutating func putReference(to scalar: Unicode.Scalar) throws(WriteError) {
        try put(characters: "&#x\(String(scalar.value, radix: 16, uppercase: true));")
    }

    /// Writes checked text in markup where XML has no references, such as a comment.
    ///
    /// A terminal does not parse XML, so the format for terminals writes references even here.
    mutating func putPlain(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(WriteError) {
        guard rules.format.isForTerminal else { return try put(UnsafeBufferPointer(rebasing: text)) }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.isTerminalControl { try putReference(to: scalar) } else { try put(characters: String(scalar)) }
        }
    }

    @inline(__always)
    mutating func putContent(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        guard openTags[openTags.count &- 1].marksSpace else { return try putText(text) }
        try putMarked(text)
    }

    /// Writes white space with a reference as its first character, so that readers do not drop it as layout.
    @inline(never)
    private mutating func putMarked(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        guard let first = text.first else { return }
        openTags[openTags.count - 1].marksSpace = false
        try put(characters: "&#\(first);")
        try putText(UnsafeBufferPointer(rebasing: text.dropFirst()))
    }

    mutating func putOuterSpace(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        // No references are possible here, and a reader would replace a carriage return.
        guard text.allSatisfy({ $0 != 0x0D && XMLWhitespace.contains($0) }) else {
            throw .value("text beside the root can only be spaces, tabs and line feeds")
        }
        try put(text)
    }

    mutating func checkCharacters(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        if let index = XMLCharacters.firstInvalid(in: text) { try Self.check(text, at: index) }
        if text.contains(0x0D) {
            throw .value("a carriage return has no escape here, and would become a line feed")
        }
        if rules.format.isASCII, text.contains(where: { $0 >= 0x80 }) {
            throw .value("characters beyond ASCII have no escape here")
        }
    }

    private static func check(_ text: UnsafeBufferPointer<UInt8>, at index: Int) throws(WriteError) {
        guard let character = XMLCharacters.invalidCharacter(in: text, at: index) else { return }
        throw .value("\(XMLCharacters.message(ofInvalid: character))")
    }
}

/// The escapes in text: `&`, `<`, and CR, which a reader would replace by LF (XML 1.0, sections 2.4 and 2.11).
///
/// The caller checks `>`, other control characters, U+FFFE and U+FFFF.
enum XMLTextEscapes: TextEscapes {
    /// `&#13;`.
    static var longestEscape: Int { 5 }

    @inline(__always)
    static func special(in word: UInt64) -> UInt64 {
        // `<` is 0x3C, and `>` is 0x3E.
        XMLEscapes.special(in: word) | XMLEscapes.equal(word, 0x26, ignoring: 0)
            | XMLEscapes.equal(word, 0x3C, ignoring: 0x02)
    }

    @inline(never)
    static func storeEscape(_ byte: UInt8, at target: UnsafeMutableRawPointer) -> Int {
        XMLEscapes.store(byte, at: target, inValue: false)
    }
}

/// The escapes in attribute values: the escapes in text, `"`, and TAB and LF, because a reader would replace TAB and LF
/// by a space (XML 1.0, section 3.3.3).
enum XMLValueEscapes: TextEscapes {
    /// `&quot;`.
    static var longestEscape: Int { 6 }

    @inline(__always)
    static func special(in word: UInt64) -> UInt64 {
        // `"` is 0x22, and `&` is 0x26.
        XMLEscapes.special(in: word) | XMLEscapes.equal(word, 0x22, ignoring: 0x04)
            | XMLEscapes.equal(word, 0x3C, ignoring: 0)
    }

    @inline(never)
    static func storeEscape(_ byte: UInt8, at target: UnsafeMutableRawPointer) -> Int {
        XMLEscapes.store(byte, at: target, inValue: true)
    }
}

private enum XMLEscapes {
    /// Sets the highest bit of each byte that is a control character, or 0xEF, which begins U+FFFE and U+FFFF.
    @inline(__always)
    static func special(in word: UInt64) -> UInt64 {
        let low = word & 0x7F7F_7F7F_7F7F_7F7F
        let noControl = low &+ 0x6060_6060_6060_6060 | word
        // The byte 0xEF is 0x6F with the highest bit.
        let mark = ~((low ^ 0x6F6F_6F6F_6F6F_6F6F) &+ 0x7F7F_7F7F_7F7F_7F7F) & word
        return (~noControl | mark) & 0x8080_8080_8080_8080
    }

    /// Sets the highest bit of each byte that equals an ASCII character in all bits but the ignored ones.
    @inline(__always)
    static func equal(_ word: UInt64, _ byte: UInt64, ignoring bits: UInt64) -> UInt64 {
        let low = word & (0x0101_0101_0101_0101 &* (0x7F & ~bits))
        let different = (low ^ (0x0101_0101_0101_0101 &* byte)) &+ 0x7F7F_7F7F_7F7F_7F7F
        return ~(different | word) & 0x8080_8080_8080_8080
    }

    /// Writes a byte or its reference, and returns the number of written bytes, or 0 if the caller must check the byte.
    static func store(_ byte: UInt8, at target: UnsafeMutableRawPointer, inValue: Bool) -> Int {
        let reference: StaticString
        switch byte {
        case UInt8(ascii: "&"): reference = "&amp;"
        case UInt8(ascii: "<"): reference = "&lt;"
        case UInt8(ascii: ">") where !inValue: return 0
        case 0x0D: reference = "&#13;"
        case UInt8(ascii: "\"") where inValue: reference = "&quot;"
        case 0x09 where inValue: reference = "&#9;"
        case 0x0A where inValue: reference = "&#10;"
        case 0x09, 0x0A, 0x20..<0x80:
            target.storeBytes(of: byte, as: UInt8.self)
            return 1
        default: return 0
        }
        target.copyMemory(from: reference.utf8Start, byteCount: reference.utf8CodeUnitCount)
        return reference.utf8CodeUnitCount
    }
}
