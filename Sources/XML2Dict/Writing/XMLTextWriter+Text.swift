/// Writing characters: escapes, and checks for characters that XML excludes.
extension XMLTextWriter {
    /// What a byte of text needs.
    private enum Need {
        static let nothing: UInt8 = 0, inText: UInt8 = 1, inValue: UInt8 = 2, check: UInt8 = 3
    }

    /// What each byte needs: `&`, `<`, `>` and CR need an escape, and `"`, TAB and LF need one in attributes.
    ///
    /// Other control characters, and the first byte of U+FFFE and U+FFFF, need a check.
    private static let needs: [UInt8] = (0...255).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x0D: Need.inText
        case UInt8(ascii: "\""), 0x09, 0x0A: Need.inValue
        // U+FFFE and U+FFFF begin with this byte.
        case 0..<0x20, 0xEF: Need.check
        default: Need.nothing
        }
    }

    /// Writes the text of an element.
    @inline(__always)
    mutating func putText(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        if rules.protectsSpace, needsProtection(text) { return try putProtected(text) }
        try putEscaped(text, inValue: false)
    }

    /// Whether a reader that trims text, but not CDATA sections, would change a text.
    private func needsProtection(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        if XMLWhitespace.contains(first) || XMLWhitespace.contains(last) { return true }
        guard rules.collapses else { return false }
        return zip(text, text.dropFirst()).contains { one, other in
            XMLWhitespace.contains(one) && (one != UInt8(ascii: " ") || XMLWhitespace.contains(other))
        }
    }

    /// Writes text in CDATA sections, in which the reader keeps white space.
    private mutating func putProtected(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        var rest = text[...]
        while !rest.isEmpty {
            let isASCII = rules.format.isASCII
            let end =
                rest.firstIndex { $0 == 0x0D || $0 == UInt8(ascii: ">") || isASCII && $0 >= 0x80 } ?? rest.endIndex
            if end > rest.startIndex {
                let piece = UnsafeBufferPointer(rebasing: rest[..<end])
                try checkCharacters(piece)
                try put("<![CDATA[")
                try put(piece)
                try put("]]>")
            }
            guard end < rest.endIndex else { return }
            guard rest[end] >= 0x80 else {
                try putEscape(rest[end])
                rest = rest[(end + 1)...]
                continue
            }
            let last = rest[end...].firstIndex { $0 < 0x80 } ?? rest.endIndex
            try putASCII(UnsafeBufferPointer(rebasing: rest[end..<last]), inValue: false)
            rest = rest[last...]
        }
    }

    /// Writes the value of an attribute, without its quotation marks.
    @inline(__always)
    mutating func putAttributeValue(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        try putEscaped(text, inValue: true)
    }

    private mutating func putEscaped(_ text: UnsafeBufferPointer<UInt8>, inValue: Bool) throws(Stop) {
        guard !rules.format.isASCII else { return try putASCII(text, inValue: inValue) }
        var clean = 0, place = 0
        while place < text.count {
            let need = Self.needs[Int(text[place])]
            if need == Need.nothing || need == Need.inValue && !inValue {
                place &+= 1
                continue
            }
            if need == Need.check {
                try check(text, at: place)
                place &+= 1
                continue
            }
            try put(UnsafeBufferPointer(rebasing: text[clean..<place]))
            try putEscape(text[place])
            place &+= 1
            clean = place
        }
        try put(UnsafeBufferPointer(rebasing: text[clean...]))
    }

    private mutating func putASCII(_ text: UnsafeBufferPointer<UInt8>, inValue: Bool) throws(Stop) {
        for place in 0..<text.count where Self.needs[Int(text[place])] == Need.check { try check(text, at: place) }
        guard Memory.hasRoom(Memory.smallRoom + text.count * 2) else { throw .output(.outOfMemory) }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                let need = Self.needs[Int(byte)]
                if need == Need.inText || need == Need.inValue && inValue { try putEscape(byte) } else { try put(byte) }
            } else {
                try put("&#x")
                for digit in String(scalar.value, radix: 16, uppercase: true).utf8 { try put(digit) }
                try put(UInt8(ascii: ";"))
            }
        }
    }

    private mutating func putEscape(_ byte: UInt8) throws(Stop) {
        switch byte {
        case UInt8(ascii: "&"): try put("&amp;")
        case UInt8(ascii: "<"): try put("&lt;")
        case UInt8(ascii: ">"): try put("&gt;")
        case UInt8(ascii: "\""): try put("&quot;")
        case 0x09: try put("&#9;")
        case 0x0A: try put("&#10;")
        default: try put("&#13;")
        }
    }

    // MARK: Checks

    /// Refuses characters that XML excludes (XML 1.0, production 2), and those that need an escape where none exists.
    ///
    /// Comments, CDATA sections, instructions and the DOCTYPE have no escapes.
    mutating func checkCharacters(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        for place in 0..<text.count {
            if Self.needs[Int(text[place])] == Need.check { try check(text, at: place) }
            if text[place] == 0x0D {
                throw .value(.invalidCharacter, "a carriage return has no escape here, and would become a line feed")
            }
        }
        if rules.format.isASCII, text.contains(where: { $0 >= 0x80 }) {
            throw .value(.invalidCharacter, "characters beyond ASCII have no escape here")
        }
    }

    private func check(_ text: UnsafeBufferPointer<UInt8>, at place: Int) throws(Stop) {
        guard let character = XMLCharacters.invalidCharacter(in: text, at: place) else { return }
        throw .value(.invalidCharacter, "\(XMLCharacters.message(ofInvalid: character))")
    }
}
